import type { Insertable, Updateable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

/** What a task works on, and where its bytes lie. */
export const findTask = (db: Db, id: number) =>
  db
    .selectFrom('task')
    .innerJoin('run_job', 'run_job.id', 'task.job_id')
    .innerJoin('repo', 'repo.id', 'task.repo_id')
    .select(['task.id as task_id', 'task.status', 'task.repo_id', 'run_job.id as job_id', 'run_job.run_id', 'run_job.attempt', 'repo.storage'])
    .where('task.id', '=', id)
    .executeTakeFirst()

/** Whether the attempt took over jobs that an earlier one had finished. */
export const continues = async (db: Db, runId: number, attempt: number): Promise<boolean> =>
  (await db
    .selectFrom('run_job')
    .innerJoin('task', 'task.id', 'run_job.task_id')
    .select('run_job.id')
    .where('run_job.run_id', '=', runId)
    .where('run_job.attempt', '=', attempt)
    .whereRef('task.job_id', '<>', 'run_job.id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const insert = (db: Db, row: Insertable<Tables['artifact']>) => db.insertInto('artifact').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['artifact']>) =>
  db.updateTable('artifact').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** The artifact while it is filled in this turn, and everybody else's turn to change it is after this transaction. */
export const take = (db: Db, id: number, turn: number) =>
  db.updateTable('artifact').set({ turn }).where('id', '=', id).where('turn', '=', turn).where('state', '=', 'pending').returningAll().executeTakeFirst()

export const remove = (db: Db, id: number) => db.deleteFrom('artifact').where('id', '=', id).execute()

export const find = (db: Db, id: number) => db.selectFrom('artifact').selectAll().where('id', '=', id).executeTakeFirst()

export const findNamed = (db: Db, runId: number, attempt: number, name: string) =>
  db.selectFrom('artifact').selectAll().where('run_id', '=', runId).where('attempt', '=', attempt).where('name', '=', name).executeTakeFirst()

export const findOfRepo = (db: Db, repoId: number, id: number) =>
  db.selectFrom('artifact').selectAll().where('id', '=', id).where('repo_id', '=', repoId).where('state', '<>', 'pending').executeTakeFirst()

export async function list(db: Db, repoId: number, filter: { runId?: number; name?: string }, at: Slice) {
  let query = db.selectFrom('artifact').where('repo_id', '=', repoId).where('state', '<>', 'pending')
  if (filter.runId !== undefined) query = query.where('run_id', '=', filter.runId)
  if (filter.name) query = query.where('name', '=', filter.name)
  const rows = await query.selectAll().orderBy('id').limit(at.limit).offset(at.offset).execute()
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const listRuns = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('run').selectAll().where('id', 'in', [...new Set(ids)]).execute()

/** Whole ones of the run in these attempts, the newest attempt first. */
export const listReady = (db: Db, runId: number, from: number, to: number, now: number) =>
  db.selectFrom('artifact').selectAll().where('run_id', '=', runId).where('attempt', '>=', from).where('attempt', '<=', to).where('state', '=', 'ready').where('expires_at', '>', now)
    .orderBy('attempt', 'desc').orderBy('id').execute()

export const insertBlock = (db: Db, row: Insertable<Tables['artifact_block']>) => db.insertInto('artifact_block').values(row).execute()

export const listBlocks = (db: Db, artifactId: number) => db.selectFrom('artifact_block').selectAll().where('artifact_id', '=', artifactId).orderBy('id').execute()

export const findBlock = (db: Db, artifactId: number, name: string) =>
  db.selectFrom('artifact_block').selectAll().where('artifact_id', '=', artifactId).where('name', '=', name).executeTakeFirst()

export async function weigh(db: Db, artifactId: number): Promise<{ count: number; size: number }> {
  const row = await db.selectFrom('artifact_block').select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('size').as('size')]).where('artifact_id', '=', artifactId).executeTakeFirstOrThrow()
  return { count: Number(row.count), size: Number(row.size ?? 0) }
}

export const removeBlock = (db: Db, id: number) => db.deleteFrom('artifact_block').where('id', '=', id).execute()
export const removeBlocks = (db: Db, artifactId: number) => db.deleteFrom('artifact_block').where('artifact_id', '=', artifactId).execute()

/** Whole ones that have had their time, and those that were never finished. */
export const listOver = (db: Db, now: number, untouchedSince: number, limit: number) =>
  db
    .selectFrom('artifact')
    .selectAll()
    .where((eb) => eb.or([eb.and([eb('state', '=', 'ready'), eb('expires_at', '<=', now)]), eb.and([eb('state', '=', 'pending'), eb('updated_at', '<', untouchedSince)])]))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Where everything lies that a run's artifacts are made of. */
export async function keysOfRun(db: Db, runId: number): Promise<string[]> {
  const whole = await db.selectFrom('artifact').select('key').where('run_id', '=', runId).where('key', '<>', '').execute()
  const parts = await db.selectFrom('artifact_block').innerJoin('artifact', 'artifact.id', 'artifact_block.artifact_id').select('artifact_block.key').where('artifact.run_id', '=', runId).execute()
  return [...whole, ...parts].map((row) => row.key)
}
