import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import { lfsRoot, MEDIA, ticketFor, type LfsAt, type Operation } from '../ground/lfs.ts'
import type { Verdict } from './verbs.ts'

interface Action {
  href: string
  header?: Record<string, string>
  expires_in: number
  expires_at: string
}
const codes = { missing: 404, wrong: 422, full: 413 }

/** Verdicts as the batch API tells them, with links for what is to be sent or fetched. */
export function many(cx: Cx, at: LfsAt, operation: Operation, verdicts: readonly Verdict[]) {
  const { header, until } = ticketFor(cx, at, operation)
  const root = lfsRoot(cx, at)
  const lasting = { expires_in: until - cx.now(), expires_at: formatTime(until) }
  const link = (tail: string, more?: Record<string, string>): Action => ({ href: `${root}/${tail}`, ...(header || more ? { header: { ...header, ...more } } : {}), ...lasting })
  const objects = verdicts.map(({ oid, size, state, why }) => {
    if (state === 'missing' || state === 'wrong' || state === 'full') return { oid, size, error: { code: codes[state], message: why } }
    if (operation === 'download') return { oid, size, authenticated: true, actions: { download: link(`objects/${oid}`) } }
    if (state === 'there') return { oid, size }
    return { oid, size, authenticated: true, actions: { upload: link(`objects/${oid}/${size}`), verify: link('verify', { Accept: MEDIA }) } }
  })
  return { transfer: 'basic', objects, hash_algo: 'sha256' }
}
