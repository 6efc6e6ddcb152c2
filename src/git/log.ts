// Walking history. Every question names commits by id, so its answer never changes and is kept.
import { countOf } from './commit-graph.ts'
import { commit as readCommit, commits as readCommits, knownCommit, learnLine } from './objects.ts'
import { GitError, open, paths, rev, run, type Git, type GitDir } from './run.ts'
import { find, listFolder } from './tree.ts'

/** How far a walk goes commit by commit before git is asked. */
const STACK = 20

export interface Walk {
  /** Where to begin: one commit or several. */
  from: string | string[]
  /** Commits that changed this file or anything in this folder. */
  path?: string
  /** Unix seconds of the commit date. */
  since?: number
  until?: number
  /** Leaves out these commits and all before them. */
  not?: string[]
  skip?: number
  limit?: number
  firstParent?: boolean
  noMerges?: boolean
  /** Oldest first, of the commits that skip and limit leave. */
  reverse?: boolean
  /** Parents never before children, and lines of history unmixed. */
  topo?: boolean
}

function walkArgs(dir: GitDir, walk: Walk): string[] {
  const args: string[] = []
  const whole = (x: number) => String(Math.max(0, Math.trunc(x)))
  if (walk.since !== undefined) args.push(`--max-age=${whole(walk.since)}`)
  if (walk.until !== undefined) args.push(`--min-age=${whole(walk.until)}`)
  if (walk.skip) args.push(`--skip=${whole(walk.skip)}`)
  if (walk.limit !== undefined) args.push(`--max-count=${whole(walk.limit)}`)
  if (walk.firstParent) args.push('--first-parent')
  if (walk.noMerges) args.push('--no-merges')
  if (walk.reverse) args.push('--reverse')
  if (walk.topo) args.push('--topo-order')
  args.push('--end-of-options', ...[walk.from].flat().map((x) => rev(dir, x)), ...(walk.not ?? []).map((x) => `^${rev(dir, x)}`))
  return [...args, ...paths(...(walk.path ? [walk.path] : []))]
}

const keyOf = (dir: GitDir, args: string[]) => `${dir.path}\0log\0${args.join('\0')}`

// seen through a quarantine, commits may yet vanish
async function remembered<T>(git: Git, dir: GitDir, args: string[], size: (value: T) => number, ask: () => Promise<T>): Promise<T> {
  const key = keyOf(dir, args)
  const known = git.memory.get(key) as T | undefined
  if (known !== undefined) return known
  const value = await ask()
  if (!dir.quarantine) git.memory.set(key, value, key.length * 2 + size(value))
  return value
}

const NEAR = 200
/** How many commits are asked for where the first of them is unknown. */
const LINE = 32

// the first pages of history, in git's own order, from commits we mostly know already: no child
async function recent(git: Git, dir: GitDir, from: string, skip: number, limit: number, firstParent: boolean): Promise<string[]> {
  const learn = (oid: string, left: number) => knownCommit(git, dir, oid) ? undefined : learnLine(git, dir, oid, Math.min(LINE, left))
  await learn(from, skip + limit)
  const queue = [await readCommit(git, dir, from)]
  const seen = new Set([from])
  const found: string[] = []
  while (queue.length > 0) {
    const next = queue.shift()!
    if (found.push(next.oid) === skip + limit) break
    const fresh = (firstParent ? next.parents.slice(0, 1) : next.parents).filter((x) => !seen.has(x))
    for (const oid of fresh) await learn(oid, skip + limit - found.length)
    for (const parent of await readCommits(git, dir, fresh)) {
      if (seen.has(parent.oid)) continue
      seen.add(parent.oid)
      const at = queue.findIndex((x) => x.committer.date < parent.committer.date)
      queue.splice(at < 0 ? queue.length : at, 0, parent)
    }
  }
  return found.slice(skip)
}

function isNear(walk: Walk, bound = NEAR): walk is Walk & { from: string; limit: number } {
  const { from, skip = 0, limit, firstParent: _, ...rest } = walk
  return typeof from === 'string' && limit !== undefined && limit > 0 && skip >= 0 && skip + limit <= bound
    && Object.values(rest).every((x) => x === undefined || x === false || x === '' || (Array.isArray(x) && x.length === 0))
}

/** A few commits on top of another, one after the other, as most pushes bring them; null when it is not so simple. */
async function stacked(git: Git, dir: GitDir, walk: Walk): Promise<string[] | null> {
  const { from, not, skip = 0, limit = Infinity, reverse, ...rest } = walk
  if (typeof from !== 'string' || not?.length !== 1 || Object.values(rest).some((x) => x !== undefined && x !== false && x !== '')) return null
  const found: string[] = []
  for (let at = rev(dir, from); at !== not[0]; ) {
    const { parents } = await readCommit(git, dir, at)
    if (found.push(at) > STACK || parents.length !== 1) return null
    at = parents[0]
  }
  const page = found.slice(skip, skip + limit)
  return reverse ? page.reverse() : page
}

