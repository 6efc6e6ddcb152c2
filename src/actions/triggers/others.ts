// Issues, comments, releases, forks and runs that follow runs.
import { findAccount, findRepoById } from '../../access/index.ts'
import { objects } from '../../git/index.ts'
import { Comment, commentStore, commentView, Issue, issueStore, issueView } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Fact } from '../../kernel/outbox.ts'
import { Release, releaseStore, releaseView } from '../../releases/index.ts'
import { gitDir, Repository, repoView } from '../../repos/index.ts'
import { activities } from '../engine/events.ts'
import type { JsonObject } from '../engine/workflow.ts'
import { workflowOf } from '../runs/files.ts'
import { ActionWorkflowRun } from '../runs/schema.ts'
import * as runView from '../runs/view.ts'
import { doer, find, isAwaited, isBot, tipOf, titleOf, type Start } from './match.ts'
import { around, plain } from './payload.ts'
import * as pulls from './pulls.ts'
import { onDefaultBranch } from './refs.ts'
import * as store from './store.ts'

/** Acts on an issue; on a pull request they are that pull request's. */
export async function onIssue(cx: Cx, fact: Fact<{ issue_id: number }>, action: string, more: JsonObject = {}, change: { added?: number; removed?: number } = {}): Promise<Start[] | undefined> {
  const issue = await issueStore.findById(cx.db, fact.data.issue_id)
  if (issue?.is_pull) return pulls.acted(cx, fact, action, more, change)
  const who = issue && (await doer(cx, fact))
  if (!who || isBot(who.by) || !(await isAwaited(cx, who.repo, 'issues'))) return undefined
  const payload = { action, number: issue.number, issue: plain(Issue, await issueView.one(cx, issue, { viewer: null, repos: [who.repo] })), ...around(cx, who.repo, who.by), ...more }
  return onDefaultBranch(cx, who.repo, who.by, 'issues', activities('issues', action, change), payload)
}

export async function onComment(cx: Cx, fact: Fact<{ issue_id: number; comment_id: number; removed?: string }>, action: 'created' | 'edited' | 'deleted'): Promise<Start[] | undefined> {
  const issue = await issueStore.findById(cx.db, fact.data.issue_id)
  const who = issue && (await doer(cx, fact))
  if (!who || isBot(who.by) || !(await isAwaited(cx, who.repo, 'issue_comment', 'pull_request_comment'))) return undefined
  const [row] = fact.data.removed ? [] : await commentStore.listByIds(cx.db, [fact.data.comment_id])
  const comment: JsonObject | undefined = fact.data.removed ? JSON.parse(fact.data.removed) : row && plain(Comment, await commentView.one(cx, row))
  if (!comment) return undefined
  const payload = { action, issue: plain(Issue, await issueView.one(cx, issue, { viewer: null, repos: [who.repo] })), comment, is_pull: issue.is_pull, ...around(cx, who.repo, who.by) }
  const starts = await onDefaultBranch(cx, who.repo, who.by, 'issue_comment', [action], payload)
  return issue.is_pull ? [...(starts ?? []), ...((await onDefaultBranch(cx, who.repo, who.by, 'pull_request_comment', [action], payload)) ?? [])] : starts
}

export async function onRelease(cx: Cx, fact: Fact<{ release_id: number; removed?: string }>, action: 'published' | 'updated' | 'deleted'): Promise<Start[] | undefined> {
  const who = await doer(cx, fact)
  if (!who || isBot(who.by)) return undefined
  const row = fact.data.removed ? undefined : await releaseStore.findById(cx.db, fact.data.release_id)
  const release: JsonObject | undefined = fact.data.removed ? JSON.parse(fact.data.removed) : row && plain(Release, await releaseView.one(cx, who.repo, row))
  const ref = release && `refs/tags/${String(release.tag_name)}`
  const sha = ref && (await tipOf(cx, who.repo, ref))
  if (!release || !ref || !sha) return undefined
  const { message } = await objects.commit(cx.git, gitDir(cx, who.repo), sha)
  const what = { repo: who.repo, by_id: who.by.id, event: 'release', ref, sha, title: titleOf(message), payload: { action, release, ...around(cx, who.repo, who.by) }, frame: { status_sha: sha }, source: sha }
  return find(cx, [{ what, event: { name: 'release', actions: activities('release', action) } }])
}

/** A page of the wiki was written, changed or deleted. */
export async function onWiki(cx: Cx, fact: Fact<{ page: string; comment: string }>, action: 'created' | 'edited' | 'deleted'): Promise<Start[] | undefined> {
  const who = await doer(cx, fact)
  if (!who || isBot(who.by)) return undefined
  return onDefaultBranch(cx, who.repo, who.by, 'gollum', [], { action, ...around(cx, who.repo, who.by), page: fact.data.page, comment: fact.data.comment })
}

/** Told to the repository that was forked. */
export async function onFork(cx: Cx, fact: Fact<{ parent_id: number }>): Promise<Start[] | undefined> {
  const who = await doer(cx, { data: { repo_id: fact.data.parent_id, by_id: fact.data.by_id } })
  const made = fact.data.repo_id === undefined ? undefined : await findRepoById(cx.db, fact.data.repo_id)
  if (!who || !made || isBot(who.by)) return undefined
  return onDefaultBranch(cx, who.repo, who.by, 'fork', [], { forkee: plain(Repository, repoView.bare(cx, made, null, undefined)), ...around(cx, who.repo, who.by) })
}

const maxDepth = 5

/** A run that follows another; a chain of them ends. */
export async function onRun(cx: Cx, fact: Fact<{ run_id: number; action: string }>): Promise<Start[] | undefined> {
  const run = await store.findRun(cx.db, fact.data.run_id)
  const repo = run && (await findRepoById(cx.db, run.repo_id))
  const by = run && ((await findAccount(cx.db, run.actor_id)) ?? repo?.owner)
  if (!run || !repo || !by || run.depth >= maxDepth || !(await doer(cx, { data: { repo_id: repo.id, by_id: by.id } }))) return undefined
  const name = workflowOf(run.workflow_text, run.path).name || run.workflow
  const shown = plain(ActionWorkflowRun, await runView.one(cx, run))
  const payload = { action: fact.data.action, workflow: { id: run.workflow, name, path: run.path }, workflow_run: shown, ...around(cx, repo, by) }
  return onDefaultBranch(cx, repo, by, 'workflow_run', [fact.data.action], payload, { depth: run.depth + 1, on: { workflow: name, branch: runView.branchOf(run.ref) ?? '' } })
}
