import type { Insertable, Updateable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const insert = (db: Db, row: Insertable<Tables['oauth_app']>) => db.insertInto('oauth_app').values(row).returningAll().executeTakeFirstOrThrow()

export async function list(db: Db, accountId: number, at: Slice) {
  const of = db.selectFrom('oauth_app').where('account_id', '=', accountId)
  const rows = await of.selectAll().orderBy('id', 'desc').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export const find = (db: Db, accountId: number, id: number) => db.selectFrom('oauth_app').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export const update = (db: Db, accountId: number, id: number, change: Updateable<Tables['oauth_app']>) =>
  db.updateTable('oauth_app').set(change).where('account_id', '=', accountId).where('id', '=', id).returningAll().executeTakeFirst()

export const remove = async (db: Db, accountId: number, id: number): Promise<boolean> =>
  (await db.deleteFrom('oauth_app').where('account_id', '=', accountId).where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
