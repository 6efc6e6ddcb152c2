// Brings what the base has gained into the head branch.
import { accountAccess, type Account, type Repo } from '../../access/index.ts'
import { carryLargeFiles, judgeFor, moves, personOf } from '../../code/index.ts'
import { bring, log, merge, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { exists, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { gitDir, quota, settingsOf } from '../../repos/index.ts'
import type { Doing } from '../ground/at.ts'
import { mayPushHead } from '../ground/pushing.ts'
import { branchRef } from '../ground/refs.ts'
import { inTurn } from '../ground/turns.ts'
import { refresh } from '../state/verbs.ts'

export async function update(cx: Cx, at: Doing, rebase: boolean): Promise<void> {
  if (at.pull.is_merged || at.issue.is_closed) throw invalid('a closed pull request cannot be updated')
  const settings = settingsOf(at.repo)
  const head = (rebase ? settings.allow_rebase_update : settings.allow_merge_update) ? await mayPushHead(cx, at, at.by) : undefined
  if (!head) throw forbidden('you may not update this pull request')
  await quota.needAny(cx, head.owner)
  await inTurn(`update ${head.id} ${at.pull.head_branch}`, () => updateNow(cx, at, head, rebase))
  await refresh(cx, at.issue.id, at.by.id)
}

async function updateNow(cx: Cx, at: Doing, head: Repo, rebase: boolean): Promise<void> {
  const ref = branchRef(at.pull.head_branch)
  const judge = judgeFor(cx, head, { account: at.by, access: await accountAccess(cx.db, at.by, head) })
  for (let tries = 0; tries < 5; tries++) {
    const base = await refs.read(gitDir(cx, at.repo), branchRef(at.pull.base_branch))
    const tip = await refs.read(gitDir(cx, head), ref)
    if (base === null || tip === null) throw notFound()
    if (head.id !== at.repo.id) {
      await bring(cx.git, gitDir(cx, at.repo), gitDir(cx, head), branchRef(at.pull.base_branch))
      await carryLargeFiles(cx, at.repo, head, tip, base)
    }
    const next = await combined(cx, at, head, { base, tip, rebase, by: at.by })
    const refusal = await judge({ ref, old: tip, new: next })
    if (refusal) throw forbidden(`the head branch is ${refusal.message}`)
    const result = await moves.move(cx, head, { by: at.by, via: 'merge', moves: [{ ref, old: tip, new: next }] })
    if (result.ok) return
    if (result.kind === 'invalid') throw exists(result.message)
  }
  throw exists('the branches keep moving; try again')
}

async function combined(cx: Cx, { pull }: Doing, head: Repo, on: { base: string; tip: string; rebase: boolean; by: Account }): Promise<string> {
  const dir = gitDir(cx, head)
  if (await log.isAncestor(cx.git, dir, on.base, on.tip)) throw exists('the head is up to date already')
  const by = personOf(cx, on.by)
  const message = `Merge branch '${pull.base_branch}' into ${pull.head_branch}\n`
  const made = on.rebase
    ? await merge.rebase(cx.git, dir, on.base, await log.between(cx.git, dir, on.base, on.tip, { reverse: true, topo: true, noMerges: true }), { committer: by, sign: cx.signer.sign })
    : await merge.merge(cx.git, dir, on.tip, on.base, { author: by, committer: by, message, sign: cx.signer.sign })
  if (made.oid === null) throw exists('the head conflicts with its base')
  return made.oid
}
