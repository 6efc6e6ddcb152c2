import type { Insertable, Updateable } from 'kysely'
import { sql, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const insert = (tx: Db, row: Insertable<Tables['push_mirror']>) => tx.insertInto('push_mirror').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (tx: Db, id: number, change: Updateable<Tables['push_mirror']>) => tx.updateTable('push_mirror').set(change).where('id', '=', id).returningAll().executeTakeFirst()

export async function list(db: Db, repoId: number, at: Slice) {
  const of = db.selectFrom('push_mirror').where('repo_id', '=', repoId)
  const rows = await of.selectAll().orderBy('id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export const listAll = (db: Db, repoId: number) => db.selectFrom('push_mirror').selectAll().where('repo_id', '=', repoId).orderBy('id').execute()

export const findNamed = (db: Db, repoId: number, name: string) => db.selectFrom('push_mirror').selectAll().where('repo_id', '=', repoId).where('remote_name', '=', name).executeTakeFirst()

export const find = (db: Db, id: number) => db.selectFrom('push_mirror').selectAll().where('id', '=', id).executeTakeFirst()

export const remove = (tx: Db, repoId: number, name: string) => tx.deleteFrom('push_mirror').where('repo_id', '=', repoId).where('remote_name', '=', name).execute()

const ids = (rows: { id: number }[]) => rows.map((row) => row.id)

export const listDue = async (db: Db, now: number): Promise<number[]> =>
  ids(await db.selectFrom('push_mirror').select('id').where('every_seconds', '>', 0).where(sql<boolean>`tried_at + every_seconds <= ${now}`).orderBy('tried_at').limit(50).execute())

export const listOnCommit = async (db: Db, repoId: number): Promise<number[]> =>
  ids(await db.selectFrom('push_mirror').select('id').where('repo_id', '=', repoId).where('sync_on_commit', '=', true).execute())
