import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

/** An issue itself, or one of its comments. */
export interface Subject {
  issue_id: number
  comment_id: number | null
}

const on = (subject: Subject) => (eb: ExpressionBuilder<Tables, 'reaction'>) =>
  eb.and([eb('reaction.issue_id', '=', subject.issue_id), subject.comment_id === null ? eb('reaction.comment_id', 'is', null) : eb('reaction.comment_id', '=', subject.comment_id)])

export async function list(db: Db, subject: Subject, at: Slice | null) {
  const of = db.selectFrom('reaction').where(on(subject))
  const all = of.selectAll().orderBy('created_at').orderBy('id')
  const rows = await (at ? all.limit(at.limit).offset(at.offset) : all).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const find = (db: Db, subject: Subject, accountId: number, content: string) =>
  db.selectFrom('reaction').selectAll().where(on(subject)).where('account_id', '=', accountId).where('content', '=', content).executeTakeFirst()

/** Undefined if it is there already. */
export const insert = (tx: Db, subject: Subject, accountId: number, content: string, now: number) =>
  tx.insertInto('reaction').values({ ...subject, account_id: accountId, content, created_at: now }).onConflict((on) => on.doNothing()).returningAll().executeTakeFirst()

export const remove = (tx: Db, subject: Subject, accountId: number, content: string) =>
  tx.deleteFrom('reaction').where(on(subject)).where('account_id', '=', accountId).where('content', '=', content).execute()

/** To an issue and to all its comments, with the names of whoever reacted. */
export const listOfIssue = (db: Db, issueId: number) =>
  db.selectFrom('reaction').innerJoin('account', 'account.id', 'reaction.account_id').select(['reaction.comment_id', 'reaction.content', 'reaction.account_id', 'account.name']).where('reaction.issue_id', '=', issueId).orderBy('reaction.id').execute()