/** Commit ids, newest first. */
export async function list(git: Git, dir: GitDir, walk: Walk): Promise<string[]> {
  const short = walk.not?.length ? await stacked(git, dir, walk) : null
  if (short) return short
  if (isNear(walk)) return recent(git, dir, rev(dir, walk.from), walk.skip ?? 0, walk.limit, walk.firstParent ?? false)
  const args = ['rev-list', ...walkArgs(dir, walk)]
  return remembered(git, dir, args, (x: string[]) => x.length * 80, async () =>
    (await run(git, dir, args)).stdout.toString('latin1').split('\n').filter((x) => x !== ''))
}

// bitmaps know only whole histories
const isWhole = ({ from: _, not: __, ...rest }: Walk) => Object.values(rest).every((x) => x === undefined || x === false || x === '')
const countArgs = (dir: GitDir, walk: Walk) => ['rev-list', '--count', ...(isWhole(walk) ? ['--use-bitmap-index'] : []), ...walkArgs(dir, walk)]

/** What was counted earlier, somewhere else. */
export function learnCount(git: Git, dir: GitDir, from: string, total: number): void {
  const key = keyOf(dir, countArgs(dir, { from }))
  git.memory.set(key, total, key.length * 2 + 8)
}

/** What is known without asking git: a commit on top of another has one more than that. */
export function knownCount(git: Git, dir: GitDir, from: string): number | undefined {
  let at = from
  for (let steps = 0; steps <= NEAR; steps++) {
    const known = git.memory.get(keyOf(dir, countArgs(dir, { from: at }))) as number | undefined
    if (known !== undefined) return known + steps
    const parents = knownCommit(git, dir, at)?.parents
    if (parents?.length === 0) return steps + 1
    if (parents?.length !== 1) return undefined
    at = parents[0]
  }
}

/** How many commits the walk has. */
export async function count(git: Git, dir: GitDir, walk: Walk): Promise<number> {
  const short = walk.not?.length ? await stacked(git, dir, walk) : null
  if (short) return short.length
  const args = countArgs(dir, walk)
  const total = await remembered(git, dir, args, () => 8, async () => {
    const graphed = isWhole(walk) && typeof walk.from === 'string' && !walk.not?.length ? await countOf(git, dir, rev(dir, walk.from)) : null
    return graphed ?? Number((await run(git, dir, args)).stdout.toString())
  })
  // a bound that was not reached bounds nothing
  if (isNear(walk, Infinity) && !walk.skip && !walk.firstParent && total < walk.limit && !dir.quarantine) learnCount(git, dir, walk.from, total)
  return total
}

/** Commits whose message or author holds a text, whatever its case, newest first; the search ends after so many of each. */
export async function matching(git: Git, dir: GitDir, from: string, text: string, options: { path?: string; limit?: number; timeoutMs?: number } = {}): Promise<string[]> {
  const { path, limit = 500, timeoutMs = 15_000 } = options
  const words = text.replace(/[\0\r\n]/g, ' ')
  const look = async (how: '--grep' | '--author') => {
    const args = ['log', '--format=%ct %H', '--regexp-ignore-case', '--fixed-strings', `${how}=${words}`, `--max-count=${Math.trunc(limit)}`, '--end-of-options', rev(dir, from), ...paths(...(path ? [path] : []))]
    return remembered(git, dir, args, (x: string[]) => x.length * 100, async () => (await run(git, dir, args, { timeoutMs })).stdout.toString('latin1').split('\n').filter((x) => x !== ''))
  }
  const found = new Set((await Promise.all([look('--grep'), look('--author')])).flat())
  return [...found].map((row) => row.split(' ')).sort((a, b) => Number(b[0]) - Number(a[0])).map(([, oid]) => oid)
}

/** Branches and tags that have a commit, as full names; the search ends after so many, or with nothing when it takes too long. */
export async function containing(git: Git, dir: GitDir, oid: string, options: { limit?: number; timeoutMs?: number } = {}): Promise<string[]> {
  const { limit = 20, timeoutMs = 4_000 } = options
  const args = ['for-each-ref', `--contains=${rev(dir, oid)}`, `--count=${Math.trunc(limit)}`, '--format=%(refname)', 'refs/heads', 'refs/tags']
  try {
    return (await run(git, dir, args, { timeoutMs })).stdout.toString('utf8').split('\n').filter((x) => x !== '')
  } catch (error) {
    if (error instanceof GitError && error.reason === 'timeout') return []
    throw error
  }
}

