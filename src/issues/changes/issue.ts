// Changes of one issue or pull request inside the caller's transaction; each returns the row as it then is.
// Whether they are permitted has been decided by the caller.
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { conflict, precondition } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { repoStore, settingsOf } from '../../repos/index.ts'
import type { At } from '../ground/at.ts'
import { entry } from './entries.ts'
import { dayOf } from '../ground/days.ts'
import * as dependencyStore from '../dependencies/store.ts'
import { closed, edited, milestoned, reopened } from '../ground/facts.ts'
import * as labelStore from '../labels/store.ts'
import * as milestoneStore from '../milestones/store.ts'
import type { IssueRow, MilestoneRow } from '../tables.ts'
import { follow } from '../text/mentions.ts'
import { BODY, index, TITLE } from '../text/store.ts'
import { wordsOf } from '../text/words.ts'
import { finish } from './stopwatch.ts'
import * as store from '../issues/store.ts'

/** At most 255 bytes' worth of letters. */
export function shortTitle(title: string): string {
  const letters = [...title]
  return letters.length > 255 ? `${letters.slice(0, 252).join('')}…` : title
}

export async function retitle(cx: Cx, tx: Db, at: At, given: string): Promise<IssueRow> {
  const title = shortTitle(given)
  if (title === at.issue.title) return at.issue
  const issue = await store.update(tx, at.issue.id, { title, updated_at: cx.now() })
  await index(tx, issue.id, TITLE, wordsOf(title))
  await entry(tx, cx.now(), issue.id, at.by.id, 'change_title', { old_title: at.issue.title, new_title: title })
  await follow(cx, tx, { ...at, issue }, `${title}\n${issue.content}`)
  await emit(tx, edited, { repo_id: at.repo.id, by_id: at.by.id, issue_id: issue.id, old_title: at.issue.title })
  return issue
}

/** Conflicts with a change of the body since `at.issue` was read. */
export async function rewrite(cx: Cx, tx: Db, at: At, content: string): Promise<IssueRow> {
  const issue = await store.rewrite(tx, at.issue.id, at.issue.content_version, content, cx.now())
  if (!issue) throw conflict()
  if (content === at.issue.content) return issue
  await store.keepHistory(tx, { issue_id: issue.id, comment_id: null, editor_id: at.by.id, content: at.issue.content, created_at: cx.now() })
  await index(tx, issue.id, BODY, wordsOf(content))
  await follow(cx, tx, { ...at, issue }, `${issue.title}\n${content}`)
  await emit(tx, edited, { repo_id: at.repo.id, by_id: at.by.id, issue_id: issue.id, old_body: at.issue.content })
  return issue
}

/** The branch or tag the issue is about, stored as given. */
export async function point(cx: Cx, tx: Db, at: At, ref: string): Promise<IssueRow> {
  await entry(tx, cx.now(), at.issue.id, at.by.id, 'change_issue_ref', { old_ref: at.issue.ref, new_ref: ref })
  return store.update(tx, at.issue.id, { ref, updated_at: cx.now() })
}

export async function setDeadline(cx: Cx, tx: Db, at: At, deadline: number | null): Promise<IssueRow> {
  const old = at.issue.deadline_at
  if (old === deadline) return at.issue
  const [type, content] =
    deadline === null ? ['removed_deadline', dayOf(old!)] : old === null ? ['added_deadline', dayOf(deadline)] : ['modified_deadline', `${dayOf(deadline)}|${dayOf(old)}`]
  await entry(tx, cx.now(), at.issue.id, at.by.id, type, { content })
  return store.update(tx, at.issue.id, { deadline_at: deadline, updated_at: cx.now() })
}

/** Null takes the issue out of its milestone. */
export async function setMilestone(cx: Cx, tx: Db, at: At, milestone: MilestoneRow | null): Promise<IssueRow> {
  const held = await store.hold(tx, at.issue.id)
  const old = held.milestone_id
  if (old === (milestone?.id ?? null)) return held
  const one = { issues: 1, closed: held.is_closed ? 1 : 0 }
  if (old !== null) await milestoneStore.count(tx, old, { issues: -1, closed: -one.closed })
  if (milestone) await milestoneStore.count(tx, milestone.id, one)
  const issue = await store.update(tx, held.id, { milestone_id: milestone?.id ?? null, updated_at: cx.now() })
  await entry(tx, cx.now(), issue.id, at.by.id, 'milestone', { old_milestone_id: old, milestone_id: milestone?.id ?? null })
  await emit(tx, milestoned, { repo_id: at.repo.id, by_id: at.by.id, issue_id: issue.id, old_milestone_id: old, milestone_id: milestone?.id ?? null })
  return issue
}

/** The counters everywhere follow. Nothing happens in the state it is in already. */
async function setClosed(cx: Cx, tx: Db, at: At, close: boolean): Promise<IssueRow | undefined> {
  const issue = await store.setClosed(tx, at.issue.id, close, cx.now())
  if (!issue) return undefined
  const by = close ? 1 : -1
  await repoStore.countIssues(tx, at.repo.id, issue.is_pull, { closed: by })
  const labels = (await labelStore.listOfIssues(tx, [issue.id])).get(issue.id) ?? []
  await labelStore.count(tx, labels.map((one) => one.id), { closed: by })
  if (issue.milestone_id !== null) await milestoneStore.count(tx, issue.milestone_id, { closed: by })
  return issue
}

/** `entryType` is null for a merge, which tells of itself. */
export async function close(cx: Cx, tx: Db, at: At, more: { commit_sha?: string; entryType?: string | null; force?: boolean } = {}): Promise<IssueRow> {
  if (!at.issue.is_closed && !more.force && settingsOf(at.repo).enable_issue_dependencies && (await dependencyStore.hasOpenBlocker(tx, at.issue.id))) {
    throw precondition('cannot close this issue or pull request because it still has open dependencies')
  }
  const issue = await setClosed(cx, tx, at, true)
  if (!issue) return at.issue
  if (more.entryType !== null) await entry(tx, cx.now(), issue.id, at.by.id, more.entryType ?? 'close', { commit_sha: more.commit_sha ?? '' })
  await finish(cx, tx, at, { onlyIssue: issue.id })
  if (more.entryType !== null) await emit(tx, closed, { repo_id: at.repo.id, by_id: at.by.id, issue_id: issue.id, commit_sha: more.commit_sha })
  return issue
}

export async function reopen(cx: Cx, tx: Db, at: At): Promise<IssueRow> {
  const issue = await setClosed(cx, tx, at, false)
  if (!issue) return at.issue
  await entry(tx, cx.now(), issue.id, at.by.id, 'reopen')
  await emit(tx, reopened, { repo_id: at.repo.id, by_id: at.by.id, issue_id: issue.id })
  return issue
}
