// One run being changed: its rows in memory, what was changed, and writing it down with facts and statuses.
import type { Insertable } from 'kysely'
import { findRepoById, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db, Tables } from '../../kernel/db.ts'
import { emit } from '../../kernel/outbox.ts'
import { aggregate, isFinal, jobAction, runAction, type JobRow, type JobState } from '../engine/status.ts'
import type { PlannedJob } from '../engine/plan.ts'
import { jobChanged, runChanged } from '../facts.ts'
import * as runnerStore from '../runners/store.ts'
import * as statuses from '../statuses.ts'
import type { RunAttemptRow, RunJobRow, RunRow } from '../tables.ts'
import { known, type Known } from './contexts.ts'
import * as store from './store.ts'

export interface Progress {
  run: RunRow
  attempt: RunAttemptRow
  repo: Repo
  jobs: RunJobRow[]
  known: Known
  /** what jobs were before; those not in it are new */
  before: Map<number, JobState>
  changed: Set<RunJobRow>
  /** a new run or attempt is announced whatever its state was */
  fresh: boolean
  by_id: number | undefined
}

/** Takes the run's turn and reads its latest attempt. */
export async function open(cx: Cx, tx: Db, runId: number, by_id?: number): Promise<Progress | undefined> {
  const run = await store.take(tx, runId)
  const repo = run && (await findRepoById(tx, run.repo_id))
  const attempt = run && (await store.findAttempt(tx, run.id, run.attempt))
  if (!repo || !attempt) return undefined
  const jobs = await store.listJobs(tx, run.id, run.attempt)
  return { run, attempt, repo, jobs, known: await known(cx, tx, run, attempt, repo), before: new Map(jobs.map((one) => [one.id, one.status])), changed: new Set(), fresh: false, by_id }
}

/** What a job counts as in the state of the whole. */
const counted = (job: RunJobRow): JobState => (job.is_spared && job.status === 'cancelled' ? 'skipped' : job.status)

/** The engine's view of a row. */
export const rowOf = (job: RunJobRow): JobRow => ({
  id: job.id, key: job.key, parent: job.parent_id, state: counted(job), needs: JSON.parse(job.needs), if: job.condition, continueOnError: job.is_tolerated, maxParallel: job.max_parallel,
  deferred: job.is_deferred, uses: job.uses, matrix: job.matrix ? JSON.parse(job.matrix) : null, outputs: JSON.parse(job.outputs),
})

/** Columns of a planned job. Jobs with a group of their own wait until somebody has looked at it. */
export const columnsOf = (planned: PlannedJob) => ({
  key: planned.key, name: planned.name, status: (planned.state === 'waiting' && planned.concurrency ? 'blocked' : planned.state) as JobState, needs: JSON.stringify(planned.needs), condition: planned.if,
  is_deferred: planned.deferred, uses: planned.uses, runs_on: JSON.stringify(planned.runsOn), matrix: planned.matrix ? JSON.stringify(planned.matrix) : '', max_parallel: planned.maxParallel,
  is_fail_fast: planned.failFast, is_tolerated: planned.continueOnError, timeout_minutes: Math.round(planned.timeoutMinutes), concurrency: planned.concurrency ? JSON.stringify(planned.concurrency) : '',
  permissions: planned.permissions === undefined ? '' : JSON.stringify(planned.permissions), steps: JSON.stringify(planned.steps), payload: planned.payload,
})

export async function addJobs(cx: Cx, tx: Db, at: Progress, planned: PlannedJob[], more: { parent_id?: number; blocked?: boolean } = {}): Promise<RunJobRow[]> {
  if (planned.length === 0) return []
  const rows: Insertable<Tables['run_job']>[] = planned.map((one) => {
    const columns = columnsOf(one)
    return {
      ...columns, ...(more.blocked ? { status: 'blocked' as const } : {}), run_id: at.run.id, repo_id: at.run.repo_id, attempt: at.run.attempt, parent_id: more.parent_id ?? null, is_spared: false, group_name: '',
      is_group_cancel: false, is_held: false, callee: '', callee_text: '', task_id: null, outputs: '{}', created_at: cx.now(), updated_at: cx.now(), started_at: 0, stopped_at: 0,
    }
  })
  const made = await store.insertJobs(tx, rows)
  at.jobs.push(...made)
  for (const one of made) at.changed.add(one)
  return made
}

/** Another state, with its times; written down by flush. */
export function move(cx: Cx, at: Progress, job: RunJobRow, to: JobState): void {
  if (job.status === to) return
  job.status = to
  job.updated_at = cx.now()
  if (to === 'running' && !job.started_at) job.started_at = cx.now()
  if (isFinal(to) && !job.stopped_at) job.stopped_at = cx.now()
  at.changed.add(job)
}

/** Writes rows, facts and commit statuses of everything that changed. */
export async function flush(cx: Cx, tx: Db, at: Progress): Promise<void> {
  const { run, attempt } = at
  const moved: RunJobRow[] = []
  for (const job of at.changed) {
    const { id, ...columns } = job
    await store.updateJob(tx, id, columns)
    const was = at.before.get(id)
    if (was === job.status) continue
    moved.push(job)
    if (was === undefined || jobAction(was) !== jobAction(job.status)) await emit(tx, jobChanged, { repo_id: run.repo_id, by_id: at.by_id, job_id: id, action: jobAction(job.status) })
    at.before.set(id, job.status)
  }
  at.changed.clear()
  const status = at.jobs.length > 0 ? aggregate(at.jobs.filter((one) => one.parent_id === null).map((one) => ({ state: counted(one), continueOnError: one.is_tolerated }))) : 'cancelled'
  const was = run.status
  run.status = attempt.status = status
  const started = (status === 'running' || status === 'cancelling') && !attempt.started_at ? cx.now() : attempt.started_at
  const stopped = isFinal(status) ? attempt.stopped_at || cx.now() : 0
  if (was !== status || at.fresh) {
    attempt.started_at = run.started_at = started
    attempt.stopped_at = run.stopped_at = stopped
    run.updated_at = cx.now()
  }
  const { group_name, is_group_cancel, is_held, approval, title, started_at, stopped_at, updated_at } = run
  await store.update(tx, run.id, { status, group_name, is_group_cancel, is_held, approval, title, attempt: run.attempt, started_at, stopped_at, updated_at })
  await store.updateAttempt(tx, run.id, attempt.number, { status, started_at, stopped_at })
  if (at.fresh || runAction(was) !== runAction(status)) await emit(tx, runChanged, { repo_id: run.repo_id, by_id: at.by_id, run_id: run.id, action: runAction(status) })
  at.fresh = false
  await statuses.record(cx, tx, at.repo, run, moved)
  if (moved.some((one) => one.status === 'waiting' || isFinal(one.status))) {
    await runnerStore.bump(tx, { repo_id: run.repo_id, owner_id: null }, { repo_id: null, owner_id: at.repo.owner_id }, { repo_id: null, owner_id: null })
  }
}
