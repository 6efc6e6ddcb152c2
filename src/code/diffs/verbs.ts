// The differences between two commits as pages show them: every file that changed, and the lines of as many as a page can bear.
import { diff, TooMany, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { ink, inkBudget, type InkedHunk } from './ink.ts'

export type { InkedHunk, InkedLine } from './ink.ts'

/** Why a file's lines are not there: each can be had by asking for that file alone. */
export type Folded = 'large' | 'generated' | 'limit'

export interface DiffFile extends diff.FileChange {
  /** its place among all that changed; names its anchors */
  n: number
  /** empty where only name or mode changed, and where it is binary or folded */
  hunks: InkedHunk[]
  folded?: Folded
  /** it has more lines than are shown even when it is asked for alone */
  truncated: boolean
}

export interface Diff {
  /** null is the commit before the first */
  from: string | null
  /** empty where there is no commit yet */
  to: string
  files: DiffFile[]
  /** of all files, also those that are not among `files` */
  total: number
  additions: number
  deletions: number
  /** so many files that none are listed */
  tooMany?: true
}

export interface DiffOptions {
  /** only this file, and then as much of it as can be shown */
  only?: string
  whitespace?: 'all' | 'change' | 'eol'
  /** lines around each change; the whole file when it is Infinity */
  context?: number
}

/** Files listed, files with lines, lines of one file, lines of all. */
const FILES = 300
const OPENED = 100
const FILE_LINES = 1500
const LINES = 6_000
const ALONE_LINES = 20_000
const BYTES = 12 * 1024 * 1024
/** Files that are coloured at the same time. */
const AT_ONCE = 4

const MADE = /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lock|cargo\.lock|composer\.lock|gemfile\.lock|poetry\.lock|uv\.lock|pdm\.lock|pipfile\.lock|go\.sum|flake\.lock|mix\.lock|podfile\.lock)$|\.min\.(js|css)$|\.(js|css)\.map$|[-_.]pb\.(go|cc|h|js|ts)$|_pb2(_grpc)?\.pyi?$|\.generated\.[a-z]+$|(^|\/)(vendor|node_modules|third_party)\//i

export async function between(cx: Cx, dir: GitDir, from: string | null, to: string, options: DiffOptions = {}): Promise<Diff> {
  const changes = await diff.changes(cx.git, dir, from, to).catch((error) => {
    if (error instanceof TooMany) return undefined
    throw error
  })
  if (!changes) return { from, to, files: [], total: 0, additions: 0, deletions: 0, tooMany: true }
  const numbered = changes.files.map((one, n): DiffFile => ({ ...one, n, hunks: [], truncated: false }))
  const files = options.only === undefined ? numbered.slice(0, FILES) : numbered.filter((one) => one.path === options.only)
  fold(files, options.only !== undefined)
  await open(cx, dir, from, to, files.filter((one) => !one.folded && !one.binary && (one.oldOid !== one.newOid)), options)
  return { from, to, files, total: changes.files.length, additions: changes.additions, deletions: changes.deletions }
}

function fold(files: DiffFile[], alone: boolean): void {
  let lines = 0
  let opened = 0
  for (const one of files) {
    const size = one.additions + one.deletions
    if (one.binary || size === 0 || alone) continue
    if (MADE.test(one.path)) one.folded = 'generated'
    else if (size > FILE_LINES) one.folded = 'large'
    else if (opened >= OPENED || lines + size > LINES) one.folded = 'limit'
    else {
      opened++
      lines += size
    }
  }
}

async function open(cx: Cx, dir: GitDir, from: string | null, to: string, files: DiffFile[], options: DiffOptions): Promise<void> {
  if (files.length === 0) return
  const paths = files.flatMap((one) => (one.oldPath ? [one.oldPath, one.path] : [one.path]))
  const context = options.context === Infinity ? 1_000_000 : options.context
  const patches = await diff.hunks(cx.git, dir, from, to, { paths, whitespace: options.whitespace, context, maxBytes: BYTES, maxLines: ALONE_LINES }).catch((error) => {
    if ((error as { reason?: string }).reason !== 'output') throw error
    return undefined
  })
  if (!patches) return files.forEach((one) => void (one.folded = options.only === undefined ? 'limit' : 'large'))
  const budget = inkBudget()
  const pairs = paired(files, patches)
  const colour = async (one: DiffFile) => {
    const patch = pairs.get(one)
    // a file that differs in blanks only is not told when blanks do not count
    if (!patch) return
    one.truncated = patch.truncated
    one.hunks = await ink(cx, dir, one, patch.hunks, budget)
  }
  for (let i = 0; i < files.length; i += AT_ONCE) await Promise.all(files.slice(i, i + AT_ONCE).map(colour))
}

/** Both lists have one order, but patches leave out what blanks alone make different, and tell a file that became a link as two. */
function paired(files: DiffFile[], patches: diff.FilePatch[]): Map<DiffFile, diff.FilePatch> {
  const found = new Map<DiffFile, diff.FilePatch>()
  let at = 0
  for (const patch of patches) {
    const next = files.findIndex((one, i) => i >= at && fits(one, patch))
    if (next < 0) continue
    at = next
    const known = found.get(files[next])
    found.set(files[next], known ? { ...known, hunks: [...known.hunks, ...patch.hunks] } : patch)
    if (files[next].status !== 'typechanged') at++
  }
  return found
}

function fits(one: DiffFile, { contents }: diff.FilePatch): boolean {
  if (!contents) return true
  const [old, next] = [one.oldOid.startsWith(contents[0]), one.newOid.startsWith(contents[1])]
  return one.status === 'typechanged' ? old || next : old && next
}
