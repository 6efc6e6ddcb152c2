import { Bool, Id, Int, Nullable, record, Str, Time, Word, type Static } from '../../kernel/schema.ts'
import { Team } from '../../orgs/index.ts'
import { User } from '../../users/index.ts'

export const PullReview = record('PullReview', {
  id: Id,
  user: Nullable(User),
  team: Nullable(Team),
  state: Word('APPROVED', 'PENDING', 'COMMENT', 'REQUEST_CHANGES', 'REQUEST_REVIEW'),
  body: Str,
  commit_id: Str,
  stale: Bool,
  official: Bool,
  dismissed: Bool,
  comments_count: Int,
  submitted_at: Time,
  updated_at: Time,
  html_url: Str,
  pull_request_url: Str,
})
export type PullReviewRecord = Static<typeof PullReview>

export const PullReviewComment = record('PullReviewComment', {
  id: Id,
  body: Str,
  user: Nullable(User),
  resolver: Nullable(User),
  pull_request_review_id: Id,
  created_at: Time,
  updated_at: Time,
  path: Str,
  commit_id: Str,
  original_commit_id: Str,
  diff_hunk: Str,
  position: Int,
  original_position: Int,
  html_url: Str,
  pull_request_url: Str,
})
export type PullReviewCommentRecord = Static<typeof PullReviewComment>
