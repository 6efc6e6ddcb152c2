import { gates, repoRead, repoVisible, repoVisibleTo, scope, signedIn } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { answer, route } from '../../kernel/route.ts'
import { input, Optional, Page, Str, Type } from '../../kernel/schema.ts'
import { Repository } from '../repos/schema.ts'
import * as view from '../repos/view.ts'
import { search } from '../search/store.ts'
import * as forks from './verbs.ts'

export const routes = [
  route({
    id: 'listReposForks',
    at: 'GET /repos/:owner/:repo/forks',
    says: 'List the forks of a repository',
    needs: gates(scope('repository'), repoVisible),
    query: Page,
    returns: { 200: Type.Array(Repository) },
    run: ({ cx, repo, actor, query }) => paged(cx, query, (at) => search(cx.db, { forksOf: repo.id, seen: repoVisibleTo(actor) }, { sort: 'id' }, at), (rows) => view.many(cx, rows, actor)),
  }),
  route({
    id: 'createReposForks',
    at: 'POST /repos/:owner/:repo/forks',
    says: 'Fork a repository into an account of the caller or an organization',
    needs: gates(scope('repository'), repoVisible, signedIn, repoRead('code')),
    body: input('CreateForkOption', { organization: Optional(Str), name: Optional(Str) }),
    returns: { 202: Repository },
    run: async ({ cx, repo, actor, body }) => answer(202, await view.fresh(cx, await forks.create(cx, repo, actor.account, body), actor)),
  }),
].flat()
