import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { constantTimeEqual, hashToken, newToken, newUuid } from '../../kernel/secrets.ts'
import { accepts } from '../engine/labels.ts'
import type { Level, RunJobRow, RunnerRow } from '../tables.ts'
import * as store from './store.ts'

const sealedAs = (hash: string) => `runner_token.sealed.${hash}`

/** The level's token; the same one until it is replaced. */
export async function registrationToken(cx: Cx, level: Level): Promise<string> {
  const open = (row: { sealed: string; hash: string }) => cx.secrets.decrypt(row.sealed, sealedAs(row.hash))
  const known = await store.newestToken(cx.db, level)
  if (known?.is_active) return open(known)
  return cx.write(async (tx) => {
    const meanwhile = await store.newestToken(tx, level)
    if (meanwhile?.is_active) return open(meanwhile)
    const token = newToken()
    const hash = hashToken(token)
    await store.retireTokens(tx, level)
    await store.insertToken(tx, { ...level, hash, sealed: cx.secrets.encrypt(token, sealedAs(hash)), is_active: true, created_at: cx.now() })
    return token
  })
}

/** Administrators reach every level: they pass undefined. */
export async function get(cx: Cx, level: Level | undefined, id: number): Promise<RunnerRow> {
  const row = await store.find(cx.db, id, level)
  if (!row) throw notFound()
  return row
}

export async function edit(cx: Cx, level: Level | undefined, id: number, input: { disabled?: boolean }): Promise<RunnerRow> {
  const { disabled } = input
  return cx.write(async (tx) => {
    const row = await store.find(tx, id, level)
    if (!row) throw notFound()
    if (disabled === undefined) throw invalid('[Disabled]: Required')
    if (row.is_disabled === disabled) return row
    await store.bump(tx, row)
    return store.update(tx, id, { is_disabled: disabled })
  })
}

/** Its next call is refused; jobs that it runs are left to the watch over silent tasks. */
export async function remove(cx: Cx, level: Level | undefined, id: number): Promise<void> {
  await cx.write(async (tx) => {
    if (!(await store.find(tx, id, level))) throw notFound()
    await store.update(tx, id, { removed_at: cx.now() })
  })
}

export interface Missed {
  /** nobody has these labels, or those who have them are away */
  why: 'nobody' | 'away'
  labels: string[]
}

/** Of jobs that wait, those that no runner will take as things are. */
export async function unserved(cx: Cx, repo: { id: number; owner_id: number }, jobs: readonly Pick<RunJobRow, 'id' | 'status' | 'uses' | 'runs_on'>[]): Promise<Map<number, Missed>> {
  const found = new Map<number, Missed>()
  const waiting = jobs.filter((one) => one.status === 'waiting' && one.uses === null)
  if (waiting.length === 0) return found
  const runners = (await store.listFor(cx.db, repo)).map((one) => ({ labels: JSON.parse(one.labels) as string[], here: one.last_online_at >= cx.now() - store.online }))
  for (const job of waiting) {
    const labels = JSON.parse(job.runs_on) as string[]
    const able = runners.filter((one) => accepts(one.labels, labels))
    if (able.length === 0) found.set(job.id, { why: 'nobody', labels })
    else if (!able.some((one) => one.here)) found.set(job.id, { why: 'away', labels })
  }
  return found
}

/** What a runner says of itself. */
export interface Announced {
  name: string
  version: string
  labels: string[]
  ephemeral: boolean
  capabilities: string[]
}

const maxLabels = 100
export const labelsOf = (labels: readonly string[]) => JSON.stringify([...new Set(labels.map((one) => one.trim().slice(0, 255)).filter(Boolean))].slice(0, maxLabels))

/** Registration failed; the text is for the runner's owner. */
export class RegistrationRefused extends Error {}

/** A runner on the level of the registration token, and its own token, which is shown this once. */
export async function register(cx: Cx, token: string, said: Announced): Promise<{ row: RunnerRow; token: string }> {
  if (!token || !said.name) throw new RegistrationRefused('missing runner token, name')
  const fresh = newToken()
  const row = await cx.write(async (tx) => {
    const given = await store.findToken(tx, hashToken(token))
    if (!given) throw new RegistrationRefused('runner registration token not found')
    if (!given.is_active) throw new RegistrationRefused('runner registration token has been invalidated, please use the latest one')
    const { repo_id, owner_id } = given
    return store.insert(tx, {
      repo_id, owner_id, uuid: newUuid(), token_hash: hashToken(fresh), name: said.name.slice(0, 255), version: said.version.slice(0, 64), labels: labelsOf(said.labels), is_disabled: false,
      is_ephemeral: said.ephemeral, can_cancel: said.capabilities.includes('cancelling'), last_online_at: cx.now(), last_active_at: 0, created_at: cx.now(), removed_at: null,
    })
  })
  return { row, token: fresh }
}

/** The runner behind uuid and token, or undefined. */
export async function authenticate(cx: Cx, uuid: string, token: string): Promise<RunnerRow | undefined> {
  const row = uuid ? await store.findByUuid(cx.db, uuid) : undefined
  return row && constantTimeEqual(row.token_hash, hashToken(token)) ? row : undefined
}

export const declare = (cx: Cx, runner: RunnerRow, said: { version: string; labels: string[]; capabilities: string[] }): Promise<RunnerRow> =>
  cx.write((tx) => store.update(tx, runner.id, { version: said.version.slice(0, 64), labels: labelsOf(said.labels), can_cancel: said.capabilities.includes('cancelling'), last_online_at: cx.now() }))

const onlineEvery = 30
const activeEvery = 5

/** Remembers that it was heard of, seldom enough that polling does not write. */
export async function heard(cx: Cx, runner: RunnerRow, active: boolean): Promise<void> {
  const now = cx.now()
  const change = { ...(now - runner.last_online_at >= onlineEvery ? { last_online_at: now } : {}), ...(active && now - runner.last_active_at >= activeEvery ? { last_active_at: now, last_online_at: now } : {}) }
  if (Object.keys(change).length > 0) await cx.write((tx) => store.update(tx, runner.id, change))
}

/** Runners for one job go when it ends. */
export async function retire(cx: Cx, tx: Db, runnerId: number): Promise<void> {
  const row = await store.find(tx, runnerId, undefined)
  if (row?.is_ephemeral) await store.update(tx, runnerId, { removed_at: cx.now() })
}
