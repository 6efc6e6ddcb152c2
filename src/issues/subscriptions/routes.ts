import type { SignedIn } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { answer, route } from '../../kernel/route.ts'
import { Empty, Page, Ref, Type } from '../../kernel/schema.ts'
import { formatTime } from '../../kernel/times.ts'
import { repoView } from '../../repos/index.ts'
import { User, userView } from '../../users/index.ts'
import { issueOf } from '../ground/at.ts'
import { byIndex, people, readers } from '../ground/gates.ts'
import * as issueView from '../issues/view.ts'
import * as store from './store.ts'
import * as subscriptions from './verbs.ts'

/** the record of the room repos */
const WatchInfo = Ref<{ subscribed: boolean; ignored: boolean; reason: null; created_at: string; url: string; repository_url: string }>('WatchInfo')
const at = '/repos/:owner/:repo/issues/:index/subscriptions'

async function set(ctx: Parameters<typeof issueOf>[0] & { actor: SignedIn; rq: { params: Record<string, string> } }, watching: boolean) {
  const changed = await subscriptions.set(ctx.cx, await issueOf(ctx), ctx.rq.params.user, watching)
  return answer(changed ? 201 : 200, undefined)
}

export const routes = [
  route({
    id: 'listReposIssuesSubscriptionsByIndex',
    at: `GET ${at}`,
    says: 'List who has chosen to hear of an issue',
    needs: readers,
    params: byIndex,
    query: Page,
    returns: { 200: Type.Array(User) },
    async run(ctx) {
      const { cx, issue, actor, query } = await issueOf(ctx)
      return paged(cx, query, (page) => store.list(cx.db, issue.id, page), (rows) => userView.many(cx, rows, actor.account), 'total')
    },
  }),
  route({
    id: 'getReposIssuesSubscriptionsCheckByIndex',
    at: `GET ${at}/check`,
    says: 'Check whether one hears of an issue',
    needs: people,
    params: byIndex,
    returns: { 200: WatchInfo },
    async run(ctx) {
      const found = await issueOf(ctx)
      const subscribed = await subscriptions.hears(ctx.cx, found)
      const url = `${issueView.api(ctx.cx, ctx.repo, found.issue)}/subscriptions`
      return { subscribed, ignored: !subscribed, reason: null, created_at: formatTime(found.issue.created_at), url, repository_url: repoView.api(ctx.cx, ctx.repo) }
    },
  }),
  route({
    id: 'putReposIssuesSubscriptionsByUser',
    at: `PUT ${at}/:user`,
    says: 'Subscribe somebody to an issue',
    needs: people,
    params: byIndex,
    returns: { 200: Empty, 201: Empty },
    run: (ctx) => set(ctx, true),
  }),
  route({
    id: 'deleteReposIssuesSubscriptionsByUser',
    at: `DELETE ${at}/:user`,
    says: 'Unsubscribe somebody from an issue',
    needs: people,
    params: byIndex,
    returns: { 200: Empty, 201: Empty },
    run: (ctx) => set(ctx, false),
  }),
].flat()
