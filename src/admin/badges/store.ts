import type { Generated } from 'kysely'
import type { Db } from '../../kernel/db.ts'

declare module '../../kernel/db.ts' {
  interface Tables {
    badge: { id: Generated<number>; slug: string; description: string; image_url: string }
    account_badge: { account_id: number; badge_id: number }
  }
}

export const listOf = (db: Db, accountId: number) =>
  db.selectFrom('badge').innerJoin('account_badge', 'account_badge.badge_id', 'badge.id').selectAll('badge').where('account_badge.account_id', '=', accountId).orderBy('badge.id').execute()

export const listNamed = (db: Db, slugs: readonly string[]) => (slugs.length === 0 ? Promise.resolve([]) : db.selectFrom('badge').selectAll().where('slug', 'in', [...slugs]).execute())

export const give = (db: Db, accountId: number, ids: readonly number[]) => db.insertInto('account_badge').values(ids.map((badge_id) => ({ account_id: accountId, badge_id }))).execute()

export const take = (db: Db, accountId: number, ids: readonly number[]) => db.deleteFrom('account_badge').where('account_id', '=', accountId).where('badge_id', 'in', [...ids]).execute()
