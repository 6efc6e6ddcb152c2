import { Id, Int, Nullable, record, Str, Time, type Static } from '../../kernel/schema.ts'
import { Issue } from '../issues/schema.ts'

export const TrackedTime = record('TrackedTime', {
  id: Id,
  created: Time,
  time: Int,
  user_id: Int,
  user_name: Str,
  issue_id: Int,
  issue: Nullable(Issue),
})
export type TrackedTimeRecord = Static<typeof TrackedTime>
