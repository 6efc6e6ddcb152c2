import type { Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { JobState } from '../engine/status.ts'

export interface Filter {
  run?: { id: number; attempt: number }
  states?: JobState[]
  newestFirst?: boolean
}

/** Of these repositories, or (undefined) of all; by id. */
export async function list(db: Db, repoIds: readonly number[] | undefined, filter: Filter, slice: Slice) {
  if (repoIds?.length === 0) return { rows: [], total: 0 }
  let query = db.selectFrom('run_job')
  if (repoIds) query = query.where('repo_id', 'in', [...repoIds])
  if (filter.run) query = query.where('run_id', '=', filter.run.id).where('attempt', '=', filter.run.attempt)
  if (filter.states) query = query.where('status', 'in', filter.states)
  const rows = await query.selectAll().orderBy('id', filter.newestFirst ? 'desc' : 'asc').limit(slice.limit).offset(slice.offset).execute()
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const find = (db: Db, repoId: number, id: number) => db.selectFrom('run_job').selectAll().where('id', '=', id).where('repo_id', '=', repoId).executeTakeFirst()

export const listRuns = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('run').select(['id', 'repo_id', 'ref', 'sha', 'workflow']).where('id', 'in', [...new Set(ids)]).execute()
