// The first page of a history at once: what objects.commit() and diff.ofCommit() would ask commit by commit.
import * as diff from './diff.ts'
import { knownCommit, learnCommit } from './objects.ts'
import { paths, rev, run, type Git, type GitDir } from './run.ts'

/** Up to so many unknown commits are better asked for one by one. */
const FEW = 6
const READING = Symbol('reading')

/** Whether all but a few of the newest commits, along the first parents, are in memory with their changes. */
export function known(git: Git, dir: GitDir, from: string, count: number): boolean {
  let missing = 0
  for (let i = 0, at: string | undefined = from; i < count && at && missing <= FEW; i++) {
    const commit = knownCommit(git, dir, at)
    if (!commit) return missing + count - i <= FEW
    if (!diff.knows(git, dir, at)) missing++
    at = commit.parents[0]
  }
  return missing <= FEW
}

/** From so many commits on two children share the work where nobody else has any: it is nearly all comparing, a start costs little beside it. */
const SHARED = 16
/** Milliseconds, after which they are better asked for one by one. */
const PATIENCE = 5_000

/** Commits with their changes in words that learn() understands; in parts, each of which may come before the one before it. */
function parts(git: Git, dir: GitDir, from: string, count: number): Promise<string[]>[] {
  const part = async (skip: number, most: number) => {
    const args = ['log', '-z', '--format=raw', '--encoding=none', '--no-mailmap', '--no-abbrev', '-M', '-l1000', '--diff-merges=first-parent', '--raw', '--numstat',
      ...(skip > 0 ? [`--skip=${skip}`] : []), `--max-count=${most}`, '--end-of-options', rev(dir, from), ...paths()]
    return (await run(git, dir, args, { timeoutMs: PATIENCE })).stdout.toString('utf8').split('\0')
  }
  const whole = Math.trunc(count)
  if (whole < SHARED || !git.lanes.quick.idle) return [part(0, whole)]
  const half = Math.ceil(whole / 2)
  return [part(0, half), part(half, whole - half)]
}

export const read = async (git: Git, dir: GitDir, from: string, count: number): Promise<string[]> => (await Promise.all(parts(git, dir, from, count))).flat()

/** Puts what was read into memory, and gives the ids in the order they came in. */
export function learn(git: Git, dir: GitDir, words: readonly string[]): string[] {
  const oids: string[] = []
  for (let i = 0; i < words.length; ) {
    const found = /^commit ([0-9a-f]+)\n/.exec(words[i])
    if (!found) {
      i++
      continue
    }
    oids.push(found[1])
    // lines of the message are indented, so the first that is not begins the changes
    const end = words[i].indexOf('\n\n:')
    learnCommit(git, dir, found[1], words[i].slice(found[0].length, end < 0 ? undefined : end + 1))
    const { changes, next } = end < 0 ? { changes: diff.NONE, next: i + 1 } : diff.parseChanges(words, i, end + 2)
    diff.keep(git, dir, found[1], changes)
    i = next
  }
  return oids
}

/** Reads and learns, unless most of it is known; the newest commits where it was read. Those who ask at the same time share the children. */
export function prepare(git: Git, dir: GitDir, from: string, count: number): Promise<string[] | undefined> {
  if (dir.quarantine || known(git, dir, from, count)) return Promise.resolve(undefined)
  const reading = git.state(READING, () => new Map<string, Promise<string[] | undefined>>())
  const key = `${dir.path}\0${from}\0${count}`
  let mine = reading.get(key)
  if (!mine) reading.set(key, (mine = learned(git, dir, from, count).finally(() => reading.delete(key))))
  return mine
}

async function learned(git: Git, dir: GitDir, from: string, count: number): Promise<string[] | undefined> {
  try {
    return (await Promise.all(parts(git, dir, from, count).map(async (part) => learn(git, dir, await part)))).flat()
  } catch (error) {
    // one of them changes too much, which is told where they are asked for one by one
    if (!diff.tooMuch(error)) throw error
    diff.expectMany(git, dir)
    return undefined
  }
}
