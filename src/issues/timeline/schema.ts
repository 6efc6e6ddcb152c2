import { Bool, Id, Int, Nullable, record, Str, Time, Uri, type Static } from '../../kernel/schema.ts'
import { Team } from '../../orgs/index.ts'
import { User } from '../../users/index.ts'
import { Comment } from '../comments/schema.ts'
import { Issue } from '../issues/schema.ts'
import { Label } from '../labels/schema.ts'
import { Milestone } from '../milestones/schema.ts'
import { TrackedTime } from '../times/schema.ts'

/** Every entry has every member; unset ones are null, empty, 0 or false. */
export const TimelineComment = record('TimelineComment', {
  id: Id,
  type: Str,
  html_url: Uri,
  pull_request_url: Str,
  issue_url: Str,
  user: Nullable(User),
  body: Str,
  created_at: Time,
  updated_at: Time,
  old_project_id: Int,
  project_id: Int,
  old_milestone: Nullable(Milestone),
  milestone: Nullable(Milestone),
  tracked_time: Nullable(TrackedTime),
  old_title: Str,
  new_title: Str,
  old_ref: Str,
  new_ref: Str,
  ref_issue: Nullable(Issue),
  ref_comment: Nullable(Comment),
  ref_action: Str,
  ref_commit_sha: Str,
  review_id: Int,
  label: Nullable(Label),
  assignee: Nullable(User),
  assignee_team: Nullable(Team),
  removed_assignee: Bool,
  resolve_doer: Nullable(User),
  dependent_issue: Nullable(Issue),
})
export type TimelineRecord = Static<typeof TimelineComment>
