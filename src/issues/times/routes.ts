import { gates, noPublicOnly, readable, repoVisible, scope, signedIn } from '../../access/index.ts'
import { bad, notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Id, input, Int, Optional, pageWith, Str, Time, Type } from '../../kernel/schema.ts'
import { issueOf } from '../ground/at.ts'
import { spanOf } from '../ground/days.ts'
import { byIndex, people } from '../ground/gates.ts'
import { TrackedTime } from './schema.ts'
import * as store from './store.ts'
import * as times from './verbs.ts'
import * as view from './view.ts'

const at = '/repos/:owner/:repo/issues/:index/times'
const span = { since: Optional(Str), before: Optional(Str) }
const inRepo = gates(scope('repository'), repoVisible, readable('issues'), signedIn)

export const routes = [
  route({
    id: 'listReposIssuesTimesByIndex',
    at: `GET ${at}`,
    says: 'List the time spent on an issue',
    needs: people,
    params: byIndex,
    query: pageWith({ user: Optional(Str), ...span }),
    returns: { 200: Type.Array(TrackedTime) },
    async run(ctx) {
      const found = await issueOf(ctx)
      if (!times.tracks(ctx.repo)) throw notFound()
      const wanted = { ...(await times.wanted(ctx.cx, found, ctx.query)), issueId: found.issue.id }
      return paged(ctx.cx, ctx.query, (page) => store.list(ctx.cx.db, wanted, page), (rows) => view.many(ctx.cx, rows, { viewer: found.by, repos: [ctx.repo] }), 'total')
    },
  }),
  route({
    id: 'createReposIssuesTimesByIndex',
    at: `POST ${at}`,
    says: 'Book time on an issue',
    needs: people,
    params: byIndex,
    body: input('AddTimeOption', { time: Int, created: Optional(Time), user_name: Optional(Str) }),
    returns: { 200: TrackedTime },
    async run(ctx) {
      const row = await times.add(ctx.cx, await issueOf(ctx), ctx.body)
      return (await view.many(ctx.cx, [row], { viewer: ctx.actor.account, repos: [ctx.repo] }))[0]
    },
  }),
  route({
    id: 'deleteReposIssuesTimesByIndex',
    at: `DELETE ${at}`,
    says: 'Take back all own time on an issue',
    needs: people,
    params: byIndex,
    returns: { 204: Empty },
    run: async (ctx) => times.reset(ctx.cx, await issueOf(ctx)),
  }),
  route({
    id: 'deleteReposIssuesTimesById',
    at: `DELETE ${at}/:id`,
    says: 'Take back booked time',
    needs: people,
    params: Type.Object({ index: Id, id: Id }),
    returns: { 204: Empty },
    run: async (ctx) => times.remove(ctx.cx, await issueOf(ctx), ctx.params.id),
  }),
  route({
    id: 'listReposTimes',
    at: 'GET /repos/:owner/:repo/times',
    says: 'List the time spent in a repository',
    needs: inRepo,
    query: pageWith({ user: Optional(Str), ...span }),
    returns: { 200: Type.Array(TrackedTime) },
    async run({ cx, repo, access, actor, query }) {
      if (!times.tracks(repo)) throw bad('time tracking is switched off')
      const wanted = { ...(await times.wanted(cx, { access, by: actor.account }, query)), repoId: repo.id }
      return paged(cx, query, (page) => store.list(cx.db, wanted, page), (rows) => view.many(cx, rows, { viewer: actor.account, repos: [repo] }), 'total')
    },
  }),
  route({
    id: 'listReposTimesByUser',
    at: 'GET /repos/:owner/:repo/times/:user',
    says: "List somebody's time in a repository",
    needs: inRepo,
    returns: { 200: Type.Array(TrackedTime) },
    async run({ cx, repo, access, actor, rq }) {
      const rows = await times.ofAccount(cx, { repo, access, by: actor.account }, rq.params.user)
      return view.many(cx, rows, { viewer: actor.account, repos: [repo] })
    },
  }),
  route({
    id: 'listUserTimes',
    at: 'GET /user/times',
    says: 'List own time over all repositories',
    needs: gates(scope('user'), signedIn, noPublicOnly),
    query: pageWith(span),
    returns: { 200: Type.Array(TrackedTime) },
    run: ({ cx, actor, query }) =>
      paged(cx, query, (page) => store.list(cx.db, { ...spanOf(query), accountId: actor.account.id, seenBy: actor }, page), (rows) => view.many(cx, rows, { viewer: actor.account }), 'total'),
  }),
].flat()
