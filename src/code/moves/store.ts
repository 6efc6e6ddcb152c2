import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'

export const insert = (db: Db, row: Insertable<Tables['ref_intention']>) => db.insertInto('ref_intention').values(row).returningAll().executeTakeFirstOrThrow()

/** True for the one caller that removes it. */
export const take = async (db: Db, id: number): Promise<boolean> => (await db.deleteFrom('ref_intention').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export const listOlder = (db: Db, before: number) => db.selectFrom('ref_intention').selectAll().where('created_at', '<=', before).orderBy('id').execute()

/** Tells every copy in memory that refs moved, and what a repository's page shows of it. */
export const touch = (db: Db, repoId: number, change: { branches: number; now: number; born: boolean; default_branch?: string }) =>
  db
    .updateTable('repo')
    .set((eb) => ({
      refs_version: eb('refs_version', '+', 1),
      num_branches: eb('num_branches', '+', change.branches),
      updated_at: change.now,
      ...(change.born ? { is_empty: false } : {}),
      ...(change.default_branch ? { default_branch: change.default_branch } : {}),
    }))
    .where('id', '=', repoId)
    .returning(['refs_version'])
    .executeTakeFirst()
