import { gates, repoRead, repoVisible, repoWrite, scope, signedIn } from '../../access/index.ts'
import { repoShown } from '../../code/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { answer, raw, route } from '../../kernel/route.ts'
import { Bool, Empty, input, Int, Optional, Raw, Str, StringMap, Type } from '../../kernel/schema.ts'
import { listed, RunQuery } from '../runs/routes.ts'
import { ActionWorkflowRunsResponse } from '../runs/schema.ts'
import { ActionWorkflow, ActionWorkflowResponse, RunDetails } from './schema.ts'
import { badgeOf } from './badge.ts'
import * as store from './store.ts'
import * as workflows from './verbs.ts'
import * as view from './view.ts'

const reads = gates(scope('repository'), repoVisible, signedIn, repoRead('actions'))
const writes = gates(scope('repository'), repoVisible, signedIn, repoRead('actions'), repoWrite('actions'))
const at = '/repos/:owner/:repo/actions/workflows'
/** Shown as it is now; should it be opened by itself, nothing in it runs. */
const picture = { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }

export const routes = [
  route({
    id: 'listReposActionsWorkflows',
    at: `GET ${at}`,
    says: 'List the workflows of the default branch',
    needs: reads,
    returns: { 200: ActionWorkflowResponse },
    run: async ({ cx, repo }) => {
      const list = view.many(cx, repo, await workflows.list(cx, repo))
      return { workflows: list, total_count: list.length }
    },
  }),
  route({
    id: 'getReposActionsWorkflowsByWorkflowId',
    at: `GET ${at}/:workflow_id`,
    says: 'Get a workflow',
    needs: reads,
    returns: { 200: ActionWorkflow },
    run: async ({ cx, rq, repo }) => view.many(cx, repo, await workflows.get(cx, repo, rq.params.workflow_id))[0],
  }),
  ...(['enable', 'disable'] as const).map((word) =>
    route({
      id: word === 'enable' ? 'putReposActionsWorkflowsEnableByWorkflowId' : 'putReposActionsWorkflowsDisableByWorkflowId',
      at: `PUT ${at}/:workflow_id/${word}`,
      says: word === 'enable' ? 'Enable a workflow' : 'Disable a workflow',
      needs: writes,
      returns: { 204: Empty },
      run: ({ cx, rq, repo }) => workflows.enable(cx, repo, rq.params.workflow_id, word === 'enable'),
    }),
  ),
  route({
    id: 'createReposActionsWorkflowsDispatchesByWorkflowId',
    at: `POST ${at}/:workflow_id/dispatches`,
    says: 'Start a workflow',
    needs: writes,
    query: Type.Object({ return_run_details: Optional(Bool), scoped_workflow_source_repo_id: Optional(Int) }),
    body: input('CreateActionWorkflowDispatch', { ref: Str, inputs: Optional(StringMap) }),
    returns: { 204: Empty, 200: RunDetails },
    run: async ({ cx, rq, repo, actor, query, body }) => {
      if (query.scoped_workflow_source_repo_id) throw notFound()
      const run = await workflows.dispatch(cx, repo, actor.account, rq.params.workflow_id, body)
      return query.return_run_details ? answer(200, view.details(cx, repo, run.id)) : answer(204, undefined)
    },
  }),
  route({
    id: 'listReposActionsWorkflowsRunsByWorkflowId',
    at: `GET ${at}/:workflow_id/runs`,
    says: 'List the runs of a workflow',
    needs: reads,
    query: RunQuery,
    returns: { 200: ActionWorkflowRunsResponse },
    run: async ({ cx, rq, repo, query }) => {
      const id = rq.params.workflow_id
      if (!(await store.hasRuns(cx.db, repo.id, id)) && !(await workflows.list(cx, repo)).files.some((one) => one.id === id)) throw notFound()
      return listed(cx, [repo.id], query, id)
    },
  }),
  route({
    id: 'showWorkflowBadge',
    at: 'GET /:owner/:repo/actions/workflows/:rest*',
    says: 'Show how a workflow went last',
    site: true,
    needs: gates(scope('repository'), repoShown, repoRead('actions')),
    query: Type.Object({ branch: Optional(Str), event: Optional(Str) }),
    returns: { 200: Raw },
    run: async ({ cx, rq, repo, query }) => {
      const [, id] = /^(.+)\/badge\.svg$/.exec(rq.params.rest) ?? []
      if (!id) throw notFound()
      return raw(await badgeOf(cx, repo, id, query.branch, query.event), picture)
    },
  }),
].flat()
