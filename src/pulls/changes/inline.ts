// Comments on lines: where they stand, and the piece of the diff around them.
import { blame, diff, GitError } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'
import type { PullAt } from '../ground/at.ts'

export interface NewRemark {
  path?: string
  body?: string
  new_position?: number
  old_position?: number
}
export interface Remark {
  content: string
  tree_path: string
  /** negative = of the old side */
  line: number
  patch: string
  commit_sha: string
}

/** Read from git before anything is written. */
export async function place(cx: Cx, at: PullAt, given: NewRemark): Promise<Remark> {
  const old = given.old_position ?? 0
  const line = old > 0 ? -old : Math.max(0, given.new_position ?? 0)
  const tree_path = given.path ?? ''
  const patch = await excerptAt(cx, at, tree_path, line)
  const commit_sha = patch !== '' && line > 0 ? await lastTouched(cx, at, tree_path, line) : at.pull.head_sha
  return { content: given.body ?? '', tree_path, line, patch, commit_sha }
}

async function lastTouched(cx: Cx, { repo, pull }: PullAt, path: string, line: number): Promise<string> {
  try {
    return (await blame.blame(cx.git, gitDir(cx, repo), pull.head_sha, path, { from: line, to: line }))[0]?.oid ?? pull.head_sha
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    return pull.head_sha
  }
}

const CONTEXT = 4

/** The line and the few before it, as a hunk; empty where the diff does not have it. */
export async function excerptAt(cx: Cx, { repo, pull }: PullAt, path: string, line: number): Promise<string> {
  if (path === '' || path.length > 4096 || line === 0) return ''
  try {
    const found = await diff.fileHunks(cx.git, gitDir(cx, repo), pull.merge_base, pull.head_sha, { path }, { maxBytes: 4 * 1024 * 1024 })
    for (const hunk of found?.hunks ?? []) {
      const at = hunk.lines.findIndex((one) => (line > 0 ? one.new === line : one.old === -line))
      if (at >= 0) return cut(hunk, at)
    }
  } catch (error) {
    if (!(error instanceof GitError)) throw error
  }
  return ''
}

const marks = { context: ' ', added: '+', removed: '-' }

function cut(hunk: diff.Hunk, at: number): string {
  const shown = hunk.lines.slice(Math.max(0, at - CONTEXT + 1), at + 1)
  const count = (side: 'old' | 'new') => shown.filter((one) => one[side] !== null).length
  const before = (side: 'old' | 'new') => hunk.lines.slice(0, Math.max(0, at - CONTEXT + 1)).filter((one) => one[side] !== null).length
  const head = `@@ -${hunk.oldStart + before('old')},${count('old')} +${hunk.newStart + before('new')},${count('new')} @@${hunk.heading ? ` ${hunk.heading}` : ''}`
  return [head, ...shown.map((one) => marks[one.kind] + one.text)].join('\n')
}
