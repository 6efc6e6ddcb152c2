// Merges in the object database: no work tree, no index, no ref moved. Objects are made in a quarantine and let in only
// when all went well, so a conflict or a mere question leaves nothing behind.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { treeOf } from './diff.ts'
import { extraConfig } from './env.ts'
import { isAncestor } from './log.ts'
import { commit as readCommit } from './objects.ts'
import type { Person } from './parse.ts'
import { create, discard, migrate } from './quarantine.ts'
import { GitError, rev, run, type Git, type GitDir } from './run.ts'
import { writeCommit, type Sign } from './write.ts'

export type Conflict = {
  conflicts: string[]
  /** The two have no common ancestor. */
  unrelated: boolean
}
export type MergedTree = { tree: string; conflicts: null } | ({ tree: null } & Conflict)
export type Made = { oid: string; conflicts: null } | ({ oid: null } & Conflict)
export type Replayed =
  | { oid: string; tree: string; conflicts: null; /** Old id → new id; null for a commit that had nothing left to change. */ commits: Map<string, string | null> }
  | ({ oid: null; tree: null; /** The commit that did not fit. */ at: string } & Conflict)

export interface By {
  author: Person
  committer: Person
  message: string
  sign?: Sign
}

interface Bench {
  git: Git
  dir: GitDir
  /** The repository with the quarantine's objects. */
  shadow: GitDir
  /** Commits made only so that git finds the base we want. */
  props: Set<string>
}

/** Works in a quarantine; what `work` calls a success is let in, unless this is only a question. */
async function benched<T extends { conflicts: unknown }>(git: Git, dir: GitDir, dry: boolean, work: (bench: Bench) => Promise<T>): Promise<T> {
  const quarantine = await create(dir)
  try {
    const bench: Bench = { git, dir, shadow: { ...dir, quarantine: quarantine.path }, props: new Set() }
    const result = await work(bench)
    if (result.conflicts === null && !dry) {
      for (const oid of bench.props) await rm(join(quarantine.path, oid.slice(0, 2), oid.slice(2)), { force: true })
      await migrate(dir, quarantine, git.durable)
    }
    return result
  } finally {
    await discard(quarantine)
  }
}

const NOBODY: Person = { name: 'merge', email: 'merge@invalid', date: 0, offset: 0 }

async function prop(bench: Bench, tree: string, parents: string[], message: string): Promise<string> {
  const oid = await writeCommit(bench.git, bench.shadow, { tree, parents, author: NOBODY, committer: NOBODY, message })
  bench.props.add(oid)
  return oid
}

// git 2.39 cannot be told a base, but it finds the only ancestor of two commits made for the purpose
async function mergeAt(bench: Bench, base: string, ours: string, theirs: string): Promise<MergedTree> {
  if (base === theirs || ours === theirs) return { tree: ours, conflicts: null }
  if (base === ours) return { tree: theirs, conflicts: null }
  const root = await prop(bench, base, [], 'base')
  return mergeCommits(bench, await prop(bench, ours, [root], 'ours'), await prop(bench, theirs, [root], 'theirs'), false)
}

async function mergeCommits(bench: Bench, ours: string, theirs: string, unrelated: boolean): Promise<MergedTree> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ...(unrelated ? ['--allow-unrelated-histories'] : []),
    rev(bench.dir, ours), rev(bench.dir, theirs)]
  try {
    const { stdout, code } = await run(bench.git, bench.shadow, args, {
      // what lies in the quarantine is flushed when it is let in
      env: extraConfig([['core.fsync', 'none']]), ok: [0, 1],
    })
    const [tree, ...names] = stdout.toString().split('\0')
    if (code === 0) return { tree: rev(bench.dir, tree.trim()), conflicts: null }
    return { tree: null, conflicts: [...new Set(names.filter((x) => x !== ''))], unrelated: false }
  } catch (error) {
    if (error instanceof GitError && /unrelated histories/.test(error.stderr)) return { tree: null, conflicts: [], unrelated: true }
    throw error
  }
}

async function commitOf(bench: Bench, by: By, tree: string, parents: string[]): Promise<string> {
  return writeCommit(bench.git, bench.shadow, { tree, parents, author: by.author, committer: by.committer, message: by.message, sign: by.sign })
}

/**
 * The tree of `ours` and `theirs` (commits) merged, or the paths that conflict. With `base` (a commit or tree, or null
 * for nothing) the three are taken as they are. `dry` asks without keeping any object.
 */
export async function mergeTrees(git: Git, dir: GitDir, ours: string, theirs: string,
  options: { base?: string | null; allowUnrelated?: boolean; dry?: boolean } = {}): Promise<MergedTree> {
  return benched(git, dir, options.dry ?? false, async (bench) => options.base === undefined
    ? mergeCommits(bench, ours, theirs, options.allowUnrelated ?? false)
    : mergeAt(bench, await treeOf(git, dir, options.base), await treeOf(git, dir, ours), await treeOf(git, dir, theirs)))
}

