// What an owner has stored and may store. The sums are kept: nothing is counted when something is to be added, and what goes is
// counted off soon after.
import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { invalid, tooLarge } from '../../kernel/errors.ts'
import type { CronTask, JobKind } from '../../kernel/jobs.ts'
import { bytes as inWords } from '../../web/index.ts'
import * as store from './store.ts'

export type Part = store.Part
export type Owner = Pick<Account, 'id' | 'name'>

export interface Usage {
  /** bytes; 0 is any amount */
  allowed: number
  is_default: boolean
  used: number
  parts: Record<Part, number>
}

const counters = new Map<Part, (db: Db, ownerId: number) => Promise<number>>([['git', store.gitBytes]])

/** Called while a room loads: how it counts what it stores of an owner's. */
export const countedBy = (part: Part, count: (db: Db, ownerId: number) => Promise<number>): void => void counters.set(part, count)

function usageOf(cx: Cx, row: store.UsageRow | undefined): Usage {
  const is_default = row === undefined || row.allowed < 0
  const parts = { git: row?.git ?? 0, lfs: row?.lfs ?? 0, packages: row?.packages ?? 0, attachments: row?.attachments ?? 0 }
  return { allowed: is_default ? cx.config.max_storage_per_owner : row.allowed, is_default, used: store.PARTS.reduce((sum, one) => sum + parts[one], 0), parts }
}

export const look = async (cx: Cx, ownerId: number): Promise<Usage> => usageOf(cx, await store.find(cx.db, ownerId))

const left = ({ allowed, used }: Usage): number => (allowed === 0 ? Infinity : allowed - used)

/** Bytes that may still be stored: Infinity without a limit, less than 0 where there is too much already. */
export const room = async (cx: Cx, ownerId: number): Promise<number> => left(await look(cx, ownerId))

/** In words that help whoever is refused. */
function saying({ name }: Owner, { used, allowed }: Usage, more: number): string {
  const needs = more > 0 ? `; this needs ${inWords(more)} more` : ''
  return `${name} has used ${inWords(used)} of ${inWords(allowed)}${needs}. Delete something, or ask an administrator for more room.`
}

/** What a client is told that sends more than there is room for. */
export const words = async (cx: Cx, owner: Owner): Promise<string> => saying(owner, await look(cx, owner.id), 0)

/** Throws unless so much more may be stored. */
export async function need(cx: Cx, owner: Owner, more: number): Promise<void> {
  const usage = await look(cx, owner.id)
  if (more > 0 && more > left(usage)) throw tooLarge(saying(owner, usage, more))
}

/** Throws unless something more may be stored; for what is small, or whose size nobody knows beforehand. */
export async function needAny(cx: Cx, owner: Owner): Promise<void> {
  const usage = await look(cx, owner.id)
  if (left(usage) <= 0) throw tooLarge(saying(owner, usage, 0))
}

/** Counts what the transaction stores, or throws and so undoes it: of several at once only those succeed that fit together. */
export async function grow(cx: Cx, tx: Db, owner: Owner, part: Part, more: number): Promise<void> {
  if (more <= 0) return
  const after = usageOf(cx, await store.grow(tx, owner.id, part, more))
  if (left(after) < 0) throw tooLarge(saying(owner, { ...after, used: after.used - more }, more))
}

/** The part as its rows tell it; for those who have just measured. */
export async function settle(tx: Db, ownerId: number, part: Part): Promise<void> {
  await store.grow(tx, ownerId, part, 0)
  await store.put(tx, ownerId, { [part]: (await counters.get(part)?.(tx, ownerId)) ?? 0 })
}

/** Something has gone; what it took is free again in a moment. */
export const recountSoon = (cx: Cx, tx: Db, ownerId: number): Promise<void> => cx.jobs.enqueue(tx, 'repos.usage', { owner_id: ownerId }, { key: String(ownerId) })

/** null: as the site has it; 0: any amount */
export async function set(cx: Cx, owner: Account, allowed: number | null): Promise<Usage> {
  if (allowed !== null && (allowed < 0 || !Number.isSafeInteger(allowed))) throw invalid('[Allowed]: a number of bytes, 0 for any amount, or null for what the site allows')
  return usageOf(cx, await cx.write((tx) => store.put(tx, owner.id, { allowed: allowed ?? -1 })))
}

async function recount(cx: Cx, ownerId: number): Promise<void> {
  for (const part of store.PARTS) await cx.write((tx) => settle(tx, ownerId, part))
}

async function recountAll(cx: Cx): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await store.listOwners(cx.db, after, 200)
    if (ids.length === 0) return
    for (const id of ids) await recount(cx, id)
    after = ids.at(-1)!
  }
}

export const jobs: JobKind[] = [{ kind: 'repos.usage', run: (cx, { owner_id }: { owner_id: number }) => recount(cx, owner_id) }]
export const crons: CronTask[] = [{ name: 'count_storage', schedule: '@midnight', enabled: true, run: recountAll }]
