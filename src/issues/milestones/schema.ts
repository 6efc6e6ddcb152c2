import { Id, Int, Nullable, record, Str, Time, Word, type Static } from '../../kernel/schema.ts'

export const Milestone = record('Milestone', {
  id: Id,
  title: Str,
  description: Str,
  state: Word('open', 'closed'),
  open_issues: Int,
  closed_issues: Int,
  created_at: Time,
  updated_at: Nullable(Time),
  closed_at: Nullable(Time),
  due_on: Nullable(Time),
})
export type MilestoneRecord = Static<typeof Milestone>
