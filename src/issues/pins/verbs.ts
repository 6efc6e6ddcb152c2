import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { bad, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { entry } from '../changes/entries.ts'
import type { At } from '../ground/at.ts'
import { pinned, unpinned } from '../ground/facts.ts'
import * as issueStore from '../issues/store.ts'

/** Of each kind in a repository. */
const MOST = 3

export const mayPinMore = async (db: Db, repoId: number, isPull: boolean): Promise<boolean> => (await issueStore.listPinned(db, repoId, isPull)).length < MOST

export function pin(cx: Cx, at: At): Promise<void> {
  return cx.write(async (tx) => {
    const there = await issueStore.listPinned(tx, at.repo.id, at.issue.is_pull)
    if (there.some((one) => one.id === at.issue.id)) throw bad('it is pinned already')
    if (there.length >= MOST) throw bad(`no more than ${MOST} can be pinned`)
    await issueStore.update(tx, at.issue.id, { pin_order: Math.max(0, ...there.map((one) => one.pin_order)) + 1 })
    await entry(tx, cx.now(), at.issue.id, at.by.id, 'pin')
    await emit(tx, pinned, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id })
  })
}

export function unpin(cx: Cx, at: At): Promise<void> {
  return cx.write(async (tx) => {
    if ((await issueStore.hold(tx, at.issue.id)).pin_order === 0) return
    await issueStore.update(tx, at.issue.id, { pin_order: 0 })
    await entry(tx, cx.now(), at.issue.id, at.by.id, 'unpin')
    await emit(tx, unpinned, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id })
  })
}

/** Those between the old place and the new one step aside. */
export function move(cx: Cx, at: At, position: number): Promise<void> {
  if (position < 1) throw bad('positions begin with 1')
  return cx.write(async (tx) => {
    const there = await issueStore.listPinned(tx, at.repo.id, at.issue.is_pull)
    const old = there.find((one) => one.id === at.issue.id)?.pin_order
    if (old === undefined) throw notFound()
    for (const one of there) {
      if (one.id === at.issue.id) continue
      if (one.pin_order > old && one.pin_order <= position) await issueStore.update(tx, one.id, { pin_order: one.pin_order - 1 })
      else if (one.pin_order < old && one.pin_order >= position) await issueStore.update(tx, one.id, { pin_order: one.pin_order + 1 })
    }
    await issueStore.update(tx, at.issue.id, { pin_order: position })
  })
}
