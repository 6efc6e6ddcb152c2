import { isBlocked, type Access, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, conflict, forbidden, notFound, precondition } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { quota, repoStore } from '../../repos/index.ts'
import * as assignees from '../assignees/verbs.ts'
import { entry } from '../changes/entries.ts'
import * as changes from '../changes/issue.ts'
import { equip, openRow } from '../changes/opening.ts'
import { isWriter, needAuthorOrWriter, refuseBlocked, type Allowed } from '../ground/at.ts'
import { endOfDay, moment } from '../ground/days.ts'
import { issueRemoved, locked, opened, unlocked } from '../ground/facts.ts'
import { boards } from '../ground/ports.ts'
import * as labelStore from '../labels/store.ts'
import * as milestoneStore from '../milestones/store.ts'
import type { IssueRow } from '../tables.ts'
import * as store from './store.ts'
import * as view from './view.ts'

export interface NewIssue {
  title: string
  body?: string
  ref?: string
  due_date?: string
  milestone?: number
  labels?: number[]
  assignee?: string
  assignees?: string[]
  projects?: number[]
  closed?: boolean
}

const union = (input: { assignee?: string; assignees?: string[] }) => [...(input.assignee ? [input.assignee] : []), ...(input.assignees ?? [])].filter((one) => one !== '')

/** Readers may open; deadline, milestone, labels and assignees are for writers and dropped for others. */
export async function open(cx: Cx, on: { repo: Repo; access: Access; by: Account }, input: NewIssue): Promise<{ issue: IssueRow; bare: boolean }> {
  const { repo, by } = on
  const writer = isWriter({ access: on.access, issue: { is_pull: false } })
  if (by.id !== repo.owner_id && (await isBlocked(cx.db, repo.owner_id, by.id))) throw forbidden('you are blocked by the owner')
  const people = writer ? await assignees.named(cx.db, union(input)) : []
  await assignees.checkAssignable(cx.db, repo, by, people)
  await boards().check(cx.db, repo, input.projects ?? [])
  const labels = writer ? await labelStore.listUsable(cx.db, repo, input.labels ?? []) : []
  const milestone = writer && input.milestone ? await milestoneStore.find(cx.db, repo.id, input.milestone) : undefined
  const bare = !milestone && labels.length === 0 && people.length === 0 && !input.projects?.length
  const issue = await cx.write(async (tx) => {
    const deadline_at = writer && input.due_date ? moment(input.due_date) : null
    const made = await openRow(cx, tx, repo, by, { title: input.title, body: input.body, ref: input.ref, deadline_at })
    const at = { repo, by, issue: made.issue }
    await emit(tx, opened, { repo_id: repo.id, by_id: by.id, issue_id: made.issue.id, mentioned: made.mentioned }, { issue: made.issue, repo })
    if (bare) return made.issue
    await equip(cx, tx, at, { milestone, labels, assignees: people })
    if (input.projects?.length) await boards().place(cx, tx, at, input.projects)
    return (await store.findById(tx, made.issue.id))!
  })
  return { bare, issue: input.closed ? await cx.write((tx) => changes.close(cx, tx, { repo, by, issue })) : issue }
}

export interface IssueEdit {
  content_version?: number
  title?: string
  body?: string
  ref?: string
  due_date?: string
  unset_due_date?: boolean
  assignee?: string
  assignees?: string[]
  milestone?: number
  state?: string
  projects?: number[]
}

/** Member by member in the wire's order; what was done before a refusal stays done. */
export async function edit(cx: Cx, given: Allowed, input: IssueEdit): Promise<IssueRow> {
  needAuthorOrWriter(given)
  const at = { ...given }
  if (input.content_version !== undefined && input.content_version !== at.issue.content_version) throw conflict()
  if (input.title && input.title !== at.issue.title) {
    await refuseBlocked(cx.db, at)
    at.issue = await cx.write((tx) => changes.retitle(cx, tx, at, input.title!))
  }
  if (input.body !== undefined) at.issue = await rewrite(cx, at, input.body, input.content_version)
  if (input.ref !== undefined) at.issue = await cx.write((tx) => changes.point(cx, tx, at, input.ref!))
  if (isWriter(at)) at.issue = await editAsWriter(cx, at, input)
  if (input.state !== undefined) at.issue = await setState(cx, at, input.state)
  if (input.projects !== undefined && isWriter(at)) {
    await boards().check(cx.db, at.repo, input.projects)
    await cx.write((tx) => boards().place(cx, tx, at, input.projects!))
  }
  return (await store.findById(cx.db, at.issue.id)) ?? at.issue
}

