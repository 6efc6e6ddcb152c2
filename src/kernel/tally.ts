// Counts of reads, gathered in memory and written once a minute: a read never writes.
import type { Cx } from './cx.ts'
import type { Db } from './db.ts'

export interface Tally {
  count(cx: Cx, id: number): void
  flush(cx: Cx): Promise<void>
  /** flushes now and then, and when closed */
  start(cx: Cx): Promise<{ close(): Promise<void> }>
}

/** `save` adds what has come together to the rows. */
export function tally(save: (tx: Db, per: ReadonlyMap<number, number>) => Promise<void>): Tally {
  const servers = new WeakMap<object, Map<number, number>>()
  const of = (cx: Cx) => {
    let found = servers.get(cx.outbox)
    if (!found) servers.set(cx.outbox, (found = new Map()))
    return found
  }
  async function flush(cx: Cx): Promise<void> {
    const per = new Map(of(cx))
    if (per.size === 0) return
    of(cx).clear()
    await cx.write((tx) => save(tx, per))
  }
  return {
    count: (cx, id) => void of(cx).set(id, (of(cx).get(id) ?? 0) + 1),
    flush,
    async start(cx) {
      const timer = setInterval(() => void flush(cx).catch((error) => cx.log.error('reads could not be counted', { error: String(error) })), 60_000)
      timer.unref()
      return {
        async close() {
          clearInterval(timer)
          await flush(cx)
        },
      }
    },
  }
}
