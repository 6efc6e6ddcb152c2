// A whole request body in memory, bounded.
import { bad, tooLarge } from './errors.ts'
import type { Rq } from './route.ts'

const PATIENCE = 30_000
/** bytes a millisecond that a body has to keep up with once patience is used up */
const PACE = 8

/** One that hardly moves is given up, since each holds a connection and its memory. */
export async function readBytes(rq: Rq, limit: number, patience = PATIENCE): Promise<Buffer> {
  const declared = Number(rq.headers['content-length'] ?? 0)
  if (declared > limit) throw tooLarge('the body is too large')
  const parts: Buffer[] = []
  const started = performance.now()
  let size = 0
  const watch = setInterval(() => {
    if (performance.now() - started > patience + size / PACE) rq.raw.destroy(bad('the body comes too slowly'))
  }, patience / 6)
  try {
    for await (const part of rq.raw) {
      size += part.length
      if (size > limit) throw tooLarge('the body is too large')
      parts.push(part)
    }
  } finally {
    clearInterval(watch)
  }
  return Buffer.concat(parts)
}
