import type { Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import { sql } from '../../kernel/db.ts'

export async function hasOpenBlocker(db: Db, issueId: number): Promise<boolean> {
  const row = await db
    .selectFrom('dependency')
    .innerJoin('issue', 'issue.id', 'dependency.blocker_id')
    .select('issue.id')
    .where('dependency.issue_id', '=', issueId)
    .where('issue.is_closed', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function exists(db: Db, issueId: number, blockerId: number): Promise<boolean> {
  const row = await db.selectFrom('dependency').select('issue_id').where('issue_id', '=', issueId).where('blocker_id', '=', blockerId).executeTakeFirst()
  return row !== undefined
}

export const insert = (tx: Db, issueId: number, blockerId: number, now: number) =>
  tx.insertInto('dependency').values({ issue_id: issueId, blocker_id: blockerId, created_at: now }).onConflict((on) => on.doNothing()).returning('issue_id').executeTakeFirst()

export const remove = (tx: Db, issueId: number, blockerId: number) =>
  tx.deleteFrom('dependency').where('issue_id', '=', issueId).where('blocker_id', '=', blockerId).returning('issue_id').executeTakeFirst()

/** What blocks an issue: its own repository first, then by repository, newest first. */
export async function listBlockers(db: Db, issue: { id: number; repo_id: number }, at: Slice) {
  const of = db.selectFrom('dependency').innerJoin('issue', 'issue.id', 'dependency.blocker_id').where('dependency.issue_id', '=', issue.id)
  const rows = await of
    .selectAll('issue')
    .orderBy(sql`case when issue.repo_id = ${issue.repo_id} then 0 else 1 end`)
    .orderBy('issue.repo_id')
    .orderBy('issue.created_at', 'desc')
    .orderBy('issue.id', 'desc')
    .limit(at.limit)
    .offset(at.offset)
    .execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** What an issue blocks. */
export const listBlocked = (db: Db, issue: { id: number; repo_id: number }) =>
  db
    .selectFrom('dependency')
    .innerJoin('issue', 'issue.id', 'dependency.issue_id')
    .selectAll('issue')
    .where('dependency.blocker_id', '=', issue.id)
    .orderBy(sql`case when issue.repo_id = ${issue.repo_id} then 0 else 1 end`)
    .orderBy('issue.repo_id')
    .orderBy('issue.created_at', 'desc')
    .orderBy('issue.id', 'desc')
    .execute()
