import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const insert = (db: Db, row: Insertable<Tables['gpg_key']>) => db.insertInto('gpg_key').values(row).returningAll().executeTakeFirstOrThrow()

export async function list(db: Db, accountId: number, at: Slice) {
  const of = db.selectFrom('gpg_key').where('account_id', '=', accountId).where('primary_key_id', '=', '')
  const rows = await of.selectAll().orderBy('id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export const listSubkeys = (db: Db, primaryIds: readonly string[]) =>
  primaryIds.length === 0 ? Promise.resolve([]) : db.selectFrom('gpg_key').selectAll().where('primary_key_id', 'in', [...primaryIds]).orderBy('id').execute()

export const find = (db: Db, accountId: number, id: number) =>
  db.selectFrom('gpg_key').selectAll().where('account_id', '=', accountId).where('primary_key_id', '=', '').where('id', '=', id).executeTakeFirst()

export const findByKeyId = (db: Db, accountId: number, keyId: string) =>
  db.selectFrom('gpg_key').selectAll().where('account_id', '=', accountId).where('primary_key_id', '=', '').where('key_id', '=', keyId).executeTakeFirst()

export const findAny = (db: Db, keyIds: readonly string[]) => db.selectFrom('gpg_key').select('id').where('key_id', 'in', [...keyIds]).executeTakeFirst()

export const removeRing = (db: Db, accountId: number, keyId: string) =>
  db.deleteFrom('gpg_key').where('account_id', '=', accountId).where((eb) => eb.or([eb('key_id', '=', keyId), eb('primary_key_id', '=', keyId)])).execute()

export const verify = (db: Db, keyId: string) => db.updateTable('gpg_key').set({ is_verified: true }).where((eb) => eb.or([eb('key_id', '=', keyId), eb('primary_key_id', '=', keyId)])).execute()

export const listArmor = async (db: Db, accountId: number): Promise<string[]> =>
  (await db.selectFrom('gpg_key').select('armor').where('account_id', '=', accountId).where('primary_key_id', '=', '').orderBy('id').execute()).map((row) => row.armor)

/** Addresses of accounts, in small letters, with whether they are theirs for certain. */
export const listEmails = (db: Db, accountIds: readonly number[]) =>
  accountIds.length === 0 ? Promise.resolve([]) : db.selectFrom('email').select(['account_id', 'email', 'lower_email', 'is_verified']).where('account_id', 'in', [...new Set(accountIds)]).execute()

/** The ring a key belongs to, with its owner. */
export const findRing = (db: Db, keyIds: readonly string[]) =>
  db
    .selectFrom('gpg_key as signing')
    .innerJoin('gpg_key', (join) => join.on((eb) => eb.or([
      eb.and([eb('signing.primary_key_id', '=', ''), eb('gpg_key.id', '=', eb.ref('signing.id'))]),
      eb.and([eb('signing.primary_key_id', '<>', ''), eb('gpg_key.key_id', '=', eb.ref('signing.primary_key_id'))]),
    ])))
    .innerJoin('account', 'account.id', 'gpg_key.account_id')
    .select(['gpg_key.armor', 'gpg_key.emails', 'gpg_key.is_verified', 'signing.key_id'])
    .select(['account.id as account_id', 'account.name', 'account.full_name', 'account.email', 'account.hide_email'])
    .where('signing.key_id', 'in', [...keyIds])
    .executeTakeFirst()
