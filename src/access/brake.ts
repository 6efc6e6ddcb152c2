// Guessing passwords is slowed down: from one address, for one name, after a few wrong ones each further try waits for the one before it, and a little longer.
import { setTimeout as wait } from 'node:timers/promises'

interface Tries {
  wrong: number
  last: number
  /** settles when the try before is over */
  turn: Promise<unknown>
}

/** wrong ones that cost nothing; milliseconds that each further one adds, and the most one waits; when all is forgotten */
const [FREE, STEP, MOST, FORGOTTEN] = [10, 100, 1000, 600_000]
const KNOWN = 10_000

const tries = new Map<string, Tries>()

/** Runs the attempt when its turn has come; undefined means that it was wrong. */
export async function braked<T>(address: string, name: string, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
  const key = `${address}\0${name.toLowerCase()}`
  let held = tries.get(key)
  if (held && performance.now() - held.last > FORGOTTEN) held = undefined
  const late = (held?.wrong ?? 0) - FREE
  if (!held || late < 0) return settle(key, await attempt())
  const turn = held.turn.then(() => wait(Math.min(MOST, STEP * (late + 1)))).then(attempt)
  held.turn = turn.catch(() => {})
  return settle(key, await turn)
}

function settle<T>(key: string, right: T | undefined): T | undefined {
  const held = tries.get(key)
  tries.delete(key)
  if (right !== undefined) return right
  const fresh = !held || performance.now() - held.last > FORGOTTEN
  tries.set(key, { wrong: fresh ? 1 : held.wrong + 1, last: performance.now(), turn: held?.turn ?? Promise.resolve() })
  for (const oldest of tries.keys()) {
    if (tries.size <= KNOWN) break
    tries.delete(oldest)
  }
  return undefined
}
