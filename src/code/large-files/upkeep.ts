// Large files that nothing needs any more.
import { findRepoById } from '../../access/index.ts'
import { pointersIn } from '../../git/index.ts'
import { sweepUnknown } from '../../kernel/blobs-sweep.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { CronTask } from '../../kernel/jobs.ts'
import { gitDir, quota } from '../../repos/index.ts'
import * as store from './store.ts'
import { FOLDER } from './verbs.ts'

const DAY = 86_400

/** Bytes that no repository holds. */
export const sweepBytes = (cx: Cx): Promise<number> => sweepUnknown(cx.blobs, FOLDER, cx.now() - DAY, (oids) => store.known(cx.db, oids))

/** Objects that nothing in a repository points at. Uploads come before the push that names them, some long before. */
export async function dropUnnamed(cx: Cx): Promise<void> {
  const before = cx.now() - 7 * DAY
  for (let after = 0; ; ) {
    const ids = await store.listHolders(cx.db, after, 100)
    if (ids.length === 0) return
    for (const id of ids) {
      const repo = await findRepoById(cx.db, id)
      const old = repo?.status === 'ready' ? await store.listOlder(cx.db, id, before) : []
      if (old.length === 0) continue
      try {
        const named = new Set((await pointersIn(cx.git, gitDir(cx, repo!))).map((one) => one.oid))
        const unnamed = old.filter((oid) => !named.has(oid))
        if (unnamed.length > 0) await cx.write(async (tx) => {
          await store.remove(tx, id, unnamed)
          await quota.recountSoon(cx, tx, repo!.owner_id)
        })
      } catch (error) {
        cx.log.error('large files of a repository were not looked through', { repo: id, error: String(error) })
      }
    }
    after = ids.at(-1)!
  }
}

export const crons: CronTask[] = [
  { name: 'gc_lfs', schedule: '@every 24h', enabled: false, run: async (cx) => { await dropUnnamed(cx); await sweepBytes(cx) } },
  { name: 'cleanup_lfs_bytes', schedule: '@midnight', enabled: true, run: async (cx) => void (await sweepBytes(cx)) },
]
