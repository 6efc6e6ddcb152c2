import type { Cx } from '../../kernel/cx.ts'
import type { RunnerRow } from '../tables.ts'
import { busy, online } from './store.ts'

export const one = (cx: Cx, row: RunnerRow) => ({
  id: row.id,
  name: row.name,
  status: cx.now() - row.last_online_at <= online ? ('online' as const) : ('offline' as const),
  busy: cx.now() - row.last_active_at <= busy,
  disabled: row.is_disabled,
  ephemeral: row.is_ephemeral,
  labels: (JSON.parse(row.labels) as string[]).map((name, id) => ({ id, name, type: 'custom' as const })),
})

export const many = (cx: Cx, rows: RunnerRow[]) => rows.map((row) => one(cx, row))
