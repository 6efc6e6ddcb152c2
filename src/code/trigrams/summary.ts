// What a whole repository may hold, in few bytes: a bit per bucket, folded together while it is sparse. A search over many
// repositories looks here first and opens only the files of those left.
import { BUCKETS } from './fold.ts'

const SMALLEST = 1024
/** bits per bucket in use, at the least */
const ROOM = 3

export function summarize(lists: Iterable<Uint32Array>): Buffer {
  const all = new Uint8Array(BUCKETS / 8)
  let used = 0
  for (const list of lists) {
    for (const bucket of list) {
      if (all[bucket >>> 3] & (1 << (bucket & 7))) continue
      all[bucket >>> 3] |= 1 << (bucket & 7)
      used++
    }
  }
  let bits = SMALLEST
  while (bits < BUCKETS && bits < used * ROOM) bits *= 2
  const folded = Buffer.alloc(bits / 8)
  for (let i = 0; i < all.length; i++) folded[i % folded.length] |= all[i]
  return folded
}

/** False only where some bucket is certainly missing. */
export function mayHold(summary: Uint8Array, buckets: readonly number[]): boolean {
  const bits = summary.length * 8
  return buckets.every((bucket) => (summary[(bucket % bits) >>> 3] & (1 << (bucket & 7))) !== 0)
}
