import { visibleTo, type Account } from '../../access/index.ts'
import type { Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export interface Looking {
  account: Account | null
  publicOnly: boolean
}

export const find = (db: Db, accountId: number, followsId: number) =>
  db.selectFrom('follow').select('created_at').where('account_id', '=', accountId).where('follows_id', '=', followsId).executeTakeFirst()

export const insert = (db: Db, accountId: number, followsId: number, now: number) =>
  db.insertInto('follow').values({ account_id: accountId, follows_id: followsId, created_at: now }).onConflict((on) => on.doNothing()).returning('account_id').executeTakeFirst()

export const remove = (db: Db, accountId: number, followsId: number) =>
  db.deleteFrom('follow').where('account_id', '=', accountId).where('follows_id', '=', followsId).returning('account_id').executeTakeFirst()

export async function count(db: Db, accountId: number, followsId: number, by: number): Promise<void> {
  await db.updateTable('account').set((eb) => ({ num_following: eb('num_following', '+', by) })).where('id', '=', accountId).execute()
  await db.updateTable('account').set((eb) => ({ num_followers: eb('num_followers', '+', by) })).where('id', '=', followsId).execute()
}

export const followers = (db: Db, accountId: number, to: Looking, at: Slice) =>
  page(db.selectFrom('account').where('account.id', 'in', db.selectFrom('follow').select('account_id').where('follows_id', '=', accountId)).where('type', '=', 'user'), to, at)

export const following = (db: Db, accountId: number, to: Looking, at: Slice) =>
  page(db.selectFrom('account').where('account.id', 'in', db.selectFrom('follow').select('follows_id').where('account_id', '=', accountId)), to, at)

async function page(all: import('kysely').SelectQueryBuilder<import('../../kernel/db.ts').Tables, 'account', object>, to: Looking, at: Slice) {
  const of = all.where(visibleTo(to.account, to.publicOnly))
  const rows = await of.selectAll('account').orderBy('account.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
