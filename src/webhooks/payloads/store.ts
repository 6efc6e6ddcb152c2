import type { Db } from '../../kernel/db.ts'

export const findStatus = (db: Db, id: number) => db.selectFrom('commit_status').selectAll().where('id', '=', id).executeTakeFirst()

export const findReview = (db: Db, id: number) => db.selectFrom('review').select('content').where('id', '=', id).executeTakeFirst()

export async function listTeamMembers(db: Db, teamId: number): Promise<number[]> {
  return (await db.selectFrom('team_member').select('account_id').where('team_id', '=', teamId).orderBy('account_id').execute()).map((row) => row.account_id)
}

export const findRun = (db: Db, id: number) => db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst()

export const findJob = (db: Db, id: number) => db.selectFrom('run_job').selectAll().where('id', '=', id).executeTakeFirst()
