// From something that happened to rows of what is to be sent, and from those rows to other hosts.
import { findAccount, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import type { JobKind } from '../../kernel/jobs.ts'
import { fetchOut, OutboundError } from '../../kernel/outbound.ts'
import { newUuid } from '../../kernel/secrets.ts'
import { covers } from '../ground/events.ts'
import { admits } from '../ground/filters.ts'
import * as hookStore from '../hooks/store.ts'
import { secretsOf } from '../hooks/verbs.ts'
import { testPush } from '../payloads/refs.ts'
import { messageOf } from '../services/message.ts'
import type { HookRow, HookTaskRow } from '../tables.ts'
import { outgoing } from './request.ts'
import * as store from './store.ts'

/** Something a hook may have asked for. */
export interface Happening {
  /** the word a hook subscribes with */
  type: string
  /** branch filters look at it */
  ref?: string
  /** rendered only when somebody listens */
  payload(): object | Promise<object>
}
/** What is to be stored for one hook. */
export interface Prepared {
  hook_id: number
  event_type: string
  payload: string
}

/** The hooks that hear of what happened, each with its payload as of now. */
export async function prepare(cx: Cx, about: { repoId: number | null; ownerId: number }, happened: () => Promise<Happening[]>): Promise<Prepared[]> {
  const hooks = await hookStore.listHearing(cx.db, about.repoId, about.ownerId)
  if (hooks.length === 0) return []
  const list: Prepared[] = []
  for (const one of await happened()) {
    const hearing = hooks.filter((hook) => covers(JSON.parse(hook.events), one.type) && (one.ref === undefined || admits(hook.branch_filter, one.ref)))
    if (hearing.length === 0) continue
    const payload = await one.payload()
    for (const hook of hearing) list.push(...written(hook, one.type, payload))
  }
  return list
}

/** The text for a hook of its kind; nothing when that kind has no words for it. */
function written(hook: HookRow, type: string, payload: object): Prepared[] {
  const message = messageOf(hook, type, payload)
  if (!message) return []
  const indent = type === 'repository' || type === 'wiki' ? 1 : 2
  return [{ hook_id: hook.id, event_type: type, payload: JSON.stringify(message, null, indent) }]
}

const KIND = 'webhook.deliver'
const key = (hookId: number) => `hook:${hookId}`

/** Rows and the work that sends them, in the caller's transaction. */
export async function enqueue(cx: Cx, tx: Db, list: Prepared[]): Promise<void> {
  for (const one of list) {
    if (!(await hookStore.findById(tx, one.hook_id))) continue
    await store.insert(tx, { ...one, uuid: newUuid(), created_at: cx.now(), claimed_until: 0, delivered_at: null, is_succeeded: false, response: '' })
    await cx.jobs.enqueue(tx, KIND, { hook_id: one.hook_id }, { key: key(one.hook_id) })
  }
}

/** A push of the newest commit that changes nothing, whatever the hook asks for. */
export async function test(cx: Cx, repo: Repo, by: Account, id: number, ref: string | undefined): Promise<void> {
  if (repo.is_empty) return
  const hook = await hookStore.find(cx.db, { repo_id: repo.id, owner_id: null }, id)
  if (!hook) throw notFound()
  const prepared = written(hook, 'push', await testPush(cx, repo, by, ref))
  await cx.write((tx) => enqueue(cx, tx, prepared))
}

/** A page of what a hook was sent, the newest first. */
export const list = (cx: Cx, hook: HookRow, page: number) => paged(cx, { page, limit: 10 }, (at) => store.list(cx.db, hook.id, at), (rows) => rows)

/** The same payload once more, as a delivery of its own. */
export async function again(cx: Cx, hook: HookRow, uuid: string): Promise<void> {
  const task = await store.find(cx.db, hook.id, uuid)
  if (!task) throw notFound()
  await cx.write((tx) => enqueue(cx, tx, [{ hook_id: hook.id, event_type: task.event_type, payload: task.payload }]))
}

const TIMEOUT = 5000
const CLAIM_SECONDS = 30
const BATCH = 10
const KEPT_BYTES = 64 * 1024

/**
 * One hook's deliveries in their order, one at a time, so that a slow receiver delays nobody else. A row is settled by
 * whatever came back; only a process that dies before that leaves it to be sent again, under the same delivery id.
 */
export const deliver: JobKind = {
  kind: KIND,
  attempts: 3,
  leaseSeconds: 120,
  async run(cx, { hook_id }: { hook_id: number }) {
    for (let sent = 0; ; sent++) {
      const hook = await hookStore.findById(cx.db, hook_id)
      const task = hook && (await store.next(cx.db, hook_id))
      if (!task) return
      if (sent >= BATCH) return cx.write((tx) => cx.jobs.enqueue(tx, KIND, { hook_id }, { key: key(hook_id) }))
      // somebody else is at this hook and will go on to what follows
      if (!(await cx.write((tx) => store.claim(tx, task.id, cx.now(), cx.now() + CLAIM_SECONDS)))) return
      const outcome = await send(cx, hook, task)
      await cx.write((tx) => store.settle(tx, task.id, { delivered_at: cx.now(), is_succeeded: outcome.ok, response: JSON.stringify(outcome.response) }))
    }
  },
}

async function send(cx: Cx, hook: HookRow, task: HookTaskRow): Promise<{ ok: boolean; response: object }> {
  if (!hook.is_active) return { ok: false, response: { error: 'the hook is not active' } }
  const owner = hook.owner_id === null ? undefined : await findAccount(cx.db, hook.owner_id)
  const { url, ...request } = outgoing(hook, task, secretsOf(cx, hook), owner?.type, cx.now())
  try {
    const { status, headers, body } = await fetchOut(url, { ...request, policy: cx.outbound.policy, timeoutMs: TIMEOUT, maxBytes: KEPT_BYTES, overflow: 'cut' })
    return { ok: status >= 200 && status < 300, response: { status, headers, body: body.toString('utf8').replaceAll('\0', '') } }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { ok: false, response: { error: error.message } }
  }
}

const KEPT_SECONDS = 7 * 24 * 3600

export const cleanup = {
  name: 'cleanup_hook_task_table',
  schedule: '@midnight',
  enabled: true,
  run: async (cx: Cx): Promise<void> => void (await cx.write((tx) => store.removeOlder(tx, cx.now() - KEPT_SECONDS))),
}

