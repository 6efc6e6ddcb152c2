import { Bool, Id, Int, Nullable, Optional, record, Str, Time, Type, Uri, Word, type Static } from '../../kernel/schema.ts'
import { User } from '../../users/index.ts'
import { Attachment } from '../attachments/schema.ts'
import { Label } from '../labels/schema.ts'
import { Milestone } from '../milestones/schema.ts'

/** Boards stand in issues, so their record is declared here; the room projects fills it. */
export const Project = record('Project', {
  id: Id,
  title: Str,
  description: Str,
  owner_id: Int,
  repo_id: Int,
  creator_id: Int,
  creator: Optional(User),
  is_closed: Bool,
  state: Word('open', 'closed'),
  template_type: Str,
  card_type: Str,
  type: Str,
  num_open_issues: Int,
  num_closed_issues: Int,
  num_issues: Int,
  created_at: Time,
  updated_at: Optional(Time),
  closed_at: Optional(Time),
  html_url: Optional(Str),
})
export type ProjectRecord = Static<typeof Project>

export const PullRequestMeta = record('PullRequestMeta', { merged: Bool, merged_at: Nullable(Time), draft: Bool, html_url: Str })

export const RepositoryMeta = record('RepositoryMeta', { id: Id, name: Str, owner: Str, full_name: Str })

export const Issue = record('Issue', {
  id: Id,
  url: Uri,
  html_url: Uri,
  number: Int,
  user: Nullable(User),
  original_author: Str,
  original_author_id: Int,
  title: Str,
  body: Str,
  ref: Str,
  assets: Nullable(Type.Array(Attachment)),
  labels: Nullable(Type.Array(Label)),
  milestone: Nullable(Milestone),
  assignee: Nullable(User),
  assignees: Nullable(Type.Array(User)),
  projects: Nullable(Type.Array(Project)),
  /** empty only in the stub of an issue that may not be seen */
  state: Type.Unsafe<'open' | 'closed' | ''>({ type: 'string' }),
  is_locked: Bool,
  comments: Int,
  content_version: Int,
  created_at: Time,
  updated_at: Time,
  closed_at: Nullable(Time),
  due_date: Nullable(Time),
  time_estimate: Int,
  pull_request: Nullable(PullRequestMeta),
  repository: Nullable(RepositoryMeta),
  pin_order: Int,
})
export type IssueRecord = Static<typeof Issue>
