// A further attempt: which jobs are done again, and copies of all of them under new ids.
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { withDependents } from '../engine/status.ts'
import type { RunJobRow } from '../tables.ts'
import { fileOf } from './settle.ts'
import type { Progress } from './progress.ts'
import * as store from './store.ts'

/** Ids of the jobs to be done again; a job of a called workflow brings its caller along. */
export function again(jobs: RunJobRow[], which: 'all' | 'failed' | { job_id: number }): Set<number> {
  const top = (job: RunJobRow): RunJobRow => {
    const parent = job.parent_id === null ? undefined : jobs.find((one) => one.id === job.parent_id)
    return parent ? top(parent) : job
  }
  const chosen = jobs.filter((one) => which === 'all' || (which === 'failed' ? one.status === 'failure' || one.status === 'cancelled' : one.id === which.job_id)).map((one) => top(one).id)
  const rows = jobs.filter((one) => one.parent_id === null)
  return withDependents(rows.map((one) => ({ id: one.id, key: one.key, parent: null, needs: JSON.parse(one.needs) })), chosen)
}

/** Old id → new id. What is done again starts blocked; calls lose their jobs and are made anew; the rest keeps its end. */
export async function cloned(cx: Cx, tx: Db, at: Progress, jobs: RunJobRow[], set: Set<number>): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  const file = fileOf(at, { ...jobs[0], parent_id: null })
  const deferred = new Map<string, number>()
  const anew = new Set<number>()
  for (const job of jobs) {
    const { id, ...columns } = job
    const repeated = set.has(id)
    // the jobs of a call that is made again come with the call
    if (job.parent_id !== null && anew.has(job.parent_id)) {
      anew.add(id)
      ids.set(id, ids.get(job.parent_id)!)
      continue
    }
    // a matrix that reads what its needs give is worked out again, from one row
    const again = repeated && job.parent_id === null && isDeferred(file, job.key)
    if (again && deferred.has(job.key)) {
      ids.set(id, deferred.get(job.key)!)
      continue
    }
    const fresh = { status: 'blocked' as const, task_id: null, outputs: '{}', callee: '', callee_text: '', is_spared: false, group_name: '', is_held: false, started_at: 0, stopped_at: 0, created_at: cx.now(), updated_at: cx.now() }
    const [made] = await store.insertJobs(tx, [{
      ...columns, attempt: at.run.attempt, parent_id: job.parent_id === null ? null : ids.get(job.parent_id)!, ...(repeated ? fresh : {}), ...(again ? { is_deferred: true } : {}),
    }])
    ids.set(id, made.id)
    if (again) deferred.set(job.key, made.id)
    if (repeated && job.uses) anew.add(id)
    at.jobs.push(made)
    at.changed.add(made)
    if (!repeated) at.before.set(made.id, made.status)
  }
  return ids
}

function isDeferred(file: ReturnType<typeof fileOf>, key: string): boolean {
  const job = file.jobs.find((one) => one.id === key)
  return job !== undefined && job.needs.length > 0 && JSON.stringify([job.matrix, job.runsOn, job.name, job.continueOnError, job.failFast, job.timeoutMinutes]).includes('needs.')
}
