// Stopwatches: at most one per account, running on one issue.
import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { conflict } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { entry } from './entries.ts'
import { inWords } from '../ground/days.ts'
import { stopwatchChanged, timeAdded } from '../ground/facts.ts'
import * as store from '../times/store.ts'

interface By {
  by: Account
}

/** Ends the account's watch and books its time; false if none runs (on that issue). */
export async function finish(cx: Cx, tx: Db, at: By, more: { onlyIssue?: number } = {}): Promise<boolean> {
  const running = await store.findWatch(tx, at.by.id)
  if (!running || (more.onlyIssue !== undefined && running.issue_id !== more.onlyIssue)) return false
  await store.stopWatch(tx, at.by.id, running.issue_id)
  const seconds = Math.max(0, cx.now() - running.created_at)
  const time = await store.insert(tx, { issue_id: running.issue_id, account_id: at.by.id, seconds, is_deleted: false, created_at: cx.now() })
  await entry(tx, cx.now(), running.issue_id, at.by.id, 'stop_tracking', { content: inWords(seconds), tracked_time_id: time.id })
  await emit(tx, timeAdded, { by_id: at.by.id, issue_id: running.issue_id, time_id: time.id })
  return true
}

export function start(cx: Cx, at: By & { issue: { id: number } }): Promise<void> {
  return cx.write(async (tx) => {
    const running = await store.findWatch(tx, at.by.id)
    if (running?.issue_id === at.issue.id) throw conflict()
    if (running) await finish(cx, tx, at)
    await store.startWatch(tx, at.by.id, at.issue.id, cx.now())
    await entry(tx, cx.now(), at.issue.id, at.by.id, 'start_tracking')
    await emit(tx, stopwatchChanged, { by_id: at.by.id, account_id: at.by.id })
  })
}

export function stop(cx: Cx, at: By & { issue: { id: number } }): Promise<void> {
  return cx.write(async (tx) => {
    if (!(await finish(cx, tx, at, { onlyIssue: at.issue.id }))) throw conflict()
    await emit(tx, stopwatchChanged, { by_id: at.by.id, account_id: at.by.id })
  })
}

export function cancel(cx: Cx, at: By & { issue: { id: number } }): Promise<void> {
  return cx.write(async (tx) => {
    if (!(await store.stopWatch(tx, at.by.id, at.issue.id))) throw conflict()
    await entry(tx, cx.now(), at.issue.id, at.by.id, 'cancel_tracking')
    await emit(tx, stopwatchChanged, { by_id: at.by.id, account_id: at.by.id })
  })
}
