// Bytes are shared between packages, so they go later and by themselves.
import type { Cx } from '../../kernel/cx.ts'
import type { CronTask } from '../../kernel/jobs.ts'
import * as store from '../packages/store.ts'
import { FOLDER } from '../packages/verbs.ts'

const DAY = 86_400
const AT_ONCE = 500

/** Rows first, then bytes without a row; what was stored within a day may be an upload that has not got its row yet. */
export async function cleanUp(cx: Cx): Promise<number> {
  const before = cx.now() - DAY
  await cx.write((tx) => store.removeUnused(tx, before))
  let removed = 0
  let batch: string[] = []
  const sweep = async () => {
    const known = await store.knownBlobs(cx.db, batch.map((key) => key.slice(key.lastIndexOf('/') + 1)))
    for (const key of batch) {
      const stat = known.has(key.slice(key.lastIndexOf('/') + 1)) ? null : await cx.blobs.stat(key)
      if (!stat || stat.modified >= before) continue
      await cx.blobs.remove(key)
      removed++
    }
    batch = []
  }
  for await (const { key, modified } of cx.blobs.list(FOLDER)) {
    if (modified >= before) continue
    batch.push(key)
    if (batch.length >= AT_ONCE) await sweep()
  }
  await sweep()
  return removed
}

export const crons: CronTask[] = [{ name: 'cleanup_packages', schedule: '@midnight', enabled: true, atStart: true, run: async (cx) => void (await cleanUp(cx)) }]
