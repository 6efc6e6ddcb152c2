// Bytes that are named by their hash may be shared, so nobody takes them along when a row goes: they go later and by themselves.
import type { Blobs } from './blobs.ts'

const AT_ONCE = 500

/**
 * Removes what was stored below a folder before a time (unix seconds) and no row knows; how many that were. `known` tells
 * which of the hashes rows name. What is younger may be an upload that has not got its row yet.
 */
export async function sweepUnknown(blobs: Blobs, folder: string, before: number, known: (hashes: string[]) => Promise<Set<string>>): Promise<number> {
  const hashOf = (key: string) => key.slice(key.lastIndexOf('/') + 1)
  let removed = 0
  let batch: string[] = []
  const sweep = async () => {
    const named = await known(batch.map(hashOf))
    for (const key of batch) {
      // sent again meanwhile, it is as fresh as its row
      const stat = named.has(hashOf(key)) ? null : await blobs.stat(key)
      if (!stat || stat.modified >= before) continue
      await blobs.remove(key)
      removed++
    }
    batch = []
  }
  for await (const { key, modified } of blobs.list(folder)) {
    if (modified >= before) continue
    batch.push(key)
    if (batch.length >= AT_ONCE) await sweep()
  }
  await sweep()
  return removed
}
