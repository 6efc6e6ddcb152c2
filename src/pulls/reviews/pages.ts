// Reviewing in the browser: comments on lines, verdicts, answers.
import { anyone } from '../../access/index.ts'
import { placeOf } from '../../issues/index.ts'
import { exists, invalid, unauthorized } from '../../kernel/errors.ts'
import { input, Int, Optional, Str } from '../../kernel/schema.ts'
import { form, html, page, redirect, type PageCx } from '../../web/index.ts'
import { excerptAt } from '../changes/inline.ts'
import { leadBack, pullAct, pullAddress } from '../ground/acts.ts'
import { livePeople, pullOf } from '../ground/at.ts'
import { openPull } from '../ground/opened.ts'
import { pullSheet } from '../pulls/frame.ts'
import { filesSheet } from './files.ts'
import { noteForm, spotAt } from './note.ts'
import { reviewForm } from './review-form.ts'
import type { PullReviewCommentRecord, PullReviewRecord } from './schema.ts'
import { excerpt } from './thread-view.ts'
import { talk } from './threads.ts'
import { jot, removeJot, rewriteJot } from './verbs.ts'

const files = page({
  id: 'pullFiles', at: '/:owner/:repo/pulls/:index/files', says: 'What a pull request changes, with what was said about it', needs: anyone,
  async run(page) {
    const on = await openPull(page)
    return filesSheet(page, on, await talk(page.cx, on.row, page.viewer))
  },
})

const note = form({
  id: 'noteLine', at: '/:owner/:repo/pulls/:index/files/note', says: 'Comment on a line', needs: anyone,
  fields: input('NoteLineForm', { path: Str, side: Str, line: Int, body: Optional(Str), how: Optional(Str), back: Optional(Str) }),
  async show(page) {
    const { query, given, w } = page
    if (!page.viewer) throw unauthorized()
    const on = await openPull(page)
    if (query.head && query.head !== on.row.pull.head_sha) throw exists(w.pulls.note.moved)
    const said = await talk(page.cx, on.row, page.viewer)
    const from = said.reviews.find((one) => one.commit_id === query.from)?.commit_id
    const spot = given.path === undefined ? await spotAt(page, on, query.at, from) : { path: given.path, side: given.side === 'old' ? 'old' as const : 'new' as const, line: given.line ?? 0 }
    if (!spot) throw invalid(w.pulls.note.nowhere)
    const patch = await excerptAt(page.cx, on.row, spot.path, spot.side === 'old' ? -spot.line : spot.line)
    return pullSheet(page, on, 'files', { islands: ['editor'], body: html`<section class="box"><header class="box-head"><b>${w.pulls.note.about(spot.path, spot.line)}</b></header>${patch && (await excerpt(page, { patch, path: spot.path }))}${noteForm(page, on, spot, said.pending !== undefined, { body: given.body, problem: page.problem, back: given.back })}</section>` })
  },
  async send(page) {
    const { given, ask, w } = page
    if (!given.body?.trim()) throw invalid(w.pulls.note.empty)
    const position = given.side === 'old' ? { old_position: given.line } : { new_position: given.line }
    const remark = { path: given.path, body: given.body, ...position }
    const at = await doing(page)
    const said = await talk(page.cx, at, at.by)
    // a comment by itself would end the review that is under way
    if (given.how === 'single' && !said.pending) await ask('createReposPullsReviewsByIndex', placeOf(page), { event: 'COMMENT', comments: [remark] })
    else await jot(page.cx, at, remark)
    return given.back ? leadBack(page, given.back) : redirect(pullAddress(page, '/files'))
  },
})

