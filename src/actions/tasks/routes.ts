import { gates, repoRead, repoVisible, scope, signedIn, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { Paged, slice } from '../../kernel/paging.ts'
import { raw, route } from '../../kernel/route.ts'
import { Id, Int, Nullable, Page, Raw, record, Str, Time, Type } from '../../kernel/schema.ts'
import { formatTime } from '../../kernel/times.ts'
import { byRun, reads } from '../runs/routes.ts'
import { branchOf, html, timeOf } from '../runs/view.ts'
import { logsOf } from './run-logs.ts'
import * as store from './store.ts'

const ActionTask = record('ActionTask', {
  id: Id, name: Str, head_branch: Str, head_sha: Str, run_number: Int, event: Str, display_title: Str, status: Str, workflow_id: Str, url: Str, created_at: Time, updated_at: Time, run_started_at: Time,
})

async function listed(cx: Cx, repo: Repo, query: { page?: number; limit?: number }) {
  const at = slice(cx, query)
  const { rows, total } = await store.listOfRepo(cx.db, repo.id, at)
  const workflow_runs = rows.map((row) => ({
    id: row.id, name: row.job_name, head_branch: branchOf(row.ref) ?? '', head_sha: row.sha, run_number: row.number, event: row.event, display_title: row.title, status: row.status,
    workflow_id: row.workflow, url: html(cx, repo, row.run_id), created_at: formatTime(row.created_at), updated_at: formatTime(row.stopped_at || row.heard_at), run_started_at: timeOf(row.started_at),
  }))
  return new Paged({ workflow_runs, total_count: total }, total, at)
}

export const routes = [
  route({
    id: 'listReposActionsTasks',
    at: 'GET /repos/:owner/:repo/actions/tasks',
    says: 'List what runners were given to do, newest first',
    needs: reads,
    query: Page,
    returns: { 200: record('ActionTaskResponse', { workflow_runs: Nullable(Type.Array(ActionTask)), total_count: Int }) },
    run: ({ cx, repo, query }) => listed(cx, repo, query),
  }),
  route({
    id: 'getReposActionsRunsLogsByRun',
    at: 'GET /repos/:owner/:repo/actions/runs/:run/logs',
    says: 'Get the logs of the latest attempt of a workflow run as a zip file',
    needs: gates(scope('repository'), repoVisible, repoRead('actions'), signedIn),
    params: byRun,
    returns: { 200: Raw },
    async run({ cx, repo, params }) {
      const { name, body } = await logsOf(cx, repo, params.run)
      return raw(body, { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${name}"` })
    },
  }),
].flat()
