// Putting labels on issues and taking them off.
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { emit } from '../../kernel/outbox.ts'
import type { At } from '../ground/at.ts'
import { entry } from './entries.ts'
import { labelled } from '../ground/facts.ts'
import * as issueStore from '../issues/store.ts'
import type { LabelRow } from '../tables.ts'
import * as store from '../labels/store.ts'
import { scopeOf } from '../labels/verbs.ts'

/** The issue as it is now, nobody else changing it meanwhile, so that its labels are counted once. */
const held = async (tx: Db, at: At): Promise<At> => ({ ...at, issue: await issueStore.hold(tx, at.issue.id) })

const current = async (tx: Db, issueId: number) => (await store.listOfIssues(tx, [issueId])).get(issueId) ?? []

async function put(cx: Cx, tx: Db, at: At, label: LabelRow): Promise<void> {
  await store.put(tx, at.issue.id, label.id)
  await store.count(tx, [label.id], { issues: 1, closed: at.issue.is_closed ? 1 : 0 })
  await entry(tx, cx.now(), at.issue.id, at.by.id, 'label', { label_id: label.id, content: '1' })
}

async function off(cx: Cx, tx: Db, at: At, label: LabelRow): Promise<void> {
  await store.take(tx, at.issue.id, label.id)
  await store.count(tx, [label.id], { issues: -1, closed: at.issue.is_closed ? -1 : 0 })
  await entry(tx, cx.now(), at.issue.id, at.by.id, 'label', { label_id: label.id, removed: true })
}

const tell = (tx: Db, at: At, added: LabelRow[], removed: LabelRow[], cleared = false) =>
  emit(tx, labelled, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, added: added.map((one) => one.id), removed: removed.map((one) => one.id), cleared })

/** For an issue that is just being opened: no scope excludes another, and its opening tells of them. */
export async function start(cx: Cx, tx: Db, at: At, labels: readonly LabelRow[]): Promise<void> {
  for (const one of labels) await put(cx, tx, at, one)
}

/** Each in turn puts off others of its exclusive scope; told once, even if nothing changed. */
export async function add(cx: Cx, tx: Db, at: At, labels: readonly LabelRow[]): Promise<void> {
  at = await held(tx, at)
  let now = await current(tx, at.issue.id)
  const before = now
  for (const label of labels) {
    if (now.some((one) => one.id === label.id)) continue
    const scope = scopeOf(label)
    for (const one of scope === undefined ? [] : now.filter((other) => scopeOf(other) === scope)) await off(cx, tx, at, one)
    await put(cx, tx, at, label)
    now = [...now.filter((one) => scope === undefined || scopeOf(one) !== scope), label]
  }
  await tell(tx, at, now.filter((one) => !has(before, one)), before.filter((one) => !has(now, one)))
}

/** Makes the labels the exact set, the last of each exclusive scope winning. `quiet` leaves the fact out. */
export async function replace(cx: Cx, tx: Db, at: At, labels: readonly LabelRow[], quiet = false): Promise<void> {
  const wanted = labels.filter((label, i) => {
    const scope = scopeOf(label)
    return scope === undefined || !labels.slice(i + 1).some((later) => scopeOf(later) === scope)
  })
  at = await held(tx, at)
  const before = await current(tx, at.issue.id)
  const removed = before.filter((one) => !has(wanted, one))
  const added = wanted.filter((one) => !has(before, one))
  for (const one of removed) await off(cx, tx, at, one)
  for (const one of added) await put(cx, tx, at, one)
  if (!quiet) await tell(tx, at, added, removed)
}

export async function take(cx: Cx, tx: Db, at: At, label: LabelRow): Promise<void> {
  at = await held(tx, at)
  const there = has(await current(tx, at.issue.id), label)
  if (there) await off(cx, tx, at, label)
  await tell(tx, at, [], there ? [label] : [])
}

export async function clear(cx: Cx, tx: Db, at: At): Promise<void> {
  at = await held(tx, at)
  const before = await current(tx, at.issue.id)
  for (const one of before) await off(cx, tx, at, one)
  await tell(tx, at, [], before, true)
}

const has = (list: readonly LabelRow[], label: LabelRow) => list.some((one) => one.id === label.id)
