// What a moved ref brought, as feeds and payloads tell it.
import type { Repo } from '../../access/index.ts'
import { log, objects, refs, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'

export type Commit = objects.Commit

export interface Pushed {
  /** the newest few, newest first */
  commits: Commit[]
  /** how many there are in all, up to a bound */
  total: number
  /** what the ref names now; null when it is gone or names no commit */
  head: Commit | null
  /** for a new branch: the commit it is compared with */
  base: string | null
}

const SHOWN = 5
const COUNTED = 10_000

/** Commits that were not in the ref before; for a new branch, or one that was pushed over, those that the default branch does not have. */
export async function commitsOf(cx: Cx, repo: Repo, moved: { ref: string; old: string | null; new: string | null }): Promise<Pushed> {
  const dir = gitDir(cx, repo)
  const head = moved.new === null ? null : await peeled(cx, dir, moved.new)
  if (head === null || !moved.ref.startsWith('refs/heads/')) return { commits: [], total: 0, head, base: null }
  const known = moved.old !== null && (await objects.info(cx.git, dir, moved.old)) !== null
  const base = known ? null : await otherTip(cx, dir, repo, moved.ref)
  const since = known ? moved.old : base
  const line = await straight(cx, dir, head, since)
  if (line) return { commits: line.slice(0, SHOWN), total: line.length, head, base }
  const walk = { from: head.oid, not: [since, known ? await rebasedOn(cx, dir, repo, moved.ref, since!, head.oid) : null].filter((one) => one !== null) }
  const ids = await log.list(cx.git, dir, { ...walk, limit: SHOWN })
  const total = ids.length < SHOWN ? ids.length : await log.count(cx.git, dir, { ...walk, limit: COUNTED })
  return { commits: await objects.commits(cx.git, dir, ids), total, head, base }
}

/** What a branch was put on top of anew was in the default branch before: no news of this push. */
async function rebasedOn(cx: Cx, dir: GitDir, repo: Repo, ref: string, old: string, next: string): Promise<string | null> {
  return (await log.isAncestor(cx.git, dir, old, next)) ? null : otherTip(cx, dir, repo, ref)
}

const STEPS = 50

/** Most pushes put a few commits on top of another: those are found without starting git. Null when it is not so simple. */
async function straight(cx: Cx, dir: GitDir, head: Commit, until: string | null): Promise<Commit[] | null> {
  const line: Commit[] = []
  for (let at = head; at.oid !== until; at = await objects.commit(cx.git, dir, at.parents[0])) {
    line.push(at)
    if (at.parents.length === 0) return until === null ? line : null
    if (at.parents.length > 1 || line.length > STEPS) return null
  }
  return line
}

/** The newest commit of the default branch. */
export async function headOf(cx: Cx, repo: Repo): Promise<Commit | null> {
  const dir = gitDir(cx, repo)
  const tip = await refs.read(dir, `refs/heads/${repo.default_branch}`)
  return tip ? peeled(cx, dir, tip) : null
}

export const commitAt = (cx: Cx, repo: Repo, oid: string): Promise<Commit | null> => peeled(cx, gitDir(cx, repo), oid)

async function peeled(cx: Cx, dir: GitDir, oid: string): Promise<Commit | null> {
  const found = await objects.resolve(cx.git, dir, oid, { want: 'commit', prefer: ['sha'] })
  return found && objects.commit(cx.git, dir, found.oid)
}

async function otherTip(cx: Cx, dir: GitDir, repo: Repo, ref: string): Promise<string | null> {
  const other = `refs/heads/${repo.default_branch}`
  return other === ref ? null : refs.read(dir, other)
}
