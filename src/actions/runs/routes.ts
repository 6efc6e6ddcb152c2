import { gates, repoRead, repoVisible, repoWrite, scope, signedIn } from '../../access/index.ts'
import { Paged, slice } from '../../kernel/paging.ts'
import { answer, owned, route } from '../../kernel/route.ts'
import { Bool, Empty, Id, Int, Optional, pageWith, Str, Strings, Type } from '../../kernel/schema.ts'
import type { Cx } from '../../kernel/cx.ts'
import { sees } from '../level.ts'
import { ActionWorkflowRun, ActionWorkflowRunsResponse } from './schema.ts'
import * as store from './store.ts'
import * as runs from './verbs.ts'
import * as view from './view.ts'

export const reads = gates(scope('repository'), repoVisible, repoRead('actions'))
export const writes = gates(scope('repository'), repoVisible, repoRead('actions'), signedIn, repoWrite('actions'))
export const byRun = Type.Object({ run: Id })

export const RunQuery = pageWith({
  event: Optional(Str), branch: Optional(Str), status: Optional(Strings), actor: Optional(Str), head_sha: Optional(Str), exclude_pull_requests: Optional(Bool),
  scoped_workflow_source_repo_id: Optional(Int),
})
type Asked = runs.RunQuery & { page?: number; limit?: number; exclude_pull_requests?: boolean; scoped_workflow_source_repo_id?: number }

/** A page of runs, newest first. */
export async function listed(cx: Cx, repoIds: number[] | undefined, query: Asked, workflow?: string) {
  const at = slice(cx, query)
  // every workflow lies in the repository that it runs for
  const of = query.scoped_workflow_source_repo_id ? [] : repoIds
  const { rows, total } = await store.list(cx.db, of, await runs.filterOf(cx, query, workflow), at)
  const workflow_runs = await view.many(cx, rows, { pulls: !query.exclude_pull_requests })
  const total_count = total - (rows.length - workflow_runs.length)
  return new Paged({ workflow_runs, total_count }, total_count, at)
}

export const routes = [
  route({
    id: { repo: 'listReposActionsRuns', org: 'listOrgsActionsRuns', user: 'listUserActionsRuns', site: 'listAdminActionsRuns' },
    at: owned('GET /actions/runs'),
    says: 'List workflow runs',
    needs: sees,
    query: RunQuery,
    returns: { 200: ActionWorkflowRunsResponse },
    run: ({ cx, repoIds, query }) => listed(cx, repoIds, query),
  }),
  route({
    id: 'getReposActionsRunsByRun',
    at: 'GET /repos/:owner/:repo/actions/runs/:run',
    says: 'Get a workflow run',
    needs: reads,
    params: byRun,
    query: Type.Object({ exclude_pull_requests: Optional(Bool) }),
    returns: { 200: ActionWorkflowRun },
    run: async ({ cx, repo, params, query }) => view.one(cx, await runs.get(cx, repo, params.run), { pulls: !query.exclude_pull_requests }),
  }),
  route({
    id: 'getReposActionsRunsAttemptsByAttempt',
    at: 'GET /repos/:owner/:repo/actions/runs/:run/attempts/:attempt',
    says: 'Get one attempt of a workflow run',
    needs: reads,
    params: Type.Object({ run: Id, attempt: Int }),
    returns: { 200: ActionWorkflowRun },
    run: async ({ cx, repo, params }) => {
      const run = await runs.get(cx, repo, params.run)
      return view.one(cx, run, { attempt: await runs.attemptOf(cx, run, params.attempt) })
    },
  }),
  route({
    id: 'deleteReposActionsRunsByRun',
    at: 'DELETE /repos/:owner/:repo/actions/runs/:run',
    says: 'Delete a finished workflow run',
    needs: writes,
    params: byRun,
    returns: { 204: Empty },
    run: ({ cx, repo, params }) => runs.remove(cx, repo, params.run),
  }),
  ...(['cancel', 'force-cancel'] as const).map((word) =>
    route({
      id: word === 'cancel' ? 'createReposActionsRunsCancelByRun' : 'createReposActionsRunsForceCancelByRun',
      at: `POST /repos/:owner/:repo/actions/runs/:run/${word}`,
      says: word === 'cancel' ? 'Cancel a workflow run' : 'Cancel a workflow run without waiting for its runners',
      needs: writes,
      params: byRun,
      returns: { 200: ActionWorkflowRun },
      run: async ({ cx, repo, actor, params }) => view.one(cx, await runs.cancel(cx, repo, params.run, actor.account, word === 'force-cancel')),
    }),
  ),
  route({
    id: 'createReposActionsRunsRerunByRun',
    at: 'POST /repos/:owner/:repo/actions/runs/:run/rerun',
    says: 'Run a workflow run again',
    needs: writes,
    params: byRun,
    returns: { 201: ActionWorkflowRun },
    run: async ({ cx, repo, actor, params }) => view.one(cx, (await runs.rerun(cx, repo, params.run, actor.account, 'all')).run),
  }),
  route({
    id: 'createReposActionsRunsRerunFailedJobsByRun',
    at: 'POST /repos/:owner/:repo/actions/runs/:run/rerun-failed-jobs',
    says: 'Run the failed jobs of a workflow run again',
    needs: writes,
    params: byRun,
    returns: { 201: Empty },
    run: async ({ cx, repo, actor, params }) => {
      await runs.rerun(cx, repo, params.run, actor.account, 'failed')
      return answer(201, undefined)
    },
  }),
  route({
    id: 'createReposActionsRunsApproveByRun',
    at: 'POST /repos/:owner/:repo/actions/runs/:run/approve',
    says: 'Let the workflow run of a fork go',
    needs: writes,
    params: byRun,
    returns: { 200: ActionWorkflowRun },
    run: async ({ cx, repo, actor, params }) => view.one(cx, await runs.approve(cx, repo, params.run, actor.account)),
  }),
].flat()
