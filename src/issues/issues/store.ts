import type { Insertable, Updateable } from 'kysely'
import { prepared, type Db, type Tables } from '../../kernel/db.ts'
import type { IssueRow, PullRow } from '../tables.ts'

export const find = prepared((db, repoId: number, number: number) => db.selectFrom('issue').selectAll().where('repo_id', '=', repoId).where('number', '=', number)).first

export const findById = prepared((db, id: number) => db.selectFrom('issue').selectAll().where('id', '=', id)).first

export const listByIds = async (db: Db, ids: readonly number[]): Promise<IssueRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('issue').selectAll().where('id', 'in', [...new Set(ids)]).execute()

export const listNumbered = async (db: Db, repoId: number, numbers: readonly number[]): Promise<IssueRow[]> =>
  numbers.length === 0 ? [] : db.selectFrom('issue').selectAll().where('repo_id', '=', repoId).where('number', 'in', [...new Set(numbers)]).execute()

export const insert = prepared((tx, row: Insertable<Tables['issue']>) => tx.insertInto('issue').values(row).returningAll()).one

export const insertMany = (tx: Db, rows: Insertable<Tables['issue']>[]) => tx.insertInto('issue').values(rows).returning(['id', 'number']).execute()

export const update = (tx: Db, id: number, change: Updateable<Tables['issue']>) =>
  tx.updateTable('issue').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Undefined if somebody else has changed the body meanwhile. */
export const rewrite = (tx: Db, id: number, version: number, content: string, now: number) =>
  tx
    .updateTable('issue')
    .set({ content, content_version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('content_version', '=', version)
    .returningAll()
    .executeTakeFirst()

/** Undefined if it is in that state already. */
export const setClosed = (tx: Db, id: number, closed: boolean, now: number) =>
  tx
    .updateTable('issue')
    .set({ is_closed: closed, closed_at: closed ? now : null, updated_at: now })
    .where('id', '=', id)
    .where('is_closed', '=', !closed)
    .returningAll()
    .executeTakeFirst()

export const setLocked = (tx: Db, id: number, locked: boolean, reason: string) =>
  tx.updateTable('issue').set({ is_locked: locked, lock_reason: reason }).where('id', '=', id).where('is_locked', '=', !locked).returningAll().executeTakeFirst()

/** The row as it is now, kept from others until this transaction ends. */
export const hold = (tx: Db, id: number) =>
  tx.updateTable('issue').set((eb) => ({ updated_at: eb.ref('updated_at') })).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const touch = (tx: Db, id: number, now: number) => tx.updateTable('issue').set({ updated_at: now }).where('id', '=', id).execute()

export const countComments = (tx: Db, id: number, by: number) =>
  tx.updateTable('issue').set((eb) => ({ num_comments: eb('num_comments', '+', by) })).where('id', '=', id).execute()

export const remove = (tx: Db, id: number) => tx.deleteFrom('issue').where('id', '=', id).execute()

export async function findPull(db: Db, issueId: number): Promise<PullRow | undefined> {
  return db.selectFrom('pull').selectAll().where('issue_id', '=', issueId).executeTakeFirst()
}

/** What an issue record shows of a pull request. */
export const listPullStates = async (db: Db, issueIds: readonly number[]) =>
  issueIds.length === 0 ? [] : db.selectFrom('pull').select(['issue_id', 'is_merged', 'merged_at']).where('issue_id', 'in', [...issueIds]).execute()

export const keepHistory = (tx: Db, row: Insertable<Tables['content_history']>) => tx.insertInto('content_history').values(row).execute()

export const listPinned = (db: Db, repoId: number, isPull: boolean) =>
  db.selectFrom('issue').selectAll().where('repo_id', '=', repoId).where('is_pull', '=', isPull).where('pin_order', '>', 0).orderBy('pin_order').orderBy('id').execute()

/** Comments (null: the body) that have earlier versions. */
export const listChanged = (db: Db, issueId: number) => db.selectFrom('content_history').select('comment_id').distinct().where('issue_id', '=', issueId).execute()

/** Earlier versions of the body or of one comment, newest first. */
export const listHistory = (db: Db, issueId: number, commentId: number | null) =>
  db.selectFrom('content_history').selectAll().where('issue_id', '=', issueId).where('comment_id', commentId === null ? 'is' : '=', commentId).orderBy('id', 'desc').limit(100).execute()
