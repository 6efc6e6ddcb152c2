// Making the whole pack of a large repository is the dearest thing git does for a client. Of those there are no more at once than the
// machine can carry; the rest wait in line, and small repositories pass by.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Lane } from './lane.ts'
import type { Child, Git, GitDir } from './run.ts'

/** Below, a pack costs hardly more than starting git. */
export const LARGE = 32 * 1024 * 1024
const WAITING = 256
const PACKING = Symbol('packing')

/** A line of its own: a mirror that fetches for half an hour must not keep people from cloning. */
export function packing(git: Git): Lane {
  return git.state(PACKING, () => new Lane(git.limits.heavy, WAITING))
}

async function isLarge(dir: GitDir): Promise<boolean> {
  const folder = join(dir.path, 'objects', 'pack')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.pack'))
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).then((found) => found.size, () => 0)))
  return sizes.reduce((sum, size) => sum + size, 0) >= LARGE
}

/** Starts a git that packs all there is, when it is its turn; throws Busy where too many wait. */
export async function inTurn(git: Git, dir: GitDir, begin: () => Promise<Child>, signal?: AbortSignal): Promise<Child> {
  if (!(await isLarge(dir))) return begin()
  const leave = await packing(git).enter(signal)
  try {
    const child = await begin()
    const stopLooking = whenHeldUp(child, leave)
    child.done.then(() => {
      stopLooking()
      leave()
    })
    return child
  } catch (error) {
    leave()
    throw error
  }
}

// a git that waits for its reader uses no core; how many of those there are, the lane of streams bounds
function whenHeldUp({ stdout }: Child, then: () => void): () => void {
  let times = 0
  const timer = setInterval(() => {
    times = stdout.isPaused() || stdout.readableLength >= stdout.readableHighWaterMark ? times + 1 : 0
    if (times < 3) return
    clearInterval(timer)
    then()
  }, 1000).unref()
  return () => clearInterval(timer)
}
