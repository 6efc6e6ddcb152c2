import type { Cx } from '../../kernel/cx.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { quota } from '../../repos/index.ts'
import * as commentStore from '../comments/store.ts'
import { hasText } from '../comments/verbs.ts'
import { isWriter, needAuthorOrWriter, refuseBlocked, type Allowed } from '../ground/at.ts'
import { commentEdited, edited } from '../ground/facts.ts'
import * as issueStore from '../issues/store.ts'
import type { AttachmentRow, CommentRow, IssueRow } from '../tables.ts'
import { keep, keyOf, needAttachments, takenName } from './files.ts'
import * as store from './store.ts'
import type { Uploaded } from './upload.ts'

/** An issue, or one of the entries below it. */
interface On {
  issue: IssueRow
  comment?: CommentRow
}
type Doing = Allowed & On

const holderOf = ({ issue, comment }: On): store.Holder => (comment ? { comment_id: comment.id } : { issue_id: issue.id })

export async function list(cx: Cx, on: On): Promise<AttachmentRow[]> {
  needAttachments(cx)
  const [key, id] = on.comment ? (['comment_id', on.comment.id] as const) : (['issue_id', on.issue.id] as const)
  return (await store.listOf(cx.db, key, [id])).get(id) ?? []
}

export async function get(cx: Cx, on: On, id: number): Promise<AttachmentRow> {
  needAttachments(cx)
  const found = await store.find(cx.db, holderOf(on), id)
  if (!found) throw notFound()
  return found
}

/** Whoever wrote it, and those who may write here. */
function needHand(at: Doing): void {
  if (!at.comment) return needAuthorOrWriter(at)
  if (at.comment.poster_id !== at.by.id && !isWriter(at)) throw forbidden()
}

/** A further file changes what it hangs on, though not a word of it. */
export async function add(cx: Cx, at: Doing, file: () => Promise<Uploaded>): Promise<AttachmentRow> {
  needAttachments(cx)
  needHand(at)
  await refuseBlocked(cx.db, at)
  const { name: given, body } = await file()
  return keep(cx, at.repo, takenName(cx, given), body, async (tx, stored) => {
    const told = { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id }
    const issue = (await issueStore.findById(tx, at.issue.id)) && (await issueStore.hold(tx, at.issue.id))
    const comment = at.comment && (await commentStore.find(tx, at.repo.id, at.comment.id))
    if (!issue || (at.comment && !comment)) throw notFound()
    const row = await store.insert(tx, {
      ...stored, repo_id: at.repo.id, issue_id: comment ? null : issue.id, comment_id: comment?.id ?? null, release_id: null, uploader_id: at.by.id, download_count: 0, created_at: cx.now(),
    })
    if (comment) {
      await commentStore.update(tx, comment.id, { content_version: comment.content_version + 1, updated_at: cx.now() })
      if (hasText(comment)) await emit(tx, commentEdited, { ...told, comment_id: comment.id, old_body: comment.content })
    } else {
      await issueStore.update(tx, issue.id, { content_version: issue.content_version + 1, updated_at: cx.now() })
      await emit(tx, edited, { ...told, old_body: issue.content })
    }
    return row
  })
}

export async function rename(cx: Cx, at: Doing, row: AttachmentRow, given: string | undefined): Promise<AttachmentRow> {
  needHand(at)
  if (!given) return row
  const name = takenName(cx, given)
  return cx.write((tx) => store.update(tx, row.id, { name }))
}

export async function remove(cx: Cx, at: Doing, row: AttachmentRow): Promise<void> {
  needHand(at)
  await cx.write(async (tx) => {
    if (!(await store.remove(tx, row.id))) throw notFound()
    await quota.recountSoon(cx, tx, at.repo.owner_id)
  })
  await cx.blobs.remove(keyOf(row))
}
