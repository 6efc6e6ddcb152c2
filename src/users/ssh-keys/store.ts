import type { Insertable } from 'kysely'
import { visibleTo, type Account } from '../../access/index.ts'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const insert = (db: Db, row: Insertable<Tables['public_key']>) => db.insertInto('public_key').values(row).returningAll().executeTakeFirstOrThrow()

export const find = (db: Db, id: number) => db.selectFrom('public_key').selectAll().where('id', '=', id).executeTakeFirst()

export const findPrint = (db: Db, fingerprint: string) => db.selectFrom('public_key').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirst()

export const findTitled = (db: Db, accountId: number, title: string) =>
  db.selectFrom('public_key').select('id').where('account_id', '=', accountId).where('title', '=', title).executeTakeFirst()

export const remove = (db: Db, id: number) => db.deleteFrom('public_key').where('id', '=', id).execute()

/** A deploy key's row that no repository refers to any more. */
export const removeUnused = (db: Db, id: number) =>
  db
    .deleteFrom('public_key')
    .where('id', '=', id)
    .where('account_id', 'is', null)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('deploy_key').select('deploy_key.id').where('key_id', '=', id))))
    .execute()

/** An account's keys; with a fingerprint and no account, that one among the keys of whoever the viewer sees. */
export async function list(db: Db, of: { accountId?: number; fingerprint?: string; viewer: Account }, at: Slice) {
  let keys = db.selectFrom('public_key').innerJoin('account', 'account.id', 'public_key.account_id').where(visibleTo(of.viewer))
  if (of.accountId !== undefined) keys = keys.where('public_key.account_id', '=', of.accountId)
  if (of.fingerprint) keys = keys.where('public_key.fingerprint', '=', of.fingerprint)
  const rows = await keys.selectAll('public_key').orderBy('public_key.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await keys.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** What may be written into somebody's list of authorized keys. */
export const listContents = async (db: Db, accountId: number): Promise<string[]> =>
  (await db.selectFrom('public_key').select('content').where('account_id', '=', accountId).orderBy('id').execute()).map((row) => row.content)

export const touch = (db: Db, id: number, at: number) => db.updateTable('public_key').set({ last_used_at: at }).where('id', '=', id).execute()
