// Rows of uploaded files go with what they hang on; their bytes are looked for later.
import { attachmentStore } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { JobKind } from '../../kernel/jobs.ts'

const HOUR = 3600
const AT_ONCE = 500
export const SWEEP = 'releases.sweep-files'
/** Removals come in crowds: one look for all of them. */
export const soon = { key: 'all', delay: 2 * HOUR }

/** Bytes that no row knows. Those just stored may still be getting theirs. */
export async function sweepFiles(cx: Cx): Promise<number> {
  const before = cx.now() - HOUR
  let removed = 0
  let batch: string[] = []
  const sweep = async () => {
    const known = await attachmentStore.knownUuids(cx.db, batch)
    for (const uuid of batch) {
      if (known.has(uuid)) continue
      await cx.blobs.remove(`attachments/${uuid}`)
      removed++
    }
    batch = []
  }
  for await (const { key, modified } of cx.blobs.list('attachments')) {
    if (modified >= before) continue
    batch.push(key.slice('attachments/'.length))
    if (batch.length >= AT_ONCE) await sweep()
  }
  await sweep()
  return removed
}

export const jobs: JobKind[] = [{ kind: SWEEP, run: async (cx) => void (await sweepFiles(cx)), leaseSeconds: 3600 }]
