import { accessToMany, READ, type Account, type Actor, type Repo } from '../../access/index.ts'
import { refs } from '../../git/index.ts'
import { assigneeStore, issueView, labelStore, labelView, milestoneStore, milestoneView, people, type IssueRow, type PullRow } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime, timeOrNull } from '../../kernel/times.ts'
import { teamView } from '../../orgs/index.ts'
import { gitDir, repoStore, repoView, type RepositoryRecord } from '../../repos/index.ts'
import { headRef } from '../ground/refs.ts'
import * as reviewerStore from '../reviewers/store.ts'
import * as reviewStore from '../reviews/store.ts'
import type { ReviewRow } from '../tables.ts'
import type { PullRequestRecord } from './schema.ts'
import * as store from './store.ts'

/** How a viewer without a request, such as a hook, sees things. */
const asActor = (viewer: Account | null): Actor => ({ account: viewer, scopes: null, publicOnly: false, via: viewer ? 'session' : 'none' })

export const one = async (cx: Cx, issue: IssueRow, actor: Actor): Promise<PullRequestRecord> => (await many(cx, [issue], actor))[0]
export const oneFor = (cx: Cx, issue: IssueRow, viewer: Account | null): Promise<PullRequestRecord> => one(cx, issue, asActor(viewer))

export const canMerge = (pull: Pick<PullRow, 'status'>, title: string): boolean => (pull.status === 'mergeable' || pull.status === 'empty') && !issueView.isDraft(title)

/** The newest word about each by each, in the order in which they were last touched. */
function standing(reviews: readonly ReviewRow[], issueId: number): ReviewRow[] {
  const latest = new Map<number, ReviewRow>()
  for (const one of reviews) if (one.issue_id === issueId && one.reviewer_id !== null) latest.set(one.reviewer_id, one)
  return [...latest.values()].sort((a, b) => a.updated_at - b.updated_at || a.id - b.id)
}

/** The same number of queries for one and for fifty. */
export async function many(cx: Cx, issues: readonly IssueRow[], actor: Actor): Promise<PullRequestRecord[]> {
  if (issues.length === 0) return []
  const ids = issues.map((one) => one.id)
  const pulls = new Map((await store.listByIssues(cx.db, ids)).map((row) => [row.issue_id, row]))
  const labels = await labelStore.listOfIssues(cx.db, ids)
  const assignees = await assigneeStore.listOfIssues(cx.db, ids)
  const milestones = new Map((await milestoneStore.listByIds(cx.db, issues.flatMap((one) => one.milestone_id ?? []))).map((row) => [row.id, row]))
  const reviews = await reviewStore.listStanding(cx.db, ids)
  const told = await store.countReviewEntries(cx.db, ids)
  const teamRows = await reviewerStore.listTeams(cx.db, reviews.flatMap((one) => one.team_id ?? []))
  const teams = new Map((await teamView.many(cx, teamRows)).map((one) => [one.id, one]))
  const known = await people(cx, [...issues.map((one) => one.poster_id), ...[...assignees.values()].flat(), ...[...pulls.values()].map((one) => one.merged_by_id), ...reviews.map((one) => one.reviewer_id)])
  const sides = await sidesOf(cx, [...pulls.values()], actor)
  return issues.map((issue) => {
    const pull = pulls.get(issue.id)!
    const repo = sides.repo(pull.base_repo_id)!
    const page = issueView.html(cx, repo, issue)
    const assigned = (assignees.get(issue.id) ?? []).map((id) => known.record(id, null))
    const milestone = issue.milestone_id === null ? undefined : milestones.get(issue.milestone_id)
    const size = pull.head_repo_id !== null && sides.repo(pull.head_repo_id) ? { additions: pull.additions, deletions: pull.deletions, changed_files: pull.changed_files } : {}
    return {
      id: issue.id,
      url: page,
      number: issue.number,
      user: known.record(issue.poster_id, actor.account),
      title: issue.title,
      body: issue.content,
      labels: labelView.many(cx, labels.get(issue.id) ?? [], repo),
      milestone: milestone ? milestoneView.one(milestone) : null,
      assignee: assigned[0] ?? null,
      assignees: assigned,
      requested_reviewers: standing(reviews, issue.id).map((one) => known.record(one.reviewer_id, null)),
      requested_reviewers_teams: reviews.flatMap((one) => (one.issue_id === issue.id && one.team_id !== null ? (teams.get(one.team_id) ?? []) : [])),
      state: issue.is_closed ? 'closed' : 'open',
      draft: issueView.isDraft(issue.title),
      is_locked: issue.is_locked,
      comments: issue.num_comments,
      review_comments: told.get(issue.id) ?? 0,
      ...size,
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      mergeable: canMerge(pull, issue.title),
      merged: pull.is_merged,
      merged_at: pull.is_merged ? timeOrNull(pull.merged_at) : null,
      merge_commit_sha: pull.is_merged ? pull.merge_commit : null,
      merged_by: pull.is_merged ? known.record(pull.merged_by_id, null) : null,
      allow_maintainer_edit: pull.allow_maintainer_edit,
      base: sides.base(pull),
      head: sides.head(pull, issue),
      merge_base: pull.merge_base,
      due_date: timeOrNull(issue.deadline_at),
      created_at: formatTime(issue.created_at),
      updated_at: formatTime(issue.updated_at),
      closed_at: issue.is_closed ? timeOrNull(issue.closed_at) : null,
      pin_order: issue.pin_order,
      content_version: issue.content_version,
    }
  })
}

/** Bases and heads with their repositories; a head whoever asks may not see is not shown. */
async function sidesOf(cx: Cx, pulls: readonly PullRow[], actor: Actor) {
  const ids = [...new Set(pulls.flatMap((one) => [one.base_repo_id, ...(one.head_repo_id === null ? [] : [one.head_repo_id])]))]
  const repos = new Map((await repoStore.listWithOwners(cx.db, ids)).map((one) => [one.id, one]))
  const access = await accessToMany(cx.db, actor, [...repos.values()])
  const bases = new Set(pulls.map((one) => one.base_repo_id))
  const shown = [...repos.values()].filter((one) => bases.has(one.id) || access.get(one.id)!.level >= READ)
  const records = new Map<number, RepositoryRecord>((await repoView.many(cx, shown, actor)).map((record) => [record.id, record]))
  const tips = new Map<number, refs.Refs>()
  for (const repo of repos.values()) tips.set(repo.id, await refs.list(cx.git, gitDir(cx, repo), repo.refs_version))
  const tip = (id: number | null, branch: string) => (id === null ? undefined : tips.get(id)?.heads.get(branch)?.oid)
  return {
    repo: (id: number): Repo | undefined => repos.get(id),
    base: (pull: PullRow) => ({
      label: pull.base_branch,
      ref: pull.base_branch,
      sha: tip(pull.base_repo_id, pull.base_branch) ?? '',
      repo_id: pull.base_repo_id,
      repo: records.get(pull.base_repo_id) ?? null,
    }),
    head: (pull: PullRow, issue: IssueRow) => {
      const live = tip(pull.head_repo_id, pull.head_branch)
      const there = pull.head_repo_id !== null && repos.has(pull.head_repo_id)
      return {
        label: pull.head_branch,
        ref: live === undefined ? headRef(issue.number) : pull.head_branch,
        sha: live !== undefined && !issue.is_closed ? live : pull.head_sha,
        repo_id: there ? pull.head_repo_id! : -1,
        repo: there ? (records.get(pull.head_repo_id!) ?? null) : null,
      }
    },
  }
}
