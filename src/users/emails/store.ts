import type { Insertable } from 'kysely'
import { contains, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const insert = (db: Db, row: Insertable<Tables['email']>) => db.insertInto('email').values(row).returningAll().executeTakeFirstOrThrow()

export const listOf = (db: Db, accountId: number) => db.selectFrom('email').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

export const find = (db: Db, address: string) => db.selectFrom('email').selectAll().where('lower_email', '=', address.toLowerCase()).executeTakeFirst()

export const remove = (db: Db, id: number) => db.deleteFrom('email').where('id', '=', id).execute()

export const removePrimary = (db: Db, accountId: number) => db.deleteFrom('email').where('account_id', '=', accountId).where('is_primary', '=', true).execute()

/** Every address of people, for administrators; `q` looks at address, login and full name. */
export async function list(db: Db, q: string, at: Slice) {
  let of = db.selectFrom('email').innerJoin('account', 'account.id', 'email.account_id').where('account.type', '=', 'user')
  if (q) of = of.where((eb) => eb.or([contains('email.lower_email', q), contains('account.lower_name', q), contains('account.lower_full_name', q)]))
  const rows = await of.selectAll('email').select('account.name as username').orderBy('email.lower_email').orderBy('email.is_primary', 'desc').orderBy('email.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
