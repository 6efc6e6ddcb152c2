// Merging: built in the object database, moved by compare-and-swap, then told by its settler. docs/decisions/0003.
import { accountAccess, canWrite, findAccount, findRepoById, type Account, type Repo } from '../../access/index.ts'
import { carryLargeFiles, moves, rules } from '../../code/index.ts'
import { log, objects, refs } from '../../git/index.ts'
import { dependencyStore, issueView } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { exists, notAllowed, notFound, type Refusal } from '../../kernel/errors.ts'
import { gitDir, quota, settingsOf } from '../../repos/index.ts'
import type { Doing, PullAt } from '../ground/at.ts'
import { branchRef, headRef, mergedRef } from '../ground/refs.ts'
import { inTurn } from '../ground/turns.ts'
import * as pullStore from '../pulls/store.ts'
import { refresh } from '../state/verbs.ts'
import { makesUnsigned, needConditions, needSigned, ruledBy, type Ruled } from '../merges/conditions.ts'
import { titleFor } from '../merges/messages.ts'
import { settle, type Merge } from '../merges/settle.ts'
import { build, isAllowed, type Style } from '../merges/styles.ts'
import * as store from './store.ts'

export interface Merging {
  style: Style
  title?: string
  message?: string
  head_commit_id?: string
  merge_commit_id?: string
  delete_branch?: boolean
  auto?: boolean
  /** although the rule of the base is not met, by those who may */
  force?: boolean
}

const TRIES = 12

/** The refusals that come before anything is looked at in git. */
export async function needMergeRight(cx: Cx, at: Doing): Promise<Ruled> {
  if (at.pull.is_merged) throw merged()
  if (at.issue.is_closed) throw notFound()
  const ruled = await ruledBy(cx, at.repo, at.pull.base_branch, { account: at.by, access: at.access })
  if (!ruled.mayMerge) throw notAllowed('you are not allowed to merge this pull request')
  return ruled
}
const merged = () => notAllowed('the pull request is merged already')

/** The state it is in now, which must let it be merged. */
export async function needMergeable(cx: Cx, at: Doing): Promise<PullAt> {
  if (issueView.isDraft(at.issue.title)) throw notAllowed('a pull request whose work is in progress cannot be merged')
  const now = await refresh(cx, at.issue.id, at.by.id)
  if (!now) throw notFound()
  if (now.pull.is_merged) throw merged()
  if (now.pull.status === 'empty') throw await stranded(cx, { ...now, by: at.by }, notAllowed('there is nothing to merge'))
  if (now.pull.status !== 'mergeable') throw notAllowed('Please try again later')
  if (settingsOf(at.repo).enable_issue_dependencies && (await dependencyStore.hasOpenBlocker(cx.db, at.issue.id))) throw notAllowed('the pull request waits for others that are open')
  return now
}

export async function merge(cx: Cx, at: Doing, input: Merging): Promise<void> {
  await needMergeRight(cx, at)
  if (input.style === 'manually-merged') return mark(cx, at, input)
  await quota.needAny(cx, at.repo.owner)
  // merges into one branch take turns, so that none is built in vain
  const done = await inTurn(`merge ${at.repo.id} ${at.pull.base_branch}`, async () => {
    const now = await needMergeable(cx, at)
    if (!isAllowed(at.repo, input.style)) throw notAllowed(`this repository does not allow ${input.style}`)
    if (input.head_commit_id && input.head_commit_id !== now.pull.head_sha) throw exists('head out of date')
    // asked again of the base that it has by now
    return mergeNow(cx, { ...at, ...now }, input, await needMergeRight(cx, { ...at, ...now }))
  })
  if (input.delete_branch ?? settingsOf(at.repo).default_delete_branch_after_merge) await dropBranch(cx, at, done.head)
}

async function mergeNow(cx: Cx, at: PullAt & { by: Account }, input: Merging, { rule, mayBypass }: Ruled): Promise<Merge> {
  const { repo, by } = at
  const dir = gitDir(cx, repo)
  const title = input.title?.trim() || (await titleFor(cx, at, input.style))
  const author = at.issue.poster_id === null ? undefined : await findAccount(cx.db, at.issue.poster_id)
  for (let tries = 0; tries < TRIES; tries++) {
    const base = await refs.read(dir, branchRef(at.pull.base_branch))
    // after the base: whoever moved it has told, or will be stopped by the mark
    const pull = await pullStore.findPull(cx.db, at.issue.id)
    if (base === null || !pull) throw notFound()
    if (pull.is_merged) throw merged()
    if (pull.base_branch !== at.pull.base_branch) throw exists('the base was changed meanwhile')
    const head = pull.head_sha
    if (input.head_commit_id && input.head_commit_id !== head) throw exists('head out of date')
    if (await log.isAncestor(cx.git, dir, head, base)) throw await stranded(cx, at, notAllowed('there is nothing to merge'))
    if (rule && !(input.force && mayBypass)) await needConditions(cx, { ...at, pull }, rule, { base, head })
    if (makesUnsigned(cx, rule, input.style)) throw notAllowed('the base takes signed commits only, and this merge would make one that is not')
    const built = await build(cx, repo, { style: input.style, base, head, by, author, title, message: input.message ?? '' })
    if (built.oid === null) throw unbuilt(built, input.style)
    if (rule) await needSigned(cx, repo, rule, base, built.oid)
    if (pull.head_repo_id !== null && pull.head_repo_id !== repo.id) await carryLargeFiles(cx, { id: pull.head_repo_id }, repo, base, head)
    const done: Merge = {
      issue_id: at.issue.id, style: input.style, base_branch: at.pull.base_branch, head, merge_base: (await log.mergeBase(cx.git, dir, base, head)) ?? base, commit: built.oid, auto: input.auto ?? false,
    }
    const result = await moves.move(cx, repo, {
      by, via: 'merge', kind: 'pull.merge', data: done,
      moves: [
        { ref: branchRef(at.pull.base_branch), old: base, new: built.oid },
        { ref: mergedRef(at.issue.number), old: null, new: built.oid },
        { ref: headRef(at.issue.number), old: head, new: head },
      ],
    })
    if (result.ok) return done
    if (result.kind === 'invalid') throw exists(result.message)
  }
  throw await stranded(cx, at, exists('the branches keep moving; try again'))
}

