import type { Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

/** The account's own choice, if it has made one. */
export const find = (db: Db, issueId: number, accountId: number) =>
  db.selectFrom('issue_watch').selectAll().where('issue_id', '=', issueId).where('account_id', '=', accountId).executeTakeFirst()

export const set = (tx: Db, issueId: number, accountId: number, watching: boolean, now: number) =>
  tx
    .insertInto('issue_watch')
    .values({ issue_id: issueId, account_id: accountId, watching, created_at: now })
    .onConflict((on) => on.columns(['issue_id', 'account_id']).doUpdateSet({ watching }))
    .execute()

export async function list(db: Db, issueId: number, at: Slice) {
  const of = db.selectFrom('issue_watch').innerJoin('account', 'account.id', 'issue_watch.account_id').where('issue_watch.issue_id', '=', issueId).where('issue_watch.watching', '=', true)
  const rows = await of.selectAll('account').orderBy('account.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Choices of everybody who has made one: account → watching. */
export async function choices(db: Db, issueId: number): Promise<Map<number, boolean>> {
  const rows = await db.selectFrom('issue_watch').select(['account_id', 'watching']).where('issue_id', '=', issueId).execute()
  return new Map(rows.map((row) => [row.account_id, row.watching]))
}

/** The author, and everybody who wrote on it. */
export async function participants(db: Db, issueId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('comment')
    .select('poster_id')
    .distinct()
    .where('issue_id', '=', issueId)
    .where('type', 'in', ['comment', 'code', 'review'])
    .where('poster_id', 'is not', null)
    .execute()
  const issue = await db.selectFrom('issue').select('poster_id').where('id', '=', issueId).executeTakeFirst()
  return [...new Set([...rows.map((row) => row.poster_id!), ...(issue?.poster_id ? [issue.poster_id] : [])])]
}

export async function watchesRepo(db: Db, repoId: number, accountId: number): Promise<boolean> {
  const row = await db.selectFrom('watch').select('mode').where('repo_id', '=', repoId).where('account_id', '=', accountId).where('mode', '<>', 'none').executeTakeFirst()
  return row !== undefined
}
