import type { Insertable, Updateable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export async function listSecrets(db: Db, scope: string, slice: Slice) {
  const of = db.selectFrom('action_secret').where('scope', '=', scope)
  const rows = await of.selectAll().orderBy('name').limit(slice.limit).offset(slice.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const findSecret = (db: Db, scope: string, name: string) => db.selectFrom('action_secret').selectAll().where('scope', '=', scope).where('name', '=', name).executeTakeFirst()

export const insertSecret = (db: Db, row: Insertable<Tables['action_secret']>) => db.insertInto('action_secret').values(row).execute()

export const updateSecret = (db: Db, id: number, change: Updateable<Tables['action_secret']>) => db.updateTable('action_secret').set(change).where('id', '=', id).execute()

/** False if there was none. */
export const removeSecret = async (db: Db, scope: string, name: string): Promise<boolean> =>
  (await db.deleteFrom('action_secret').where('scope', '=', scope).where('name', '=', name).returning('id').executeTakeFirst()) !== undefined

export async function listVariables(db: Db, scope: string, slice: Slice) {
  const of = db.selectFrom('action_variable').where('scope', '=', scope)
  const rows = await of.selectAll().orderBy('name').limit(slice.limit).offset(slice.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const findVariable = (db: Db, scope: string, name: string) => db.selectFrom('action_variable').selectAll().where('scope', '=', scope).where('name', '=', name).executeTakeFirst()

export const insertVariable = (db: Db, row: Insertable<Tables['action_variable']>) => db.insertInto('action_variable').values(row).execute()

export const updateVariable = (db: Db, id: number, change: Updateable<Tables['action_variable']>) => db.updateTable('action_variable').set(change).where('id', '=', id).execute()

export const removeVariable = async (db: Db, scope: string, name: string): Promise<boolean> =>
  (await db.deleteFrom('action_variable').where('scope', '=', scope).where('name', '=', name).returning('id').executeTakeFirst()) !== undefined
