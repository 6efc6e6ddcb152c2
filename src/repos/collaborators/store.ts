import type { Account } from '../../access/index.ts'
import type { Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export { collaborate as set } from '../repos/store.ts'

export const find = (db: Db, repoId: number, accountId: number) =>
  db.selectFrom('collaboration').selectAll().where('repo_id', '=', repoId).where('account_id', '=', accountId).executeTakeFirst()

/** Who was granted what, of these accounts. */
export const levels = async (db: Db, repoId: number, accountIds: readonly number[]): Promise<Map<number, number>> => {
  if (accountIds.length === 0) return new Map()
  const rows = await db.selectFrom('collaboration').select(['account_id', 'level']).where('repo_id', '=', repoId).where('account_id', 'in', [...accountIds]).execute()
  return new Map(rows.map((row) => [row.account_id, row.level]))
}

export const remove = async (db: Db, repoId: number, accountId: number): Promise<boolean> =>
  (await db.deleteFrom('collaboration').where('repo_id', '=', repoId).where('account_id', '=', accountId).returning('repo_id').executeTakeFirst()) !== undefined

export async function list(db: Db, repoId: number, at: Slice): Promise<{ rows: Account[]; total: number }> {
  const of = db.selectFrom('collaboration').innerJoin('account', 'account.id', 'collaboration.account_id').where('collaboration.repo_id', '=', repoId)
  const rows = await of.selectAll('account').orderBy('collaboration.created_at').orderBy('account.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
