// What was said about lines, as pages show it: reviews with their threads, and where those stand in the differences of today.
import type { Account } from '../../access/index.ts'
import type { DiffFile } from '../../code/index.ts'
import { people, type CommentRow, type People } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import type { UserRecord } from '../../users/index.ts'
import type { PullAt } from '../ground/at.ts'
import type { PullReviewRecord } from './schema.ts'
import * as store from './store.ts'
import { isSeen } from './verbs.ts'
import * as view from './view.ts'

export interface Said {
  id: number
  user: UserRecord
  body: string
  created_at: string
  changed: boolean
}

/** Comments on one line in one review, and the answers to them. */
export interface Thread {
  /** of its first comment */
  id: number
  reviewId: number
  path: string
  /** negative = of the old side, 0 = the file */
  line: number
  patch: string
  said: Said[]
  resolver: UserRecord | null
  pending: boolean
}

export interface Talk {
  reviews: PullReviewRecord[]
  threads: Thread[]
  /** the viewer's own review that is not submitted */
  pending: PullReviewRecord | undefined
}

/** Everything of a pull request that the viewer may see. */
export async function talk(cx: Cx, at: PullAt, viewer: Account | null): Promise<Talk> {
  const [rows, remarks] = await Promise.all([store.listAll(cx.db, at.issue.id), store.listRemarks(cx.db, at.issue.id)])
  const seen = rows.filter((row) => isSeen(row, viewer) && (row.state !== 'PENDING' || row.reviewer_id === viewer?.id))
  const [reviews, known] = await Promise.all([view.many(cx, at, seen, viewer), people(cx, remarks.flatMap((row) => [row.poster_id, row.resolve_doer_id]))])
  const states = new Map(seen.map((row) => [row.id, row.state]))
  const groups = Map.groupBy(remarks.filter((row) => states.has(row.review_id!)), (row) => `${row.review_id} ${row.line} ${row.tree_path}`)
  return {
    reviews,
    threads: [...groups.values()].map((some) => threadOf(some, known, states.get(some[0].review_id!) === 'PENDING')),
    pending: reviews.find((one) => one.state === 'PENDING'),
  }
}

function threadOf(rows: CommentRow[], known: People, pending: boolean): Thread {
  const [first] = rows
  const settled = rows.find((row) => row.resolve_doer_id !== null)
  return {
    id: first.id, reviewId: first.review_id!, path: first.tree_path, line: first.line, patch: first.patch, pending,
    said: rows.map((row) => ({ id: row.id, user: known.record(row.poster_id, null), body: row.content, created_at: formatTime(row.created_at), changed: row.content_version > 0 })),
    resolver: settled ? known.record(settled.resolve_doer_id, null) : null,
  }
}

export interface Placed {
  /** by `L12` or `R12` of the file */
  lines: Map<string, Thread[]>
  /** whose line is no longer there, or not among those shown */
  loose: Thread[]
}

/** The line a thread speaks of may have moved: the nearest one with the same text on the same side is taken. */
export function placed(file: DiffFile, threads: readonly Thread[]): Placed {
  const found: Placed = { lines: new Map(), loose: [] }
  const lines = file.hunks.flatMap((hunk) => hunk.lines)
  for (const one of threads) {
    const side = one.line < 0 ? 'old' : 'new'
    const text = one.patch.slice(one.patch.lastIndexOf('\n') + 1).slice(1)
    const wanted = Math.abs(one.line)
    const there = lines.filter((line) => line[side] !== null && (one.patch === '' ? line[side] === wanted : line.text === text))
    const nearest = one.line === 0 ? undefined : there.sort((a, b) => Math.abs(a[side]! - wanted) - Math.abs(b[side]! - wanted))[0]
    if (!nearest) {
      found.loose.push(one)
      continue
    }
    // context lines are told by their new side
    const key = nearest.kind === 'removed' ? `L${nearest.old}` : `R${nearest.new}`
    found.lines.set(key, [...(found.lines.get(key) ?? []), one])
  }
  return found
}
