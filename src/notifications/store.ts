import { prepared, type Db } from '../kernel/db.ts'
import type { Slice } from '../kernel/paging.ts'
import type { NotificationRow, Status } from './tables.ts'

export interface Choice {
  accountId: number
  repoId?: number
  /** undefined = any */
  statuses?: Status[]
  sources?: NotificationRow['source'][]
  /** of the last change, both ends count */
  since?: number
  before?: number
}

function chosen(db: Db, choice: Choice) {
  let found = db.selectFrom('notification').where('account_id', '=', choice.accountId)
  if (choice.repoId !== undefined) found = found.where('repo_id', '=', choice.repoId)
  if (choice.statuses) found = found.where('status', 'in', choice.statuses)
  if (choice.sources) found = found.where('source', 'in', choice.sources)
  if (choice.since !== undefined) found = found.where('updated_at', '>=', choice.since)
  if (choice.before !== undefined) found = found.where('updated_at', '<=', choice.before)
  return found
}

export async function list(db: Db, choice: Choice, at: Slice) {
  const rows = await chosen(db, choice).selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(at.limit).offset(at.offset).execute()
  return { rows, total: await count(db, choice) }
}

export const listAll = (db: Db, choice: Choice) => chosen(db, choice).selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc').execute()

export async function count(db: Db, choice: Choice): Promise<number> {
  const { total } = await chosen(db, choice).select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

export const find = (db: Db, id: number) => db.selectFrom('notification').selectAll().where('id', '=', id).executeTakeFirst()

const AT_ONCE = 500

export async function setStatus(db: Db, ids: readonly number[], status: Status, now: number): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await db.updateTable('notification').set({ status, updated_at: now }).where('id', 'in', ids.slice(from, from + AT_ONCE)).execute()
  }
}

export const markRead = (db: Db, accountId: number, issueId: number, now: number) =>
  db.updateTable('notification').set({ status: 'read', updated_at: now }).where('account_id', '=', accountId).where('issue_id', '=', issueId).where('status', '=', 'unread').execute()

/** New threads, and old ones touched: what had been read is unread again, what was pinned stays so. */
export async function tell(db: Db, accountIds: readonly number[], about: { repo_id: number; issue_id: number; source: 'issue' | 'pull'; by_id: number | null; now: number }): Promise<void> {
  const { now, ...rest } = about
  for (let from = 0; from < accountIds.length; from += AT_ONCE) {
    await db
      .insertInto('notification')
      .values(accountIds.slice(from, from + AT_ONCE).map((account_id) => ({ ...rest, account_id, commit_sha: '', status: 'unread' as const, created_at: now, updated_at: now })))
      .onConflict((on) => on.columns(['account_id', 'issue_id']).doUpdateSet((eb) => ({
        status: eb.case().when('notification.status', '=', 'read').then('unread').else(eb.ref('notification.status')).end() as never,
        by_id: about.by_id,
        updated_at: now,
      })))
      .execute()
  }
}

/** The same about a repository as a whole. */
export async function tellOfRepo(db: Db, accountIds: readonly number[], about: { repo_id: number; by_id: number | null; now: number }): Promise<void> {
  const { repo_id, by_id, now } = about
  const known = await db.selectFrom('notification').select(['id', 'account_id', 'status']).where('repo_id', '=', repo_id).where('source', '=', 'repository').where('account_id', 'in', [0, ...accountIds]).execute()
  await setStatus(db, known.filter((one) => one.status === 'read').map((one) => one.id), 'unread', now)
  const fresh = accountIds.filter((id) => !known.some((one) => one.account_id === id))
  for (const account_id of fresh) {
    await db.insertInto('notification').values({ account_id, repo_id, source: 'repository', issue_id: null, commit_sha: '', status: 'unread', by_id, created_at: now, updated_at: now }).execute()
  }
}

/** Who chose to follow the issue, and who chose not to. */
export const listIssueWatches = prepared((db, issueId: number) => db.selectFrom('issue_watch').select(['account_id', 'watching']).where('issue_id', '=', issueId)).all

const taking = prepared((db, issueId: number) =>
  db
    .selectFrom('comment')
    .select('poster_id as id')
    .where('issue_id', '=', issueId)
    .where('type', 'in', ['comment', 'code', 'review'])
    .where('poster_id', 'is not', null)
    .union(db.selectFrom('issue_assignee').select('account_id as id').where('issue_id', '=', issueId))).all

/** Those who wrote something on the issue or are charged with it. */
export const listTaking = async (db: Db, issueId: number): Promise<number[]> => (await taking(db, issueId)).map((row) => row.id!)

/** Those who reviewed a pull request or were asked to. */
export async function listReviewers(db: Db, issueId: number): Promise<number[]> {
  const rows = await db.selectFrom('review').select('reviewer_id').distinct().where('issue_id', '=', issueId).where('reviewer_id', 'is not', null).execute()
  return rows.map((row) => row.reviewer_id!)
}

export async function listTeamMembers(db: Db, teamId: number): Promise<number[]> {
  return (await db.selectFrom('team_member').select('account_id').where('team_id', '=', teamId).execute()).map((row) => row.account_id)
}

/** Members of an organization who may create repositories in it. */
export async function listRepoMakers(db: Db, orgId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .select('team_member.account_id')
    .distinct()
    .where('team.org_id', '=', orgId)
    .where((eb) => eb.or([eb('team.can_create_repo', '=', true), eb('team.level', '>=', 4)]))
    .execute()
  return rows.map((row) => row.account_id)
}

/** Of these, those who have blocked somebody. */
export async function listBlocking(db: Db, ids: readonly number[], blockedId: number): Promise<number[]> {
  if (ids.length === 0) return []
  return (await db.selectFrom('block').select('account_id').where('blocked_id', '=', blockedId).where('account_id', 'in', [...ids]).execute()).map((row) => row.account_id)
}

/** Issue → the newest of its plain comments. */
export async function latestComments(db: Db, issueIds: readonly number[]): Promise<Map<number, number>> {
  if (issueIds.length === 0) return new Map()
  const rows = await db.selectFrom('comment').select((eb) => ['issue_id', eb.fn.max('id').as('id')]).where('issue_id', 'in', [...issueIds]).where('type', '=', 'comment').groupBy('issue_id').execute()
  return new Map(rows.map((row) => [row.issue_id, Number(row.id)]))
}

/** What ties somebody to what their threads are about. */
export async function listTies(db: Db, accountId: number, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('notification')
    .innerJoin('issue', 'issue.id', 'notification.issue_id')
    .leftJoin('issue_assignee', (join) => join.onRef('issue_assignee.issue_id', '=', 'issue.id').on('issue_assignee.account_id', '=', accountId))
    .leftJoin('review', (join) => join.onRef('review.issue_id', '=', 'issue.id').on('review.reviewer_id', '=', accountId).on('review.state', '=', 'REQUEST_REVIEW'))
    .leftJoin('watch', (join) => join.onRef('watch.repo_id', '=', 'issue.repo_id').on('watch.account_id', '=', accountId).on('watch.mode', '!=', 'none'))
    .select(['notification.id', 'issue.poster_id', 'issue_assignee.account_id as assignee', 'review.id as request', 'watch.account_id as watcher'])
    .where('notification.account_id', '=', accountId)
    .where('notification.id', 'in', [...ids])
    .execute()
}
