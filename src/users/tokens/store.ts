import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const insert = (db: Db, row: Insertable<Tables['access_token']>) => db.insertInto('access_token').values(row).returningAll().executeTakeFirstOrThrow()

export async function list(db: Db, accountId: number, at: Slice) {
  const of = db.selectFrom('access_token').where('account_id', '=', accountId)
  const rows = await of.selectAll().orderBy('id', 'desc').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const listNamed = (db: Db, accountId: number, name: string) => db.selectFrom('access_token').selectAll().where('account_id', '=', accountId).where('name', '=', name).execute()

export const listNumbered = (db: Db, accountId: number, id: number) => db.selectFrom('access_token').selectAll().where('account_id', '=', accountId).where('id', '=', id).execute()

export const find = (db: Db, id: number) => db.selectFrom('access_token').selectAll().where('id', '=', id).executeTakeFirst()

export const remove = (db: Db, id: number) => db.deleteFrom('access_token').where('id', '=', id).execute()

export const touch = (db: Db, id: number, at: number) => db.updateTable('access_token').set({ last_used_at: at }).where('id', '=', id).execute()
