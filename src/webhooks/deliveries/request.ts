// What goes over the wire for one delivery: address, method, headers, body.
import { createHmac } from 'node:crypto'
import { hmacHex } from '../../kernel/secrets.ts'
import { eventOf } from '../ground/events.ts'
import type { HookRow, HookTaskRow } from '../tables.ts'

export interface Outgoing {
  url: string
  method: 'POST' | 'PUT'
  headers: Record<string, string>
  body: string
}

/** `ownerType` tells whether an account's hook is a person's or an organization's. */
export function outgoing(hook: HookRow, task: HookTaskRow, secrets: { secret: string; authorization: string }, ownerType: string | undefined, now: number): Outgoing {
  const payload = hook.kind === 'feishu' && secrets.secret ? stamped(task.payload, secrets.secret, now) : task.payload
  const form = hook.content_type === 'form' && (hook.kind === 'gitea' || hook.kind === 'gogs')
  const headers: Record<string, string> = {
    'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
    ...named(task),
    ...signatures(payload, secrets.secret),
    'X-Gitea-Hook-Installation-Target-Type': targetOf(hook, ownerType),
    'X-GitHub-Hook-Installation-Target-Type': targetOf(hook, ownerType),
  }
  if (secrets.authorization) headers.authorization = secrets.authorization
  // a room takes each transaction once, so the delivery's id makes repeating it harmless
  const matrix = hook.kind === 'matrix'
  return { url: matrix ? within(hook.url, task.uuid) : hook.url, method: matrix ? 'PUT' : 'POST', headers, body: form ? new URLSearchParams({ payload }).toString() : payload }
}

function named(task: HookTaskRow): Record<string, string> {
  const out: Record<string, string> = {}
  for (const [tail, value] of [['Delivery', task.uuid], ['Event', eventOf(task.event_type)], ['Event-Type', task.event_type]]) {
    for (const brand of ['Gitea', 'Gogs', 'GitHub']) out[`X-${brand}-${tail}`] = value
  }
  return out
}

/** Over the JSON text, whatever form it travels in; without a secret the headers stay, empty. */
function signatures(payload: string, secret: string): Record<string, string> {
  const sha256 = secret ? hmacHex('sha256', secret, payload) : ''
  const sha1 = secret ? hmacHex('sha1', secret, payload) : ''
  return { 'X-Gitea-Signature': sha256, 'X-Gogs-Signature': sha256, 'X-Hub-Signature': `sha1=${sha1}`, 'X-Hub-Signature-256': `sha256=${sha256}` }
}

function targetOf(hook: HookRow, ownerType: string | undefined): string {
  if (hook.repo_id !== null) return 'repository'
  if (hook.owner_id !== null) return ownerType === 'organization' ? 'organization' : 'user'
  return hook.is_system ? 'system' : 'default'
}

function within(address: string, part: string): string {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${part}`
  return url.href
}

/** That service wants the time and a signature inside the message. */
function stamped(payload: string, secret: string, now: number): string {
  const sign = createHmac('sha256', `${now}\n${secret}`).digest('base64')
  return JSON.stringify({ timestamp: String(now), sign, ...JSON.parse(payload) }, null, 2)
}
