import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { notFound } from '../../kernel/errors.ts'
import type { ArtifactRow } from '../tables.ts'
import { isOver } from './lifetime.ts'
import * as store from './store.ts'

export const folderOf = (storage: string) => `actions-artifacts/${storage}`

export async function get(cx: Cx, repo: Repo, id: number): Promise<ArtifactRow> {
  const row = await store.findOfRepo(cx.db, repo.id, id)
  if (!row) throw notFound()
  return row
}

/** One whose bytes are still there. */
export async function getWhole(cx: Cx, repo: Repo, id: number): Promise<ArtifactRow> {
  const row = await get(cx, repo, id)
  if (isOver(cx, row)) throw notFound()
  return row
}

export async function forget(cx: Cx, tx: Db, keys: string[]): Promise<void> {
  const known = keys.filter((key) => key !== '')
  if (known.length > 0) await cx.jobs.enqueue(tx, 'actions.forget-logs', { keys: known })
}

/** The row and, a little later, its bytes. */
export async function erase(cx: Cx, tx: Db, row: ArtifactRow): Promise<void> {
  const blocks = await store.listBlocks(tx, row.id)
  await store.remove(tx, row.id)
  await forget(cx, tx, [row.key, ...blocks.map((one) => one.key)])
}

export async function remove(cx: Cx, repo: Repo, id: number): Promise<void> {
  await cx.write(async (tx) => {
    const row = await store.findOfRepo(tx, repo.id, id)
    if (!row) throw notFound()
    await erase(cx, tx, row)
  })
}

const day = 86400

/** Takes the bytes of what has had its time, and drops uploads that nobody finished. */
export async function removeOver(cx: Cx): Promise<void> {
  for (;;) {
    const rows = await store.listOver(cx.db, cx.now(), cx.now() - day, 100)
    if (rows.length === 0) return
    for (const row of rows) {
      await cx.write(async (tx) => {
        if (row.state === 'pending') return erase(cx, tx, row)
        await store.update(tx, row.id, { state: 'expired', key: '' })
        await forget(cx, tx, [row.key])
      })
    }
  }
}
