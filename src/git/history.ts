// The first page of a history at once: what objects.commit() and diff.ofCommit() would ask commit by commit.
import * as diff from './diff.ts'
import { Lru } from '../kernel/lru.ts'
import { knownCommit, learnCommit } from './objects.ts'
import { IDLE_MS } from './pool.ts'
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

/** Milliseconds, after which they are better asked for one by one. */
const PATIENCE = 5_000

/** Commits with their changes in words that learn() understands, by one child. */
export async function read(git: Git, dir: GitDir, from: string, count: number): Promise<string[]> {
  const args = ['log', '-z', '--format=raw', '--encoding=none', '--no-mailmap', '--no-abbrev', '-M', '-l1000', '--diff-merges=first-parent', '--raw', '--numstat',
    `--max-count=${Math.trunc(count)}`, '--end-of-options', rev(dir, from), ...paths()]
  return (await run(git, dir, args, { timeoutMs: PATIENCE })).stdout.toString('utf8').split('\0')
}

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

const VISITS = Symbol('visits')

/** Whether somebody looked into this repository a moment ago: then long-lived children are worth their start, and soon there. */
function wasHere(git: Git, dir: GitDir): boolean {
  const visits = git.state(VISITS, () => new Lru<number>(500))
  const before = visits.get(dir.path) ?? -Infinity
  visits.set(dir.path, performance.now())
  return performance.now() - before < IDLE_MS
}

/**
 * Reads and learns, unless most of it is known or others asked for something else shortly before; the newest commits where it was read. Those who ask at the same time share one child.
 */
export function prepare(git: Git, dir: GitDir, from: string, count: number): Promise<string[] | undefined> {
  if (dir.quarantine || known(git, dir, from, count)) return Promise.resolve(undefined)
  const reading = git.state(READING, () => new Map<string, Promise<string[] | undefined>>())
  const key = `${dir.path}\0${from}\0${count}`
  const shared = reading.get(key)
  if (shared || wasHere(git, dir)) return shared ?? Promise.resolve(undefined)
  const mine = learned(git, dir, from, count).finally(() => reading.delete(key))
  reading.set(key, mine)
  return mine
}

async function learned(git: Git, dir: GitDir, from: string, count: number): Promise<string[] | undefined> {
  try {
    return learn(git, dir, await read(git, dir, from, count))
  } catch (error) {
    // one of them changes too much, which is told where they are asked for one by one
    if (!diff.tooMuch(error)) throw error
    diff.expectMany(git, dir)
    return undefined
  }
}
