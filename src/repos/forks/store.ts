import type { Db } from '../../kernel/db.ts'

export const findOwned = (db: Db, parentId: number, ownerId: number) =>
  db.selectFrom('repo').select('id').where('fork_id', '=', parentId).where('owner_id', '=', ownerId).executeTakeFirst()
