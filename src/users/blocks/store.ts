import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const insert = (db: Db, row: Insertable<Tables['block']>) => db.insertInto('block').values(row).onConflict((on) => on.doNothing()).execute()

export const remove = (db: Db, accountId: number, blockedId: number) => db.deleteFrom('block').where('account_id', '=', accountId).where('blocked_id', '=', blockedId).execute()

export async function list(db: Db, accountId: number, at: Slice) {
  const of = db.selectFrom('account').innerJoin('block', 'block.blocked_id', 'account.id').where('block.account_id', '=', accountId)
  const rows = await of.selectAll('account').orderBy('account.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
