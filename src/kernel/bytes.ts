// A whole request body in memory, bounded.
import { tooLarge } from './errors.ts'
import type { Rq } from './route.ts'

export async function readBytes(rq: Rq, limit: number): Promise<Buffer> {
  const declared = Number(rq.headers['content-length'] ?? 0)
  if (declared > limit) throw tooLarge('the body is too large')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of rq.raw) {
    size += part.length
    if (size > limit) throw tooLarge('the body is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
