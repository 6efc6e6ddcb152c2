// Refs that programs move by their full names, under the same rules as a push.
import type { Access, Account, Repo } from '../../access/index.ts'
import { log, objects, receive, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isNewRefName } from '../../kernel/decode.ts'
import { exists, forbidden, invalid } from '../../kernel/errors.ts'
import { gitDir } from '../../repos/index.ts'
import * as branches from '../branches/verbs.ts'
import * as moves from '../moves/verbs.ts'
import { judgeFor } from '../protections/verdict.ts'
import * as tags from '../tags/verbs.ts'
import { typeOf } from './ids.ts'

interface Named {
  ref: string
  space: 'heads' | 'tags'
  name: string
}

/** `refs/heads/x` or `refs/tags/x`; all others are the server's own, or none. */
function named(ref: string): Named {
  const found = /^refs\/(heads|tags)\/(.+)$/s.exec(ref)
  if (!found) throw invalid(`only branches and tags are written, as refs/heads/… and refs/tags/… [${ref}]`)
  return { ref, space: found[1] as Named['space'], name: found[2] }
}

/** What a ref may name: whole, and a commit if it is a branch. */
async function checkTarget(cx: Cx, repo: Repo, { space }: Named, sha: string): Promise<void> {
  const type = await typeOf(cx, repo, sha)
  if (type === undefined) throw invalid(`object does not exist [${sha}]`)
  if (space === 'heads' && type !== 'commit') throw invalid(`a branch must point to a commit [${sha}]`)
  // an object that no ref named may have lost some that it needs
  if (!(await receive.connected(cx.git, gitDir(cx, repo), [{ new: sha }]))) throw invalid(`objects below are missing [${sha}]`)
}

async function needRight(cx: Cx, repo: Repo, by: Account, access: Access, move: moves.Move): Promise<void> {
  const refusal = await judgeFor(cx, repo, { account: by, access })(move)
  if (refusal) throw forbidden(`the ref is ${refusal.message}`)
}

export async function create(cx: Cx, repo: Repo, by: Account, access: Access, { ref, sha }: { ref: string; sha: string }): Promise<string> {
  const at = named(ref)
  if (!isNewRefName(at.name) || !refs.validRefName(ref)) throw invalid(`not a name a ref can have: ${ref}`)
  await checkTarget(cx, repo, at, sha)
  const move = { ref, old: null, new: sha }
  if ((await refs.read(gitDir(cx, repo), ref)) !== null) throw taken()
  await needRight(cx, repo, by, access, move)
  const moved = await moves.move(cx, repo, { by, via: 'api', moves: [move] })
  if (!moved.ok) throw moved.kind === 'stale' ? taken() : branches.refused(moved, ref)
  return ref
}

const taken = () => invalid('Reference already exists')
const missing = () => invalid('Reference does not exist')

const TRIES = 20

/** Only forward unless forced. Whoever finds the ref moved meanwhile is held against where it is now. */
export async function point(cx: Cx, repo: Repo, by: Account, access: Access, ref: string, { sha, force = false }: { sha: string; force?: boolean }): Promise<string> {
  const at = named(ref)
  await checkTarget(cx, repo, at, sha)
  for (let tries = 0; tries < TRIES; tries++) {
    const old = await refs.read(gitDir(cx, repo), ref)
    if (old === null) throw missing()
    if (old === sha) return ref
    if (!force && !(await isForward(cx, repo, old, sha))) throw invalid('Update is not a fast forward')
    const move = { ref, old, new: sha }
    await needRight(cx, repo, by, access, move)
    const moved = await moves.move(cx, repo, { by, via: 'api', moves: [move] })
    if (moved.ok) return ref
    if (moved.kind !== 'stale') throw branches.refused(moved, ref)
  }
  throw exists('the ref keeps moving; try again')
}

async function isForward(cx: Cx, repo: Repo, old: string, next: string): Promise<boolean> {
  const dir = gitDir(cx, repo)
  const [from, to] = await Promise.all([old, next].map((oid) => objects.resolve(cx.git, dir, oid, { prefer: ['sha'] })))
  return from !== null && to !== null && log.isAncestor(cx.git, dir, from.oid, to.oid)
}

export async function remove(cx: Cx, repo: Repo, by: Account, ref: string): Promise<void> {
  const { space, name } = named(ref)
  if ((await refs.read(gitDir(cx, repo), ref)) === null) throw missing()
  await (space === 'heads' ? branches.remove(cx, repo, by, name) : tags.remove(cx, repo, by, name))
}
