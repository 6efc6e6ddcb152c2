import type { Insertable, Updateable } from 'kysely'
import { sql, type Db, type Tables } from '../../kernel/db.ts'

export const insert = (tx: Db, row: Insertable<Tables['mirror']>) => tx.insertInto('mirror').values(row).execute()

export const find = (db: Db, repoId: number) => db.selectFrom('mirror').selectAll().where('repo_id', '=', repoId).executeTakeFirst()

export const update = (tx: Db, repoId: number, change: Updateable<Tables['mirror']>) => tx.updateTable('mirror').set(change).where('repo_id', '=', repoId).execute()

/** Mirrors whose time has come; those without an interval are updated by hand. */
export const listDue = async (db: Db, now: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('mirror')
    .innerJoin('repo', 'repo.id', 'mirror.repo_id')
    .select('repo.id')
    .where('repo.is_mirror', '=', true)
    .where('repo.mirror_interval', '>', 0)
    .where(sql<boolean>`mirror.tried_at + repo.mirror_interval <= ${now}`)
    .orderBy('mirror.tried_at')
    .execute()
  return rows.map((row) => row.id)
}
