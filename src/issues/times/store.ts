import type { ExpressionBuilder, Insertable } from 'kysely'
import { repoVisibleTo, type Actor } from '../../access/index.ts'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { Span } from '../ground/days.ts'

export const insert = (tx: Db, row: Insertable<Tables['tracked_time']>) => tx.insertInto('tracked_time').values(row).returningAll().executeTakeFirstOrThrow()

export const find = (db: Db, issueId: number, id: number) =>
  db.selectFrom('tracked_time').selectAll().where('id', '=', id).where('issue_id', '=', issueId).where('is_deleted', '=', false).executeTakeFirst()

export const listByIds = async (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? [] : db.selectFrom('tracked_time').selectAll().where('id', 'in', [...new Set(ids)]).where('is_deleted', '=', false).execute()

/** Booked times are kept, but no longer shown. */
export const remove = (tx: Db, id: number) =>
  tx.updateTable('tracked_time').set({ is_deleted: true }).where('id', '=', id).where('is_deleted', '=', false).returningAll().executeTakeFirst()

export const removeOf = (tx: Db, issueId: number, accountId: number) =>
  tx.updateTable('tracked_time').set({ is_deleted: true }).where('issue_id', '=', issueId).where('account_id', '=', accountId).where('is_deleted', '=', false).returningAll().execute()

export interface Wanted extends Span {
  issueId?: number
  repoId?: number
  accountId?: number
  /** only in repositories this actor may see */
  seenBy?: Actor
}

/** In the order they were booked; `at` null for all. */
export async function list(db: Db, wanted: Wanted, at: Slice | null) {
  const all = (eb: ExpressionBuilder<Tables, 'tracked_time' | 'issue' | 'repo'>) =>
    eb.and([
      eb('tracked_time.is_deleted', '=', false),
      ...(wanted.issueId === undefined ? [] : [eb('tracked_time.issue_id', '=', wanted.issueId)]),
      ...(wanted.repoId === undefined ? [] : [eb('issue.repo_id', '=', wanted.repoId)]),
      ...(wanted.accountId === undefined ? [] : [eb('tracked_time.account_id', '=', wanted.accountId)]),
      ...(wanted.since === undefined ? [] : [eb('tracked_time.created_at', '>=', wanted.since)]),
      ...(wanted.before === undefined ? [] : [eb('tracked_time.created_at', '<=', wanted.before)]),
    ])
  const of = db
    .selectFrom('tracked_time')
    .innerJoin('issue', 'issue.id', 'tracked_time.issue_id')
    .innerJoin('repo', 'repo.id', 'issue.repo_id')
    .where(all)
    .$if(wanted.seenBy !== undefined, (query) => query.where(repoVisibleTo(wanted.seenBy!)))
  let read = of.selectAll('tracked_time').orderBy('tracked_time.id')
  if (at) read = read.limit(at.limit).offset(at.offset)
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows: await read.execute(), total }
}

export const findWatch = (db: Db, accountId: number) => db.selectFrom('stopwatch').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export const startWatch = (tx: Db, accountId: number, issueId: number, now: number) =>
  tx.insertInto('stopwatch').values({ account_id: accountId, issue_id: issueId, created_at: now }).execute()

export const stopWatch = (tx: Db, accountId: number, issueId: number) =>
  tx.deleteFrom('stopwatch').where('account_id', '=', accountId).where('issue_id', '=', issueId).returningAll().executeTakeFirst()

/** The account's watch with what it runs on, if the repository may still be seen. */
export const listWatches = (db: Db, actor: Actor, accountId: number) =>
  db
    .selectFrom('stopwatch')
    .innerJoin('issue', 'issue.id', 'stopwatch.issue_id')
    .innerJoin('repo', 'repo.id', 'issue.repo_id')
    .innerJoin('account', 'account.id', 'repo.owner_id')
    .select(['stopwatch.created_at', 'issue.number', 'issue.title', 'repo.name as repo_name', 'account.name as owner_name'])
    .where('stopwatch.account_id', '=', accountId)
    .where(repoVisibleTo(actor))
    .execute()
