import { accessTo, canRead, unitOf, type Access, type Actor, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import { teamView } from '../../orgs/index.ts'
import * as commentStore from '../comments/store.ts'
import * as commentView from '../comments/view.ts'
import { people } from '../ground/people.ts'
import * as issueView from '../issues/view.ts'
import * as labelStore from '../labels/store.ts'
import * as labelView from '../labels/view.ts'
import * as milestoneStore from '../milestones/store.ts'
import * as milestoneView from '../milestones/view.ts'
import type { CommentRow, IssueRow } from '../tables.ts'
import * as timeStore from '../times/store.ts'
import * as timeView from '../times/view.ts'
import type { TimelineRecord } from './schema.ts'
import * as store from './store.ts'

const crossing = new Set(['issue_ref', 'pull_ref', 'comment_ref'])
const byId = <T extends { id: number }>(list: readonly T[]) => new Map(list.map((one) => [one.id, one]))
const ids = (rows: readonly CommentRow[], ...keys: (keyof CommentRow)[]) => rows.flatMap((row) => keys.map((key) => row[key]).filter((one): one is number => typeof one === 'number'))

/** Which of the other issues the viewer may read. */
async function readableOf(cx: Cx, others: readonly IssueRow[], repos: Map<number, Repo>, actor: Actor): Promise<Set<number>> {
  const access = new Map<number, Access>()
  for (const id of new Set(others.map((one) => one.repo_id))) access.set(id, await accessTo(cx.db, actor, repos.get(id)!))
  return new Set(others.filter((one) => canRead(access.get(one.repo_id)!, unitOf(one.is_pull))).map((one) => one.id))
}

/** A mention whose comment is gone is a null. Queries grow with the repositories that mention the issue, not with the entries. */
export async function many(cx: Cx, all: readonly CommentRow[], at: { repo: Repo; issue: IssueRow; actor: Actor }): Promise<(TimelineRecord | null)[]> {
  const viewer = at.actor.account
  const issues = await commentView.issuesOf(cx, ids(all, 'ref_issue_id', 'dependent_issue_id'), [at.issue])
  const repos = await issueView.reposOf(cx, [...issues.values()], [at.repo])
  const seen = await readableOf(cx, [...issues.values()], repos, at.actor)
  // inline comments have their own place, and mentions from where the viewer may not look are left out
  const rows = all.filter((row) => row.type !== 'code' && (!crossing.has(row.type) || row.ref_issue_id === null || seen.has(row.ref_issue_id)))
  const others = byId(await issueView.many(cx, [...issues.values()].filter((one) => one.id !== at.issue.id && seen.has(one.id)), { viewer, repos: [...repos.values()] }))
  const mentions = byId(await commentView.many(cx, await commentStore.listByIds(cx.db, ids(rows, 'ref_comment_id')), { issues: [...issues.values()], repos: [...repos.values()] }))
  const milestones = byId(await milestoneStore.listByIds(cx.db, ids(rows, 'old_milestone_id', 'milestone_id')))
  const labels = byId(await labelStore.listByIds(cx.db, ids(rows, 'label_id')))
  const times = byId(await timeView.many(cx, await timeStore.listByIds(cx.db, ids(rows, 'tracked_time_id')), { viewer, repos: [at.repo] }))
  const teams = byId(await teamView.many(cx, await store.listTeams(cx.db, ids(rows, 'assignee_team_id')), [at.repo.owner]))
  const users = await people(cx, ids(rows, 'poster_id', 'assignee_id', 'resolve_doer_id'))
  const named = (id: number | null) => (id === null ? null : users.record(id, null))
  const milestone = (id: number | null) => {
    const row = id === null ? undefined : milestones.get(id)
    return row ? milestoneView.one(row) : null
  }
  return rows.map((row) => {
    if (row.ref_comment_id !== null && !mentions.has(row.ref_comment_id)) return null
    const label = row.label_id === null ? undefined : labels.get(row.label_id)
    return {
      id: row.id,
      type: row.type,
      ...commentView.links(cx, row, at.issue, at.repo),
      user: users.record(row.poster_id, null),
      body: row.content,
      created_at: formatTime(row.created_at),
      updated_at: formatTime(row.updated_at),
      old_project_id: row.old_project_id,
      project_id: row.project_id,
      old_milestone: milestone(row.old_milestone_id),
      milestone: milestone(row.milestone_id),
      tracked_time: (row.tracked_time_id !== null && times.get(row.tracked_time_id)) || null,
      old_title: row.old_title,
      new_title: row.new_title,
      old_ref: row.old_ref,
      new_ref: row.new_ref,
      ref_issue: (row.ref_issue_id !== null && others.get(row.ref_issue_id)) || null,
      ref_comment: (row.ref_comment_id !== null && mentions.get(row.ref_comment_id)) || null,
      ref_action: row.ref_action,
      ref_commit_sha: row.type === 'commit_ref' ? row.commit_sha : '',
      review_id: row.review_id ?? 0,
      label: label ? labelView.one(cx, label, at.repo) : null,
      assignee: named(row.assignee_id),
      assignee_team: (row.assignee_team_id !== null && teams.get(row.assignee_team_id)) || null,
      removed_assignee: row.removed && (row.type === 'assignees' || row.type === 'review_request'),
      resolve_doer: named(row.resolve_doer_id),
      dependent_issue: (row.dependent_issue_id !== null && others.get(row.dependent_issue_id)) || null,
    }
  })
}
