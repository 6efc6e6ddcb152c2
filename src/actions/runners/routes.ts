import { owned, route, type Rq } from '../../kernel/route.ts'
import { slice } from '../../kernel/paging.ts'
import { Bool, Empty, Id, input, Optional, pageWith, Str, Type } from '../../kernel/schema.ts'
import { manages } from '../level.ts'
import type { Level } from '../tables.ts'
import { ActionRunner, ActionRunnersResponse, RegistrationToken } from './schema.ts'
import * as store from './store.ts'
import * as runners from './verbs.ts'
import * as view from './view.ts'

const byId = Type.Object({ runner_id: Id })
/** The site's administrators reach runners of every level. */
const reach = (rq: Rq, level: Level) => (rq.owner === 'site' ? undefined : level)
const wanted = (text: string | undefined) => (text ? /^(1|t|true|on)$/i.test(text) : undefined)

export const routes = [
  route({
    id: { repo: 'listReposActionsRunners', org: 'listOrgsActionsRunners', user: 'listUserActionsRunners', site: 'listAdminActionsRunners' },
    at: owned('GET /actions/runners'),
    says: 'List runners',
    needs: manages,
    query: pageWith({ disabled: Optional(Str) }),
    returns: { 200: ActionRunnersResponse },
    run: async ({ cx, rq, level, query }) => {
      const { rows, total } = await store.list(cx.db, reach(rq, level), wanted(query.disabled), cx.now(), slice(cx, query))
      return { runners: view.many(cx, rows), total_count: total }
    },
  }),
  route({
    id: {
      repo: 'createReposActionsRunnersRegistrationToken', org: 'createOrgsActionsRunnersRegistrationToken', user: 'createUserActionsRunnersRegistrationToken',
      site: 'createAdminActionsRunnersRegistrationToken',
    },
    at: owned('POST /actions/runners/registration-token'),
    says: 'Get a token that registers runners',
    needs: manages,
    returns: { 200: RegistrationToken },
    run: async ({ cx, level }) => ({ token: await runners.registrationToken(cx, level) }),
  }),
  route({
    id: { repo: 'getReposActionsRunnersByRunnerId', org: 'getOrgsActionsRunnersByRunnerId', user: 'getUserActionsRunnersByRunnerId', site: 'getAdminActionsRunnersByRunnerId' },
    at: owned('GET /actions/runners/:runner_id'),
    says: 'Get a runner',
    needs: manages,
    params: byId,
    returns: { 200: ActionRunner },
    run: async ({ cx, rq, level, params }) => view.one(cx, await runners.get(cx, reach(rq, level), params.runner_id)),
  }),
  route({
    id: { repo: 'editReposActionsRunnersByRunnerId', org: 'editOrgsActionsRunnersByRunnerId', user: 'editUserActionsRunnersByRunnerId', site: 'editAdminActionsRunnersByRunnerId' },
    at: owned('PATCH /actions/runners/:runner_id'),
    says: 'Enable or disable a runner',
    needs: manages,
    params: byId,
    body: input('EditActionRunnerOption', { disabled: Optional(Bool) }),
    returns: { 200: ActionRunner },
    run: async ({ cx, rq, level, params, body }) => view.one(cx, await runners.edit(cx, reach(rq, level), params.runner_id, body)),
  }),
  route({
    id: { repo: 'deleteReposActionsRunnersByRunnerId', org: 'deleteOrgsActionsRunnersByRunnerId', user: 'deleteUserActionsRunnersByRunnerId', site: 'deleteAdminActionsRunnersByRunnerId' },
    at: owned('DELETE /actions/runners/:runner_id'),
    says: 'Remove a runner',
    needs: manages,
    params: byId,
    returns: { 204: Empty },
    run: ({ cx, rq, level, params }) => runners.remove(cx, reach(rq, level), params.runner_id),
  }),
].flat()
