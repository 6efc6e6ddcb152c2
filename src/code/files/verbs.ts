// Changing files without a work tree: one commit, all changes or none. Writers of one branch take turns; whoever still finds
// the branch moved (by a push) begins anew from its new tip.
import { findRepoById, WRITE, type Access, type Account, type Repo } from '../../access/index.ts'
import { objects, refs, tree, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { exists, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { gitDir, quota } from '../../repos/index.ts'
import { refused } from '../branches/verbs.ts'
import * as moves from '../moves/verbs.ts'
import { judgeFor, type Verdict } from '../protections/verdict.ts'
import { isLetIn } from '../ground/ports.ts'
import { signFor } from '../signing/own.ts'
import { clean } from '../content/at.ts'
import type { Around } from './schema.ts'
import { stage } from '../content/stage.ts'
import { messageOf, peopleOf } from '../content/words.ts'
import { pointed } from '../large-files/committing.ts'

export interface FileChange {
  /** `move` also replaces the content, `rename` keeps it, `upload` takes whatever is there */
  operation: 'create' | 'update' | 'upload' | 'move' | 'rename' | 'delete'
  path: string
  from_path?: string
  content?: Buffer
  /** what must be there now: the blob's id */
  sha?: string
}

export interface Changed {
  branch: string
  commit: string
  /** with their paths as they were understood */
  files: FileChange[]
}

const TRIES = 20

/** `asked` may be read only once it is known that the caller may write there. */
export async function change(cx: Cx, repo: Repo, by: Account, access: Access, around: Around, asked: readonly FileChange[] | (() => FileChange[])): Promise<Changed> {
  const branches = await branchesOf(cx, repo, by, access, around)
  const files = (typeof asked === 'function' ? asked() : asked).map((one) => ({ ...one, path: writable(one.path), from_path: one.from_path ? writable(one.from_path) : undefined }))
  const dir = gitDir(cx, repo)
  await quota.need(cx, repo.owner, files.reduce((sum, one) => sum + (one.content?.length ?? 0), 0))
  const contents = await pointed(cx, repo, branches.source, files)
  const blobs = await Promise.all(contents.map((one) => (one ? objects.writeBlob(cx.git, dir, one) : undefined)))
  const said = (committer: objects.Person) => messageOf(around, files, committer)
  const made = await committed(cx, repo, { by, access, around, ...branches, said }, async (base) => edited(cx, dir, base, await stage(cx, dir, base, files, blobs)))
  return { ...made, files }
}

/** Where the change begins and where it goes; the right to write there. */
export async function branchesOf(cx: Cx, repo: Repo, by: Account, access: Access, around: Around): Promise<{ source: string; target: string }> {
  const source = around.branch || repo.default_branch
  const target = around.new_branch || source
  if (access.units.code < WRITE && !(await isLetIn(cx, repo, target, by))) throw forbidden('user should have a permission to write to the target branch')
  if (!refs.validRefName(`refs/heads/${target}`)) throw invalid(`not a name a branch can have: ${target}`)
  return { source, target }
}

interface Commitment {
  by: Account
  access: Access
  around: Around
  source: string
  target: string
  said(committer: objects.Person): string
}

/** One commit whose tree is made from the one before it. */
export async function committed(cx: Cx, repo: Repo, { by, access, around, source, target, said }: Commitment, grow: (base: string | null) => Promise<string>): Promise<{ branch: string; commit: string }> {
  const dir = gitDir(cx, repo)
  const judge = judgeFor(cx, repo, { account: by, access })
  const people = peopleOf(cx, by, around)
  const message = said(people.committer)
  const sign = await signFor(cx, by, people.committer)

  return inTurn(`${repo.id} ${target}`, async () => {
    for (let tries = 0; ; tries++) {
      const from = await tipsOf(cx, repo, dir, source, target, around.force_push ?? false)
      const base = from.parent === null ? null : (await objects.commit(cx.git, dir, from.parent)).tree
      const commit = await objects.writeCommit(cx.git, dir, { tree: await grow(base), parents: from.parent === null ? [] : [from.parent], message, ...people, sign })
      const move = { ref: `refs/heads/${target}`, old: from.old, new: commit }
      const refusal = await judge(move)
      if (refusal) throw barred(refusal, by)
      const moved = await moves.move(cx, repo, { by, via: 'api', moves: [move] })
      if (moved.ok) return { branch: target, commit }
      if (moved.kind === 'invalid') throw refused(moved, target)
      if (tries >= TRIES) throw exists('the branch keeps moving; try again')
    }
  })
}

const barred = (refusal: Verdict, by: Account) => forbidden(refusal.why === 'push' ? `user cannot commit to repo [user: ${by.name}]` : `the branch is ${refusal.message}`)

function writable(asked: string): string {
  const path = clean(asked)
  if (path === null || !tree.validPath(path)) throw invalid(`path contains a malformed path component [path: ${asked}]`)
  return path
}

/** The commit the change is made on, and what the target branch is now; both null for the first commit of all. */
async function tipsOf(cx: Cx, repo: Repo, dir: GitDir, source: string, target: string, force: boolean): Promise<{ parent: string | null; old: string | null }> {
  const parent = await refs.read(dir, `refs/heads/${source}`)
  const old = source === target ? parent : await refs.read(dir, `refs/heads/${target}`)
  if (parent === null && !(await findRepoById(cx.db, repo.id))?.is_empty) throw notFound()
  if (source !== target && old !== null && !force) throw invalid(`branch already exists [name: ${target}]`)
  return { parent, old }
}

async function edited(cx: Cx, dir: GitDir, base: string | null, changes: tree.Change[]): Promise<string> {
  try {
    return await tree.edit(cx.git, dir, base, changes)
  } catch (error) {
    if (!(error instanceof tree.EditError)) throw error
    if (error.kind === 'not-found') throw notFound()
    throw invalid(error.kind === 'invalid-path' ? `path contains a malformed path component [path: ${error.path}]` : `a file or folder is in the way [path: ${error.path}]`)
  }
}

const turns = new Map<string, Promise<unknown>>()

function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(key) ?? Promise.resolve()).then(work)
  const quiet = mine.catch(() => {})
  turns.set(key, quiet)
  void quiet.then(() => turns.get(key) === quiet && turns.delete(key))
  return mine
}
