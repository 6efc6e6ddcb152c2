import { gates, noPublicOnly, scope, signedIn, type SignedIn } from '../../access/index.ts'
import { forbidden } from '../../kernel/errors.ts'
import { Paged, slice } from '../../kernel/paging.ts'
import { answer, route } from '../../kernel/route.ts'
import { Empty, Page, Type } from '../../kernel/schema.ts'
import * as stopwatch from '../changes/stopwatch.ts'
import { issueOf, isWriter } from '../ground/at.ts'
import { byIndex, people } from '../ground/gates.ts'
import * as timeStore from '../times/store.ts'
import { mayTrack } from '../times/verbs.ts'
import { StopWatch } from './schema.ts'
import * as view from './view.ts'

const at = '/repos/:owner/:repo/issues/:index/stopwatch'

async function issueToTime(ctx: Parameters<typeof issueOf>[0] & { actor: SignedIn }) {
  const found = await issueOf(ctx)
  if (!isWriter(found) || !(await mayTrack(ctx.cx, found))) throw forbidden()
  return found
}

export const routes = [
  route({
    id: 'createReposIssuesStopwatchStartByIndex',
    at: `POST ${at}/start`,
    says: 'Start a stopwatch on an issue',
    needs: people,
    params: byIndex,
    returns: { 201: Empty },
    async run(ctx) {
      await stopwatch.start(ctx.cx, await issueToTime(ctx))
      return answer(201, undefined)
    },
  }),
  route({
    id: 'createReposIssuesStopwatchStopByIndex',
    at: `POST ${at}/stop`,
    says: 'Stop the stopwatch and book its time',
    needs: people,
    params: byIndex,
    returns: { 201: Empty },
    async run(ctx) {
      await stopwatch.stop(ctx.cx, await issueToTime(ctx))
      return answer(201, undefined)
    },
  }),
  route({
    id: 'deleteReposIssuesStopwatchDeleteByIndex',
    at: `DELETE ${at}/delete`,
    says: 'Stop the stopwatch and forget its time',
    needs: people,
    params: byIndex,
    returns: { 204: Empty },
    run: async (ctx) => stopwatch.cancel(ctx.cx, await issueToTime(ctx)),
  }),
  route({
    id: 'listUserStopwatches',
    at: 'GET /user/stopwatches',
    says: 'List own running stopwatches',
    needs: gates(scope('user'), signedIn, noPublicOnly),
    query: Page,
    returns: { 200: Type.Array(StopWatch) },
    async run({ cx, actor, query }) {
      const page = slice(cx, query)
      const all = await timeStore.listWatches(cx.db, actor, actor.account.id)
      return new Paged(view.many(cx, all.slice(page.offset, page.offset + page.limit)), all.length, page, 'total')
    },
  }),
].flat()
