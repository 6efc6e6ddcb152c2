import { Label, Milestone } from '../../issues/index.ts'
import { Bool, Id, Int, Nullable, Optional, record, Str, Time, Type, Uri, Word, type Static } from '../../kernel/schema.ts'
import { Team } from '../../orgs/index.ts'
import { Repository } from '../../repos/index.ts'
import { User } from '../../users/index.ts'

export const PRBranchInfo = record('PRBranchInfo', { label: Str, ref: Str, sha: Str, repo_id: Int, repo: Nullable(Repository) })

export const PullRequest = record('PullRequest', {
  id: Id,
  url: Uri,
  number: Int,
  user: Nullable(User),
  title: Str,
  body: Str,
  labels: Nullable(Type.Array(Label)),
  milestone: Nullable(Milestone),
  assignee: Nullable(User),
  assignees: Nullable(Type.Array(User)),
  requested_reviewers: Nullable(Type.Array(User)),
  requested_reviewers_teams: Nullable(Type.Array(Team)),
  state: Word('open', 'closed'),
  draft: Bool,
  is_locked: Bool,
  comments: Int,
  review_comments: Int,
  additions: Optional(Int),
  deletions: Optional(Int),
  changed_files: Optional(Int),
  html_url: Uri,
  diff_url: Uri,
  patch_url: Uri,
  mergeable: Bool,
  merged: Bool,
  merged_at: Nullable(Time),
  merge_commit_sha: Nullable(Str),
  merged_by: Nullable(User),
  allow_maintainer_edit: Bool,
  base: Nullable(PRBranchInfo),
  head: Nullable(PRBranchInfo),
  merge_base: Str,
  due_date: Nullable(Time),
  created_at: Nullable(Time),
  updated_at: Nullable(Time),
  closed_at: Nullable(Time),
  pin_order: Int,
  content_version: Int,
})
export type PullRequestRecord = Static<typeof PullRequest>

export const ChangedFile = record('ChangedFile', {
  filename: Str,
  previous_filename: Optional(Str),
  status: Str,
  additions: Int,
  deletions: Int,
  changes: Int,
  html_url: Optional(Str),
  contents_url: Optional(Str),
  raw_url: Optional(Str),
})
export type ChangedFileRecord = Static<typeof ChangedFile>
