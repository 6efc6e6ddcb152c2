import type { Account, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import { people } from '../ground/people.ts'
import * as issueStore from '../issues/store.ts'
import * as issueView from '../issues/view.ts'
import type { TrackedTimeRow } from '../tables.ts'
import type { TrackedTimeRecord } from './schema.ts'

export async function many(cx: Cx, rows: readonly TrackedTimeRow[], seen: { viewer: Account | null; repos?: readonly Repo[] }): Promise<TrackedTimeRecord[]> {
  const issues = await issueStore.listByIds(cx.db, rows.map((row) => row.issue_id))
  const records = new Map((await issueView.many(cx, issues, seen)).map((one) => [one.id, one]))
  const users = await people(cx, rows.map((row) => row.account_id))
  return rows.map((row) => ({
    id: row.id,
    created: formatTime(row.created_at),
    time: row.seconds,
    user_id: row.account_id,
    user_name: users.row(row.account_id)?.name ?? '',
    issue_id: row.issue_id,
    issue: records.get(row.issue_id) ?? null,
  }))
}
