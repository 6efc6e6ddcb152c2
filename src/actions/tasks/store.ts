import type { Insertable, Updateable } from 'kysely'
import { sql, type Db, type Tables } from '../../kernel/db.ts'
import type { JobState } from '../engine/status.ts'

export const insert = (db: Db, row: Insertable<Tables['task']>) => db.insertInto('task').values(row).returningAll().executeTakeFirstOrThrow()

export const find = (db: Db, id: number) => db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst()

export const findByToken = (db: Db, hash: string) => db.selectFrom('task').selectAll().where('token_hash', '=', hash).executeTakeFirst()

/** The task, and everybody else's turn to change it is after this transaction. */
export const take = (db: Db, id: number) => db.updateTable('task').set((eb) => ({ log_rows: eb('log_rows', '+', 0) })).where('id', '=', id).returningAll().executeTakeFirst()

export const update = (db: Db, id: number, change: Updateable<Tables['task']>) => db.updateTable('task').set(change).where('id', '=', id).execute()

export const listByIds = (db: Db, ids: readonly number[]) => (ids.length === 0 ? Promise.resolve([]) : db.selectFrom('task').selectAll().where('id', 'in', [...ids]).execute())

export const findJob = (db: Db, taskId: number) =>
  db.selectFrom('task').innerJoin('run_job', 'run_job.id', 'task.job_id').select(['run_job.id', 'run_job.run_id']).where('task.id', '=', taskId).executeTakeFirst()

export const outputsOf = (db: Db, jobId: number) => db.selectFrom('run_job').select('outputs').where('id', '=', jobId).executeTakeFirst()

export const isBusy = async (db: Db, runnerId: number): Promise<boolean> =>
  (await db.selectFrom('task').select('id').where('runner_id', '=', runnerId).where('status', 'in', ['running', 'cancelling']).limit(1).executeTakeFirst()) !== undefined

export const hasWorked = async (db: Db, runnerId: number): Promise<boolean> =>
  (await db.selectFrom('task').select('id').where('runner_id', '=', runnerId).limit(1).executeTakeFirst()) !== undefined

export const insertSteps = (db: Db, rows: Insertable<Tables['task_step']>[]) => db.insertInto('task_step').values(rows).execute()

export const listSteps = (db: Db, taskIds: readonly number[]) =>
  taskIds.length === 0 ? Promise.resolve([]) : db.selectFrom('task_step').selectAll().where('task_id', 'in', [...taskIds]).orderBy('task_id').orderBy('number').execute()

export const updateStep = (db: Db, taskId: number, number: number, change: Updateable<Tables['task_step']>) =>
  db.updateTable('task_step').set(change).where('task_id', '=', taskId).where('number', '=', number).execute()

/** Steps that had not ended take the end of their task. */
export const endSteps = (db: Db, taskId: number, status: JobState, now: number) =>
  db
    .updateTable('task_step')
    .set((eb) => ({ status, stopped_at: now, started_at: eb.case().when('started_at', '=', 0).then(now).else(eb.ref('started_at')).end() }))
    .where('task_id', '=', taskId)
    .where('status', 'in', ['waiting', 'running'])
    .execute()

export const insertLog = (db: Db, row: Insertable<Tables['task_log']>) => db.insertInto('task_log').values(row).execute()

export const listLog = (db: Db, taskId: number, after: number, limit: number) =>
  db.selectFrom('task_log').selectAll().where('task_id', '=', taskId).where('first_row', '>', after).orderBy('first_row').limit(limit).execute()

export const removeLog = (db: Db, taskId: number) => db.deleteFrom('task_log').where('task_id', '=', taskId).execute()

/** Jobs that wait for a runner of this scope, oldest change first. */
export function listWaiting(db: Db, level: { repo_id: number | null; owner_id: number | null }, limit: number, offset: number) {
  let query = db
    .selectFrom('run_job')
    .innerJoin('repo', 'repo.id', 'run_job.repo_id')
    .select(['run_job.id', 'run_job.run_id', 'run_job.runs_on'])
    .where('run_job.status', '=', 'waiting')
    .where('run_job.uses', 'is', null)
    .where('repo.has_actions', '=', true)
    .where('repo.is_archived', '=', false)
  if (level.repo_id !== null) query = query.where('run_job.repo_id', '=', level.repo_id)
  if (level.owner_id !== null) query = query.where('repo.owner_id', '=', level.owner_id)
  return query.orderBy('run_job.updated_at').orderBy('run_job.id').limit(limit).offset(offset).execute()
}

/** True for the one runner that gets it. */
export const claim = async (db: Db, jobId: number, now: number): Promise<boolean> =>
  (await db.updateTable('run_job').set({ status: 'running', started_at: now, updated_at: now }).where('id', '=', jobId).where('status', '=', 'waiting').returning('id').executeTakeFirst()) !== undefined

const alive: JobState[] = ['running', 'cancelling']

export const listSilent = (db: Db, before: number) => db.selectFrom('task').select('id').where('status', 'in', alive).where('heard_at', '<', before).orderBy('id').limit(500).execute()

export const listEndless = (db: Db, before: number) => db.selectFrom('task').select('id').where('status', '=', 'running').where('started_at', '<', before).orderBy('id').limit(500).execute()

/** Ended but with their log still in rows. */
export const listUnsealed = (db: Db) => db.selectFrom('task').select('id').where('is_log_sealed', '=', true).where('log_key', '=', '').where('log_rows', '>', 0).where('is_log_gone', '=', false).limit(500).execute()

export const listOldLogs = (db: Db, before: number) =>
  db.selectFrom('task').select(['id', 'log_key']).where('stopped_at', '>', 0).where('stopped_at', '<', before).where('is_log_gone', '=', false).limit(500).execute()

export const secretsOf = (db: Db, ownerId: number, repoId: number) =>
  db.selectFrom('action_secret').selectAll().where((eb) => eb.or([eb('repo_id', '=', repoId), eb('owner_id', '=', ownerId)])).execute()

/** The site's first, then the owner's, then the repository's own. */
export const variablesOf = (db: Db, ownerId: number, repoId: number) =>
  db
    .selectFrom('action_variable')
    .select(['name', 'data'])
    .where((eb) => eb.or([eb('repo_id', '=', repoId), eb('owner_id', '=', ownerId), eb.and([eb('repo_id', 'is', null), eb('owner_id', 'is', null)])]))
    .orderBy(sql`case when repo_id is not null then 2 when owner_id is not null then 1 else 0 end`)
    .execute()

/** Newest first, each with its job and run. */
export async function listOfRepo(db: Db, repoId: number, at: { limit: number; offset: number }) {
  const of = db.selectFrom('task').innerJoin('run_job', 'run_job.id', 'task.job_id').innerJoin('run', 'run.id', 'run_job.run_id').where('task.repo_id', '=', repoId)
  const rows = await of
    .select(['task.id', 'task.status', 'task.started_at', 'task.stopped_at', 'task.heard_at', 'run_job.name as job_name', 'run.id as run_id', 'run.ref', 'run.sha', 'run.number', 'run.event', 'run.title', 'run.workflow', 'run.created_at'])
    .orderBy('task.id', 'desc')
    .limit(at.limit)
    .offset(at.offset)
    .execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
