import type { Account, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { remake } from '../../kernel/remake.ts'
import { formatTime, timeOrNull, ZERO_TIME } from '../../kernel/times.ts'
import { repoStore, repoView } from '../../repos/index.ts'
import * as assigneeStore from '../assignees/store.ts'
import * as attachmentStore from '../attachments/store.ts'
import * as attachmentView from '../attachments/view.ts'
import * as labelStore from '../labels/store.ts'
import * as labelView from '../labels/view.ts'
import * as milestoneStore from '../milestones/store.ts'
import * as milestoneView from '../milestones/view.ts'
import { ghost, people } from '../ground/people.ts'
import { boards } from '../ground/ports.ts'
import type { IssueRow } from '../tables.ts'
import type { IssueRecord } from './schema.ts'
import * as store from './store.ts'

export interface Seen {
  /** who looks; authors are shown as they may see them */
  viewer: Account | null
  /** repositories at hand; others are read */
  repos?: readonly Repo[]
  /** just made, with neither labels, assignees, files nor boards */
  bare?: boolean
}

export const html = (cx: Cx, repo: Repo, issue: { number: number; is_pull: boolean }) => `${repoView.html(cx, repo)}/${issue.is_pull ? 'pulls' : 'issues'}/${issue.number}`
export const api = (cx: Cx, repo: Repo, issue: { number: number }) => `${repoView.api(cx, repo)}/issues/${issue.number}`

/** A title that says that the work is not finished. */
export const isDraft = (title: string): boolean => /^(wip:|\[wip\])/i.test(title.trimStart())

export async function reposOf(cx: Cx, issues: readonly { repo_id: number }[], known: readonly Repo[] = []): Promise<Map<number, Repo>> {
  const byId = new Map(known.map((one) => [one.id, one]))
  const missing = [...new Set(issues.map((one) => one.repo_id))].filter((id) => !byId.has(id))
  for (const one of await repoStore.listWithOwners(cx.db, missing)) byId.set(one.id, one)
  return byId
}

export const one = async (cx: Cx, issue: IssueRow, seen: Seen): Promise<IssueRecord> => (await many(cx, [issue], seen))[0]

const kept = remake<IssueRecord>(500)
/** characters; longer ones are made each time */
const KEPT = 20_000

/** The same number of queries for one and for fifty. */
export async function many(cx: Cx, issues: readonly IssueRow[], seen: Seen): Promise<IssueRecord[]> {
  if (issues.length === 0) return []
  const ids = seen.bare ? [] : issues.map((one) => one.id)
  const repos = await reposOf(cx, issues, seen.repos)
  const labels = await labelStore.listOfIssues(cx.db, ids)
  const assignees = await assigneeStore.listOfIssues(cx.db, ids)
  const milestones = new Map((await milestoneStore.listByIds(cx.db, issues.flatMap((one) => one.milestone_id ?? []))).map((row) => [row.id, row]))
  const files = await attachmentStore.listOf(cx.db, 'issue_id', ids)
  const pulls = new Map((await store.listPullStates(cx.db, issues.flatMap((one) => (one.is_pull ? one.id : [])))).map((row) => [row.issue_id, row]))
  const projects = await boards().records(cx, cx.db, ids, seen.viewer)
  const known = await people(cx, [...issues.map((one) => one.poster_id), ...[...assignees.values()].flat()], seen.viewer)
  return issues.map((issue) => {
    const repo = repos.get(issue.repo_id)!
    const user = known.record(issue.poster_id, seen.viewer)
    const assigned = (assignees.get(issue.id) ?? []).map((id) => known.record(id, null))
    const milestone = issue.milestone_id === null ? undefined : milestones.get(issue.milestone_id)
    const pull = pulls.get(issue.id)
    const [marks, assets, on] = [labels.get(issue.id), files.get(issue.id), projects.get(issue.id)]
    const make = (): IssueRecord => ({
      id: issue.id,
      url: api(cx, repo, issue),
      html_url: html(cx, repo, issue),
      number: issue.number,
      user,
      original_author: issue.original_author,
      original_author_id: issue.original_author_id,
      title: issue.title,
      body: issue.content,
      ref: issue.ref,
      assets: attachmentView.many(cx, assets ?? []),
      labels: labelView.many(cx, marks ?? [], repo),
      milestone: milestone ? milestoneView.one(milestone) : null,
      assignee: assigned[0] ?? null,
      assignees: assigned.length > 0 ? assigned : null,
      projects: on ?? null,
      state: issue.is_closed ? 'closed' : 'open',
      is_locked: issue.is_locked,
      comments: issue.num_comments,
      content_version: issue.content_version,
      created_at: formatTime(issue.created_at),
      updated_at: formatTime(issue.updated_at),
      closed_at: issue.is_closed ? timeOrNull(issue.closed_at) : null,
      due_date: timeOrNull(issue.deadline_at),
      time_estimate: issue.time_estimate,
      pull_request: pull
        ? { merged: pull.is_merged, merged_at: pull.is_merged ? timeOrNull(pull.merged_at) : null, draft: isDraft(issue.title), html_url: html(cx, repo, issue) }
        : null,
      repository: { id: repo.id, name: repo.name, owner: repo.owner.name, full_name: `${repo.owner.name}/${repo.name}` },
      pin_order: issue.pin_order,
    })
    if (issue.content.length > KEPT) return make()
    return kept(`${issue.id}`, [issue, repo.name, repo.owner.name, user, assigned, milestone, pull, marks, assets, on, cx.root], make)
  })
}

/** What is left of a record that may not be seen. */
export const hidden = (cx: Cx): IssueRecord => ({
  id: 0, url: '', html_url: '', number: 0, user: ghost(cx), original_author: '', original_author_id: 0, title: 'HIDDEN', body: '', ref: '', assets: [], labels: [],
  milestone: null, assignee: null, assignees: null, projects: null, state: '', is_locked: false, comments: 0, content_version: 0, created_at: ZERO_TIME,
  updated_at: ZERO_TIME, closed_at: null, due_date: null, time_estimate: 0, pull_request: null, repository: null, pin_order: 0,
})
