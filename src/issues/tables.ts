import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    issue: IssueTable
    label: LabelTable
    issue_label: IssueLabelTable
    issue_assignee: IssueAssigneeTable
    milestone: MilestoneTable
    comment: CommentTable
    dependency: DependencyTable
    tracked_time: TrackedTimeTable
    stopwatch: StopwatchTable
    issue_watch: IssueWatchTable
    issue_mention: IssueMentionTable
    reaction: ReactionTable
    attachment: AttachmentTable
    issue_word: IssueWordTable
    content_history: ContentHistoryTable
  }
}

/** Issues and pull requests: one row each, one series of numbers per repository. */
export interface IssueTable {
  id: Generated<number>
  repo_id: number
  number: number
  is_pull: boolean
  /** null = the account is gone */
  poster_id: number | null
  title: string
  content: string
  /** +1 with every change of `content` */
  content_version: number
  is_closed: boolean
  is_locked: boolean
  lock_reason: string
  milestone_id: number | null
  ref: string
  deadline_at: number | null
  closed_at: number | null
  num_comments: number
  /** 0 = not pinned */
  pin_order: number
  /** seconds */
  time_estimate: number
  original_author: string
  original_author_id: number
  created_at: number
  updated_at: number
}
export type IssueRow = Selectable<IssueTable>

/** What makes an issue row a pull request. Issue records show it, so it is created here; it belongs to the room pulls, which declares it. */
export interface PullTable {
  issue_id: number
  base_repo_id: number
  head_repo_id: number | null
  base_branch: string
  head_branch: string
  merge_base: string
  head_sha: string
  is_merged: boolean
  merged_at: number | null
  merged_by_id: number | null
  merge_commit: string
  merge_style: string
  allow_maintainer_edit: boolean
  is_draft: boolean
  status: 'checking' | 'mergeable' | 'conflict' | 'empty' | 'error'
  /** JSON array of paths */
  conflicted_files: string
  additions: number
  deletions: number
  changed_files: number
  /** `branch` or `agit` */
  flow: string
}
export type PullRow = Selectable<PullTable>

/** Of a repository or of an organization. */
export interface LabelTable {
  id: Generated<number>
  repo_id: number | null
  org_id: number | null
  name: string
  /** six lower-case hex digits */
  color: string
  description: string
  exclusive: boolean
  is_archived: boolean
  num_issues: number
  num_closed_issues: number
  created_at: number
  updated_at: number
}
export type LabelRow = Selectable<LabelTable>

interface IssueLabelTable {
  issue_id: number
  label_id: number
}
interface IssueAssigneeTable {
  issue_id: number
  account_id: number
}

export interface MilestoneTable {
  id: Generated<number>
  repo_id: number
  title: string
  lower_title: string
  description: string
  is_closed: boolean
  deadline_at: number | null
  closed_at: number | null
  /** issues and pull requests together */
  num_issues: number
  num_closed_issues: number
  created_at: number
  updated_at: number
}
export type MilestoneRow = Selectable<MilestoneTable>

/** Words people wrote and everything else a timeline shows; `type` is the wire's word. */
export interface CommentTable {
  id: Generated<number>
  issue_id: number
  poster_id: number | null
  type: string
  content: string
  content_version: Generated<number>
  label_id: Generated<number | null>
  old_milestone_id: Generated<number | null>
  milestone_id: Generated<number | null>
  assignee_id: Generated<number | null>
  assignee_team_id: Generated<number | null>
  /** an assignee, reviewer or label taken away rather than given */
  removed: Generated<boolean>
  old_title: Generated<string>
  new_title: Generated<string>
  old_ref: Generated<string>
  new_ref: Generated<string>
  old_project_id: Generated<number>
  project_id: Generated<number>
  /** the issue or pull request that mentions this one, and the comment in which it does */
  ref_issue_id: Generated<number | null>
  ref_comment_id: Generated<number | null>
  ref_action: Generated<'none' | 'closes' | 'reopens' | 'neutered'>
  dependent_issue_id: Generated<number | null>
  tracked_time_id: Generated<number | null>
  commit_sha: Generated<string>
  review_id: Generated<number | null>
  /** inline review comments: negative lines are of the old side */
  line: Generated<number>
  tree_path: Generated<string>
  patch: Generated<string>
  is_outdated: Generated<boolean>
  resolve_doer_id: Generated<number | null>
  original_author: Generated<string>
  original_author_id: Generated<number>
  created_at: number
  updated_at: number
}
export type CommentRow = Selectable<CommentTable>

/** `issue_id` cannot be closed while `blocker_id` is open. */
interface DependencyTable {
  issue_id: number
  blocker_id: number
  created_at: number
}

export interface TrackedTimeTable {
  id: Generated<number>
  issue_id: number
  account_id: number
  /** seconds */
  seconds: number
  is_deleted: boolean
  created_at: number
}
export type TrackedTimeRow = Selectable<TrackedTimeTable>

/** at most one per account */
export interface StopwatchTable {
  account_id: number
  issue_id: number
  created_at: number
}
export type StopwatchRow = Selectable<StopwatchTable>

/** An explicit choice; without a row repository watchers and participants are told. */
interface IssueWatchTable {
  account_id: number
  issue_id: number
  watching: boolean
  created_at: number
}
interface IssueMentionTable {
  issue_id: number
  account_id: number
}

export interface ReactionTable {
  id: Generated<number>
  issue_id: number
  comment_id: number | null
  account_id: number
  content: string
  created_at: number
}
export type ReactionRow = Selectable<ReactionTable>

/** A file of an issue, a comment or a release; its bytes lie in the blob store under `attachments/<uuid>`. */
export interface AttachmentTable {
  id: Generated<number>
  uuid: string
  repo_id: number
  issue_id: number | null
  comment_id: number | null
  release_id: number | null
  uploader_id: number | null
  name: string
  size: number
  download_count: number
  created_at: number
}
export type AttachmentRow = Selectable<AttachmentTable>

/** `source`: -2 the title, -1 the body, otherwise the comment's id */
interface IssueWordTable {
  issue_id: number
  source: number
  word: string
}

/** What a body or comment said before it was changed. */
interface ContentHistoryTable {
  id: Generated<number>
  issue_id: number
  comment_id: number | null
  editor_id: number | null
  content: string
  created_at: number
}
