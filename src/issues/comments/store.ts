import type { Insertable, Updateable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { Span } from '../ground/days.ts'
import type { CommentRow } from '../tables.ts'

export const insert = (tx: Db, row: Insertable<Tables['comment']>) => tx.insertInto('comment').values(row).returningAll().executeTakeFirstOrThrow()

/** Ids in the order of the rows. */
export const insertMany = (tx: Db, rows: Insertable<Tables['comment']>[]) => tx.insertInto('comment').values(rows).returning('id').execute()

export const update = (tx: Db, id: number, change: Updateable<Tables['comment']>) =>
  tx.updateTable('comment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const remove = (tx: Db, id: number) => tx.deleteFrom('comment').where('id', '=', id).execute()

export const listByIds = async (db: Db, ids: readonly number[]): Promise<CommentRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('comment').selectAll().where('id', 'in', [...new Set(ids)]).execute()

/** A comment of any type, if it stands in this repository. */
export const find = (db: Db, repoId: number, id: number) =>
  db
    .selectFrom('comment')
    .innerJoin('issue', 'issue.id', 'comment.issue_id')
    .selectAll('comment')
    .where('comment.id', '=', id)
    .where('issue.repo_id', '=', repoId)
    .executeTakeFirst()

const within = (span: Span) => (eb: import('kysely').ExpressionBuilder<Tables, 'comment'>) =>
  eb.and([
    ...(span.since === undefined ? [] : [eb('comment.updated_at', '>=', span.since)]),
    ...(span.before === undefined ? [] : [eb('comment.updated_at', '<=', span.before)]),
  ])

/** What people wrote on one issue, oldest first. */
export const listPlain = (db: Db, issueId: number, span: Span) =>
  db.selectFrom('comment').selectAll().where('issue_id', '=', issueId).where('type', '=', 'comment').where(within(span)).orderBy('created_at').orderBy('id').execute()

/** The same over a repository. */
export async function listInRepo(db: Db, repoId: number, kinds: { issues: boolean; pulls: boolean }, span: Span, at: Slice) {
  const of = db
    .selectFrom('comment')
    .innerJoin('issue', 'issue.id', 'comment.issue_id')
    .where('issue.repo_id', '=', repoId)
    .where('comment.type', '=', 'comment')
    .where(within(span) as never)
    .where((eb) => (kinds.issues && kinds.pulls ? eb.val(true) : eb('issue.is_pull', '=', kinds.pulls)))
  const rows = await of.selectAll('comment').orderBy('comment.created_at').orderBy('comment.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Everything that happened on an issue, oldest first; inline review comments have their own place. */
export const listAll = (db: Db, issueId: number, span: Span, at: Slice) =>
  db.selectFrom('comment').selectAll().where('issue_id', '=', issueId).where(within(span)).orderBy('created_at').orderBy('id').limit(at.limit).offset(at.offset).execute()

/** Mentions that one text (a body, or a comment) has left on other issues. */
export const listMentionsBy = (db: Db, issueId: number, commentId: number | null) =>
  db
    .selectFrom('comment')
    .selectAll()
    .where('ref_issue_id', '=', issueId)
    .where('ref_comment_id', commentId === null ? 'is' : '=', commentId)
    .where('type', 'in', ['issue_ref', 'pull_ref', 'comment_ref'])
    .execute()

/** Whether a commit has left its trace already. */
export const hasCommit = async (db: Db, issueId: number, sha: string): Promise<boolean> =>
  (await db.selectFrom('comment').select('id').where('issue_id', '=', issueId).where('type', '=', 'commit_ref').where('commit_sha', '=', sha).limit(1).executeTakeFirst()) !== undefined

export const addMentioned = async (tx: Db, issueId: number, accountIds: readonly number[]) => {
  if (accountIds.length === 0) return
  await tx.insertInto('issue_mention').values(accountIds.map((account_id) => ({ issue_id: issueId, account_id }))).onConflict((on) => on.doNothing()).execute()
}

/** Accounts by lower-case name. */
export const listNamed = async (db: Db, lowerNames: readonly string[]) =>
  lowerNames.length === 0 ? [] : db.selectFrom('account').selectAll().where('lower_name', 'in', [...new Set(lowerNames)]).execute()

/** Members of teams of an organization. */
export const listTeamMembers = async (db: Db, orgId: number, lowerTeams: readonly string[]) =>
  lowerTeams.length === 0
    ? []
    : db
        .selectFrom('account')
        .innerJoin('team_member', 'team_member.account_id', 'account.id')
        .innerJoin('team', 'team.id', 'team_member.team_id')
        .selectAll('account')
        .where('team.org_id', '=', orgId)
        .where('team.lower_name', 'in', [...lowerTeams])
        .limit(200)
        .execute()
