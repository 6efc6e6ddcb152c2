// Pull requests: their own events, those that read the base branch's files, and reviews.
import { accountAccess, canWrite, type Account, type Repo } from '../../access/index.ts'
import { objects } from '../../git/index.ts'
import type { IssueRow, PullRow } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Fact } from '../../kernel/outbox.ts'
import { gitDir } from '../../repos/index.ts'
import { headRef, PullRequest, pullStore, pullView } from '../../pulls/index.ts'
import { activities } from '../engine/events.ts'
import type { JsonObject } from '../engine/workflow.ts'
import { changedPaths } from '../workflows/files.ts'
import { commitOf, doer, find, isBot, tipOf, titleOf, type Happened, type Start } from './match.ts'
import { around, plain } from './payload.ts'
import * as store from './store.ts'

type About = Fact<{ issue_id: number }>

/** Strangers' forks wait until somebody who may write has looked at them. */
async function needsApproval(cx: Cx, repo: Repo, by: Account): Promise<boolean> {
  if (by.is_restricted) return true
  if (canWrite(await accountAccess(cx.db, by, repo), 'actions')) return false
  return !(await store.hasMerged(cx.db, repo.id, by.id))
}

interface Scene {
  cx: Cx
  repo: Repo
  by: Account
  issue: IssueRow
  pull: PullRow
  /** the head commit, which the base repository has too */
  head: string
  message: string
}

async function sceneOf(cx: Cx, fact: About): Promise<Scene | undefined> {
  const who = await doer(cx, fact)
  const at = who && !isBot(who.by) ? await pullStore.load(cx.db, fact.data.issue_id) : undefined
  const head = at && at.repo.id === who!.repo.id ? await commitOf(cx, at.repo, at.pull.head_sha) : undefined
  if (!who || !at || !head) return undefined
  const { message } = await objects.commit(cx.git, gitDir(cx, at.repo), head)
  return { cx, ...who, issue: at.issue, pull: at.pull, head, message }
}

async function payloadOf({ cx, repo, by, issue }: Scene, action: string, more: JsonObject = {}): Promise<JsonObject> {
  return { action, number: issue.number, pull_request: plain(PullRequest, await pullView.oneFor(cx, issue, by)), ...around(cx, repo, by), ...more }
}

/** Whoever may read can push to refs/for, so what comes that way is trusted no more than a fork. */
const isForeign = (repo: Scene['repo'], pull: Scene['pull']): boolean => pull.head_repo_id !== repo.id || pull.flow === 'push'

/** One act starts workflows of the head (pull_request) and of the base branch (pull_request_target). */
export async function acted(cx: Cx, fact: About, action: string, more: JsonObject = {}, change: { added?: number; removed?: number } = {}): Promise<Start[] | undefined> {
  const scene = await sceneOf(cx, fact)
  if (!scene) return undefined
  const { repo, by, issue, pull, head, message } = scene
  const fork = isForeign(repo, pull)
  const merged = action === 'closed' && pull.is_merged && pull.merge_commit !== ''
  const base = `refs/heads/${pull.base_branch}`
  const frame = { base_ref: pull.base_branch, head_ref: pull.head_branch, status_sha: head }
  const what: Happened['what'] = {
    repo, by_id: by.id, event: 'pull_request', ref: merged ? pull.merge_commit : headRef(issue.number), sha: merged ? pull.merge_commit : head, title: titleOf(message),
    payload: await payloadOf(scene, action, more), frame, pull_id: issue.id, fork, approval: fork && (await needsApproval(cx, repo, by)), source: merged ? pull.merge_commit : head,
  }
  const on = (name: string): Happened => ({
    what, event: { name, actions: activities(name, action, change), branch: pull.base_branch }, message: `${issue.title}\n${message}`, paths: () => changedPaths(cx, repo, pull.merge_base || null, head),
  })
  const tip = await tipOf(cx, repo, base)
  const target: Happened[] = tip ? [{ ...on('pull_request_target'), what: { ...what, event: 'pull_request_target', fork: false, approval: false, frame: { ...frame, ref: base, sha: tip }, source: tip } }] : []
  return find(cx, [on('pull_request'), ...target])
}

const verdicts: Record<string, string> = { APPROVED: 'approved', REQUEST_CHANGES: 'rejected', COMMENT: 'comment' }

export async function reviewed(cx: Cx, fact: Fact<{ issue_id: number; review_id: number; state: string }>): Promise<Start[] | undefined> {
  const verdict = verdicts[fact.data.state]
  const scene = verdict ? await sceneOf(cx, fact) : undefined
  const review = scene && (await store.findReview(cx.db, fact.data.review_id))
  if (!scene || !review) return undefined
  const { repo, by, issue, pull, head, message } = scene
  const fork = isForeign(repo, pull)
  const sha = (review.commit_id && (await commitOf(cx, repo, review.commit_id))) || head
  const payload = await payloadOf(scene, 'reviewed', { review: { type: `pull_request_review_${verdict}`, content: review.content } })
  const frame = { base_ref: pull.base_branch, head_ref: pull.head_branch, status_sha: head }
  const what = { repo, by_id: by.id, event: 'pull_request_review', ref: sha, sha, title: titleOf(message), payload, frame, pull_id: issue.id, fork, approval: fork && (await needsApproval(cx, repo, by)), source: sha }
  const action = verdict === 'comment' ? 'commented' : 'reviewed'
  const happened: Happened[] = [{ what, event: { name: what.event, actions: activities(what.event, action) } }]
  if (verdict === 'comment') {
    const name = 'pull_request_review_comment'
    happened.push({ what: { ...what, event: name }, event: { name, actions: activities(name, action) } })
  }
  return find(cx, happened)
}
