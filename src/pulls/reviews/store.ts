import type { Insertable, Updateable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { CommentRow } from '../../issues/index.ts'
import type { ReviewRow } from '../tables.ts'

export const insert = (tx: Db, row: Insertable<Tables['review']>) => tx.insertInto('review').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (tx: Db, id: number, change: Updateable<Tables['review']>) => tx.updateTable('review').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const remove = async (tx: Db, id: number): Promise<boolean> => (await tx.deleteFrom('review').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export const find = (db: Db, issueId: number, id: number) => db.selectFrom('review').selectAll().where('issue_id', '=', issueId).where('id', '=', id).executeTakeFirst()

export const findPending = (db: Db, issueId: number, reviewerId: number) =>
  db.selectFrom('review').selectAll().where('issue_id', '=', issueId).where('reviewer_id', '=', reviewerId).where('state', '=', 'PENDING').executeTakeFirst()

export async function list(db: Db, issueId: number, at: Slice) {
  const of = db.selectFrom('review').where('issue_id', '=', issueId)
  const rows = await of.selectAll().orderBy('id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Everything said or asked about the pull requests that may still count, oldest first. */
export const listStanding = async (db: Db, issueIds: readonly number[]): Promise<ReviewRow[]> =>
  issueIds.length === 0
    ? []
    : db.selectFrom('review').selectAll().where('issue_id', 'in', [...issueIds]).where('state', 'in', ['APPROVED', 'REQUEST_CHANGES', 'REQUEST_REVIEW']).where('dismissed', '=', false).orderBy('id').execute()

/** The newest approval, refusal or request of a person. */
export const findLatest = (db: Db, issueId: number, reviewerId: number) =>
  db.selectFrom('review').selectAll().where('issue_id', '=', issueId).where('reviewer_id', '=', reviewerId).where('state', 'in', ['APPROVED', 'REQUEST_CHANGES', 'REQUEST_REVIEW']).orderBy('id', 'desc').limit(1).executeTakeFirst()

export const findTeamRequest = (db: Db, issueId: number, teamId: number) =>
  db.selectFrom('review').selectAll().where('issue_id', '=', issueId).where('team_id', '=', teamId).where('state', '=', 'REQUEST_REVIEW').executeTakeFirst()

/** Requests to the person that are still open. */
export const removeRequests = (tx: Db, issueId: number, reviewerId: number) =>
  tx.deleteFrom('review').where('issue_id', '=', issueId).where('reviewer_id', '=', reviewerId).where('state', '=', 'REQUEST_REVIEW').returning('id').execute()

export const removeTeamRequests = (tx: Db, issueId: number, teamIds: readonly number[]) =>
  teamIds.length === 0 ? Promise.resolve([]) : tx.deleteFrom('review').where('issue_id', '=', issueId).where('team_id', 'in', [...teamIds]).where('state', '=', 'REQUEST_REVIEW').returning('id').execute()

/** Earlier words of a person no longer count. */
export const unofficial = (tx: Db, issueId: number, reviewerId: number) =>
  tx.updateTable('review').set({ official: false }).where('issue_id', '=', issueId).where('reviewer_id', '=', reviewerId).where('official', '=', true).execute()

export const dismissEarlier = (tx: Db, issueId: number, reviewerId: number, except: number, now: number) =>
  tx
    .updateTable('review')
    .set({ dismissed: true, updated_at: now })
    .where('issue_id', '=', issueId)
    .where('reviewer_id', '=', reviewerId)
    .where('id', '<>', except)
    .where('state', 'in', ['APPROVED', 'REQUEST_CHANGES'])
    .where('dismissed', '=', false)
    .execute()

export const findLatestVerdict = (db: Db, issueId: number, reviewerId: number) =>
  db.selectFrom('review').selectAll().where('issue_id', '=', issueId).where('reviewer_id', '=', reviewerId).where('state', 'in', ['APPROVED', 'REQUEST_CHANGES']).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Whoever reviewed another state than `head` has not seen what stands there now. */
export async function markStale(tx: Db, issueId: number, head: string): Promise<void> {
  await tx.updateTable('review').set({ stale: true }).where('issue_id', '=', issueId).where('state', '<>', 'REQUEST_REVIEW').where('commit_id', '<>', head).where('stale', '=', false).execute()
  await tx.updateTable('review').set({ stale: false }).where('issue_id', '=', issueId).where('commit_id', '=', head).where('stale', '=', true).execute()
}

/** Approvals of another state than `head` that still count. */
export const listApprovalsBefore = (db: Db, issueId: number, head: string): Promise<ReviewRow[]> =>
  db.selectFrom('review').selectAll().where('issue_id', '=', issueId).where('state', '=', 'APPROVED').where('dismissed', '=', false).where('commit_id', '<>', head).orderBy('id').execute()

export async function countComments(db: Db, reviewIds: readonly number[]): Promise<Map<number, number>> {
  if (reviewIds.length === 0) return new Map()
  const rows = await db.selectFrom('comment').select(['review_id', (eb) => eb.fn.countAll<number>().as('n')]).where('review_id', 'in', [...reviewIds]).where('type', '=', 'code').groupBy('review_id').execute()
  return new Map(rows.map((row) => [row.review_id!, row.n]))
}

/** By file, line and age. */
export const listComments = (db: Db, reviewId: number): Promise<CommentRow[]> =>
  db.selectFrom('comment').selectAll().where('review_id', '=', reviewId).where('type', '=', 'code').orderBy('tree_path').orderBy('line').orderBy('id').execute()

/** Its inline comments and what the timeline tells of it. */
export const listTraces = async (db: Db, reviewId: number): Promise<number[]> => (await db.selectFrom('comment').select('id').where('review_id', '=', reviewId).execute()).map((row) => row.id)

/** Whether the person has said something that counts. */
export const isOfficialReviewer = async (db: Db, issueId: number, reviewerId: number): Promise<boolean> =>
  (await db.selectFrom('review').select('id').where('issue_id', '=', issueId).where('reviewer_id', '=', reviewerId).where('official', '=', true).where('state', 'in', ['APPROVED', 'REQUEST_CHANGES']).executeTakeFirst()) !== undefined

/** All of one pull request, oldest first. */
export const listAll = (db: Db, issueId: number): Promise<ReviewRow[]> => db.selectFrom('review').selectAll().where('issue_id', '=', issueId).orderBy('id').limit(2000).execute()

/** Every inline comment of a pull request, oldest first. */
export const listRemarks = (db: Db, issueId: number): Promise<CommentRow[]> =>
  db.selectFrom('comment').selectAll().where('issue_id', '=', issueId).where('type', '=', 'code').orderBy('id').limit(5000).execute()
