import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import { people } from '../ground/people.ts'
import type { ReactionRow } from '../tables.ts'
import type { ReactionRecord } from './schema.ts'

export async function many(cx: Cx, rows: readonly ReactionRow[], viewer: Account | null): Promise<ReactionRecord[]> {
  const users = await people(cx, rows.map((row) => row.account_id))
  return rows.map((row) => ({ user: users.record(row.account_id, viewer), content: row.content, created_at: formatTime(row.created_at) }))
}
