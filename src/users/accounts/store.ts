import type { Insertable, Updateable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'

export const insert = (db: Db, row: Insertable<Tables['account']>) => db.insertInto('account').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['account']>) =>
  db.updateTable('account').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const insertEmail = (db: Db, row: Insertable<Tables['email']>) => db.insertInto('email').values(row).execute()

/** Any account at all: decides whether the first one is still to be made. */
export const any = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('account').select('id').where('type', '=', 'user').limit(1).executeTakeFirst()) !== undefined

export const listByIds = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('account').selectAll().where('id', 'in', [...new Set(ids)]).execute()

export const dropRedirect = (db: Db, lowerName: string) => db.deleteFrom('account_redirect').where('lower_name', '=', lowerName).execute()

export const insertRedirect = (db: Db, lowerName: string, accountId: number) =>
  db.insertInto('account_redirect').values({ lower_name: lowerName, account_id: accountId }).onConflict((on) => on.column('lower_name').doUpdateSet({ account_id: accountId })).execute()

export const remove = (db: Db, id: number) => db.deleteFrom('account').where('id', '=', id).execute()

export const ownsRepos = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('repo').select('id').where('owner_id', '=', id).limit(1).executeTakeFirst()) !== undefined
