// A branch of a fork brought up to what it was forked from.
import { accessTo, canRead, findRepoById, type Access, type Repo, type SignedIn } from '../../access/index.ts'
import { bring, log, merge, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, exists, forbidden, notFound } from '../../kernel/errors.ts'
import { gitDir, quota, repoView } from '../../repos/index.ts'
import { refused } from '../branches/verbs.ts'
import { personOf } from '../ground/identities.ts'
import { carry } from '../large-files/verbs.ts'
import * as moves from '../moves/verbs.ts'
import { judgeFor } from '../protections/verdict.ts'

export type Outcome = 'up-to-date' | 'fast-forward' | 'merge'

const TRIES = 3

export async function follow(cx: Cx, repo: Repo, actor: SignedIn, access: Access, branch: string, ffOnly: boolean): Promise<Outcome> {
  if (repo.fork_id === null) throw bad('the repository is not a fork')
  const parent = await findRepoById(cx.db, repo.fork_id)
  if (!parent || !canRead(await accessTo(cx.db, actor, parent), 'code')) throw forbidden('you may not read the repository this one was forked from')
  const ref = `refs/heads/${branch}`
  if (!refs.validRefName(ref)) throw notFound()
  const { theirs, name } = await upstreamOf(cx, parent, branch)
  const dir = gitDir(cx, repo)
  if ((await refs.read(dir, ref)) === null) throw notFound()
  await quota.needAny(cx, repo.owner)
  await bring(cx.git, gitDir(cx, parent), dir, `refs/heads/${name}`)
  for (let tries = 0; ; tries++) {
    const ours = await refs.read(dir, ref)
    if (ours === null) throw notFound()
    if (await log.isAncestor(cx.git, dir, theirs, ours)) return 'up-to-date'
    const fast = await merge.canFastForward(cx.git, dir, ours, theirs)
    if (!fast && ffOnly) throw bad('fast-forward merge not possible: branch has diverged')
    const next = fast ? theirs : await merged(cx, repo, parent, actor, ours, theirs, name)
    const refusal = await judgeFor(cx, repo, { account: actor.account, access })({ ref, old: ours, new: next })
    if (refusal) throw forbidden(`the branch is ${refusal.message}`)
    await carry(cx, parent, repo, ours, theirs)
    const moved = await moves.move(cx, repo, { by: actor.account, via: 'merge', moves: [{ ref, old: ours, new: next }] })
    if (moved.ok) return fast ? 'fast-forward' : 'merge'
    if (moved.kind !== 'stale' || tries >= TRIES) throw refused(moved, branch)
  }
}

/** The branch of the same name, or else the default one. */
async function upstreamOf(cx: Cx, parent: Repo, branch: string): Promise<{ theirs: string; name: string }> {
  for (const name of [branch, parent.default_branch]) {
    const theirs = await refs.read(gitDir(cx, parent), `refs/heads/${name}`)
    if (theirs !== null) return { theirs, name }
  }
  throw notFound()
}

async function merged(cx: Cx, repo: Repo, parent: Repo, actor: SignedIn, ours: string, theirs: string, name: string): Promise<string> {
  const person = personOf(cx, actor.account)
  const message = `Merge branch '${name}' of ${repoView.html(cx, parent)}\n`
  const made = await merge.merge(cx.git, gitDir(cx, repo), ours, theirs, { author: person, committer: person, message, sign: cx.signer.sign })
  if (made.oid === null) throw exists(made.unrelated ? 'the branches have nothing in common' : `the branches are in conflict: ${made.conflicts.slice(0, 10).join(', ')}`)
  return made.oid
}
