import type { Selectable } from 'kysely'
import { sql, type Db, type Tables } from '../../kernel/db.ts'

export const PARTS = ['git', 'lfs', 'packages', 'attachments'] as const
export type Part = (typeof PARTS)[number]
export type UsageRow = Selectable<Tables['owner_usage']>

export const find = (db: Db, ownerId: number): Promise<UsageRow | undefined> => db.selectFrom('owner_usage').selectAll().where('account_id', '=', ownerId).executeTakeFirst()

const blank = (ownerId: number) => ({ account_id: ownerId, allowed: -1, git: 0, lfs: 0, packages: 0, attachments: 0 })

/** Adds to one part; the row as it is then. Whoever else adds for this owner waits. */
export const grow = (tx: Db, ownerId: number, part: Part, bytes: number): Promise<UsageRow> =>
  tx
    .insertInto('owner_usage')
    .values({ ...blank(ownerId), [part]: bytes })
    .onConflict((on) => on.column('account_id').doUpdateSet({ [part]: sql<number>`${sql.ref(`owner_usage.${part}`)} + ${bytes}` }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const put = (tx: Db, ownerId: number, change: Partial<Omit<UsageRow, 'account_id'>>): Promise<UsageRow> =>
  tx
    .insertInto('owner_usage')
    .values({ ...blank(ownerId), ...change })
    .onConflict((on) => on.column('account_id').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Of all repositories as they were measured last. */
export async function gitBytes(db: Db, ownerId: number): Promise<number> {
  const row = await db.selectFrom('repo').select((eb) => eb.fn.sum<number | string | null>('git_size').as('kib')).where('owner_id', '=', ownerId).executeTakeFirst()
  return Number(row?.kib ?? 0) * 1024
}

/** Accounts that own anything, by id. */
export const listOwners = async (db: Db, after: number, limit: number): Promise<number[]> =>
  (await db.selectFrom('account').select('id').where('id', '>', after).where('type', '<>', 'bot').orderBy('id').limit(limit).execute()).map((row) => row.id)
