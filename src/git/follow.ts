// The history of one file under all the names it had. `git log --follow` compares every commit with its parents, because it
// cannot use the commit-graph's filters; here git walks by one name, with them, until a commit that brought the name from another.
import { StringDecoder } from 'node:string_decoder'
import { tooMuch } from './diff.ts'
import { commit as readCommit } from './objects.ts'
import { GitError, open, paths, rev, run, type Git, type GitDir } from './run.ts'

export interface Step {
  oid: string
  /** the file's name in this commit */
  path: string
  /** its name before, where this commit renamed it */
  from?: string
}

interface Walked {
  oid: string
  /** the name was not there before */
  added: boolean
}

const MARK = '\x01'

/** Commits that changed what has this name, newest first, as git finds them. */
async function* walk(git: Git, dir: GitDir, tip: string, path: string, options: { most?: number; everySide: boolean }): AsyncGenerator<Walked> {
  const args = ['log', '-z', '--format=%x01%H', '--name-status', '--no-renames', '--diff-merges=off', ...(options.everySide ? ['--full-history'] : []),
    ...(options.most === undefined ? [] : [`--max-count=${options.most}`]), '--end-of-options', rev(dir, tip), ...paths(path)]
  const child = await open(git, dir, args, { lane: 'quick', timeoutMs: 60_000 })
  child.stdin.end()
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let named = false
  let at: Walked | undefined
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      const words = (rest + decoder.write(chunk)).split('\0')
      rest = words.pop()!
      for (const word of words) {
        if (named) {
          named = false
          continue
        }
        const text = word.replace(/^\n/, '')
        if (text.startsWith(MARK)) {
          if (at) yield at
          at = { oid: text.slice(1), added: false }
          continue
        }
        // a letter, and then the name itself, which may look like anything
        named = true
        if (text === 'A') at!.added = true
      }
    }
  } finally {
    child.stdout.destroy()
  }
  const { code, stderr, reason } = await child.done
  if (code !== 0) throw new GitError('log', code, stderr, reason)
  if (at) yield at
}

/** Where there is too much to look through, nothing was renamed. */
function unlessTooMuch(error: unknown): { stdout: Buffer } {
  if (!tooMuch(error)) throw error
  return { stdout: Buffer.alloc(0) }
}

/** The name that a commit gave up for this one; null if the file came by itself. */
async function renamed(git: Git, dir: GitDir, oid: string, path: string): Promise<string | null> {
  const key = `${dir.path}\0renamed\0${oid}\0${path}`
  const known = git.memory.get(key) as { from: string | null } | undefined
  if (known) return known.from
  const { parents } = await readCommit(git, dir, oid)
  const args = ['diff-tree', '-r', '-z', '-M', '-l1000', '--diff-filter=R', '--name-status', '--no-commit-id', '--end-of-options', rev(dir, oid)]
  const words = parents.length === 0 ? [] : (await run(git, dir, args, { timeoutMs: 10_000 }).catch(unlessTooMuch)).stdout.toString('utf8').split('\0')
  let from: string | null = null
  for (let i = 0; i + 2 < words.length; i += 3) if (words[i + 2] === path) from = words[i + 1]
  if (!dir.quarantine) git.memory.set(key, { from }, key.length * 2 + 100)
  return from
}

// each costs a walk of its own
const MOST_NAMES = 100

async function* steps(git: Git, dir: GitDir, tip: string, path: string, most: number): AsyncGenerator<Step> {
  let name = path
  /** where the name that is looked for ended, and the earlier part of the walk with it */
  let since: string | undefined
  for (let names = 1; ; names++) {
    let next: string | null = null
    let begun = since === undefined
    // an earlier name may live on in sides that the latest has simplified away
    for await (const one of walk(git, dir, tip, name, begun ? { most, everySide: false } : { everySide: true })) {
      if (!begun) {
        begun = one.oid === since
        continue
      }
      next = one.added && names < MOST_NAMES ? await renamed(git, dir, one.oid, name) : null
      yield next === null ? { oid: one.oid, path: name } : { oid: one.oid, path: name, from: next }
      if (next !== null) {
        since = one.oid
        break
      }
    }
    if (next === null) return
    name = next
  }
}

/** A page of the commits that changed a file, newest first, going on under its earlier names. What is before the page is passed by, not kept. */
export async function follow(git: Git, dir: GitDir, tip: string, path: string, page: { skip: number; limit: number }): Promise<Step[]> {
  const key = `${dir.path}\0follow\0${rev(dir, tip)}\0${page.skip}\0${page.limit}\0${path}`
  const known = git.memory.get(key) as Step[] | undefined
  if (known) return known
  const found: Step[] = []
  let passed = 0
  for await (const step of steps(git, dir, tip, path, page.skip + page.limit)) {
    if (passed++ < page.skip) continue
    if (found.push(step) === page.limit) break
  }
  if (!dir.quarantine) git.memory.set(key, found, key.length * 2 + found.length * 300)
  return found
}
