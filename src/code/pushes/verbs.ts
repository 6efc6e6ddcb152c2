// What a moved ref brought, as feeds and payloads tell it.
import type { Repo } from '../../access/index.ts'
import { log, objects, refs, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'
import * as store from './store.ts'

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

/** Commits that were not in the ref before; for a new branch those that the default branch does not have. */
export async function commitsOf(cx: Cx, repo: Repo, moved: { ref: string; old: string | null; new: string | null }): Promise<Pushed> {
  const dir = gitDir(cx, repo)
  const head = moved.new === null ? null : await peeled(cx, dir, moved.new)
  if (head === null || !moved.ref.startsWith('refs/heads/')) return { commits: [], total: 0, head, base: null }
  const known = moved.old !== null && (await objects.info(cx.git, dir, moved.old)) !== null
  const base = known ? null : await otherTip(cx, dir, repo, moved.ref)
  const not = known ? [moved.old!] : base ? [base] : []
  const ids = await log.list(cx.git, dir, { from: head.oid, not, limit: SHOWN })
  const total = ids.length < SHOWN ? ids.length : await log.count(cx.git, dir, { from: head.oid, not, limit: COUNTED })
  return { commits: await objects.commits(cx.git, dir, ids), total, head, base }
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

/** Lower-cased address → login, for the people of these commits. */
export async function loginsOf(cx: Cx, list: readonly Commit[]): Promise<Map<string, string>> {
  const emails = new Set(list.flatMap((one) => [one.author.email.toLowerCase(), one.committer.email.toLowerCase()]))
  return new Map((await store.listOwners(cx.db, [...emails])).map((row) => [row.lower_email, row.name]))
}

export interface Files {
  added: string[]
  removed: string[]
  modified: string[]
}
type Status = keyof Files

const MOST_PATHS = 3000
const MOST_FOLDERS = 5000

/** The paths a commit touched; of a merge those that differ from every parent. */
export async function filesOf(cx: Cx, repo: Repo, commit: Commit): Promise<Files> {
  const dir = gitDir(cx, repo)
  const parents = await objects.commits(cx.git, dir, commit.parents)
  const differences = await Promise.all((parents.length > 0 ? parents.map((one) => one.tree) : [null]).map((tree) => difference(cx, dir, tree, commit.tree)))
  const files: Files = { added: [], removed: [], modified: [] }
  for (const [path, status] of differences[0]) if (differences.every((one) => one.has(path))) files[status].push(path)
  return files
}

/** Compares two trees, descending only where they differ. */
async function difference(cx: Cx, dir: GitDir, old: string | null, next: string | null): Promise<Map<string, Status>> {
  const found = new Map<string, Status>()
  const open: [string, string | null, string | null][] = [['', old, next]]
  for (let folders = 0; open.length > 0 && found.size < MOST_PATHS && folders < MOST_FOLDERS; folders++) {
    const [prefix, a, b] = open.pop()!
    if (a === b) continue
    const [before, after] = await Promise.all([a, b].map(async (tree) => new Map(tree ? (await objects.tree(cx.git, dir, tree)).map((one) => [one.name, one]) : [])))
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(name), after.get(name)]
      if (was?.oid === is?.oid && was?.mode === is?.mode) continue
      const folder = (entry: typeof was) => (entry?.kind === 'dir' ? entry.oid : null)
      if (folder(was) ?? folder(is)) open.push([`${prefix}${name}/`, folder(was), folder(is)])
      const wasFile = was !== undefined && was.kind !== 'dir'
      const isFile = is !== undefined && is.kind !== 'dir'
      if (wasFile || isFile) found.set(prefix + name, wasFile && isFile ? 'modified' : isFile ? 'added' : 'removed')
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}
