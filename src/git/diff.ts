// What changed between two trees. Pairs of trees are asked of one long-lived diff-tree per repository and kept.
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { commit as readCommit, Missing, resolve } from './objects.ts'
import { parsePatch, type FilePatch } from './patch.ts'
import { ask, type Bytes, type Protocol } from './pool.ts'
import { GitError, paths, rev, run, type Git, type GitDir } from './run.ts'
import { output } from './stream.ts'
import { emptyTree } from './tree.ts'
import { differing, MOST_FILES, TooMany } from './weight.ts'

export { parsePatch, type FilePatch, type Hunk, type Line } from './patch.ts'

export interface FileChange {
  path: string
  /** The earlier name of what was renamed or copied. */
  oldPath?: string
  status: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied' | 'typechanged'
  additions: number
  deletions: number
  binary: boolean
  /** 000000 and zeros where a side has no file. */
  oldMode: string
  newMode: string
  oldOid: string
  newOid: string
  /** Likeness in percent, for renamed and copied. */
  similarity?: number
}

export interface Changes {
  files: FileChange[]
  additions: number
  deletions: number
  /** there are more files than anybody lists, so none are */
  tooMany?: true
}

export const NONE: Changes = { files: [], additions: 0, deletions: 0 }
const TOO_MANY: Changes = { ...NONE, tooMany: true }

const MAX_ANSWER = 64 * 1024 * 1024
const MEMORY = 1024 * 1024 * 1024
const sentinel = Buffer.from(`end-${randomBytes(12).toString('hex')}\n`)

// diff-tree echoes a line that is no object id and flushes, which marks where an answer ends
const diffTree: Protocol<[string, string], Buffer> = {
  name: 'diff-tree',
  args: ['diff-tree', '--stdin', '-r', '-M', '-l1000', '-z', '--raw', '--numstat'],
  depth: 32,
  lives: 500,
  timeoutMs: 60_000,
  ask: ([from, to]) => `${from} ${to}\n${sentinel}`,
  flush: '',
  read(bytes: Bytes) {
    const answer = bytes.until(sentinel)
    if (answer === undefined && bytes.length > MAX_ANSWER) throw new GitError('diff-tree', 0, '', 'output')
    return answer && { answer }
  },
}

/** The tree of a commit, tag or tree; null is the tree without files. */
export async function treeOf(git: Git, dir: GitDir, oid: string | null): Promise<string> {
  if (oid === null || oid === emptyTree(dir)) return emptyTree(dir)
  const found = await resolve(git, dir, rev(dir, oid), { want: 'tree', prefer: ['sha'] })
  if (!found) throw new Missing(`tree of ${oid}`)
  return found.oid
}

/** Files that differ between two commits or trees; throws TooMany. */
export async function changes(git: Git, dir: GitDir, from: string | null, to: string): Promise<Changes> {
  return between(git, dir, await treeOf(git, dir, from), await treeOf(git, dir, to))
}

/** Files a commit changed against its first parent, or against nothing if it is the first; none where there are too many. */
export function ofCommit(git: Git, dir: GitDir, oid: string): Promise<Changes> {
  return kept(git, dir, oid, async () => {
    const { tree, parents } = await readCommit(git, dir, oid)
    return compare(git, dir, parents[0] ? (await readCommit(git, dir, parents[0])).tree : emptyTree(dir), tree).catch((error) => {
      if (error instanceof TooMany) return TOO_MANY
      throw error
    })
  })
}

const between = (git: Git, dir: GitDir, from: string, to: string) => kept(git, dir, `${from}\0${to}`, () => compare(git, dir, from, to))

const keyOf = (dir: GitDir, what: string) => `${dir.path}\0diff\0${what}`

async function kept(git: Git, dir: GitDir, what: string, find: () => Promise<Changes>): Promise<Changes> {
  return (git.memory.get(keyOf(dir, what)) as Changes | undefined) ?? keep(git, dir, what, await find())
}

/** Whether ofCommit() needs not ask git. */
export const knows = (git: Git, dir: GitDir, oid: string) => git.memory.get(keyOf(dir, oid)) !== undefined

/** What ofCommit() is to tell from now on, learned elsewhere. */
export function keep(git: Git, dir: GitDir, what: string, found: Changes): Changes {
  if (!dir.quarantine) git.memory.set(keyOf(dir, what), found, 500 * found.files.length + 300)
  return found
}

const keyOfBoundless = (dir: GitDir) => `${dir.path}\0boundless`
const isBoundless = (git: Git, dir: GitDir) => git.memory.get(keyOfBoundless(dir)) === true

/** Whether git was stopped because it took too long or too much. In such a repository files are counted before they are compared. */
export function tooMuch(error: unknown): boolean {
  return error instanceof GitError && (error.reason === 'timeout' || error.reason === 'output')
}

export function expectMany(git: Git, dir: GitDir): void {
  git.memory.set(keyOfBoundless(dir), true, 300)
}

async function needFew(git: Git, dir: GitDir, from: string, to: string): Promise<void> {
  if ((await differing(git, dir, from, to)) <= MOST_FILES) return
  expectMany(git, dir)
  throw new TooMany()
}

