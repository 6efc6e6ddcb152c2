import { formatTime, timeOrNull } from '../../kernel/times.ts'
import type { MilestoneRow } from '../tables.ts'
import type { MilestoneRecord } from './schema.ts'

export const one = (row: MilestoneRow): MilestoneRecord => ({
  id: row.id,
  title: row.title,
  description: row.description,
  state: row.is_closed ? 'closed' : 'open',
  open_issues: row.num_issues - row.num_closed_issues,
  closed_issues: row.num_closed_issues,
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
  closed_at: row.is_closed ? timeOrNull(row.closed_at) : null,
  due_on: timeOrNull(row.deadline_at),
})

export const many = (rows: readonly MilestoneRow[]) => rows.map(one)
