import type { ExpressionBuilder, Insertable, Updateable } from 'kysely'
import { findRepoById, repoRelatedTo } from '../../access/index.ts'
import { sql, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { IssueRow, PullRow } from '../../issues/index.ts'
import type { PullAt } from '../ground/at.ts'

export const insert = (tx: Db, row: Insertable<Tables['pull']>) => tx.insertInto('pull').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (tx: Db, issueId: number, change: Updateable<Tables['pull']>) =>
  tx.updateTable('pull').set(change).where('issue_id', '=', issueId).returningAll().executeTakeFirst()

const joined = (db: Db) => db.selectFrom('issue').innerJoin('pull', 'pull.issue_id', 'issue.id')

export async function find(db: Db, repoId: number, number: number): Promise<{ issue: IssueRow; pull: PullRow } | undefined> {
  const issue = await db.selectFrom('issue').selectAll().where('repo_id', '=', repoId).where('number', '=', number).where('is_pull', '=', true).executeTakeFirst()
  const pull = issue && (await findPull(db, issue.id))
  return pull && { issue, pull }
}

export const findPull = (db: Db, issueId: number) => db.selectFrom('pull').selectAll().where('issue_id', '=', issueId).executeTakeFirst()

/** The pull request with its base, by the id of its issue. */
export async function load(db: Db, issueId: number): Promise<PullAt | undefined> {
  const pull = await findPull(db, issueId)
  const issue = pull && (await db.selectFrom('issue').selectAll().where('id', '=', issueId).executeTakeFirst())
  const repo = issue && (await findRepoById(db, pull.base_repo_id))
  return repo && { repo, issue, pull }
}

export const listByIssues = async (db: Db, issueIds: readonly number[]): Promise<PullRow[]> =>
  issueIds.length === 0 ? [] : db.selectFrom('pull').selectAll().where('issue_id', 'in', [...new Set(issueIds)]).execute()

interface HeadAndBase {
  base_repo_id: number
  base_branch: string
  head_repo_id: number
  head_branch: string
}
const between = (wanted: HeadAndBase) => (eb: ExpressionBuilder<Tables, 'issue' | 'pull'>) =>
  eb.and([
    eb('pull.base_repo_id', '=', wanted.base_repo_id),
    eb('pull.base_branch', '=', wanted.base_branch),
    eb('pull.head_repo_id', '=', wanted.head_repo_id),
    eb('pull.head_branch', '=', wanted.head_branch),
  ])

/** An open one from the same branch to the same branch. */
export const findOpen = (db: Db, wanted: HeadAndBase) =>
  joined(db).select(['issue.id', 'issue.number']).where(between(wanted)).where('issue.is_closed', '=', false).where('pull.is_merged', '=', false).orderBy('issue.id').executeTakeFirst()

/** Open ones that an account pushed for a branch. */
export const listPushedBy = (db: Db, repoId: number, base: string, posterId: number) =>
  joined(db).select(['issue.id', 'issue.number', 'pull.head_branch']).where('pull.base_repo_id', '=', repoId).where('pull.base_branch', '=', base).where('pull.flow', '=', 'push').where('issue.poster_id', '=', posterId)
    .where('issue.is_closed', '=', false).where('pull.is_merged', '=', false).orderBy('issue.id').execute()

/** Of any state; the oldest. */
export const findBetween = (db: Db, wanted: HeadAndBase) => joined(db).select('issue.number').where(between(wanted)).orderBy('issue.id').executeTakeFirst()

export const findMergedAs = (db: Db, repoId: number, sha: string) =>
  joined(db).select('issue.number').where('pull.base_repo_id', '=', repoId).where('pull.merge_commit', '=', sha).where('pull.is_merged', '=', true).executeTakeFirst()

/** Ids of open ones whose head is the branch, or any of the repository. */
export async function listOpenFrom(db: Db, repoId: number, branch: string | null): Promise<number[]> {
  const of = joined(db).select('issue.id').where('pull.head_repo_id', '=', repoId).where('issue.is_closed', '=', false).where('pull.is_merged', '=', false)
  return (await (branch === null ? of : of.where('pull.head_branch', '=', branch)).orderBy('issue.id').execute()).map((row) => row.id)
}

/** Ids of open ones that would be merged into the branch. */
export const listOpenInto = async (db: Db, repoId: number, branch: string): Promise<number[]> =>
  (await joined(db).select('issue.id').where('pull.base_repo_id', '=', repoId).where('pull.base_branch', '=', branch).where('issue.is_closed', '=', false).where('pull.is_merged', '=', false).orderBy('issue.id').execute()).map((row) => row.id)

/** Not known whether they can be merged, until somebody has looked. */
export const doubt = (tx: Db, issueIds: readonly number[]) =>
  issueIds.length === 0 ? Promise.resolve() : tx.updateTable('pull').set({ status: 'checking' }).where('issue_id', 'in', [...issueIds]).execute()

/** What was found out, unless the head or base changed meanwhile. */
export const found = (tx: Db, pull: PullRow, change: Updateable<Tables['pull']>) =>
  tx.updateTable('pull').set(change).where('issue_id', '=', pull.issue_id).where('head_sha', '=', pull.head_sha).where('base_branch', '=', pull.base_branch).where('is_merged', '=', false).execute()

/** True for the one that marks it. */
export const markMerged = async (tx: Db, issueId: number, change: Updateable<Tables['pull']>): Promise<boolean> =>
  (await tx.updateTable('pull').set({ ...change, is_merged: true }).where('issue_id', '=', issueId).where('is_merged', '=', false).returning('issue_id').executeTakeFirst()) !== undefined

export interface Wanted {
  state?: string
  sort?: string
  milestone?: number
  labels?: number[]
  poster_id?: number
  base_branch?: string
}

const orders: Record<string, [string, 'asc' | 'desc']> = {
  oldest: ['issue.created_at', 'asc'], recentupdate: ['issue.updated_at', 'desc'], leastupdate: ['issue.updated_at', 'asc'], mostcomment: ['issue.num_comments', 'desc'],
  leastcomment: ['issue.num_comments', 'asc'], recentclose: ['issue.closed_at', 'desc'], nearduedate: ['issue.deadline_at', 'asc'], farduedate: ['issue.deadline_at', 'desc'],
}

/** One that bears several of the labels comes once for each, as the wire has it. */
export async function list(db: Db, repoId: number, wanted: Wanted, at: Slice): Promise<{ rows: IssueRow[]; total: number }> {
  let of = db.selectFrom('issue').where('issue.repo_id', '=', repoId).where('issue.is_pull', '=', true)
  if (wanted.state === 'open' || wanted.state === 'closed') of = of.where('issue.is_closed', '=', wanted.state === 'closed')
  if (wanted.milestone) of = of.where('issue.milestone_id', '=', wanted.milestone)
  if (wanted.poster_id !== undefined) of = of.where('issue.poster_id', '=', wanted.poster_id)
  if (wanted.base_branch) of = of.where((eb) => eb.exists(eb.selectFrom('pull').select('pull.issue_id').whereRef('pull.issue_id', '=', 'issue.id').where('pull.base_branch', '=', wanted.base_branch!)))
  if (wanted.labels?.length) of = of.innerJoin('issue_label', 'issue_label.issue_id', 'issue.id').where('issue_label.label_id', 'in', wanted.labels) as never
  const [column, direction] = orders[wanted.sort ?? ''] ?? ['issue.created_at', 'desc']
  const ordered = of.selectAll('issue').orderBy(sql`${sql.ref(column)} ${sql.raw(direction)} nulls last`)
  const rows = await ordered.orderBy('issue.id', direction).limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Whether the account owns the repository or was given it by name or team. */
export const isRelated = async (db: Db, repoId: number, accountId: number): Promise<boolean> =>
  (await db.selectFrom('repo').select('repo.id').where('repo.id', '=', repoId).where(repoRelatedTo(accountId)).executeTakeFirst()) !== undefined

/** Fork and parent of an account in the same family, the nearest to the base first. */
export const listOwnedAmong = (db: Db, ownerId: number, ids: readonly number[]) =>
  db.selectFrom('repo').select('id').where('owner_id', '=', ownerId).where('id', 'in', [...ids]).orderBy('id').execute()

export const findParent = (db: Db, id: number) => db.selectFrom('repo').select('fork_id').where('id', '=', id).executeTakeFirst()

/** How many reviews each timeline tells of. */
export async function countReviewEntries(db: Db, issueIds: readonly number[]): Promise<Map<number, number>> {
  if (issueIds.length === 0) return new Map()
  const rows = await db.selectFrom('comment').select(['issue_id', (eb) => eb.fn.countAll<number>().as('n')]).where('issue_id', 'in', [...issueIds]).where('type', '=', 'review').groupBy('issue_id').execute()
  return new Map(rows.map((row) => [row.issue_id, row.n]))
}

export const listPinned = (db: Db, repoId: number) =>
  db.selectFrom('issue').selectAll().where('repo_id', '=', repoId).where('is_pull', '=', true).where('pin_order', '>', 0).orderBy('pin_order').orderBy('id').execute()

/** Issues that its title and body promise to close or reopen. */
export const listPromises = (db: Db, issueId: number) =>
  db.selectFrom('comment').select(['issue_id', 'ref_action']).where('ref_issue_id', '=', issueId).where('type', '=', 'pull_ref').where('ref_action', 'in', ['closes', 'reopens']).orderBy('id').execute()

export const listPushes = (db: Db, issueId: number) => db.selectFrom('comment').select('id').where('issue_id', '=', issueId).where('type', '=', 'pull_push').execute()

/** Pull requests follow a branch to its new name. */
export async function renameBranch(tx: Db, repoId: number, old: string, name: string): Promise<void> {
  await tx.updateTable('pull').set({ base_branch: name }).where('base_repo_id', '=', repoId).where('base_branch', '=', old).where('is_merged', '=', false).execute()
  await tx.updateTable('pull').set({ head_branch: name }).where('head_repo_id', '=', repoId).where('head_branch', '=', old).where('is_merged', '=', false).execute()
}
