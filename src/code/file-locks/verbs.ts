// Locks on files that cannot be merged: one for each path of a repository, whatever the branch.
import { canWrite } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { lenientInteger } from '../../kernel/decode.ts'
import { exists, forbidden, invalid, notFound, unauthorized } from '../../kernel/errors.ts'
import { clean } from '../content/at.ts'
import { isNobody, type Opened } from '../wire/gate.ts'
import * as store from './store.ts'

const MOST = 100

/** Locks name people, so visitors are asked to sign in. */
export function needSomebody(at: Opened): void {
  if (isNobody(at.actor)) throw unauthorized('sign in to see locks')
}

/** Locks are for those who write to the repository itself, not only to a branch of it. */
function needWriter(at: Opened): void {
  if (!canWrite(at.access, 'code')) throw forbidden('you may not lock files of this repository')
}

export const isOwn = ({ actor }: Opened, lock: { account_id: number }): boolean => actor.account !== null && !actor.job && actor.account.id === lock.account_id

/** A lock made now, or the one that is there already. */
export async function take(cx: Cx, at: Opened, asked: string): Promise<{ made: boolean; lock: store.Listed }> {
  needWriter(at)
  const { account } = at.actor
  if (!account || at.actor.job) throw forbidden('a lock belongs to a person')
  const path = clean(asked)
  // oxlint-disable-next-line no-control-regex
  if (path === null || path.length > 4096 || /[\x00-\x1f\x7f]/.test(path)) throw invalid('a lock needs the path of a file')
  const made = await cx.write((tx) => store.insert(tx, { repo_id: at.repo.id, path, account_id: account.id, created_at: cx.now() }))
  const lock = await (made ? store.find(cx.db, at.repo.id, made.id) : store.findAt(cx.db, at.repo.id, path))
  if (!lock) throw exists('the lock has just gone; try again')
  return { made: made !== undefined, lock }
}

interface Asked {
  path?: string
  id?: string
  cursor?: string
  limit?: number
}

/** A page of locks, and where the next one begins. */
export async function list(cx: Cx, at: Opened, { path, id, cursor, limit = 0 }: Asked): Promise<{ locks: store.Listed[]; next?: string }> {
  const most = limit > 0 && limit < MOST ? limit : MOST
  const filter = { path: path ? (clean(path) ?? '') : undefined, id: id ? lenientInteger(id) : undefined, from: lenientInteger(cursor), limit: most + 1 }
  const rows = await store.list(cx.db, at.repo.id, filter)
  return { locks: rows.slice(0, most), next: rows.length > most ? String(rows[most].id) : undefined }
}

/** Somebody else's goes by force only. */
export async function unlock(cx: Cx, at: Opened, id: string, force: boolean): Promise<store.Listed> {
  needWriter(at)
  const lock = /^\d{1,15}$/.test(id) ? await store.find(cx.db, at.repo.id, Number(id)) : undefined
  if (!lock) throw notFound()
  if (!isOwn(at, lock) && !force) throw forbidden(`the lock belongs to ${lock.owner_name}; it can be removed by force`)
  await cx.write((tx) => store.remove(tx, lock.id))
  return lock
}
