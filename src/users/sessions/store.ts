import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'

export const insert = (db: Db, row: Insertable<Tables['session']>) => db.insertInto('session').values(row).returningAll().executeTakeFirstOrThrow()

export const list = (db: Db, accountId: number, now: number) =>
  db.selectFrom('session').selectAll().where('account_id', '=', accountId).where('expires_at', '>', now).orderBy('id', 'desc').limit(50).execute()

export const remove = (db: Db, accountId: number, id: number) => db.deleteFrom('session').where('account_id', '=', accountId).where('id', '=', id).execute()

export const removeAll = (db: Db, accountId: number, except = 0) =>
  db.deleteFrom('session').where('account_id', '=', accountId).where('id', '!=', except).execute()

export const removeExpired = (db: Db, now: number) => db.deleteFrom('session').where('expires_at', '<=', now).execute()

export const signedIn = (db: Db, accountId: number, now: number) => db.updateTable('account').set({ last_login_at: now }).where('id', '=', accountId).execute()
