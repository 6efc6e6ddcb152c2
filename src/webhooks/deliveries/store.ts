import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export const insert = (db: Db, row: Insertable<Tables['hook_task']>) => db.insertInto('hook_task').values(row).execute()

export const find = (db: Db, hookId: number, uuid: string) => db.selectFrom('hook_task').selectAll().where('hook_id', '=', hookId).where('uuid', '=', uuid).executeTakeFirst()

export async function list(db: Db, hookId: number, at: Slice) {
  const of = db.selectFrom('hook_task').where('hook_id', '=', hookId)
  const rows = await of.selectAll().orderBy('id', 'desc').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** The oldest that a hook has not been sent. */
export const next = (db: Db, hookId: number) =>
  db.selectFrom('hook_task').selectAll().where('hook_id', '=', hookId).where('delivered_at', 'is', null).orderBy('id').limit(1).executeTakeFirst()

/** True for the one who may send it; a claim ends by itself, should its owner die. */
export async function claim(db: Db, id: number, now: number, until: number): Promise<boolean> {
  const mine = await db
    .updateTable('hook_task')
    .set({ claimed_until: until })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .where('claimed_until', '<=', now)
    .returning('id')
    .executeTakeFirst()
  return mine !== undefined
}

export const settle = (db: Db, id: number, outcome: { delivered_at: number; is_succeeded: boolean; response: string }) =>
  db.updateTable('hook_task').set(outcome).where('id', '=', id).execute()

export const removeOlder = (db: Db, before: number) => db.deleteFrom('hook_task').where('delivered_at', '<', before).execute()
