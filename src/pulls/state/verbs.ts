// Keeps what is stored of a pull request true to git: its head, what it changes, whether it can be merged.
import { findAccount, findRepoById, type Account, type Repo } from '../../access/index.ts'
import { moves, rules } from '../../code/index.ts'
import { bring, log, objects, refs } from '../../git/index.ts'
import { commentStore, entry, type PullRow } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { emit } from '../../kernel/outbox.ts'
import { gitDir } from '../../repos/index.ts'
import type { PullAt } from '../ground/at.ts'
import { dismissed, synchronized } from '../ground/facts.ts'
import { branchRef, headRef } from '../ground/refs.ts'
import * as store from '../pulls/store.ts'
import * as reviewStore from '../reviews/store.ts'
import { commitsBetween, inspect, sameChange, type Inspection } from './inspect.ts'

/** Where the head branch stands; null if it or its repository is gone. */
export async function headTip(cx: Cx, pull: Pick<PullRow, 'head_repo_id' | 'head_branch'>): Promise<string | null> {
  const repo = pull.head_repo_id === null ? undefined : await findRepoById(cx.db, pull.head_repo_id)
  return repo ? refs.read(gitDir(cx, repo), branchRef(pull.head_branch)) : null
}

/** The branch's commit with everything below it in the base repository; null if there is no such branch. */
export async function bringHead(cx: Cx, base: Repo, from: Repo, branch: string): Promise<string | null> {
  for (let tries = 0; tries < 5; tries++) {
    const oid = await refs.read(gitDir(cx, from), branchRef(branch))
    if (oid === null || from.id === base.id) return oid
    await bring(cx.git, gitDir(cx, from), gitDir(cx, base), branchRef(branch))
    // the branch may have been moved elsewhere while its objects came
    if (await objects.info(cx.git, gitDir(cx, base), oid)) return oid
  }
  throw new Error('the head branch does not stand still')
}

/** Makes an open pull request follow its branch and looks again whether it can be merged. The state as it then is. */
export async function refresh(cx: Cx, issueId: number, byId: number | null = null): Promise<PullAt | undefined> {
  for (let tries = 0; tries < 5; tries++) {
    const at = await store.load(cx.db, issueId)
    if (!at || at.issue.is_closed || at.pull.is_merged) return at
    const from = at.pull.head_repo_id === null ? undefined : await findRepoById(cx.db, at.pull.head_repo_id)
    const head = from ? await bringHead(cx, at.repo, from, at.pull.head_branch) : null
    if (head !== null && head !== at.pull.head_sha) {
      if (await follow(cx, at, head, byId)) return store.load(cx.db, issueId)
      continue
    }
    await keepHead(cx, at)
    await recheck(cx, at)
    return store.load(cx.db, issueId)
  }
  return store.load(cx.db, issueId)
}

/** Looks again whether it can be merged, with the head it has. */
export async function recheck(cx: Cx, at: PullAt): Promise<void> {
  const base = await refs.read(gitDir(cx, at.repo), branchRef(at.pull.base_branch))
  if (base === null) return
  const found = await inspect(cx, at.repo, base, at.pull.head_sha)
  if (Object.entries(found).every(([key, value]) => at.pull[key as keyof Inspection] === value)) return
  await cx.write((tx) => store.found(tx, at.pull, found))
}

/** The ref may have been lost with a copy of the folder; its commit is known. */
async function keepHead(cx: Cx, { repo, issue, pull }: PullAt): Promise<void> {
  const ref = headRef(issue.number)
  if ((await refs.read(gitDir(cx, repo), ref)) === null) await moves.move(cx, repo, { by: null, via: 'push', moves: [{ ref, old: null, new: pull.head_sha }] })
}

interface Followed extends Inspection {
  issue_id: number
  before: string
  after: string
  forced: boolean
  commits: string[]
  changed: boolean
}

