import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import type { AttachmentRow } from '../tables.ts'
import type { AttachmentRecord } from './schema.ts'

export const one = (cx: Cx, row: AttachmentRow): AttachmentRecord => ({
  id: row.id,
  name: row.name,
  size: row.size,
  download_count: row.download_count,
  created_at: formatTime(row.created_at),
  uuid: row.uuid,
  browser_download_url: `${cx.root}/attachments/${row.uuid}`,
})

export const many = (cx: Cx, rows: readonly AttachmentRow[]) => rows.map((row) => one(cx, row))
