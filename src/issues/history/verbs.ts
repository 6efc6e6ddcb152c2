// Earlier versions of a text, told by what each change did to it.
import { diffArrays } from 'diff/lib/diff/array.js'
import type { Cx } from '../../kernel/cx.ts'
import type { UserRecord } from '../../users/index.ts'
import { people } from '../ground/people.ts'
import * as issueStore from '../issues/store.ts'
import type { IssueRow } from '../tables.ts'

/** Lines or words that stayed, came or went. */
export interface Piece {
  text: string
  kind: 'same' | 'came' | 'went'
}
export interface Change {
  by: UserRecord | null
  at: number
  before: string
  /** undefined where too much changed */
  pieces: Piece[] | undefined
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}_]+|\n|[^\S\n]+|[^]/gu) ?? []

export function piecesOf(before: string, after: string): Piece[] | undefined {
  const found = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: 1500, timeout: 150 })
  return found?.map(({ value, added, removed }) => ({ text: value.join(''), kind: added ? 'came' : removed ? 'went' : 'same' }))
}

/** Newest first; `now` is what the text says today. `commentId` 0 is the issue's own. */
export async function changesOf(cx: Cx, issue: IssueRow, commentId: number, now: string): Promise<Change[]> {
  const rows = await issueStore.listHistory(cx.db, issue.id, commentId || null)
  const known = await people(cx, rows.map((row) => row.editor_id))
  return rows.map((row, i) => ({ by: known.record(row.editor_id, null), at: row.created_at, before: row.content, pieces: piecesOf(row.content, i === 0 ? now : rows[i - 1].content) }))
}
