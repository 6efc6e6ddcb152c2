// What git says about a pull request: what it would change and whether it can be merged. Commits are named by id, so answers stay true.
import type { Repo } from '../../access/index.ts'
import { diff, GitError, log, merge, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { PullRow } from '../../issues/index.ts'
import { gitDir } from '../../repos/index.ts'

export type Inspection = Pick<PullRow, 'merge_base' | 'additions' | 'deletions' | 'changed_files' | 'status' | 'conflicted_files'>

/** `head` must lie in the base repository already. */
export async function inspect(cx: Cx, repo: Repo, base: string, head: string): Promise<Inspection> {
  const dir = gitDir(cx, repo)
  const merge_base = (await log.mergeBase(cx.git, dir, base, head)) ?? base
  const { files, additions, deletions } = await diff.changes(cx.git, dir, merge_base, head)
  const found = await fits(cx, dir, base, head, merge_base)
  return { merge_base, additions, deletions, changed_files: files.length, ...found }
}

async function fits(cx: Cx, dir: GitDir, base: string, head: string, merge_base: string): Promise<Pick<Inspection, 'status' | 'conflicted_files'>> {
  if (merge_base === head) return { status: 'empty', conflicted_files: '[]' }
  if (merge_base === base && (await log.isAncestor(cx.git, dir, base, head))) return { status: 'mergeable', conflicted_files: '[]' }
  const merged = await merge.mergeTrees(cx.git, dir, base, head, { dry: true })
  if (!merged.conflicts) return { status: 'mergeable', conflicted_files: '[]' }
  return merged.unrelated ? { status: 'error', conflicted_files: '[]' } : { status: 'conflict', conflicted_files: JSON.stringify(merged.conflicts.slice(0, 100)) }
}

interface Change {
  base: string
  head: string
}

/** Whether two states of a head change the same lines of the same files, wherever they stand. */
export async function sameChange(cx: Cx, repo: Repo, old: Change, next: Change): Promise<boolean> {
  const dir = gitDir(cx, repo)
  try {
    const [a, b] = [await diff.changes(cx.git, dir, old.base, old.head), await diff.changes(cx.git, dir, next.base, next.head)]
    const outline = (all: diff.Changes) => all.files.map((one) => [one.path, one.oldPath ?? '', one.status, one.additions, one.deletions, one.newMode, one.binary].join('\0')).join('\n')
    if (outline(a) !== outline(b)) return false
    const contents = (all: diff.Changes) => all.files.map((one) => `${one.oldOid} ${one.newOid}`).join('\n')
    if (contents(a) === contents(b)) return true
    if (a.files.some((one) => one.binary)) return false
    const [before, after] = [await lines(cx, dir, old), await lines(cx, dir, next)]
    return before === after
  } catch (error) {
    // too large to compare, or the old head is gone
    if (error instanceof GitError || (error as Error).name === 'Missing') return false
    throw error
  }
}

async function lines(cx: Cx, dir: GitDir, { base, head }: Change): Promise<string> {
  const files = await diff.hunks(cx.git, dir, base, head, { context: 0, maxBytes: 4 * 1024 * 1024 })
  return files.map((file) => file.hunks.map((hunk) => hunk.lines.map((line) => line.kind[0] + line.text).join('\n')).join('\n@\n')).join('\n@@\n')
}

/** Ids of the commits a head brings, oldest first. */
export const commitsBetween = (cx: Cx, repo: Repo, base: string, head: string): Promise<string[]> =>
  log.between(cx.git, gitDir(cx, repo), base, head, { reverse: true, limit: 1000, topo: true })
