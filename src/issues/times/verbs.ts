import { ADMIN, canWrite, findAccountByName, type Access, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { settingsOf } from '../../repos/index.ts'
import * as assigneeStore from '../assignees/store.ts'
import { entry } from '../changes/entries.ts'
import { isWriter, type Allowed } from '../ground/at.ts'
import { inWords, moment, spanOf } from '../ground/days.ts'
import { timeAdded, timeRemoved } from '../ground/facts.ts'
import type { TrackedTimeRow } from '../tables.ts'
import * as store from './store.ts'

export const tracks = (repo: Repo): boolean => settingsOf(repo).enable_time_tracker

/** Writers, the author and assignees, unless the repository lets everybody. */
export async function mayTrack(cx: Cx, at: Allowed): Promise<boolean> {
  if (!tracks(at.repo)) return false
  if (!settingsOf(at.repo).allow_only_contributors_to_track_time || isWriter(at) || at.issue.poster_id === at.by.id) return true
  return (await assigneeStore.listOf(cx.db, at.issue.id)).includes(at.by.id)
}

async function needTracking(cx: Cx, at: Allowed): Promise<void> {
  if (!tracks(at.repo)) throw bad('time tracking is switched off')
  if (!(await mayTrack(cx, at))) throw forbidden()
}

export async function add(cx: Cx, at: Allowed, input: { time: number; created?: string; user_name?: string }): Promise<TrackedTimeRow> {
  await needTracking(cx, at)
  if (Math.abs(input.time) >= Number.MAX_SAFE_INTEGER) throw invalid('[Time]: Range')
  const to = await credited(cx, at, input.user_name)
  return cx.write(async (tx) => {
    const row = await store.insert(tx, { issue_id: at.issue.id, account_id: to.id, seconds: input.time, is_deleted: false, created_at: input.created ? moment(input.created) : cx.now() })
    await entry(tx, cx.now(), at.issue.id, to.id, 'add_time_manual', { content: inWords(row.seconds), tracked_time_id: row.id })
    await emit(tx, timeAdded, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, time_id: row.id })
    return row
  })
}

/** Only administrators book for others; for the rest the name means nothing. */
async function credited(cx: Cx, at: Allowed, name: string | undefined): Promise<Account> {
  if (!name || (at.access.level < ADMIN && !at.by.is_admin)) return at.by
  const found = await findAccountByName(cx.db, name)
  if (!found) throw notFound()
  return found
}

/** The caller's own times on the issue. */
export async function reset(cx: Cx, at: Allowed): Promise<void> {
  await needTracking(cx, at)
  await cx.write(async (tx) => {
    const rows = await store.removeOf(tx, at.issue.id, at.by.id)
    const sum = rows.reduce((all, row) => all + row.seconds, 0)
    if (sum === 0) throw notFound()
    await entry(tx, cx.now(), at.issue.id, at.by.id, 'delete_time_manual', { content: inWords(sum) })
    for (const row of rows) await emit(tx, timeRemoved, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, time_id: row.id })
  })
}

export async function remove(cx: Cx, at: Allowed, id: number): Promise<void> {
  await needTracking(cx, at)
  const found = await store.find(cx.db, at.issue.id, id)
  if (!found) throw notFound()
  if (found.account_id !== at.by.id && !at.by.is_admin) throw forbidden()
  await cx.write(async (tx) => {
    const row = await store.remove(tx, found.id)
    if (!row) throw notFound()
    await entry(tx, cx.now(), at.issue.id, row.account_id, 'delete_time_manual', { content: inWords(row.seconds) })
    await emit(tx, timeRemoved, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, time_id: row.id })
  })
}

/** Whose times are shown: others' only to writers of issues. */
export async function wanted(cx: Cx, on: { access: Access; by: Account }, query: { user?: string; since?: string; before?: string }): Promise<store.Wanted> {
  const all = canWrite(on.access, 'issues') || on.by.is_admin
  const named = query.user ? await findAccountByName(cx.db, query.user) : undefined
  if (query.user && !named) throw notFound()
  if (named && named.id !== on.by.id && !all) throw forbidden()
  return { ...spanOf(query), accountId: named?.id ?? (all ? undefined : on.by.id) }
}

/** The times of one account in a repository: its own, or for administrators. */
export async function ofAccount(cx: Cx, on: { repo: Repo; access: Access; by: Account }, name: string): Promise<TrackedTimeRow[]> {
  if (!tracks(on.repo)) throw bad('time tracking is switched off')
  const account = await findAccountByName(cx.db, name)
  if (!account) throw notFound()
  if (account.id !== on.by.id && on.access.level < ADMIN && !on.by.is_admin) throw forbidden()
  return (await store.list(cx.db, { repoId: on.repo.id, accountId: account.id }, null)).rows
}
