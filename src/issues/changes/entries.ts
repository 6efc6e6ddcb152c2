// Entries of timelines: every change that is told about an issue is a row of `comment`.
import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import * as issueStore from '../issues/store.ts'
import type { CommentRow } from '../tables.ts'
import * as store from '../comments/store.ts'

type Members = Partial<Omit<Insertable<Tables['comment']>, 'id' | 'issue_id' | 'poster_id' | 'type' | 'created_at' | 'updated_at'>>

/** Writes an entry; the issue counts as changed at that moment. */
export async function entry(tx: Db, now: number, issueId: number, byId: number | null, type: string, members: Members = {}): Promise<CommentRow> {
  const row = await store.insert(tx, { content: '', ...members, issue_id: issueId, poster_id: byId, type, created_at: now, updated_at: now })
  await issueStore.touch(tx, issueId, now)
  return row
}
