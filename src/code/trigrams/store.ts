import type { Expression, SqlBool } from 'kysely'
import { prepared, sql, type Db } from '../../kernel/db.ts'
import type { CodeIndexRow } from '../tables.ts'

export type IndexRow = Omit<CodeIndexRow, 'summary'>

const columns = ['repo_id', 'generation', 'format', 'commit_oid', 'tree_oid', 'refs_version', 'segments', 'listing', 'files', 'bytes', 'is_partial', 'indexed_at'] as const

export const find: (db: Db, repoId: number) => Promise<IndexRow | undefined> =
  prepared((db, repoId: number) => db.selectFrom('code_index').select(columns).where('repo_id', '=', repoId)).first

/** Puts a row in place of the one of that generation; false where somebody was faster. */
export async function replace(db: Db, before: number | undefined, row: CodeIndexRow): Promise<boolean> {
  const done = before === undefined
    ? await db.insertInto('code_index').values(row).onConflict((on) => on.column('repo_id').doNothing()).returning('repo_id').executeTakeFirst()
    : await db.updateTable('code_index').set(row).where('repo_id', '=', row.repo_id).where('generation', '=', before).returning('repo_id').executeTakeFirst()
  return done !== undefined
}

/** The same files are those of a later state of the refs too. */
export const note = (db: Db, { repo_id, generation }: IndexRow, change: { commit_oid: string; refs_version: number }) =>
  db.updateTable('code_index').set(change).where('repo_id', '=', repo_id).where('generation', '=', generation).execute()

export const remove = (db: Db, repoId: number) => db.deleteFrom('code_index').where('repo_id', '=', repoId).execute()

/** Repositories whose index is missing or of an earlier state. */
const behind = (db: Db, format: number) => db
  .selectFrom('repo')
  .leftJoin('code_index', 'code_index.repo_id', 'repo.id')
  .where('repo.is_empty', '=', false)
  .where('repo.has_code', '=', true)
  .where('repo.status', '=', 'ready')
  .where((eb) => eb.or([eb('code_index.repo_id', 'is', null), eb('code_index.format', '<>', format), eb('code_index.refs_version', '<>', eb.ref('repo.refs_version'))]))

export const listBehind = async (db: Db, format: number, limit: number): Promise<number[]> =>
  (await behind(db, format).select('repo.id').orderBy('repo.updated_at', 'desc').limit(limit).execute()).map((row) => row.id)

/** How many repositories have an index, how much it takes on disk, and how many wait for theirs. */
export async function figures(db: Db, format: number): Promise<{ indexed: number; bytes: number; behind: number }> {
  const row = await db.selectFrom('code_index').select((eb) => [eb.fn.countAll<number>().as('indexed'), eb.fn.sum<number>('bytes').as('bytes')]).executeTakeFirstOrThrow()
  const waiting = await behind(db, format).select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { indexed: Number(row.indexed), bytes: Number(row.bytes ?? 0), behind: Number(waiting.count) }
}

export interface Searched {
  id: number
  updated_at: number
  /** null where there is no index yet */
  generation: number | null
  /** whether the index is of the present state of the refs */
  fresh: boolean
}

export interface Within {
  ownerId?: number
  name?: string
}

/** Repositories with files, in the order of their ids. */
export async function listSearched(db: Db, format: number, seen: Expression<SqlBool>, only: Within, after: number, limit: number): Promise<Searched[]> {
  let query = db
    .selectFrom('repo')
    .leftJoin('code_index', (join) => join.onRef('code_index.repo_id', '=', 'repo.id').on('code_index.format', '=', format))
    .select(['repo.id', 'repo.updated_at', 'code_index.generation', sql<number>`case when code_index.refs_version = repo.refs_version then 1 else 0 end`.as('now')])
    .where('repo.is_empty', '=', false)
    .where('repo.has_code', '=', true)
    .where('repo.status', '=', 'ready')
    .where(seen)
    .where('repo.id', '>', after)
    .orderBy('repo.id')
    .limit(limit)
  if (only.ownerId !== undefined) query = query.where('repo.owner_id', '=', only.ownerId)
  if (only.name !== undefined) query = query.where('repo.lower_name', '=', only.name)
  return (await query.execute()).map((row) => ({ id: row.id, updated_at: row.updated_at, generation: row.generation, fresh: Number(row.now) === 1 }))
}

export const summaries: (db: Db, ids: number[]) => Promise<{ repo_id: number; generation: number; summary: string }[]> =
  prepared((db, ids: number[]) => db.selectFrom('code_index').select(['repo_id', 'generation', 'summary']).where('repo_id', 'in', ids)).all
