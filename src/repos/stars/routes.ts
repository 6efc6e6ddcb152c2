import { gates, repoPublicTo, repoVisible, repoVisibleTo, scope, signedIn, userVisible } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Page, Type } from '../../kernel/schema.ts'
import { User, userView } from '../../users/index.ts'
import { publicSelf } from '../gates.ts'
import { Repository } from '../repos/schema.ts'
import * as view from '../repos/view.ts'
import { search } from '../search/store.ts'
import * as store from './store.ts'
import * as stars from './verbs.ts'

const one = gates(scope('user'), signedIn, publicSelf, scope('repository'), repoVisible)
const id = { sort: 'id' } as const

export const routes = [
  route({
    id: 'listUserStarred',
    at: 'GET /user/starred',
    says: 'List the repositories the caller has starred',
    needs: gates(scope('user'), signedIn, publicSelf, scope('repository')),
    query: Page,
    returns: { 200: Type.Array(Repository) },
    run: ({ cx, actor, query }) => paged(cx, query, (at) => search(cx.db, { starredBy: actor.account.id, seen: repoVisibleTo(actor) }, id, at), (rows) => view.many(cx, rows, actor)),
  }),
  route({
    id: 'listUsersStarred',
    at: 'GET /users/:username/starred',
    says: 'List the repositories an account has starred; only public ones of others',
    needs: gates(scope('user'), signedIn, userVisible),
    query: Page,
    returns: { 200: Type.Array(Repository) },
    run({ cx, user, actor, query }) {
      const seen = actor.account.id === user.id ? repoVisibleTo(actor) : repoPublicTo(actor)
      return paged(cx, query, (at) => search(cx.db, { starredBy: user.id, seen }, id, at), (rows) => view.manyFor(cx, rows, actor, user))
    },
  }),
  route({
    id: 'getUserStarred',
    at: 'GET /user/starred/:owner/:repo',
    says: 'Whether the caller has starred a repository',
    needs: one,
    returns: { 204: Empty },
    async run({ cx, repo, actor }) {
      if (!(await store.find(cx.db, actor.account.id, repo.id))) throw notFound()
    },
  }),
  route({
    id: 'putUserStarred',
    at: 'PUT /user/starred/:owner/:repo',
    says: 'Star a repository',
    needs: one,
    returns: { 204: Empty },
    run: ({ cx, repo, actor }) => stars.add(cx, repo, actor.account),
  }),
  route({
    id: 'deleteUserStarred',
    at: 'DELETE /user/starred/:owner/:repo',
    says: 'Take a star back',
    needs: one,
    returns: { 204: Empty },
    run: ({ cx, repo, actor }) => stars.remove(cx, repo, actor.account),
  }),
  route({
    id: 'listReposStargazers',
    at: 'GET /repos/:owner/:repo/stargazers',
    says: 'List who starred a repository',
    needs: gates(scope('repository'), repoVisible),
    query: Page,
    returns: { 200: Type.Array(User) },
    run: ({ cx, repo, actor, query }) => paged(cx, query, (at) => store.listGazers(cx.db, repo.id, at), (rows) => userView.many(cx, rows, actor.account), 'total'),
  }),
].flat()
