// What an import has laid down is written first, so that it can be taken away whatever becomes of the process.
import { init } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { gitDir, repos, wikiDir } from '../../repos/index.ts'
import * as store from './store.ts'

/** seconds an import may be silent before others take it for dead */
const SILENCE = 30

interface Stored {
  storage: string
  object_format: 'sha1' | 'sha256'
}

const living = new WeakMap<object, Set<string>>()
const livingOf = (cx: Cx) => {
  let found = living.get(cx.outbox)
  if (!found) living.set(cx.outbox, (found = new Set()))
  return found
}

/** Does the work while the name is held; what was laid down goes if it fails. `work` ends the intention in its last transaction. */
export async function holding<T>(cx: Cx, held: Stored & { owner_id: number; name: string }, work: () => Promise<T>): Promise<T> {
  const { storage, object_format, owner_id } = held
  const other = await store.findNamed(cx.db, owner_id, held.name)
  if (other) await clearDead(cx, other)
  await cx.write((tx) => store.insert(tx, { storage, object_format, owner_id, lower_name: held.name.toLowerCase(), blobs: '[]', alive_until: cx.now() + SILENCE }))
    .catch((error) => { throw isUniqueViolation(error) ? repos.taken() : error })
  livingOf(cx).add(storage)
  try {
    return await work()
  } catch (error) {
    await clear(cx, held)
    throw error
  } finally {
    livingOf(cx).delete(storage)
  }
}

async function clear(cx: Cx, { storage, object_format }: Stored): Promise<void> {
  const row = await store.find(cx.db, storage)
  await init.remove(cx.git, gitDir(cx, { storage, object_format }))
  await init.remove(cx.git, wikiDir(cx, { storage, object_format }))
  for (const key of JSON.parse(row?.blobs ?? '[]') as string[]) await cx.blobs.remove(key)
  await cx.write((tx) => store.take(tx, storage))
}

/** Whoever takes the row away clears up after it: folders first would hit an import that is about to end well. */
async function clearDead(cx: Cx, row: Stored & { blobs: string }, silentSince = cx.now()): Promise<void> {
  if (!(await cx.write((tx) => store.takeDead(tx, row.storage, silentSince)))) return
  cx.log.warn('an import was left unfinished and is taken away', { storage: row.storage })
  await init.remove(cx.git, gitDir(cx, row))
  await init.remove(cx.git, wikiDir(cx, row))
  for (const key of JSON.parse(row.blobs) as string[]) await cx.blobs.remove(key)
}

/** Removes what dead processes left behind. */
async function sweep(cx: Cx, silentSince = cx.now()): Promise<void> {
  for (const row of await store.listDead(cx.db, silentSince)) await clearDead(cx, row, silentSince)
}

async function beat(cx: Cx): Promise<void> {
  const mine = [...livingOf(cx)]
  if (mine.length > 0) await cx.write((tx) => store.extend(tx, mine, cx.now() + SILENCE))
  await sweep(cx)
}

/** Says every few seconds that this process lives, and looks for those that do not. */
export async function start(cx: Cx): Promise<{ close(): Promise<void> }> {
  // a file has no other process, so whatever is there at the start is nobody's
  const alone = !/^postgres(ql)?:/.test(cx.config.database_url)
  await sweep(cx, cx.now() + (alone ? 2 * SILENCE : 0))
  let beating: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    beating = beating.then(() => beat(cx)).catch((error) => cx.log.error('imports cannot be watched', { error: String(error) }))
  }, 5_000)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await beating
    },
  }
}