/**
 * A merge that git has but no row tells of, because rows were restored from an older copy: told now. A mark whose merge is
 * no longer in the base goes.
 */
async function stranded(cx: Cx, at: PullAt & { by: Account }, otherwise: Refusal): Promise<Refusal> {
  const dir = gitDir(cx, at.repo)
  const mark = await refs.read(dir, mergedRef(at.issue.number))
  const base = await refs.read(dir, branchRef(at.pull.base_branch))
  if (mark === null || base === null || (await store.isUnderWay(cx.db, at.repo.id))) return otherwise
  if (!(await log.isAncestor(cx.git, dir, mark, base))) {
    await moves.move(cx, at.repo, { by: at.by, via: 'merge', moves: [{ ref: mergedRef(at.issue.number), old: mark, new: null }] })
    return otherwise
  }
  const done: Merge = { issue_id: at.issue.id, style: 'merge', base_branch: at.pull.base_branch, head: at.pull.head_sha, merge_base: at.pull.merge_base, commit: mark, auto: false }
  await cx.write((tx) => settle(cx, tx, at.by.id, done))
  return merged()
}

function unbuilt(built: { why: 'conflict' | 'diverged' | 'nothing'; paths?: string[] }, style: Style): Refusal {
  if (built.why === 'nothing') return notAllowed('there is nothing to merge')
  if (built.why === 'diverged') return exists('the base has commits that the head does not have')
  const out = (built.paths ?? []).slice(0, 100).map((path) => `CONFLICT: ${path}`).join('\n')
  return exists('the pull request conflicts with its base', { Style: style, StdOut: out, StdErr: '', Err: 'merge conflict' })
}

/** Merged by hand before; only told here. */
async function mark(cx: Cx, at: Doing, input: Merging): Promise<void> {
  if (!isAllowed(at.repo, 'manually-merged')) throw notAllowed('this repository does not allow marking pull requests as merged')
  const dir = gitDir(cx, at.repo)
  const commit = input.merge_commit_id ?? ''
  const base = await refs.read(dir, branchRef(at.pull.base_branch))
  const whole = new RegExp(`^[0-9a-f]{${dir.format === 'sha1' ? 40 : 64}}$`).test(commit)
  const known = whole && base !== null && (await objects.info(cx.git, dir, commit))?.type === 'commit' && (await log.isAncestor(cx.git, dir, commit, base))
  if (!known) throw exists('wrong commit ID')
  const done: Merge = { issue_id: at.issue.id, style: 'manually-merged', base_branch: at.pull.base_branch, head: at.pull.head_sha, merge_base: at.pull.merge_base, commit, auto: false }
  if (!(await cx.write((tx) => settle(cx, tx, at.by.id, done)))) throw merged()
}

/** The head branch goes if it is the caller's to remove, nobody else needs it and it still stands where it was merged. */
async function dropBranch(cx: Cx, at: Doing, head: string): Promise<void> {
  const repo = at.pull.head_repo_id === null ? undefined : await findRepoById(cx.db, at.pull.head_repo_id)
  const branch = at.pull.head_branch
  if (!repo || at.pull.flow === 'push' || !(await mayDrop(cx, repo, branch, at.by))) return
  const result = await moves.move(cx, repo, { by: at.by, via: 'api', kind: 'pull.branch', data: { issue_id: at.issue.id, branch }, moves: [{ ref: branchRef(branch), old: head, new: null }] })
  if (!result.ok) cx.log.info('the head branch of a merged pull request stays', { repo: repo.id, branch, why: result.message })
}

async function mayDrop(cx: Cx, repo: Repo, branch: string, by: Account): Promise<boolean> {
  if (branch === repo.default_branch || repo.is_archived || repo.is_mirror) return false
  if (!canWrite(await accountAccess(cx.db, by, repo), 'code') || (await rules.ruleFor(cx.db, repo, branch))) return false
  return (await pullStore.listOpenFrom(cx.db, repo.id, branch)).length === 0 && (await pullStore.listOpenInto(cx.db, repo.id, branch)).length === 0
}
