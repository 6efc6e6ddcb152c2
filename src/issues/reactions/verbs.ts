import type { Cx } from '../../kernel/cx.ts'
import { forbidden } from '../../kernel/errors.ts'
import { isWriter, refuseBlocked, type Allowed } from '../ground/at.ts'
import type { CommentRow, ReactionRow } from '../tables.ts'
import * as store from './store.ts'

/** What may be said without words. */
export const reactionWords = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'] as const

type On = Allowed & { comment?: CommentRow }
export const subjectOf = (at: { issue: { id: number }; comment?: { id: number } }): store.Subject => ({ issue_id: at.issue.id, comment_id: at.comment?.id ?? null })

async function check(cx: Cx, at: On): Promise<void> {
  if (at.issue.is_locked && !isWriter(at)) throw forbidden('the conversation is locked')
  await refuseBlocked(cx.db, at)
}

/** The reaction, and whether it is new. */
export async function add(cx: Cx, at: On, content: string): Promise<{ row: ReactionRow; fresh: boolean }> {
  await check(cx, at)
  if (!(reactionWords as readonly string[]).includes(content)) throw forbidden(`'${content}' is not an allowed reaction`)
  const subject = subjectOf(at)
  return cx.write(async (tx) => {
    const made = await store.insert(tx, subject, at.by.id, content, cx.now())
    return made ? { row: made, fresh: true } : { row: (await store.find(tx, subject, at.by.id, content))!, fresh: false }
  })
}

/** Whether an account has reacted so already. */
export const has = async (cx: Cx, subject: store.Subject, accountId: number, content: string): Promise<boolean> => (await store.find(cx.db, subject, accountId, content)) !== undefined

export async function take(cx: Cx, at: On, content: string): Promise<void> {
  await check(cx, at)
  await cx.write((tx) => store.remove(tx, subjectOf(at), at.by.id, content))
}
