import type { Account } from '../../access/index.ts'
import type { Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export { countWatches as count, watch as set } from '../repos/store.ts'

export const find = (db: Db, accountId: number, repoId: number) =>
  db.selectFrom('watch').selectAll().where('account_id', '=', accountId).where('repo_id', '=', repoId).executeTakeFirst()

export const remove = (db: Db, accountId: number, repoId: number) => db.deleteFrom('watch').where('account_id', '=', accountId).where('repo_id', '=', repoId).execute()

export async function listWatchers(db: Db, repoId: number, at: Slice): Promise<{ rows: Account[]; total: number }> {
  const of = db.selectFrom('watch').innerJoin('account', 'account.id', 'watch.account_id').where('watch.repo_id', '=', repoId).where('watch.mode', '<>', 'none')
  const rows = await of.selectAll('account').orderBy('watch.created_at').orderBy('account.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** An account that goes watches no more. */
export const uncount = (db: Db, accountId: number) =>
  db
    .updateTable('repo')
    .set((eb) => ({ num_watches: eb('num_watches', '-', 1) }))
    .where('id', 'in', db.selectFrom('watch').select('repo_id').where('account_id', '=', accountId).where('mode', '<>', 'none'))
    .execute()
