// What packages leave behind.
import { sweepUnknown } from '../../kernel/blobs-sweep.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { CronTask } from '../../kernel/jobs.ts'
import * as store from '../packages/store.ts'
import { FOLDER } from '../packages/verbs.ts'

const DAY = 86_400

/** Rows first, then bytes without a row. */
export async function cleanUp(cx: Cx): Promise<number> {
  const before = cx.now() - DAY
  await cx.write((tx) => store.removeUnused(tx, before))
  return sweepUnknown(cx.blobs, FOLDER, before, (hashes) => store.knownBlobs(cx.db, hashes))
}

export const crons: CronTask[] = [{ name: 'cleanup_packages', schedule: '@midnight', enabled: true, atStart: true, run: async (cx) => void (await cleanUp(cx)) }]
