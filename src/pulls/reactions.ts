import { findAccount } from '../access/index.ts'
import { branches, branchWriters, proposers, protections, statuses } from '../code/index.ts'
import { entry, issueChanges, issueFacts, issueStore, issueView } from '../issues/index.ts'
import type { Cx } from '../kernel/cx.ts'
import type { Db } from '../kernel/db.ts'
import { emit, react, type Reaction } from '../kernel/outbox.ts'
import { refFacts } from '../repos/index.ts'
import * as pushed from './changes/pushed.ts'
import { dismissed, ready, requested, submitted } from './ground/facts.ts'
import { letIn } from './ground/pushing.ts'
import { wake } from './merges/scheduling.ts'
import * as mergingStore from './merging/store.ts'
import * as store from './pulls/store.ts'

branchWriters.push(letIn)
proposers.push(pushed)

const HEADS = 'refs/heads/'
const branchOf = (ref: string): string | undefined => (ref.startsWith(HEADS) ? ref.slice(HEADS.length) : undefined)

/** A branch is somewhere else: what comes from it follows, what goes into it is looked at again. */
async function moved(cx: Cx, tx: Db, { repo_id, by_id, ref }: { repo_id?: number; by_id?: number; ref: string }): Promise<void> {
  const branch = branchOf(ref)
  if (branch === undefined || repo_id === undefined) return
  const from = await store.listOpenFrom(tx, repo_id, branch)
  const into = await store.listOpenInto(tx, repo_id, branch)
  await store.doubt(tx, [...from, ...into])
  for (const issue_id of from) await cx.jobs.enqueue(tx, 'pulls.refresh', { issue_id, by_id: by_id ?? null }, { key: String(issue_id) })
  if (into.length > 0) await cx.jobs.enqueue(tx, 'pulls.recheck', { repo_id, branch }, { key: `${repo_id} ${branch}` })
}

/** What came from the branch is closed; what goes into it looks for another base. */
async function gone(cx: Cx, tx: Db, { repo_id, by_id, ref }: { repo_id?: number; by_id?: number; ref: string }): Promise<void> {
  const branch = branchOf(ref)
  if (branch === undefined || repo_id === undefined) return
  const account = by_id === undefined ? undefined : await findAccount(tx, by_id)
  for (const id of await store.listOpenFrom(tx, repo_id, branch)) {
    const at = (await store.load(tx, id))!
    const by = account ?? at.repo.owner
    await issueChanges.close(cx, tx, { ...at, by }, { force: true })
    await entry(tx, cx.now(), id, by.id, 'delete_branch', { old_ref: branch })
  }
  if ((await store.listOpenInto(tx, repo_id, branch)).length > 0) await cx.jobs.enqueue(tx, 'pulls.rehome', { repo_id, branch, by_id: by_id ?? null }, { key: `${repo_id} ${branch}` })
}

/** A word that a waiting merge may have waited for. */
async function heard(cx: Cx, tx: Db, issueId: number): Promise<void> {
  if (await mergingStore.findScheduled(tx, issueId)) await wake(cx, tx, issueId)
}

/** Other rules may be met already. */
async function reruled(cx: Cx, tx: Db, repoId: number): Promise<void> {
  for (const id of await mergingStore.listWaitingIn(tx, repoId)) await wake(cx, tx, id)
}

export const reactions: Reaction[] = [
  react(submitted, (cx, tx, { data }) => heard(cx, tx, data.issue_id), { prompt: true }),
  react(dismissed, (cx, tx, { data }) => heard(cx, tx, data.issue_id), { prompt: true }),
  react(requested, (cx, tx, { data }) => heard(cx, tx, data.issue_id), { prompt: true }),
  react(protections.changed, (cx, tx, { data }) => reruled(cx, tx, data.repo_id!), { prompt: true }),
  react(protections.removed, (cx, tx, { data }) => reruled(cx, tx, data.repo_id!), { prompt: true }),
  react(refFacts.pushed, (cx, tx, { data }) => moved(cx, tx, data), { prompt: true }),
  react(refFacts.created, (cx, tx, { data }) => moved(cx, tx, data), { prompt: true }),
  react(refFacts.deleted, (cx, tx, { data }) => gone(cx, tx, data), { prompt: true }),
  react(branches.renamed, (_cx, tx, { data }) => store.renameBranch(tx, data.repo_id!, data.old_name, data.new_name), { prompt: true }),
  react(issueFacts.edited, async (cx, tx, { data }) => {
    if (data.old_title === undefined) return
    const issue = await issueStore.findById(tx, data.issue_id)
    if (!issue?.is_pull) return
    const is_draft = issueView.isDraft(issue.title)
    await store.update(tx, issue.id, { is_draft })
    if (!issueView.isDraft(data.old_title) || is_draft) return
    await emit(tx, ready, { repo_id: data.repo_id, by_id: data.by_id, issue_id: issue.id })
    await cx.jobs.enqueue(tx, 'pulls.refresh', { issue_id: issue.id, by_id: data.by_id ?? null }, { key: String(issue.id) })
  }, { prompt: true }),
  react(issueFacts.closed, async (_cx, tx, { data }) => void (await mergingStore.unschedule(tx, data.issue_id)), { prompt: true }),
  react(issueFacts.reopened, async (cx, tx, { data }) => {
    if (!(await store.findPull(tx, data.issue_id))) return
    await store.doubt(tx, [data.issue_id])
    await cx.jobs.enqueue(tx, 'pulls.refresh', { issue_id: data.issue_id, by_id: data.by_id ?? null }, { key: String(data.issue_id) })
  }, { prompt: true }),
  react(issueFacts.issueRemoved, async (cx, tx, { data }) => {
    if (data.is_pull) await cx.jobs.enqueue(tx, 'pulls.forget', { repo_id: data.repo_id, number: data.number })
  }, { prompt: true }),
  react(statuses.created, async (cx, tx, { data }) => {
    const status = await mergingStore.findStatus(tx, data.status_id)
    for (const id of status ? await mergingStore.listWaitingFor(tx, status.repo_id, status.sha) : []) await wake(cx, tx, id)
  }, { prompt: true }),
]
