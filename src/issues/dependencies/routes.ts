import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { input, Int, Optional, Page, Str, Type } from '../../kernel/schema.ts'
import { issueOf } from '../ground/at.ts'
import { byIndex, livePeople, people, readers } from '../ground/gates.ts'
import { Issue } from '../issues/schema.ts'
import * as issueView from '../issues/view.ts'
import * as store from './store.ts'
import * as dependencies from './verbs.ts'
import * as view from './view.ts'

const IssueMeta = input('IssueMeta', { index: Optional(Int), owner: Optional(Str), repo: Optional(Str) })
const at = '/repos/:owner/:repo/issues/:index'

type Ctx = Parameters<typeof issueOf>[0] & { actor: import('../../access/index.ts').SignedIn; body: dependencies.IssueName }
async function changed(ctx: Ctx, how: 'blocks' | 'waits', add: boolean) {
  const issue = await dependencies.change(ctx.cx, await issueOf(ctx), ctx.body, how, add)
  return issueView.one(ctx.cx, issue, { viewer: ctx.actor.account, repos: [ctx.repo] })
}

/** At least two to a page if asked for, with no upper end. */
const span = (query: { page?: number; limit?: number }) => {
  const limit = query.limit === undefined || query.limit <= 1 ? 30 : query.limit
  const from = (Math.max(1, query.page ?? 1) - 1) * limit
  return [from, from + limit] as const
}

export const routes = [
  route({
    id: 'listReposIssuesBlocksByIndex',
    at: `GET ${at}/blocks`,
    says: 'List the issues that an issue blocks',
    needs: readers,
    params: byIndex,
    query: Page,
    returns: { 200: Type.Array(Issue) },
    async run(ctx) {
      const found = await issueOf(ctx)
      const rows = await store.listBlocked(ctx.cx.db, found.issue)
      return view.blocked(ctx.cx, found, rows.slice(...span(ctx.query)))
    },
  }),
  route({
    id: 'createReposIssuesBlocksByIndex',
    at: `POST ${at}/blocks`,
    says: 'Let an issue block another',
    needs: people,
    params: byIndex,
    body: IssueMeta,
    returns: { 201: Issue },
    run: (ctx) => changed(ctx, 'blocks', true),
  }),
  route({
    id: 'deleteReposIssuesBlocksByIndex',
    at: `DELETE ${at}/blocks`,
    says: 'Let an issue block another no longer',
    needs: people,
    params: byIndex,
    body: IssueMeta,
    returns: { 201: Issue },
    run: (ctx) => changed(ctx, 'blocks', false),
  }),
  route({
    id: 'listReposIssuesDependenciesByIndex',
    at: `GET ${at}/dependencies`,
    says: 'List the issues that block an issue',
    needs: readers,
    params: byIndex,
    query: Page,
    returns: { 200: Type.Array(Issue) },
    async run(ctx) {
      const found = await issueOf(ctx)
      dependencies.needDependencies(ctx.repo)
      return paged(ctx.cx, ctx.query, (page) => store.listBlockers(ctx.cx.db, found.issue, page), (rows) => view.blockers(ctx.cx, found, rows))
    },
  }),
  route({
    id: 'createReposIssuesDependenciesByIndex',
    at: `POST ${at}/dependencies`,
    says: 'Let an issue wait for another',
    needs: livePeople,
    params: byIndex,
    body: IssueMeta,
    returns: { 201: Issue },
    run: (ctx) => changed(ctx, 'waits', true),
  }),
  route({
    id: 'deleteReposIssuesDependenciesByIndex',
    at: `DELETE ${at}/dependencies`,
    says: 'Let an issue wait for another no longer',
    needs: livePeople,
    params: byIndex,
    body: IssueMeta,
    returns: { 201: Issue },
    run: (ctx) => changed(ctx, 'waits', false),
  }),
].flat()
