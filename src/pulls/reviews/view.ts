import type { Account } from '../../access/index.ts'
import { issueView, people, type CommentRow } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import { teamView } from '../../orgs/index.ts'
import type { PullAt } from '../ground/at.ts'
import * as reviewerStore from '../reviewers/store.ts'
import type { ReviewRow } from '../tables.ts'
import type { PullReviewCommentRecord, PullReviewRecord } from './schema.ts'
import * as store from './store.ts'

/** Those of one pull request. */
export async function many(cx: Cx, { repo, issue }: PullAt, rows: readonly ReviewRow[], viewer: Account | null): Promise<PullReviewRecord[]> {
  if (rows.length === 0) return []
  const known = await people(cx, rows.map((row) => row.reviewer_id))
  const teams = new Map((await teamView.many(cx, await reviewerStore.listTeams(cx.db, rows.flatMap((row) => row.team_id ?? [])))).map((one) => [one.id, one]))
  const counts = await store.countComments(cx.db, rows.map((row) => row.id))
  const page = issueView.html(cx, repo, issue)
  return rows.map((row) => ({
    id: row.id,
    user: row.team_id === null ? known.record(row.reviewer_id, viewer) : null,
    team: row.team_id === null ? null : (teams.get(row.team_id) ?? null),
    state: row.state,
    body: row.content,
    commit_id: row.commit_id,
    stale: row.stale,
    official: row.official,
    dismissed: row.dismissed,
    comments_count: counts.get(row.id) ?? 0,
    submitted_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    html_url: row.state === 'PENDING' || row.state === 'REQUEST_REVIEW' ? '' : `${page}#pullrequestreview-${row.id}`,
    pull_request_url: page,
  }))
}

export const one = async (cx: Cx, at: PullAt, row: ReviewRow, viewer: Account | null): Promise<PullReviewRecord> => (await many(cx, at, [row], viewer))[0]

/** Inline comments of one review. */
export async function comments(cx: Cx, { repo, issue }: PullAt, review: ReviewRow, rows: readonly CommentRow[], viewer: Account | null): Promise<PullReviewCommentRecord[]> {
  const known = await people(cx, rows.flatMap((row) => [row.poster_id, row.resolve_doer_id]))
  const page = issueView.html(cx, repo, issue)
  return rows.map((row) => ({
    id: row.id,
    body: row.content,
    user: known.record(row.poster_id, viewer),
    resolver: row.resolve_doer_id === null ? null : known.record(row.resolve_doer_id, viewer),
    pull_request_review_id: review.id,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    path: row.tree_path,
    commit_id: row.commit_sha,
    original_commit_id: '',
    diff_hunk: row.patch,
    position: Math.max(0, row.line),
    original_position: Math.max(0, -row.line),
    html_url: `${page}${review.state === 'PENDING' ? '/files' : ''}#issuecomment-${row.id}`,
    pull_request_url: page,
  }))
}
