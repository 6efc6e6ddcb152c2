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

/** Commits with their changes in words that learn() understands, by one child. */
export async function read(git: Git, dir: GitDir, from: string, count: number): Promise<string[]> {
  const args = ['log', '-z', '--format=raw', '--encoding=none', '--no-mailmap', '--no-abbrev', '-M', '-l1000', '--diff-merges=first-parent', '--raw', '--numstat',
    `--max-count=${Math.trunc(count)}`, '--end-of-options', rev(dir, from), ...paths()]
  return (await run(git, dir, args)).stdout.toString('utf8').split('\0')
}

/** Puts what was read into memory. */
export function learn(git: Git, dir: GitDir, words: readonly string[]): void {
  if (dir.quarantine) return
  for (let i = 0; i < words.length; ) {
    const found = /^commit ([0-9a-f]+)\n/.exec(words[i])
    if (!found) {
      i++
      continue
    }
    // lines of the message are indented, so the first that is not begins the changes
    const end = words[i].indexOf('\n\n:')
    learnCommit(git, dir, found[1], words[i].slice(found[0].length, end < 0 ? undefined : end + 1))
    const { changes, next } = end < 0 ? { changes: diff.NONE, next: i + 1 } : diff.parseChanges(words, i, end + 2)
    diff.keep(git, dir, found[1], changes)
    i = next
  }
}

/** Reads and learns, unless most of it is known; those who ask at the same time share one child. */
export function prepare(git: Git, dir: GitDir, from: string, count: number): Promise<void> {
  if (dir.quarantine || known(git, dir, from, count)) return Promise.resolve()
  const reading = git.state(READING, () => new Map<string, Promise<void>>())
  const key = `${dir.path}\0${from}\0${count}`
  let mine = reading.get(key)
  if (!mine) reading.set(key, (mine = read(git, dir, from, count).then((words) => learn(git, dir, words)).finally(() => reading.delete(key))))
  return mine
}
