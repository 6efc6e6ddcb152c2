import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'

export const insert = (db: Db, row: Insertable<Tables['ref_intention']>) => db.insertInto('ref_intention').values(row).returningAll().executeTakeFirstOrThrow()

/** True for the one caller that removes it. */
export const take = async (db: Db, id: number): Promise<boolean> => (await db.deleteFrom('ref_intention').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export const listOlder = (db: Db, before: number) => db.selectFrom('ref_intention').selectAll().where('created_at', '<=', before).orderBy('id').execute()
