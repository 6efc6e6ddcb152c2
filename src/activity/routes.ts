import { canRead, gates, orgExists, orgRole, orgVisible, repoVisible, scope, units, userVisible } from '../access/index.ts'
import { paged } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'
import { Bool, Optional, pageWith, Str, Type } from '../kernel/schema.ts'
import { teamReadable, teamShown } from '../orgs/index.ts'
import { Activity, UserHeatmapData } from './schema.ts'
import * as store from './store.ts'
import * as view from './view.ts'

const returns = { 200: Type.Array(Activity) }
const HEAT_DAYS = 373
const dated = pageWith({ date: Optional(Str) })

/** The beginning of a day written YYYY-MM-DD; anything else is no filter. */
function dayOf(date: string | undefined): number | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(date ?? '') ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) ? undefined : at / 1000
}

export const routes = [
  route({
    id: 'listUsersActivitiesFeeds',
    at: 'GET /users/:username/activities/feeds',
    keep: true,
    says: 'List what happened in the feed of a user',
    needs: gates(scope('user'), userVisible),
    query: pageWith({ 'only-performed-by': Optional(Bool), date: Optional(Str) }),
    returns,
    run({ cx, user, actor, query }) {
      const own = actor.account !== null && (actor.account.is_admin || actor.account.id === user.id)
      if (user.hide_activity && !own) return paged(cx, query, async () => ({ rows: [], total: 0 }), (rows) => view.many(cx, rows, actor), 'total')
      const feed = { actor, inbox: user.id, performedBy: query['only-performed-by'] ? user.id : undefined, everything: own, day: dayOf(query.date) }
      return paged(cx, query, (at) => store.list(cx.db, feed, at), (rows) => view.many(cx, rows, actor), 'total')
    },
  }),
  route({
    id: 'listUsersHeatmap',
    at: 'GET /users/:username/heatmap',
    says: 'Count what a user did, by the quarter of an hour',
    needs: gates(scope('user'), userVisible),
    returns: { 200: Type.Array(UserHeatmapData) },
    async run({ cx, user, actor }) {
      if (user.hide_activity && !(actor.account?.is_admin || actor.account?.id === user.id)) return []
      return (await store.heat(cx.db, actor, user, cx.now() - HEAT_DAYS * 24 * 3600)).map(({ quarter, acts }) => ({ timestamp: quarter, contributions: acts }))
    },
  }),
  route({
    id: 'listReposActivitiesFeeds',
    at: 'GET /repos/:owner/:repo/activities/feeds',
    keep: true,
    says: 'List what happened in a repository',
    needs: gates(scope('repository'), repoVisible),
    query: dated,
    returns,
    run({ cx, repo, actor, access, query }) {
      const feed = { actor, repo: { id: repo.id, units: units.filter((unit) => canRead(access, unit)) }, everything: actor.account?.is_admin ?? false, day: dayOf(query.date) }
      return paged(cx, query, (at) => store.list(cx.db, feed, at), (rows) => view.many(cx, rows, actor), 'total')
    },
  }),
  route({
    id: 'listOrgsActivitiesFeeds',
    at: 'GET /orgs/:org/activities/feeds',
    says: 'List what happened in the repositories of an organization',
    needs: gates(scope('organization'), orgExists, orgVisible),
    query: dated,
    returns,
    async run({ cx, org, actor, query }) {
      const feed = { actor, inbox: org.id, everything: (await orgRole(cx.db, actor.account, org)) !== 'none', day: dayOf(query.date) }
      return paged(cx, query, (at) => store.list(cx.db, feed, at), (rows) => view.many(cx, rows, actor), 'total')
    },
  }),
  route({
    id: 'listTeamsActivitiesFeedsById',
    at: 'GET /teams/:id/activities/feeds',
    says: 'List what happened in the repositories of a team',
    needs: gates(...teamShown, teamReadable),
    query: dated,
    returns,
    run({ cx, team, org, actor, query }) {
      const feed = { actor, inbox: org.id, team: team.id, everything: true, day: dayOf(query.date) }
      return paged(cx, query, (at) => store.list(cx.db, feed, at), (rows) => view.many(cx, rows, actor))
    },
  }),
].flat()
