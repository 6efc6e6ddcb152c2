import type { Insertable, Updateable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const insert = (tx: Db, row: Insertable<Tables['project_column']>) => tx.insertInto('project_column').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (tx: Db, id: number, change: Updateable<Tables['project_column']>) =>
  tx.updateTable('project_column').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const remove = (tx: Db, id: number) => tx.deleteFrom('project_column').where('id', '=', id).execute()

export const find = (db: Db, projectId: number, id: number) =>
  db.selectFrom('project_column').selectAll().where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst()

/** All of them, in their order. */
export const listAll = (db: Db, projectId: number) => db.selectFrom('project_column').selectAll().where('project_id', '=', projectId).orderBy('sorting').orderBy('id').execute()

export async function list(db: Db, projectId: number, at: Slice) {
  const of = db.selectFrom('project_column').where('project_id', '=', projectId)
  const rows = await of.selectAll().orderBy('sorting').orderBy('id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export async function makeDefault(tx: Db, projectId: number, id: number): Promise<void> {
  await tx.updateTable('project_column').set({ is_default: false }).where('project_id', '=', projectId).where('id', '<>', id).where('is_default', '=', true).execute()
  await tx.updateTable('project_column').set({ is_default: true }).where('id', '=', id).execute()
}
