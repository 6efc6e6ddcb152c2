import { gates, repoRead, repoVisible, scope, signedIn } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad } from '../../kernel/errors.ts'
import { Paged, slice } from '../../kernel/paging.ts'
import { owned, raw, route, type Rq } from '../../kernel/route.ts'
import { Id, Int, Optional, pageWith, Raw, Str, Strings, Type } from '../../kernel/schema.ts'
import { sees } from '../level.ts'
import { byRun, reads, writes } from '../runs/routes.ts'
import * as runs from '../runs/verbs.ts'
import type { Repo } from '../../access/index.ts'
import { ActionWorkflowJob, ActionWorkflowJobsResponse } from './schema.ts'
import * as store from './store.ts'
import * as jobs from './verbs.ts'
import * as view from './view.ts'

const byJob = Type.Object({ job_id: Id })
const readsSignedIn = gates(scope('repository'), repoVisible, signedIn, repoRead('actions'))
const JobQuery = pageWith({ status: Optional(Strings), sort: Optional(Str), order: Optional(Str) })
type Asked = { status?: string[]; sort?: string; order?: string; page?: number; limit?: number }

async function listed(cx: Cx, repoIds: number[] | undefined, query: Asked, run?: store.Filter['run']) {
  const at = slice(cx, query)
  const { rows, total } = await store.list(cx.db, repoIds, { run, states: runs.statesOf(query.status), newestFirst: jobs.newestFirst(query) }, at)
  return new Paged({ jobs: await view.many(cx, rows), total_count: total }, total, at)
}

async function log(cx: Cx, rq: Rq, repo: Repo, id: number) {
  const asked = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(String(rq.headers.range ?? ''))
  const { body, size, range, name } = await jobs.log(cx, repo, id, asked ? { start: Number(asked[1]), end: asked[2] ? Math.max(Number(asked[1]), Number(asked[2])) : undefined } : undefined)
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-disposition': `attachment; filename="${name}"`, 'accept-ranges': 'bytes' }
  if (!range) return raw(body, { ...headers, 'content-length': String(size) })
  return raw(body, { ...headers, 'content-length': String(range.end - range.start + 1), 'content-range': `bytes ${range.start}-${range.end}/${size}` }, 206)
}

export const routes = [
  route({
    id: { repo: 'listReposActionsJobs', org: 'listOrgsActionsJobs', user: 'listUserActionsJobs', site: 'listAdminActionsJobs' },
    at: owned('GET /actions/jobs'),
    says: 'List workflow jobs',
    needs: sees,
    query: JobQuery,
    returns: { 200: ActionWorkflowJobsResponse },
    run: ({ cx, repoIds, query }) => listed(cx, repoIds, query),
  }),
  route({
    id: 'listReposActionsRunsJobsByRun',
    at: 'GET /repos/:owner/:repo/actions/runs/:run/jobs',
    says: 'List the jobs of the latest attempt of a workflow run',
    needs: reads,
    params: byRun,
    query: JobQuery,
    returns: { 200: ActionWorkflowJobsResponse },
    run: async ({ cx, repo, params, query }) => {
      if (params.run === 0) throw bad('invalid run id')
      const run = await runs.get(cx, repo, params.run)
      return listed(cx, [repo.id], query, { id: run.id, attempt: run.attempt })
    },
  }),
  route({
    id: 'listReposActionsRunsAttemptsJobsByAttempt',
    at: 'GET /repos/:owner/:repo/actions/runs/:run/attempts/:attempt/jobs',
    says: 'List the jobs of one attempt of a workflow run',
    needs: reads,
    params: Type.Object({ run: Id, attempt: Int }),
    query: JobQuery,
    returns: { 200: ActionWorkflowJobsResponse },
    run: async ({ cx, repo, params, query }) => {
      const run = await runs.get(cx, repo, params.run)
      const { number } = await runs.attemptOf(cx, run, params.attempt)
      return listed(cx, [repo.id], query, { id: run.id, attempt: number })
    },
  }),
  route({
    id: 'createReposActionsRunsJobsRerunByJobId',
    at: 'POST /repos/:owner/:repo/actions/runs/:run/jobs/:job_id/rerun',
    says: 'Run a job and what depends on it again',
    needs: writes,
    params: Type.Object({ run: Id, job_id: Id }),
    returns: { 201: ActionWorkflowJob },
    run: async ({ cx, repo, actor, params }) => {
      const { jobIds } = await runs.rerun(cx, repo, params.run, actor.account, { job_id: params.job_id })
      return view.one(cx, await jobs.get(cx, repo, jobIds.get(params.job_id)!))
    },
  }),
  route({
    id: 'getReposActionsJobsByJobId',
    at: 'GET /repos/:owner/:repo/actions/jobs/:job_id',
    says: 'Get a workflow job',
    needs: readsSignedIn,
    params: byJob,
    returns: { 200: ActionWorkflowJob },
    run: async ({ cx, repo, params }) => view.one(cx, await jobs.get(cx, repo, params.job_id)),
  }),
  route({
    id: 'getReposActionsJobsLogsByJobId',
    at: 'GET /repos/:owner/:repo/actions/jobs/:job_id/logs',
    says: 'Get the log of a workflow job',
    needs: readsSignedIn,
    params: byJob,
    returns: { 200: Raw },
    run: ({ cx, rq, repo, params }) => log(cx, rq, repo, params.job_id),
  }),
].flat()
