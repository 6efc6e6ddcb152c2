// From the number in a path to the row, and what whoever asks may do with it.
import { ADMIN, canRead, canWrite, isBlocked, unitOf, type Access, type Account, type Actor, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import * as store from '../issues/store.ts'
import type { IssueRow } from '../tables.ts'

/** Where something is done and whose doing it is. */
export interface At {
  repo: Repo
  issue: IssueRow
  by: Account
}
/** The same with what they may do. */
export interface Allowed extends At {
  access: Access
}

interface Ctx {
  cx: Cx
  repo: Repo
  access: Access
  actor: Actor
  params: { index: number }
}

/** The issue or pull request of the path, if its kind may be read, joined to the context; `unreadable` is what a kind that may not is refused with. */
export async function issueOf<C extends Ctx>(ctx: C, unreadable: () => Error = notFound): Promise<C & { issue: IssueRow; by: C['actor']['account'] }> {
  const issue = await store.find(ctx.cx.db, ctx.repo.id, ctx.params.index)
  if (!issue) throw notFound()
  if (!canRead(ctx.access, unitOf(issue.is_pull))) throw unreadable()
  return { ...ctx, issue, by: ctx.actor.account }
}

/** Write on the unit the row belongs to. */
export const isWriter = (at: { access: Access; issue: { is_pull: boolean } }): boolean => canWrite(at.access, unitOf(at.issue.is_pull))

export function needWriter(at: { access: Access; issue: { is_pull: boolean } }): void {
  if (!isWriter(at)) throw forbidden()
}

/** The author, or somebody who may write. */
export function needAuthorOrWriter(at: Allowed): void {
  if (at.issue.poster_id !== at.by.id && !isWriter(at)) throw forbidden()
}

/** Those whom the author or the owner of the repository has blocked; its administrators cannot be. */
export async function refuseBlocked(db: Db, at: Allowed): Promise<void> {
  if (at.access.level >= ADMIN) return
  for (const id of new Set([at.issue.poster_id, at.repo.owner_id])) {
    if (id !== null && id !== at.by.id && (await isBlocked(db, id, at.by.id))) throw forbidden('you are blocked by the author or the owner')
  }
}
