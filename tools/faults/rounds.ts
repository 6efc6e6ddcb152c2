// A round: the server works, is killed at a random moment, starts again, and is asked what it remembers.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { openSite, type Site } from './site.ts'

export interface Kind<T> {
  name: string
  /** milliseconds after which most of the work is done; the kill comes before */
  longest: number
  /** of the server, besides the usual ones */
  settings?: Record<string, string>
  /** on a running server */
  prepare(site: Site, at: { repo: string }): Promise<T>
  /** until `gone()`; every answer it gets must be a good one */
  work(site: Site, at: { repo: string }, state: T, gone: () => boolean): Promise<void>
  /** on a server that has started again */
  check(site: Site, at: { repo: string }, state: T): Promise<void>
}

/** Rounds of one kind on one site; throws with the round and the moment of the first that fails. */
export async function rounds<T>(kind: Kind<T>, count: number, say: (text: string) => void = () => {}): Promise<void> {
  const site = await openSite({ settings: kind.settings })
  try {
    for (let n = 1; n <= count; n++) {
      const at = { repo: `round-${n}` }
      const moment = Math.round(Math.random() * kind.longest)
      try {
        const state = await kind.prepare(site, at)
        let gone = false
        const working = kind.work(site, at, state, () => gone)
        // an error before the kill is the round's; it is awaited below
        working.catch(() => {})
        await wait(moment)
        gone = true
        await site.crash()
        await working
        await site.start()
        await kind.check(site, at, state)
      } catch (error) {
        throw new Error(`${kind.name}: round ${n}, killed after ${moment} ms: ${(error as Error).message}\n${site.server.log().slice(-3000)}`, { cause: error })
      }
      if (n % 10 === 0 || n === count) say(`${kind.name}: ${n} of ${count} rounds`)
    }
    await settled(site)
  } finally {
    await site.close()
  }
}

/** Reactions that a kill interrupted are done in the end, each once, and none is given up. */
async function settled(site: Site): Promise<void> {
  for (const end = Date.now() + 60_000; ; await wait(200)) {
    const left = site.rows('select fact.name, todo.listener, todo.tries from todo join fact on fact.id = todo.fact_id')
    assert.ok(left.every((one) => one.tries < 3), `reactions fail again and again: ${JSON.stringify(left.slice(0, 5))}\n${site.server.log().slice(-3000)}`)
    if (left.length === 0) return
    assert.ok(Date.now() < end, `reactions are left: ${JSON.stringify(left.slice(0, 5))}`)
  }
}
