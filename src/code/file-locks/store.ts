import type { Db } from '../../kernel/db.ts'
import type { FileLockRow } from '../tables.ts'

export interface Listed extends FileLockRow {
  owner_name: string
}

const rows = (db: Db, repoId: number) =>
  db.selectFrom('file_lock').innerJoin('account', 'account.id', 'file_lock.account_id').selectAll('file_lock').select('account.name as owner_name').where('file_lock.repo_id', '=', repoId)

export const find = (db: Db, repoId: number, id: number): Promise<Listed | undefined> => rows(db, repoId).where('file_lock.id', '=', id).executeTakeFirst()

export const findAt = (db: Db, repoId: number, path: string): Promise<Listed | undefined> => rows(db, repoId).where('file_lock.path', '=', path).executeTakeFirst()

export interface Filter {
  path?: string
  id?: number
  /** the first id to show */
  from: number
  limit: number
}

export function list(db: Db, repoId: number, { path, id, from, limit }: Filter): Promise<Listed[]> {
  let query = rows(db, repoId).where('file_lock.id', '>=', from)
  if (path !== undefined) query = query.where('file_lock.path', '=', path)
  if (id !== undefined) query = query.where('file_lock.id', '=', id)
  return query.orderBy('file_lock.id').limit(limit).execute()
}

/** Undefined if the path is locked already. */
export const insert = (tx: Db, row: Omit<FileLockRow, 'id'>) =>
  tx.insertInto('file_lock').values(row).onConflict((on) => on.columns(['repo_id', 'path']).doNothing()).returning('id').executeTakeFirst()

export const remove = (tx: Db, id: number) => tx.deleteFrom('file_lock').where('id', '=', id).execute()
