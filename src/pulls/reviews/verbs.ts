import { findAccount, isRepoAdmin, type Account } from '../../access/index.ts'
import { objects } from '../../git/index.ts'
import { commentStore, entry, follow, issueStore, isWriter, type CommentRow } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { bad, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { teamStore } from '../../orgs/index.ts'
import { gitDir } from '../../repos/index.ts'
import type { Doing, PullAt } from '../ground/at.ts'
import { dismissed, remarked, submitted } from '../ground/facts.ts'
import { isOfficial, restoreOfficial } from '../reviewers/verbs.ts'
import type { ReviewRow, ReviewState } from '../tables.ts'
import { place, type NewRemark, type Remark } from '../changes/inline.ts'
import * as store from './store.ts'

export interface NewReview {
  event?: string
  body?: string
  commit_id?: string
  comments?: NewRemark[]
}

const isVerdict = (state: ReviewState) => state === 'APPROVED' || state === 'REQUEST_CHANGES'
const MOST_COMMENTS = 300

/** The state an event asks for, if it may be asked for; other words leave the review pending. */
function stateOf(at: Doing, input: NewReview, hasComments: boolean): ReviewState {
  const state = (['APPROVED', 'REQUEST_CHANGES', 'COMMENT'] as const).find((one) => one === input.event) ?? 'PENDING'
  if (isVerdict(state) && at.issue.poster_id === at.by.id) throw invalid(state === 'APPROVED' ? 'approve your own pull is not allowed' : 'reject your own pull is not allowed')
  const needsBody = state === 'REQUEST_CHANGES' || state === 'PENDING' || (state === 'COMMENT' && !hasComments)
  if (needsBody && !input.body?.trim()) throw invalid(`review event ${state} requires a body or a comment`)
  if (isVerdict(state) && (at.issue.is_closed || at.pull.is_merged)) throw invalid('a closed pull request can no longer be approved or refused')
  return state
}

export async function create(cx: Cx, at: Doing, input: NewReview): Promise<ReviewRow> {
  const given = input.comments ?? []
  if (given.length > MOST_COMMENTS) throw invalid(`a review takes at most ${MOST_COMMENTS} comments`)
  const state = stateOf(at, input, given.length > 0)
  const commit_id = input.commit_id || at.pull.head_sha
  if (isVerdict(state) && !(await isCommit(cx, at, commit_id))) throw invalid('commit_id is not a commit of this repository')
  const remarks: Remark[] = []
  for (const one of given) remarks.push(await place(cx, at, one))
  return cx.write(async (tx) => {
    // one pending review for each person: the issue's row is held while we look for it
    await issueStore.hold(tx, at.issue.id)
    let pending = await store.findPending(tx, at.issue.id, at.by.id)
    const content = input.body ?? ''
    if (!pending && (remarks.length > 0 || state === 'PENDING')) pending = await insert(cx, tx, at, { state: 'PENDING', content, commit_id })
    for (const one of remarks) await entry(tx, cx.now(), at.issue.id, at.by.id, 'code', { review_id: pending!.id, ...one })
    return finish(cx, tx, at, pending, { state, content, commit_id, own: remarks.length > 0 })
  })
}

/** An inline comment that nobody else sees until the review is submitted; begins one where none is pending. */
export async function jot(cx: Cx, at: Doing, given: NewRemark): Promise<CommentRow> {
  if (!given.body?.trim()) throw invalid('a comment needs a text')
  const remark = await place(cx, at, given)
  return cx.write(async (tx) => {
    await issueStore.hold(tx, at.issue.id)
    const pending = (await store.findPending(tx, at.issue.id, at.by.id)) ?? (await insert(cx, tx, at, { state: 'PENDING', content: '', commit_id: at.pull.head_sha }))
    if (((await store.countComments(tx, [pending.id])).get(pending.id) ?? 0) >= MOST_COMMENTS) throw invalid(`a review takes at most ${MOST_COMMENTS} comments`)
    return entry(tx, cx.now(), at.issue.id, at.by.id, 'code', { review_id: pending.id, ...remark })
  })
}

/** One's own comment in a review that is not submitted yet. */
async function ownJot(db: Db, at: Doing, id: number): Promise<CommentRow & { review_id: number }> {
  const remark = await findRemark(db, at.repo.id, id)
  const review = remark.issue_id === at.issue.id ? await store.find(db, at.issue.id, remark.review_id) : undefined
  if (review?.state !== 'PENDING' || review.reviewer_id !== at.by.id || remark.poster_id !== at.by.id) throw notFound()
  return remark
}

/** Nobody has seen it, so nobody is told that it changes. */
export async function rewriteJot(cx: Cx, at: Doing, id: number, body: string): Promise<void> {
  if (!body.trim()) throw invalid('a comment needs a text')
  await cx.write(async (tx) => commentStore.update(tx, (await ownJot(tx, at, id)).id, { content: body, updated_at: cx.now() }))
}

/** With the last of them goes a review in which nothing else was said. */
export async function removeJot(cx: Cx, at: Doing, id: number): Promise<void> {
  await cx.write(async (tx) => {
    const remark = await ownJot(tx, at, id)
    await commentStore.remove(tx, remark.id)
    const review = await store.find(tx, at.issue.id, remark.review_id)
    if (review?.content === '' && !(await store.countComments(tx, [review.id])).get(review.id)) await store.remove(tx, review.id)
  })
}

async function isCommit(cx: Cx, at: PullAt, id: string): Promise<boolean> {
  const dir = gitDir(cx, at.repo)
  return new RegExp(`^[0-9a-f]{${dir.format === 'sha1' ? 40 : 64}}$`).test(id) && (await objects.info(cx.git, dir, id))?.type === 'commit'
}

const insert = (cx: Cx, tx: Db, at: Doing, row: Pick<ReviewRow, 'state' | 'content' | 'commit_id'>) =>
  store.insert(tx, { issue_id: at.issue.id, reviewer_id: at.by.id, team_id: null, official: false, stale: false, dismissed: false, created_at: cx.now(), updated_at: cx.now(), ...row })

/** Turns the pending review, or a new row, into what was asked for, and tells of it. */
async function finish(cx: Cx, tx: Db, at: Doing, pending: ReviewRow | undefined, wanted: { state: ReviewState; content: string; commit_id: string; own: boolean }): Promise<ReviewRow> {
  const { state, content, commit_id } = wanted
  const verdict = isVerdict(state)
  if (verdict) await store.unofficial(tx, at.issue.id, at.by.id)
  const official = verdict && (await isOfficial(tx, at, at.by))
  const change = { state, content, commit_id, official, stale: verdict && commit_id !== at.pull.head_sha, updated_at: cx.now() }
  const row = pending ? await store.update(tx, pending.id, change) : await store.update(tx, (await insert(cx, tx, at, { state, content, commit_id })).id, change)
  // a pending row that was there before stands for what it replaces; one made for this call is new
  if (verdict && (!pending || wanted.own)) await store.dismissEarlier(tx, at.issue.id, at.by.id, row.id, cx.now())
  if (state !== 'PENDING') {
    await store.removeRequests(tx, at.issue.id, at.by.id)
    if (verdict && at.repo.owner.type === 'organization') await store.removeTeamRequests(tx, at.issue.id, await teamStore.idsOf(tx, at.repo.owner_id, at.by.id))
  }
  await tell(cx, tx, at, row)
  return row
}

async function tell(cx: Cx, tx: Db, at: Doing, review: ReviewRow): Promise<void> {
  const around = { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, review_id: review.id }
  const told = await entry(tx, cx.now(), at.issue.id, at.by.id, 'review', { review_id: review.id, content: review.content })
  const mentioned = review.content ? await follow(cx, tx, at, review.content, told.id) : []
  await emit(tx, submitted, { ...around, state: review.state, comment_id: told.id, mentioned })
  for (const one of await store.listComments(tx, review.id)) {
    await emit(tx, remarked, { ...around, comment_id: one.id, reply: false, mentioned: one.content ? await follow(cx, tx, at, one.content, one.id) : [] })
  }
}

/** One that whoever asks may see: others' pending ones are not there. */
export async function find(db: Db, at: PullAt, id: number, viewer: Account | null): Promise<ReviewRow> {
  const row = await store.find(db, at.issue.id, id)
  if (!row || !isSeen(row, viewer)) throw notFound()
  return row
}
export const isSeen = (row: ReviewRow, viewer: Account | null): boolean => row.state !== 'PENDING' || (viewer !== null && (viewer.is_admin || viewer.id === row.reviewer_id))

export async function submit(cx: Cx, at: Doing, id: number, input: NewReview): Promise<ReviewRow> {
  const review = await find(cx.db, at, id, at.by)
  if (review.state !== 'PENDING') throw invalid('only a pending review can be submitted')
  if (review.reviewer_id !== at.by.id) throw notFound()
  const state = stateOf(at, input, ((await store.countComments(cx.db, [id])).get(id) ?? 0) > 0)
  if (state === 'PENDING') throw invalid('review stay pending')
  return cx.write(async (tx) => {
    await issueStore.hold(tx, at.issue.id)
    const pending = await store.find(tx, at.issue.id, id)
    if (pending?.state !== 'PENDING') throw invalid('only a pending review can be submitted')
    return finish(cx, tx, at, pending, { state, content: input.body || pending.content, commit_id: at.pull.head_sha, own: false })
  })
}

/** With its inline comments and what the timeline tells of it. */
export async function remove(cx: Cx, at: Doing, id: number): Promise<void> {
  const review = await find(cx.db, at, id, at.by)
  if (review.reviewer_id !== at.by.id && !at.by.is_admin) throw forbidden('only who wrote a review may delete it')
  if (review.state === 'REQUEST_REVIEW') throw invalid('a request is withdrawn, not deleted')
  await cx.write(async (tx) => {
    for (const one of await store.listTraces(tx, id)) await commentStore.remove(tx, one)
    if (!(await store.remove(tx, id))) throw notFound()
    if (review.official && review.reviewer_id === at.by.id) await restoreOfficial(tx, at, at.by)
  })
}

export async function dismiss(cx: Cx, at: Doing, id: number, input: { message?: string; priors?: boolean }): Promise<ReviewRow> {
  const review = await needDismissible(cx, at, id)
  return cx.write(async (tx) => {
    const row = await store.update(tx, id, { dismissed: true, official: false, updated_at: cx.now() })
    if (input.priors && review.reviewer_id !== null) await store.dismissEarlier(tx, at.issue.id, review.reviewer_id, id, cx.now())
    await entry(tx, cx.now(), at.issue.id, at.by.id, 'dismiss_review', { review_id: id, content: input.message ?? '' })
    await emit(tx, dismissed, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, review_id: id })
    return row
  })
}

