import { findMembership, isBlocked, type Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import * as follows from '../follows/verbs.ts'
import * as store from './store.ts'

/** Rooms above undo stars, watches, assignments, collaborations and transfers between the two. */
export const blocked = fact('account.blocked', { account_id: Id, blocked_id: Id })

/** By a person for oneself, or by an owner for an organization. */
export async function block(cx: Cx, blocker: Account, target: Account, by: Account, note = ''): Promise<void> {
  if (target.type === 'organization') throw bad('cannot block an organization')
  const own = target.id === blocker.id || target.id === by.id
  if (own || (await isBlocked(cx.db, blocker.id, target.id)) || (await findMembership(cx.db, blocker.id, target.id))) throw bad('cannot block the user')
  await cx.write(async (tx) => {
    await store.insert(tx, { account_id: blocker.id, blocked_id: target.id, note: note.slice(0, 250), created_at: cx.now() })
    await follows.part(tx, blocker.id, target.id)
    await follows.part(tx, target.id, blocker.id)
    await emit(tx, blocked, { by_id: by.id, account_id: blocker.id, blocked_id: target.id })
  })
}

export async function unblock(cx: Cx, blocker: Account, target: Account): Promise<void> {
  if (target.type === 'organization' || !(await isBlocked(cx.db, blocker.id, target.id))) throw bad('cannot unblock the user')
  await cx.write((tx) => store.remove(tx, blocker.id, target.id))
}
