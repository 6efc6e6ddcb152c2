// Who uploads: the runtime token of a job, and links that need no token.
import { createHmac } from 'node:crypto'
import type { Cx } from '../../kernel/cx.ts'
import { notFound, unauthorized } from '../../kernel/errors.ts'
import type { Guard } from '../../kernel/route.ts'
import { constantTimeEqual, hashToken } from '../../kernel/secrets.ts'
import * as tasks from '../tasks/store.ts'
import * as store from './store.ts'

export type Uploader = NonNullable<Awaited<ReturnType<typeof store.findTask>>>

const lifetime = 4 * 3600
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tagged = (cx: Cx, purpose: string, text: string) => createHmac('sha256', cx.secrets.derive(purpose)).update(text).digest('base64url')

/** For uploads of the job: a signed word on which task they belong to. */
export function runtimeToken(cx: Cx, runId: number, jobId: number, taskId: number): string {
  const now = cx.now()
  const claims = { exp: now + lifetime, nbf: now, scp: `Actions.Results:${runId}:${jobId}`, TaskID: taskId, RunID: runId, JobID: jobId, ac: '[{"Scope":"","Permission":2}]' }
  const body = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${body}.${tagged(cx, 'actions.runtime-token', body)}`
}

function taskOf(cx: Cx, token: string): number | undefined {
  const [head, claims, tag, more] = token.split('.')
  if (!claims || !tag || more !== undefined || !constantTimeEqual(tag, tagged(cx, 'actions.runtime-token', `${head}.${claims}`))) return undefined
  const { exp, TaskID } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  return exp > cx.now() ? TaskID : undefined
}

/** The task while it runs or is being stopped; 401 afterwards. */
export async function working(cx: Cx, taskId: number | undefined): Promise<Uploader> {
  const task = taskId === undefined ? undefined : await store.findTask(cx.db, taskId)
  if (!task || (task.status !== 'running' && task.status !== 'cancelling')) throw unauthorized('the job of this token is not running')
  return task
}

/** A running job, by its runtime token or its job token; opens `job`. */
export const runningJob: Guard<{ job: Uploader }> = {
  says: 'token of a running job',
  async open({ cx, headers }) {
    if (!cx.config.actions_enabled) throw notFound()
    const token = /^Bearer +(\S{1,4096})$/i.exec(headers.authorization ?? '')?.[1]
    if (!token) throw unauthorized()
    const byHash = /^[0-9a-f]{40}$/.test(token) ? (await tasks.findByToken(cx.db, hashToken(token)))?.id : undefined
    return { job: await working(cx, byHash ?? taskOf(cx, token)) }
  },
}

const hour = 3600
type Purpose = 'upload' | 'download' | 'zip'
const linkTag = (cx: Cx, purpose: Purpose, about: string[]) => tagged(cx, 'actions.artifact-link', JSON.stringify([purpose, ...about]))

/** `?sig=…&expires=…` and what it vouches for, good for an hour. */
export function signedQuery(cx: Cx, purpose: Purpose, about: Record<string, string>): string {
  const expires = String(cx.now() + hour)
  return String(new URLSearchParams({ sig: linkTag(cx, purpose, [expires, ...Object.values(about)]), expires, ...about }))
}

/** 'forged', 'late' or 'good', for the members in the order in which they were signed. */
export function checkLink(cx: Cx, purpose: Purpose, query: Record<string, unknown>, about: string[]): 'forged' | 'late' | 'good' {
  const [sig, expires] = [String(query.sig ?? ''), String(query.expires ?? '')]
  if (!constantTimeEqual(sig, linkTag(cx, purpose, [expires, ...about]))) return 'forged'
  return Number(expires) < cx.now() ? 'late' : 'good'
}