/** Whether moving `ours` to `theirs` loses nothing. */
export function canFastForward(git: Git, dir: GitDir, ours: string, theirs: string): Promise<boolean> {
  return isAncestor(git, dir, ours, theirs)
}

/** A commit with both as parents. */
export async function merge(git: Git, dir: GitDir, ours: string, theirs: string, by: By, options: { allowUnrelated?: boolean } = {}): Promise<Made> {
  return benched(git, dir, false, async (bench): Promise<Made> => {
    const merged = await mergeCommits(bench, ours, theirs, options.allowUnrelated ?? false)
    if (merged.conflicts) return { ...merged, oid: null }
    return { oid: await commitOf(bench, by, merged.tree!, [ours, theirs]), conflicts: null }
  })
}

/** All of `theirs` as one commit on `ours`. */
export async function squash(git: Git, dir: GitDir, ours: string, theirs: string, by: By): Promise<Made> {
  return benched(git, dir, false, async (bench): Promise<Made> => {
    const merged = await mergeCommits(bench, ours, theirs, false)
    if (merged.conflicts) return { ...merged, oid: null }
    return { oid: await commitOf(bench, by, merged.tree!, [ours]), conflicts: null }
  })
}

export interface Replay {
  committer: Person
  sign?: Sign
  /** Changes a commit's message on its way. */
  message?: (commit: { oid: string; message: string }) => string
}

async function replay(bench: Bench, onto: string, list: string[], by: Replay): Promise<Replayed> {
  const { git, dir } = bench
  const commits = new Map<string, string | null>()
  let head = rev(dir, onto)
  let tree = await treeOf(git, dir, onto)
  for (const oid of list) {
    const old = await readCommit(git, dir, oid)
    const message = by.message?.(old) ?? old.message
    // what already stands where it should keeps its id
    if (old.parents.length === 1 && old.parents[0] === head && message === old.message) {
      commits.set(oid, oid)
      head = oid
      tree = old.tree
      continue
    }
    const before = await treeOf(git, dir, old.parents[0] ?? null)
    const merged = await mergeAt(bench, before, tree, old.tree)
    if (merged.conflicts) return { ...merged, oid: null, at: oid }
    if (merged.tree === tree && before !== old.tree) {
      commits.set(oid, null)
      continue
    }
    tree = merged.tree!
    head = await commitOf(bench, { author: old.author, committer: by.committer, message, sign: by.sign }, tree, [head])
    commits.set(oid, head)
  }
  return { oid: head, tree, conflicts: null, commits }
}

/** Commits (oldest first, merges left out by the caller) made anew on `onto`, one by one; `oid` is the last. */
export function rebase(git: Git, dir: GitDir, onto: string, commits: string[], by: Replay): Promise<Replayed> {
  return benched(git, dir, false, (bench) => replay(bench, onto, commits, by))
}

/** As rebase, then a commit that merges the result into `onto`. */
export async function rebaseMerge(git: Git, dir: GitDir, onto: string, commits: string[], by: Replay, merging: By): Promise<Replayed> {
  return benched(git, dir, false, async (bench) => {
    const replayed = await replay(bench, onto, commits, by)
    if (replayed.conflicts || replayed.oid === onto) return replayed
    return { ...replayed, oid: await commitOf(bench, merging, replayed.tree, [onto, replayed.oid]) }
  })
}

async function parentTree(git: Git, dir: GitDir, oid: string, mainline: number): Promise<string> {
  const { parents } = await readCommit(git, dir, oid)
  return treeOf(git, dir, parents[mainline - 1] ?? null)
}

/** The change of one commit on top of another; for a merge `mainline` (from 1) says against which parent. */
export async function cherryPick(git: Git, dir: GitDir, oid: string, onto: string, by: By, options: { mainline?: number } = {}): Promise<Made> {
  return benched(git, dir, false, async (bench): Promise<Made> => {
    const before = await parentTree(git, dir, oid, options.mainline ?? 1)
    const merged = await mergeAt(bench, before, await treeOf(git, dir, onto), await treeOf(git, dir, oid))
    if (merged.conflicts) return { ...merged, oid: null }
    return { oid: await commitOf(bench, by, merged.tree!, [onto]), conflicts: null }
  })
}

/** The opposite of one commit's change on top of another. */
export async function revert(git: Git, dir: GitDir, oid: string, onto: string, by: By, options: { mainline?: number } = {}): Promise<Made> {
  return benched(git, dir, false, async (bench): Promise<Made> => {
    const before = await parentTree(git, dir, oid, options.mainline ?? 1)
    const merged = await mergeAt(bench, await treeOf(git, dir, oid), await treeOf(git, dir, onto), before)
    if (merged.conflicts) return { ...merged, oid: null }
    return { oid: await commitOf(bench, by, merged.tree!, [onto]), conflicts: null }
  })
}