const review = form({
  id: 'reviewPull', at: '/:owner/:repo/pulls/:index/reviews', says: 'Finish a review', needs: anyone,
  fields: input('ReviewPullForm', { event: Str, body: Optional(Str), head: Optional(Str) }),
  async show(page) {
    if (!page.viewer) throw unauthorized()
    const on = await openPull(page)
    const said = await talk(page.cx, on.row, page.viewer)
    return pullSheet(page, on, 'files', { islands: ['editor'], body: html`<section class="box"><header class="box-head"><h3>${page.w.pulls.review.title}</h3></header>${reviewForm(page, on, said, { ...page.given, problem: page.problem })}</section>` })
  },
  async send(page) {
    const { ask, given, w } = page
    const at = placeOf(page)
    const pending = await pendingOf(page)
    if (!given.body?.trim() && given.event === 'REQUEST_CHANGES') throw invalid(w.pulls.review.refuseNeeds)
    if (!given.body?.trim() && given.event === 'COMMENT' && !pending?.comments_count) throw invalid(w.pulls.review.commentNeeds)
    const made = pending
      ? await ask<PullReviewRecord>('createReposPullsReviewsById', { ...at, id: pending.id }, { event: given.event, body: given.body ?? '' })
      : await ask<PullReviewRecord>('createReposPullsReviewsByIndex', at, { event: eventOf(given.event), body: given.body ?? '', commit_id: given.head })
    return redirect(made.html_url || pullAddress(page), w.pulls.review.sent)
  },
})

/** Other words would leave it pending. */
const eventOf = (word: string) => (['APPROVED', 'REQUEST_CHANGES'].includes(word) ? word : 'COMMENT')

/** The pull request for whoever may write on it. */
const doing = async (page: PageCx) => pullOf({ cx: page.cx, ...(await livePeople.open(page.rq)), params: { index: Number(page.params.index) || 0 } })

async function pendingOf(page: PageCx): Promise<PullReviewRecord | undefined> {
  const at = await doing(page)
  return (await talk(page.cx, at, at.by)).pending
}

const rejot = pullAct('changeJot', 'jots/:id', 'Change a comment that is not submitted', { body: Optional(Str) }, async (page) => {
  if (!page.given.body?.trim()) throw invalid(page.w.pulls.note.empty)
  await rewriteJot(page.cx, await doing(page), Number(page.params.id) || 0, page.given.body)
})

const unjot = pullAct('deleteJot', 'jots/:id/delete', 'Delete a comment that is not submitted', {}, async (page) => removeJot(page.cx, await doing(page), Number(page.params.id) || 0))

const discard = pullAct('discardReview', 'reviews/:id/discard', 'Throw a review away', {}, async ({ ask, params, w }, at) => {
  await ask('deleteReposPullsReviewsById', { ...at, id: params.id })
  return w.pulls.review.discarded
})

const dismiss = pullAct('dismissReview', 'reviews/:id/dismiss', 'Let a review no longer count', { message: Optional(Str) }, async ({ ask, params, given }, at) => {
  await ask('createReposPullsReviewsDismissalsById', { ...at, id: params.id }, { message: given.message ?? '' })
})

const undismiss = pullAct('undismissReview', 'reviews/:id/undismiss', 'Let a dismissed review count again', {}, async ({ ask, params }, at) => {
  await ask('createReposPullsReviewsUndismissalsById', { ...at, id: params.id })
})

const reply = pullAct('replyInThread', 'comments/:id/reply', 'Answer a comment on a line', { body: Optional(Str) }, async ({ ask, params, given, w }, at) => {
  if (!given.body?.trim()) throw invalid(w.pulls.note.empty)
  await ask<PullReviewCommentRecord>('createReposPullsCommentsRepliesById', { ...at, id: params.id }, { body: given.body })
})

const resolve = (['resolve', 'unresolve'] as const).flatMap((what) => pullAct(`${what}Thread`, `comments/:id/${what}`, 'Settle a thread, or open it again', {}, async ({ ask, params }, at) => {
  await ask(what === 'resolve' ? 'createReposPullsCommentsResolveById' : 'createReposPullsCommentsUnresolveById', { owner: at.owner, repo: at.repo, id: params.id })
}))

export const pages = [files, note, review, rejot, unjot, discard, dismiss, undismiss, reply, resolve].flat()
