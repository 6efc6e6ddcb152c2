import { sql, type Db } from '../kernel/db.ts'

/** Answers when the database does. */
export const ping = (db: Db) => sql`select 1`.execute(db)

const counted = ['repo', 'issue', 'job', 'todo'] as const

export async function counts(db: Db): Promise<Record<string, number>> {
  const people = await db.selectFrom('account').select((eb) => eb.fn.countAll<number>().as('n')).where('type', '=', 'user').executeTakeFirstOrThrow()
  const found: Record<string, number> = { account: people.n }
  for (const table of counted) {
    const row = await db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    found[table] = row.n
  }
  return found
}
