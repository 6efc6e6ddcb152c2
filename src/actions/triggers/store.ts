import type { Db } from '../../kernel/db.ts'

/** Has the account had a pull request merged here? */
export const hasMerged = async (db: Db, repoId: number, accountId: number): Promise<boolean> =>
  (await db
    .selectFrom('pull')
    .innerJoin('issue', 'issue.id', 'pull.issue_id')
    .select('issue.id')
    .where('pull.base_repo_id', '=', repoId)
    .where('pull.is_merged', '=', true)
    .where('issue.poster_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const findReview = (db: Db, id: number) => db.selectFrom('review').selectAll().where('id', '=', id).executeTakeFirst()

export const findRun = (db: Db, id: number) => db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst()
