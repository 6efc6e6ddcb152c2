import type { Account } from '../../access/index.ts'
import type { Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import { accountStore } from '../../users/index.ts'

export const find = (db: Db, accountId: number, repoId: number) =>
  db.selectFrom('star').select('created_at').where('account_id', '=', accountId).where('repo_id', '=', repoId).executeTakeFirst()

/** False if it was there already. */
export const insert = async (db: Db, accountId: number, repoId: number, now: number): Promise<boolean> =>
  (await db.insertInto('star').values({ account_id: accountId, repo_id: repoId, created_at: now }).onConflict((on) => on.doNothing()).returning('repo_id').executeTakeFirst()) !== undefined

export const remove = async (db: Db, accountId: number, repoId: number): Promise<boolean> =>
  (await db.deleteFrom('star').where('account_id', '=', accountId).where('repo_id', '=', repoId).returning('repo_id').executeTakeFirst()) !== undefined

export async function count(db: Db, accountId: number, repoId: number, by: number): Promise<void> {
  await db.updateTable('repo').set((eb) => ({ num_stars: eb('num_stars', '+', by) })).where('id', '=', repoId).execute()
  await accountStore.count(db, [accountId], 'num_stars', by)
}

/** Who starred it, first ones first. */
export async function listGazers(db: Db, repoId: number, at: Slice): Promise<{ rows: Account[]; total: number }> {
  const of = db.selectFrom('star').innerJoin('account', 'account.id', 'star.account_id').where('star.repo_id', '=', repoId)
  const rows = await of.selectAll('account').orderBy('star.created_at').orderBy('account.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** An account that goes takes its stars along. */
export const uncount = (db: Db, accountId: number) =>
  db.updateTable('repo').set((eb) => ({ num_stars: eb('num_stars', '-', 1) })).where('id', 'in', db.selectFrom('star').select('repo_id').where('account_id', '=', accountId)).execute()
