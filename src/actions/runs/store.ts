import type { Insertable, Updateable } from 'kysely'
import { sql, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { JobState } from '../engine/status.ts'

export const insert = (db: Db, row: Insertable<Tables['run']>) => db.insertInto('run').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['run']>) => db.updateTable('run').set(change).where('id', '=', id).execute()

export const remove = (db: Db, id: number) => db.deleteFrom('run').where('id', '=', id).execute()

/** The run, and everybody else's turn to change it is after this transaction. */
export const take = (db: Db, id: number) => db.updateTable('run').set((eb) => ({ turn: eb('turn', '+', 1) })).where('id', '=', id).returningAll().executeTakeFirst()

export const find = (db: Db, repoId: number, id: number) => db.selectFrom('run').selectAll().where('id', '=', id).where('repo_id', '=', repoId).executeTakeFirst()

export async function nextNumber(db: Db, repoId: number): Promise<number> {
  const row = await db
    .insertInto('actions_repo')
    .values({ repo_id: repoId, last_run: 1, disabled: '[]' })
    .onConflict((on) => on.column('repo_id').doUpdateSet({ last_run: sql`actions_repo.last_run + 1` }))
    .returning('last_run')
    .executeTakeFirstOrThrow()
  return row.last_run
}

export const insertAttempt = (db: Db, row: Insertable<Tables['run_attempt']>) => db.insertInto('run_attempt').values(row).execute()

export const updateAttempt = (db: Db, runId: number, number: number, change: Updateable<Tables['run_attempt']>) =>
  db.updateTable('run_attempt').set(change).where('run_id', '=', runId).where('number', '=', number).execute()

export const findAttempt = (db: Db, runId: number, number: number) => db.selectFrom('run_attempt').selectAll().where('run_id', '=', runId).where('number', '=', number).executeTakeFirst()

export const listAttempts = (db: Db, ids: readonly number[]) => (ids.length === 0 ? Promise.resolve([]) : db.selectFrom('run_attempt').selectAll().where('run_id', 'in', [...ids]).execute())

export const insertJobs = (db: Db, rows: Insertable<Tables['run_job']>[]) => db.insertInto('run_job').values(rows).returningAll().execute()

export const updateJob = (db: Db, id: number, change: Updateable<Tables['run_job']>) => db.updateTable('run_job').set(change).where('id', '=', id).execute()

export const listJobs = (db: Db, runId: number, attempt: number) =>
  db.selectFrom('run_job').selectAll().where('run_id', '=', runId).where('attempt', '=', attempt).orderBy('id').execute()

export const removeJobs = (db: Db, ids: readonly number[]) => db.deleteFrom('run_job').where('id', 'in', [...ids]).execute()

/** Other runs of the repository in the group, in one of the states. */
export const listGrouped = (db: Db, repoId: number, group: string, states: JobState[], except: number) =>
  db.selectFrom('run').select(['id', 'status', 'is_held', 'approval']).where('repo_id', '=', repoId).where('group_name', '=', group).where('status', 'in', states).where('id', '<>', except).orderBy('id').execute()

/** Jobs of other runs (and other jobs of this one) in the group, in one of the states. */
export const listGroupedJobs = (db: Db, repoId: number, group: string, states: JobState[], except: { run?: number; job?: number }) => {
  let query = db.selectFrom('run_job').select(['id', 'run_id', 'status', 'is_held']).where('repo_id', '=', repoId).where('group_name', '=', group).where('status', 'in', states)
  if (except.run !== undefined) query = query.where('run_id', '<>', except.run)
  if (except.job !== undefined) query = query.where('id', '<>', except.job)
  return query.orderBy('id').execute()
}

export interface Filter {
  event?: string
  branch?: string
  states?: JobState[]
  actorId?: number
  sha?: string
  workflow?: string
}

/** Of these repositories, or (undefined) of all. */
export async function list(db: Db, repoIds: readonly number[] | undefined, filter: Filter, slice: Slice) {
  if (repoIds?.length === 0) return { rows: [], total: 0 }
  let query = db.selectFrom('run')
  if (repoIds) query = query.where('run.repo_id', 'in', [...repoIds])
  if (filter.event) query = query.where('run.event', '=', filter.event)
  if (filter.branch) query = query.where('run.ref', '=', `refs/heads/${filter.branch}`)
  if (filter.states) query = query.where('run.status', 'in', filter.states)
  if (filter.actorId !== undefined) query = query.where('run.actor_id', '=', filter.actorId)
  if (filter.sha) query = query.where('run.sha', '=', filter.sha)
  if (filter.workflow) query = query.where('run.workflow', '=', filter.workflow)
  const rows = await query.selectAll('run').orderBy('run.id', 'desc').limit(slice.limit).offset(slice.offset).execute()
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** The ids of the tasks of a run whose logs lie in blobs. */
export const listLogKeys = async (db: Db, runId: number): Promise<string[]> =>
  (await db.selectFrom('task').innerJoin('run_job', 'run_job.id', 'task.job_id').select('task.log_key').where('run_job.run_id', '=', runId).where('task.log_key', '<>', '').execute()).map((row) => row.log_key)

export const listFinishedBefore = (db: Db, before: number, limit: number) =>
  db.selectFrom('run').select(['id', 'repo_id']).where('stopped_at', '>', 0).where('stopped_at', '<', before).where('status', 'in', ['success', 'failure', 'cancelled', 'skipped']).orderBy('id').limit(limit).execute()

/** Runs with jobs that nobody has touched for long. */
export const listAbandoned = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('run_job')
    .innerJoin('run', 'run.id', 'run_job.run_id')
    .select(['run_job.id', 'run_job.run_id'])
    .whereRef('run_job.attempt', '=', 'run.attempt')
    .where('run_job.status', 'in', ['waiting', 'blocked'])
    .where('run_job.updated_at', '<', before)
    .where('run.updated_at', '<', before)
    .orderBy('run_job.id')
    .limit(limit)
    .execute()

/** Pull requests by id, and unmerged ones by the branch of their head. */
export function listPulls(db: Db, ids: readonly number[], heads: readonly { repo_id: number; branch: string }[]) {
  if (ids.length === 0 && heads.length === 0) return Promise.resolve([])
  return db
    .selectFrom('pull')
    .innerJoin('issue', 'issue.id', 'pull.issue_id')
    .select(['pull.issue_id', 'issue.number', 'pull.is_merged', 'pull.base_repo_id', 'pull.head_repo_id', 'pull.base_branch', 'pull.head_branch', 'pull.head_sha', 'pull.merge_base'])
    .where((eb) => eb.or([
      ...(ids.length > 0 ? [eb('pull.issue_id', 'in', [...ids])] : []),
      ...(heads.length > 0 ? [eb.and([eb('pull.head_repo_id', 'in', [...new Set(heads.map((one) => one.repo_id))]), eb('pull.head_branch', 'in', [...new Set(heads.map((one) => one.branch))]), eb('pull.is_merged', '=', false)])] : []),
    ]))
    .orderBy('pull.issue_id')
    .limit(500)
    .execute()
}
