import { gates, noPublicOnly, orgExists, orgOwner, repoAdmin, repoOwner, repoRead, repoVisible, repoVisibleTo, scope, signedIn, userVisible } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { answer, route } from '../../kernel/route.ts'
import { Empty, Id, Page, Strings, Type } from '../../kernel/schema.ts'
import { publicOrg, publicSelf } from '../gates.ts'
import { search } from '../search/store.ts'
import { edit } from './edit.ts'
import { CreateRepoOption, EditRepoOption, Repository } from './schema.ts'
import * as store from './store.ts'
import * as repos from './verbs.ts'
import * as view from './view.ts'

const id = { sort: 'id' } as const

export const routes = [
  route({
    id: 'createUserRepos',
    at: 'POST /user/repos',
    says: 'Create a repository',
    needs: gates(scope('user'), signedIn, publicSelf, scope('repository'), noPublicOnly),
    body: CreateRepoOption,
    returns: { 201: Repository },
    run: async ({ cx, actor, body }) => view.fresh(cx, await repos.create(cx, actor.account, actor.account, body), actor),
  }),
  route({
    id: 'createOrgsRepos',
    at: 'POST /orgs/:org/repos',
    says: 'Create a repository in an organization',
    needs: gates(scope('organization'), orgExists, publicOrg, signedIn, scope('repository')),
    body: CreateRepoOption,
    returns: { 201: Repository },
    run: async ({ cx, org, actor, body }) => view.fresh(cx, await repos.create(cx, org, actor.account, body), actor),
  }),
  route({
    id: 'createOrgRepos',
    at: 'POST /org/:org/repos',
    says: 'Create a repository in an organization, by its old address',
    needs: gates(scope('organization', 'repository'), signedIn),
    body: CreateRepoOption,
    returns: { 201: Repository },
    run: async ({ cx, rq, actor, body }) => view.fresh(cx, await repos.createIn(cx, rq.params.org, actor.account, body), actor),
  }),
  route({
    id: 'listReposLicenses',
    at: 'GET /repos/:owner/:repo/licenses',
    says: 'List the licences found in a repository',
    needs: gates(scope('repository'), repoVisible, repoRead('code')),
    returns: { 200: Strings },
    run: ({ repo }) => JSON.parse(repo.licenses) as string[],
  }),
  route({
    id: 'getRepos',
    at: 'GET /repos/:owner/:repo',
    keep: true,
    says: 'Get a repository',
    needs: gates(scope('repository'), repoVisible),
    returns: { 200: Repository },
    run: ({ cx, repo, actor, access }) => view.one(cx, repo, actor, access),
  }),
  route({
    id: 'getRepositoriesById',
    at: 'GET /repositories/:id',
    says: 'Get a repository by its id',
    needs: gates(signedIn, scope('repository')),
    params: Type.Object({ id: Id }),
    returns: { 200: Repository },
    async run({ cx, actor, params }) {
      const repo = await store.findVisible(cx.db, params.id, repoVisibleTo(actor))
      if (!repo) throw notFound()
      return view.one(cx, repo, actor)
    },
  }),
  route({
    id: 'editRepos',
    at: 'PATCH /repos/:owner/:repo',
    says: 'Edit a repository; only the members given change',
    needs: gates(scope('repository'), repoVisible, signedIn, repoAdmin),
    body: EditRepoOption,
    returns: { 200: Repository },
    run: async ({ cx, repo, actor, body }) => view.one(cx, await edit(cx, repo, actor.account, body), actor),
  }),
  route({
    id: 'deleteRepos',
    at: 'DELETE /repos/:owner/:repo',
    says: 'Delete a repository',
    needs: gates(scope('repository'), repoVisible, signedIn, repoOwner),
    returns: { 204: Empty },
    run: ({ cx, repo, actor }) => repos.remove(cx, repo, actor.account),
  }),
  route({
    id: 'listUserRepos',
    at: 'GET /user/repos',
    keep: true,
    says: 'List the repositories the caller owns or was given access to',
    needs: gates(scope('user'), signedIn, publicSelf, scope('repository')),
    query: Page,
    returns: { 200: Type.Array(Repository) },
    run: ({ cx, actor, query }) =>
      paged(cx, query, (at) => search(cx.db, { of: { id: actor.account.id, part: 'all' }, seen: repoVisibleTo(actor) }, { sort: 'name' }, at), (rows) => view.many(cx, rows, actor)),
  }),
  route({
    id: 'listUsersRepos',
    at: 'GET /users/:username/repos',
    says: 'List the repositories an account owns',
    needs: gates(scope('user'), userVisible, scope('repository')),
    query: Page,
    returns: { 200: Type.Array(Repository) },
    run: ({ cx, user, actor, query }) => paged(cx, query, (at) => search(cx.db, { ownerId: user.id, seen: repoVisibleTo(actor) }, id, at), (rows) => view.many(cx, rows, actor)),
  }),
  route({
    id: 'listOrgsRepos',
    at: 'GET /orgs/:org/repos',
    says: 'List the repositories of an organization',
    needs: gates(scope('organization'), orgExists, publicOrg),
    query: Page,
    returns: { 200: Type.Array(Repository) },
    run: ({ cx, org, actor, query }) => paged(cx, query, (at) => search(cx.db, { ownerId: org.id, seen: repoVisibleTo(actor) }, id, at), (rows) => view.many(cx, rows, actor)),
  }),
  route({
    id: 'deleteOrgsRepos',
    at: 'DELETE /orgs/:org/repos',
    says: 'Delete all repositories of an organization',
    needs: gates(scope('organization'), orgExists, publicOrg, signedIn, orgOwner, scope('repository')),
    returns: { 202: Empty, 204: Empty },
    run: async ({ cx, org, actor }) => answer((await repos.removeAll(cx, org, actor.account)) ? 202 : 204, undefined),
  }),
].flat()
