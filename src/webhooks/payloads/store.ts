import type { Db } from '../../kernel/db.ts'

export const findStatus = (db: Db, id: number) => db.selectFrom('commit_status').selectAll().where('id', '=', id).executeTakeFirst()
