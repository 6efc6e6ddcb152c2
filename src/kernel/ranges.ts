// Bytes of a known size with Range and HEAD, streamed.
import type { Readable } from 'node:stream'
import type { ByteRange } from './blobs.ts'
import { raw, type RawAnswer, type Rq } from './route.ts'

/** What is asked for: undefined is everything, null is nothing there is. A list of ranges is answered with everything. */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null | undefined {
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

/** 200, 206 or 416; undefined when there turn out to be no bytes. `open` is not called for HEAD. */
export async function ranged(rq: Rq, size: number, headers: Record<string, string>, open: (range?: ByteRange) => Promise<Readable | null>): Promise<RawAnswer | undefined> {
  const range = rangeOf(rq.headers.range, size)
  const all: Record<string, string> = { ...headers, 'accept-ranges': 'bytes' }
  if (range === null) return raw('', { 'content-range': `bytes */${size}` }, 416)
  all['content-length'] = String(range ? range.end - range.start + 1 : size)
  if (range) all['content-range'] = `bytes ${range.start}-${range.end}/${size}`
  const body = rq.method === 'HEAD' ? '' : await open(range)
  return body === null ? undefined : raw(body, all, range ? 206 : 200)
}
