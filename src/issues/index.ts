// The door of issues.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'

export const room: Room = {
  name: 'issues',
  migrations,
  routes: [],
}

export * as issueFacts from './facts.ts'
export type { AttachmentRow, CommentRow, CommentTable, IssueRow, IssueTable, LabelRow, MilestoneRow, PullRow, PullTable, ReactionRow, TrackedTimeRow } from './tables.ts'
