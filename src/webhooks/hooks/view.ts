import { formatTime } from '../../kernel/times.ts'
import type { HookRow } from '../tables.ts'

/** Secret and authorization never leave. */
export const one = (row: HookRow) => ({
  id: row.id,
  type: row.kind,
  name: row.name,
  branch_filter: row.branch_filter,
  config: { ...(row.kind === 'slack' ? (JSON.parse(row.meta) as Record<string, string>) : {}), content_type: row.content_type, url: row.url },
  events: JSON.parse(row.events) as string[],
  authorization_header: '',
  active: row.is_active,
  updated_at: formatTime(row.updated_at),
  created_at: formatTime(row.created_at),
})

export const many = (rows: HookRow[]) => rows.map(one)
