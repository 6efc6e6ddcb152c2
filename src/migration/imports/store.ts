import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'

export const insert = (tx: Db, row: Insertable<Tables['import_intention']>) => tx.insertInto('import_intention').values(row).execute()

export const find = (db: Db, storage: string) => db.selectFrom('import_intention').selectAll().where('storage', '=', storage).executeTakeFirst()

export const findNamed = (db: Db, ownerId: number, name: string) =>
  db.selectFrom('import_intention').selectAll().where('owner_id', '=', ownerId).where('lower_name', '=', name.toLowerCase()).executeTakeFirst()

export const listDead = (db: Db, now: number) => db.selectFrom('import_intention').selectAll().where('alive_until', '<', now).execute()

export const extend = (tx: Db, storages: readonly string[], until: number) =>
  tx.updateTable('import_intention').set({ alive_until: until }).where('storage', 'in', [...storages]).execute()

export const noteBlobs = (tx: Db, storage: string, keys: readonly string[]) =>
  tx.updateTable('import_intention').set({ blobs: JSON.stringify(keys) }).where('storage', '=', storage).execute()

/** True for the one caller that removes it. */
export const take = async (tx: Db, storage: string): Promise<boolean> =>
  (await tx.deleteFrom('import_intention').where('storage', '=', storage).returning('storage').executeTakeFirst()) !== undefined

/** The same for one whose process has not been heard of; false if it has, or is gone. */
export const takeDead = async (tx: Db, storage: string, now: number): Promise<boolean> =>
  (await tx.deleteFrom('import_intention').where('storage', '=', storage).where('alive_until', '<', now).returning('storage').executeTakeFirst()) !== undefined