async function compare(git: Git, dir: GitDir, from: string, to: string): Promise<Changes> {
  if (from === to) return NONE
  if (isBoundless(git, dir)) await needFew(git, dir, from, to)
  const data = await ask(git, dir, diffTree, [from, to]).catch(async (error) => {
    if (!tooMuch(error)) throw error
    await needFew(git, dir, from, to)
    throw error
  })
  const head = `${from} ${to}\n`
  if (data.toString('latin1', 0, head.length) !== head) throw new Missing(`trees ${from} ${to}`)
  return parseChanges(data.toString('utf8', head.length).split('\0'), 0).changes
}

const STATUS: Record<string, FileChange['status']> = { A: 'added', D: 'deleted', M: 'modified', R: 'renamed', C: 'copied', T: 'typechanged' }

/** Reads `--raw --numstat -z` from a word on, and from a place in that word: first all raw records, then the counts in the same order. */
export function parseChanges(words: readonly string[], start: number, offset = 0): { changes: Changes; next: number } {
  const sum: Changes = { files: [], additions: 0, deletions: 0 }
  let i = start
  for (; words[i]?.startsWith(':', i === start ? offset : 0); ) {
    const [oldMode, newMode, oldOid, newOid, status] = words[i].slice(i++ === start ? offset + 1 : 1).split(' ')
    const pair = status[0] === 'R' || status[0] === 'C'
    const first = words[i++]
    const file: FileChange = {
      path: pair ? words[i++] : first, status: STATUS[status[0]] ?? 'modified',
      additions: 0, deletions: 0, binary: false, oldMode, newMode, oldOid, newOid,
    }
    if (pair) {
      file.oldPath = first
      file.similarity = Number(status.slice(1))
    }
    sum.files.push(file)
  }
  for (const file of sum.files) {
    const [added, removed, name] = (words[i++] ?? '').split('\t')
    // a pair's names follow as words of their own
    if (name === '') i += 2
    if (added === '-') file.binary = true
    else {
      file.additions = Number(added)
      file.deletions = Number(removed)
      sum.additions += file.additions
      sum.deletions += file.deletions
    }
  }
  return { changes: sum, next: i }
}

export interface PatchOptions {
  /** Lines around each change; three unless told. */
  context?: number
  /** Only these files; both names of a renamed one. */
  paths?: string[]
  /** Binary files as something that can be applied again. */
  binary?: boolean
  whitespace?: 'all' | 'change' | 'eol'
  signal?: AbortSignal
}

const WHITESPACE = { all: '--ignore-all-space', change: '--ignore-space-change', eol: '--ignore-space-at-eol' }

async function patchArgs(git: Git, dir: GitDir, from: string | null, to: string, options: PatchOptions): Promise<string[]> {
  const context = Math.min(Math.max(0, Math.trunc(options.context ?? 3)), 1_000_000)
  const [a, b] = await Promise.all([treeOf(git, dir, from), treeOf(git, dir, to)])
  await needFew(git, dir, a, b)
  return ['diff-tree', '-p', '-r', '-M', '-l1000', `--unified=${context}`, ...(options.binary ? ['--binary', '--full-index'] : []),
    ...(options.whitespace ? [WHITESPACE[options.whitespace]] : []),
    '--end-of-options', a, b, ...paths(...(options.paths ?? []))]
}

/** The patch between two commits or trees as text. */
export async function patch(git: Git, dir: GitDir, from: string | null, to: string, options: PatchOptions = {}): Promise<Readable> {
  return output(git, dir, await patchArgs(git, dir, from, to, options), { signal: options.signal, memory: MEMORY })
}

/** The commits of `head` that `base` does not have (null: only `head`) as mails, oldest first. Merges are left out. */
export async function formatPatch(git: Git, dir: GitDir, base: string | null, head: string, options: { signal?: AbortSignal } = {}): Promise<Readable> {
  await needFew(git, dir, await treeOf(git, dir, base), await treeOf(git, dir, head))
  const which = base === null ? ['--max-count=1', rev(dir, head)] : [`${rev(dir, base)}..${rev(dir, head)}`]
  return output(git, dir, ['format-patch', '--stdout', '--no-signature', '--binary', '-M', ...which], { signal: options.signal, memory: MEMORY })
}

/** Hunks of the files that changed, in the order of changes(); a renamed file is given by its new path. */
export async function hunks(git: Git, dir: GitDir, from: string | null, to: string,
  options: PatchOptions & { maxBytes?: number; maxLines?: number } = {}): Promise<FilePatch[]> {
  const args = await patchArgs(git, dir, from, to, options)
  const { stdout } = await run(git, dir, args, { maxOutput: options.maxBytes ?? 16 * 1024 * 1024, signal: options.signal })
  return parsePatch(stdout.toString('utf8'), { maxLines: options.maxLines })
}

/** Hunks of one file; null where it did not change. */
export async function fileHunks(git: Git, dir: GitDir, from: string | null, to: string, file: { path: string; oldPath?: string },
  options: Omit<PatchOptions, 'paths'> & { maxBytes?: number; maxLines?: number } = {}): Promise<FilePatch | null> {
  const names = file.oldPath && file.oldPath !== file.path ? [file.oldPath, file.path] : [file.path]
  // without its old name among the paths a renamed file would seem new
  return (await hunks(git, dir, from, to, { ...options, paths: names })).at(-1) ?? null
}
