import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'

/** False if one waits already. */
export const schedule = async (tx: Db, row: Insertable<Tables['auto_merge']>): Promise<boolean> =>
  (await tx.insertInto('auto_merge').values(row).onConflict((on) => on.doNothing()).returning('issue_id').executeTakeFirst()) !== undefined

export const findScheduled = (db: Db, issueId: number) => db.selectFrom('auto_merge').selectAll().where('issue_id', '=', issueId).executeTakeFirst()

export const unschedule = async (tx: Db, issueId: number): Promise<boolean> =>
  (await tx.deleteFrom('auto_merge').where('issue_id', '=', issueId).returning('issue_id').executeTakeFirst()) !== undefined

/** Those that wait for news of this commit. */
export const listWaitingFor = async (db: Db, repoId: number, sha: string): Promise<number[]> =>
  (await db.selectFrom('auto_merge').innerJoin('pull', 'pull.issue_id', 'auto_merge.issue_id').select('pull.issue_id').where('pull.base_repo_id', '=', repoId).where('pull.head_sha', '=', sha).execute()).map((row) => row.issue_id)

/** Those of a repository that wait for anything. */
export const listWaitingIn = async (db: Db, repoId: number): Promise<number[]> =>
  (await db.selectFrom('auto_merge').innerJoin('pull', 'pull.issue_id', 'auto_merge.issue_id').select('pull.issue_id').where('pull.base_repo_id', '=', repoId).execute()).map((row) => row.issue_id)

export const findStatus = (db: Db, id: number) => db.selectFrom('commit_status').select(['repo_id', 'sha']).where('id', '=', id).executeTakeFirst()

/** The newest state of every check of a commit. */
export const listStates = (db: Db, repoId: number, sha: string): Promise<{ context: string; state: string }[]> =>
  db
    .selectFrom('commit_status')
    .select(['context', 'state'])
    .where('id', 'in', (eb) => eb.selectFrom('commit_status').select((of) => of.fn.max('id').as('id')).where('repo_id', '=', repoId).where('sha', '=', sha).groupBy('context'))
    .execute()

/** A merge whose rows are being written, or will be by whoever finds its intention. */
export const isUnderWay = async (db: Db, repoId: number): Promise<boolean> =>
  (await db.selectFrom('ref_intention').select('id').where('repo_id', '=', repoId).where('kind', '=', 'pull.merge').executeTakeFirst()) !== undefined
