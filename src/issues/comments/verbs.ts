import { canRead, unitOf, type Access, type Account, type Actor, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { bad, forbidden, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { quota } from '../../repos/index.ts'
import { entry } from '../changes/entries.ts'
import { isWriter, refuseBlocked, type Allowed, type At } from '../ground/at.ts'
import { commented, commentEdited, commentRemoved } from '../ground/facts.ts'
import * as issueStore from '../issues/store.ts'
import type { CommentRow, IssueRow } from '../tables.ts'
import { follow } from '../text/mentions.ts'
import { forget, index } from '../text/store.ts'
import { wordsOf } from '../text/words.ts'
import * as store from './store.ts'
import * as view from './view.ts'

/** Types that hold what somebody wrote; the others can be neither edited nor deleted. */
const written = new Set(['comment', 'code', 'review', 'dismiss_review'])
export const hasText = (row: { type: string }) => written.has(row.type)

interface Ctx {
  cx: Cx
  repo: Repo
  access: Access
  actor: Actor
  params: { id: number }
}
/** The comment of the path, if it stands in the repository and its kind may be read, joined to the context. */
export async function commentOf<C extends Ctx>(ctx: C, unreadable: () => Error = notFound): Promise<C & { comment: CommentRow; issue: IssueRow; by: C['actor']['account'] }> {
  const comment = await store.find(ctx.cx.db, ctx.repo.id, ctx.params.id)
  const issue = comment && (await issueStore.findById(ctx.cx.db, comment.issue_id))
  if (!issue) throw notFound()
  if (!canRead(ctx.access, unitOf(issue.is_pull))) throw unreadable()
  return { ...ctx, comment, issue, by: ctx.actor.account }
}

/** A plain comment inside the caller's transaction, whoever asked for it having been allowed to. */
export async function write(cx: Cx, tx: Db, at: At, body: string): Promise<CommentRow> {
  const row = await entry(tx, cx.now(), at.issue.id, at.by.id, 'comment', { content: body })
  await issueStore.countComments(tx, at.issue.id, 1)
  await index(tx, at.issue.id, row.id, wordsOf(body), true)
  const mentioned = await follow(cx, tx, at, body, row.id)
  await emit(tx, commented, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, comment_id: row.id, mentioned })
  return row
}

export async function create(cx: Cx, at: Allowed, body: string): Promise<CommentRow> {
  if (at.issue.is_locked && !isWriter(at) && !at.by.is_admin) throw forbidden('the conversation is locked')
  await refuseBlocked(cx.db, at)
  return cx.write((tx) => write(cx, tx, at, body))
}

type OnComment = Allowed & { comment: CommentRow }

function needPosterOrWriter(at: { comment: CommentRow; by: Account; access: Access; issue: IssueRow }): void {
  if (at.comment.poster_id !== at.by.id && !isWriter(at)) throw forbidden()
}

/** Undefined for what holds no text. */
export async function edit(cx: Cx, at: OnComment, body: string): Promise<CommentRow | undefined> {
  needPosterOrWriter(at)
  if (!hasText(at.comment)) return undefined
  if (body === at.comment.content) return at.comment
  await refuseBlocked(cx.db, at)
  return cx.write(async (tx) => {
    const row = await store.update(tx, at.comment.id, { content: body, content_version: at.comment.content_version + 1, updated_at: cx.now() })
    await issueStore.keepHistory(tx, { issue_id: at.issue.id, comment_id: row.id, editor_id: at.by.id, content: at.comment.content, created_at: cx.now() })
    await index(tx, at.issue.id, row.id, wordsOf(body))
    await follow(cx, tx, at, body, row.id)
    await emit(tx, commentEdited, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, comment_id: row.id, old_body: at.comment.content })
    return row
  })
}

/** What it has left on other issues stays there as an empty place. */
export async function remove(cx: Cx, at: OnComment): Promise<void> {
  needPosterOrWriter(at)
  if (!hasText(at.comment)) throw bad('this entry is no comment')
  const record = await view.one(cx, at.comment, { issues: [at.issue], repos: [at.repo] })
  await cx.write(async (tx) => {
    await store.remove(tx, at.comment.id)
    await quota.recountSoon(cx, tx, at.repo.owner_id)
    await forget(tx, at.issue.id, at.comment.id)
    if (at.comment.type === 'comment') await issueStore.countComments(tx, at.issue.id, -1)
    await emit(tx, commentRemoved, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, comment_id: at.comment.id, removed: JSON.stringify(record) })
  })
}
