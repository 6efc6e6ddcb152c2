// Bytes of a stored file with Range, and the counting of downloads: in memory first, since a read never writes.
import { contentKey } from '../../kernel/blobs.ts'
import type { Cx } from '../../kernel/cx.ts'
import { raw, type RawAnswer, type Rq } from '../../kernel/route.ts'
import * as store from '../packages/store.ts'
import { FOLDER } from '../packages/verbs.ts'
import { plain } from './registry.ts'

type Range = { start: number; end: number }

/** What of the file is asked for: undefined is all of it, null is nothing it has. Lists of ranges are answered with all. */
export function rangeOf(header: string | undefined, size: number): Range | null | undefined {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '')) return undefined
  if (asked[1] === '') {
    const last = Number(asked[2])
    return last === 0 || size === 0 ? null : { start: Math.max(0, size - last), end: size - 1 }
  }
  const start = Number(asked[1])
  const end = asked[2] === '' ? size - 1 : Number(asked[2])
  if (asked[2] !== '' && end < start) return undefined
  return start >= size ? null : { start, end: Math.min(end, size - 1) }
}

export async function serve(cx: Cx, rq: Rq, file: store.StoredFile): Promise<RawAnswer> {
  const headers: Record<string, string> = {
    'content-type': 'application/octet-stream',
    // names have been checked when they were stored: no quotes, no backslashes, no controls
    'content-disposition': `attachment; filename="${file.name}"`,
    'last-modified': new Date(file.created_at * 1000).toUTCString(),
    'accept-ranges': 'bytes',
  }
  const range = rangeOf(rq.headers.range, file.size)
  if (range === null) return plain(416, '', { 'content-range': `bytes */${file.size}` })
  headers['content-length'] = String(range ? range.end - range.start + 1 : file.size)
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.size}`
  const status = range ? 206 : 200
  if (rq.method === 'HEAD') return raw('', headers, status)
  const body = await cx.blobs.get(contentKey(FOLDER, file.sha256), range)
  if (!body) {
    cx.log.error('the bytes of a package file are missing', { file_id: file.id, sha256: file.sha256 })
    return plain(404, 'package file does not exist')
  }
  if (file.is_lead) count(cx, file.version_id)
  return raw(body, headers, status)
}

const waiting = new WeakMap<object, Map<number, number>>()

function counts(cx: Cx): Map<number, number> {
  let found = waiting.get(cx.outbox)
  if (!found) waiting.set(cx.outbox, (found = new Map()))
  return found
}
const count = (cx: Cx, versionId: number) => void counts(cx).set(versionId, (counts(cx).get(versionId) ?? 0) + 1)

export async function flush(cx: Cx): Promise<void> {
  const per = new Map(counts(cx))
  if (per.size === 0) return
  counts(cx).clear()
  await cx.write((tx) => store.countDownloads(tx, per))
}

/** Once a minute, and at the end. */
export async function startCounting(cx: Cx): Promise<{ close(): Promise<void> }> {
  const timer = setInterval(() => void flush(cx).catch((error) => cx.log.error('downloads could not be counted', { error: String(error) })), 60_000)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await flush(cx)
    },
  }
}
