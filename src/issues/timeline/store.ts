import type { Db } from '../../kernel/db.ts'

export const listTeams = async (db: Db, ids: readonly number[]) => (ids.length === 0 ? [] : db.selectFrom('team').selectAll().where('id', 'in', [...new Set(ids)]).execute())
