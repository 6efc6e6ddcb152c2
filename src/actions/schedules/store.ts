import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'

export async function replace(db: Db, repoId: number, rows: Insertable<Tables['schedule']>[]): Promise<void> {
  await db.deleteFrom('schedule').where('repo_id', '=', repoId).execute()
  if (rows.length > 0) await db.insertInto('schedule').values(rows).execute()
}

export const listDue = (db: Db, now: number) => db.selectFrom('schedule').selectAll().where('next_at', '<=', now).where('next_at', '>', 0).orderBy('id').limit(500).execute()

/** True for the one process that moves it on. */
export const advance = async (db: Db, id: number, from: number, to: number, now: number): Promise<boolean> =>
  (await db.updateTable('schedule').set({ next_at: to, prev_at: now }).where('id', '=', id).where('next_at', '=', from).returning('id').executeTakeFirst()) !== undefined
