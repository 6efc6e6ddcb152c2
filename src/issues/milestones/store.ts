import type { Insertable, Updateable } from 'kysely'
import { contains, sql, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const insert = (db: Db, row: Insertable<Tables['milestone']>) => db.insertInto('milestone').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['milestone']>) =>
  db.updateTable('milestone').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const remove = (db: Db, id: number) => db.deleteFrom('milestone').where('id', '=', id).execute()

export const find = (db: Db, repoId: number, id: number) => db.selectFrom('milestone').selectAll().where('repo_id', '=', repoId).where('id', '=', id).executeTakeFirst()

export const findTitled = (db: Db, repoId: number, title: string) =>
  db.selectFrom('milestone').selectAll().where('repo_id', '=', repoId).where('title', '=', title).orderBy('id').executeTakeFirst()

export const listByIds = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('milestone').selectAll().where('id', 'in', [...new Set(ids)]).execute()

/** By due date, those without one first, then by title. */
export async function list(db: Db, repoId: number, wanted: { closed?: boolean; name?: string }, at: Slice) {
  let of = db.selectFrom('milestone').where('repo_id', '=', repoId)
  if (wanted.closed !== undefined) of = of.where('is_closed', '=', wanted.closed)
  if (wanted.name) of = of.where(contains('lower_title', wanted.name))
  const rows = await of.selectAll().orderBy(sql`coalesce(deadline_at, 0)`).orderBy('title').orderBy('id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** An issue came, left or changed its state. */
export const count = (db: Db, id: number, by: { issues?: number; closed?: number }) =>
  db
    .updateTable('milestone')
    .set((eb) => ({ num_issues: eb('num_issues', '+', by.issues ?? 0), num_closed_issues: eb('num_closed_issues', '+', by.closed ?? 0) }))
    .where('id', '=', id)
    .execute()