/** Whoever names the version they have read is told of others' changes since; for whoever does not, the last one stays. */
export const rewrite = (cx: Cx, at: Allowed, body: string, version: number | undefined): Promise<IssueRow> =>
  cx.write(async (tx) => changes.rewrite(cx, tx, version === undefined ? { ...at, issue: await store.hold(tx, at.issue.id) } : at, body))

async function editAsWriter(cx: Cx, given: Allowed, input: IssueEdit): Promise<IssueRow> {
  const at = { ...given }
  if (input.unset_due_date || input.due_date) {
    const deadline = input.unset_due_date ? null : endOfDay(input.due_date!, 'given')
    at.issue = await cx.write((tx) => changes.setDeadline(cx, tx, at, deadline))
  } else if (input.unset_due_date === false) throw bad('a due date is needed unless it is unset')
  if (input.assignees !== undefined || input.assignee !== undefined) await setAssignees(cx, at, union(input))
  if (input.milestone !== undefined) at.issue = await setMilestone(cx, at, input.milestone)
  return at.issue
}

/** The exact set, by names. */
export async function setAssignees(cx: Cx, at: Allowed, names: string[]): Promise<void> {
  const people = await assignees.named(cx.db, names)
  await assignees.checkAssignable(cx.db, at.repo, at.by, people)
  await cx.write((tx) => assignees.replace(cx, tx, at, people))
}

/** By id; 0 takes it out. */
export async function setMilestone(cx: Cx, at: Allowed, id: number): Promise<IssueRow> {
  const milestone = id === 0 ? null : await milestoneStore.find(cx.db, at.repo.id, id)
  if (milestone === undefined) throw notFound()
  return cx.write((tx) => changes.setMilestone(cx, tx, at, milestone))
}

export async function setState(cx: Cx, at: Allowed, state: string): Promise<IssueRow> {
  if (state !== 'open' && state !== 'closed') throw precondition(`unknown state: ${state}`)
  return cx.write(async (tx) => {
    // held, so that no merge comes between the look and the change
    const issue = await store.hold(tx, at.issue.id)
    if (issue.is_pull && (await store.findPull(tx, issue.id))?.is_merged) throw precondition('cannot change the state of this pull request, it was already merged')
    return state === 'closed' ? changes.close(cx, tx, { ...at, issue }) : changes.reopen(cx, tx, { ...at, issue })
  })
}

export function setDeadline(cx: Cx, at: Allowed, dueDate: string | undefined): Promise<IssueRow> {
  return cx.write((tx) => changes.setDeadline(cx, tx, at, dueDate ? endOfDay(dueDate, 'server') : null))
}

/** With all that hangs on it; numbers are never given again. */
export async function remove(cx: Cx, at: Allowed): Promise<void> {
  const record = await view.one(cx, at.issue, { viewer: null, repos: [at.repo] })
  await cx.write(async (tx) => {
    const issue = await store.hold(tx, at.issue.id)
    const closed = issue.is_closed ? -1 : 0
    await repoStore.countIssues(tx, at.repo.id, issue.is_pull, { all: -1, closed })
    if (issue.milestone_id !== null) await milestoneStore.count(tx, issue.milestone_id, { issues: -1, closed })
    const labels = (await labelStore.listOfIssues(tx, [issue.id])).get(issue.id) ?? []
    await labelStore.count(tx, labels.map((one) => one.id), { issues: -1, closed })
    await store.remove(tx, issue.id)
    await quota.recountSoon(cx, tx, at.repo.owner_id)
    await emit(tx, issueRemoved, {
      repo_id: at.repo.id, by_id: at.by.id, issue_id: issue.id, number: issue.number, title: issue.title, is_pull: issue.is_pull, removed: JSON.stringify(record),
    })
  })
}

/** The entry is the owner's, whoever asked for it. */
export function lock(cx: Cx, at: Allowed, reason: string): Promise<void> {
  return cx.write(async (tx) => {
    const issue = await store.setLocked(tx, at.issue.id, true, reason)
    if (!issue) return
    await entry(tx, cx.now(), issue.id, at.repo.owner_id, 'lock', { content: reason })
    await emit(tx, locked, { repo_id: at.repo.id, by_id: at.by.id, issue_id: issue.id })
  })
}

export function unlock(cx: Cx, at: Allowed): Promise<void> {
  return cx.write(async (tx) => {
    const issue = await store.setLocked(tx, at.issue.id, false, '')
    if (!issue) return
    await entry(tx, cx.now(), issue.id, at.repo.owner_id, 'unlock')
    await emit(tx, unlocked, { repo_id: at.repo.id, by_id: at.by.id, issue_id: issue.id })
  })
}