/** The best common ancestor, or null for unrelated histories. */
export async function mergeBase(git: Git, dir: GitDir, a: string, b: string): Promise<string | null> {
  const args = ['merge-base', '--end-of-options', rev(dir, a), rev(dir, b)]
  const text = await remembered(git, dir, args, (x: string) => x.length, async () => (await run(git, dir, args, { ok: [0, 1] })).stdout.toString().trim())
  return text || null
}

/** How many commits of `head` are not in `base`, and the other way round. */
export async function aheadBehind(git: Git, dir: GitDir, base: string, head: string): Promise<{ ahead: number; behind: number }> {
  const args = ['rev-list', '--left-right', '--count', '--end-of-options', `${rev(dir, base)}...${rev(dir, head)}`, '--']
  return remembered(git, dir, args, () => 16, async () => {
    const [behind, ahead] = (await run(git, dir, args)).stdout.toString().trim().split(/\s+/).map(Number)
    return { ahead, behind }
  })
}

/** Whether `old` is `next` or one of its ancestors. */
export async function isAncestor(git: Git, dir: GitDir, old: string, next: string): Promise<boolean> {
  if (rev(dir, old) === rev(dir, next)) return true
  const args = ['merge-base', '--is-ancestor', old, next]
  return remembered(git, dir, args, () => 1, async () => (await run(git, dir, args, { ok: [0, 1] })).code === 0)
}

/** The commits of `head` that `base` does not have, newest first. */
export function between(git: Git, dir: GitDir, base: string, head: string, more: Partial<Walk> = {}): Promise<string[]> {
  return list(git, dir, { ...more, from: head, not: [base] })
}

export interface LastCommits {
  /** Entry name → the commit that last changed it. */
  commits: Map<string, string>
  /** False when the search was given up and some entries are missing. */
  complete: boolean
}

export interface LastOptions {
  maxCommits?: number
  timeoutMs?: number
  /** Looks no further back than this commit, and for these entries alone. */
  since?: { commit: string; names: string[] }
}

/** For each entry of a folder the commit that last touched it; gives up after so many commits or so long. */
export async function lastCommits(git: Git, dir: GitDir, commit: string, path = '', options: LastOptions = {}): Promise<LastCommits> {
  const { maxCommits = 50_000, timeoutMs = 10_000, since } = options
  const key = `${dir.path}\0last\0${rev(dir, commit)}\0${path}`
  const known = git.memory.get(key) as LastCommits | undefined
  if (known) return known
  const left = new Set(since ? since.names : (await listFolder(git, dir, (await readCommit(git, dir, commit)).tree, path))?.map((x) => x.name))
  const commits = new Map<string, string>()
  const prefix = path ? `${path}/` : ''
  const args = ['log', '--format=%x01%H', '-z', '--name-only', '--no-renames', '--diff-merges=combined', '-r', `--max-count=${maxCommits}`,
    '--end-of-options', commit, ...(since ? [`^${rev(dir, since.commit)}`] : []), ...paths(...(path ? [path] : []))]
  const child = await open(git, dir, args, { lane: 'quick', timeoutMs })
  child.stdin.end()
  let at = ''
  let rest = ''
  // in -z output a commit's line ends with NUL, and its names follow a line break
  const take = (word: string) => {
    const text = word.replace(/^\n/, '')
    if (text.startsWith('\x01')) { at = text.slice(1); return }
    if (!text.startsWith(prefix)) return
    const name = text.slice(prefix.length).split('/')[0]
    if (left.delete(name)) commits.set(name, at)
  }
  if (left.size > 0) {
    for await (const chunk of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
      const words = (rest + chunk).split('\0')
      rest = words.pop()!
      words.forEach(take)
      if (left.size === 0) break
    }
    take(rest)
  }
  child.stdout.destroy()
  const result = { commits, complete: left.size === 0 }
  if (result.complete && !since && !dir.quarantine) git.memory.set(key, result, 200 * commits.size + 200)
  return result
}

/** The commit that last touched one path, or null if it never was there. */
export async function lastCommit(git: Git, dir: GitDir, commit: string, path: string): Promise<string | null> {
  return (await list(git, dir, { from: commit, path, limit: 1 }))[0] ?? null
}

/** Whether a path exists in a commit. */
export async function has(git: Git, dir: GitDir, commit: string, path: string): Promise<boolean> {
  return (await find(git, dir, (await readCommit(git, dir, commit)).tree, path)) !== null
}

/** Writes the index that makes walks six to ten times faster; a layer per call, merged as they grow. */
export async function writeCommitGraph(git: Git, dir: GitDir): Promise<void> {
  await run(git, dir, ['commit-graph', 'write', '--reachable', '--changed-paths', '--split', '--no-progress'], { lane: 'heavy', timeoutMs: 1_800_000 })
}