/** Moves the pull request's own ref to the new head, and then its rows. False if somebody was faster. */
export async function follow(cx: Cx, { repo, issue, pull }: PullAt, after: string, byId: number | null): Promise<boolean> {
  const dir = gitDir(cx, repo)
  const base = await refs.read(dir, branchRef(pull.base_branch))
  const before = pull.head_sha
  const known = (await objects.info(cx.git, dir, before)) !== null
  const forced = !known || !(await log.isAncestor(cx.git, dir, before, after))
  const found: Inspection = base !== null ? await inspect(cx, repo, base, after) : { ...pull, status: 'error' as const }
  const data: Followed = {
    merge_base: found.merge_base, additions: found.additions, deletions: found.deletions, changed_files: found.changed_files, status: found.status, conflicted_files: found.conflicted_files,
    issue_id: issue.id, before, after, forced,
    commits: forced ? [before, after] : await commitsBetween(cx, repo, before, after),
    changed: !known || !(await sameChange(cx, repo, { base: pull.merge_base, head: before }, { base: found.merge_base, head: after })),
  }
  const by = byId === null ? null : ((await findAccount(cx.db, byId)) ?? null)
  const ref = headRef(issue.number)
  const result = await moves.move(cx, repo, { by: by ?? (await author(cx.db, issue.poster_id)), via: 'push', kind: 'pull.follow', moves: [{ ref, old: await refs.read(dir, ref), new: after }], data })
  if (result.ok) await keepMerged(cx, repo, issue, after)
  return result.ok
}

/** Merged while its branch moved on: the ref goes back to what was merged. */
async function keepMerged(cx: Cx, repo: Repo, issue: PullAt['issue'], moved: string): Promise<void> {
  const pull = await store.findPull(cx.db, issue.id)
  if (!pull?.is_merged || pull.head_sha === moved) return
  await moves.move(cx, repo, { by: null, via: 'push', moves: [{ ref: headRef(issue.number), old: moved, new: pull.head_sha }] })
}

const author = async (db: Db, id: number | null): Promise<Account | null> => (id === null ? null : ((await findAccount(db, id)) ?? null))

moves.settleWith('pull.follow', async (cx, tx, repo, done) => {
  const { issue_id, before, after, forced, commits, changed, ...found } = done.data as Followed
  const pull = await store.findPull(tx, issue_id)
  // what was merged meanwhile keeps the head it was merged with
  if (!pull || pull.is_merged || pull.head_sha === after) return
  await store.update(tx, issue_id, { ...found, head_sha: after })
  await tellPush(cx, tx, issue_id, done.by_id, { is_force_push: forced, commit_ids: commits })
  if (changed) await reviewStore.markStale(tx, issue_id, after)
  if (changed && (await rules.ruleFor(tx, repo, pull.base_branch))?.dismiss_stale_approvals) await dismissApprovals(cx, tx, repo, pull, done.by_id, after)
  await emit(tx, synchronized, { repo_id: repo.id, by_id: done.by_id ?? undefined, issue_id, before, after, forced })
})

/** Where a rule wants it so, approvals hold for what was approved and nothing else. */
async function dismissApprovals(cx: Cx, tx: Db, repo: Repo, pull: PullRow, byId: number | null, head: string): Promise<void> {
  for (const { id } of await reviewStore.listApprovalsBefore(tx, pull.issue_id, head)) {
    await reviewStore.update(tx, id, { dismissed: true, official: false, updated_at: cx.now() })
    await entry(tx, cx.now(), pull.issue_id, byId, 'dismiss_review', { review_id: id, content: 'New commits were pushed, so the approval no longer counts.' })
    await emit(tx, dismissed, { repo_id: repo.id, by_id: byId ?? undefined, issue_id: pull.issue_id, review_id: id })
  }
}

export interface Pushed {
  is_force_push: boolean
  commit_ids: string[]
}
export async function tellPush(cx: Cx, tx: Db, issueId: number, byId: number | null, pushed: Pushed): Promise<void> {
  if (pushed.commit_ids.length > 0) await entry(tx, cx.now(), issueId, byId, 'pull_push', { content: JSON.stringify(pushed) })
}

/** The commits counted from another base are others. */
export async function retellPushes(cx: Cx, tx: Db, issueId: number, byId: number | null, commits: string[]): Promise<void> {
  for (const { id } of await store.listPushes(tx, issueId)) await commentStore.remove(tx, id)
  await tellPush(cx, tx, issueId, byId, { is_force_push: false, commit_ids: commits })
}