export async function undismiss(cx: Cx, at: Doing, id: number): Promise<ReviewRow> {
  await needDismissible(cx, at, id)
  return cx.write(async (tx) => {
    const row = await store.update(tx, id, { dismissed: false, updated_at: cx.now() })
    const reviewer = row.reviewer_id === null ? undefined : await findAccount(tx, row.reviewer_id)
    const newest = reviewer && (await store.findLatest(tx, at.issue.id, reviewer.id))?.id === id
    return newest ? store.update(tx, id, { official: await isOfficial(tx, at, reviewer) }) : row
  })
}

async function needDismissible(cx: Cx, at: Doing, id: number): Promise<ReviewRow> {
  if (!isRepoAdmin(at.access)) throw forbidden('Must be repo admin')
  const review = await find(cx.db, at, id, at.by)
  if (!isVerdict(review.state)) throw forbidden('only approvals and refusals can be dismissed')
  if (at.issue.is_closed || at.pull.is_merged) throw forbidden('reviews of a closed pull request cannot be dismissed')
  return review
}

/** An inline comment of this pull request, or of any of the repository. */
export async function findRemark(db: Db, repoId: number, id: number): Promise<CommentRow & { review_id: number }> {
  const row = await commentStore.find(db, repoId, id)
  if (!row) throw notFound()
  if (row.type !== 'code' || row.review_id === null) throw bad('that is not a comment of a review')
  return { ...row, review_id: row.review_id }
}

export async function resolve(cx: Cx, at: Doing, remark: CommentRow, resolved: boolean): Promise<void> {
  const may = at.issue.poster_id === at.by.id || isWriter(at) || (await store.isOfficialReviewer(cx.db, at.issue.id, at.by.id))
  if (!may) throw forbidden('you may not end this conversation')
  await cx.write((tx) => commentStore.update(tx, remark.id, { resolve_doer_id: resolved ? at.by.id : null }))
}

/** In the same review, at the same place. */
export function reply(cx: Cx, at: Doing, remark: CommentRow & { review_id: number }, body: string): Promise<CommentRow> {
  return cx.write(async (tx) => {
    const { tree_path, line, patch, commit_sha, review_id } = remark
    const row = await entry(tx, cx.now(), at.issue.id, at.by.id, 'code', { review_id, content: body, tree_path, line, patch, commit_sha })
    const mentioned = await follow(cx, tx, at, body, row.id)
    await emit(tx, remarked, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, review_id, comment_id: row.id, reply: true, mentioned })
    return row
  })
}
