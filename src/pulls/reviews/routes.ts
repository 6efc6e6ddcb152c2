import { bad, notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, Id, input, Int, Optional, Page, Str, Type } from '../../kernel/schema.ts'
import { byIndex, byReview, livePeople, people, pullOf, readers, type Doing } from '../ground/at.ts'
import * as pullStore from '../pulls/store.ts'
import { PullReview, PullReviewComment } from './schema.ts'
import * as reviews from './verbs.ts'
import * as store from './store.ts'
import * as view from './view.ts'

const at = (tail = '') => `/repos/:owner/:repo/pulls/:index/reviews${tail}`
const CreatePullReviewComment = input('CreatePullReviewComment', { path: Optional(Str), body: Optional(Str), new_position: Optional(Int), old_position: Optional(Int) })

/** The inline comment of the path and the pull request it stands on. */
async function conversation(ctx: Pick<Doing, 'repo' | 'access'> & { cx: import('../../kernel/cx.ts').Cx; actor: { account: Doing['by'] }; params: { id: number } }) {
  const remark = await reviews.findRemark(ctx.cx.db, ctx.repo.id, ctx.params.id)
  const found = await pullStore.load(ctx.cx.db, remark.issue_id)
  if (!found) throw bad('that is not a comment of a pull request')
  const review = await store.find(ctx.cx.db, remark.issue_id, remark.review_id)
  if (!review || !reviews.isSeen(review, ctx.actor.account)) throw notFound()
  return { at: { ...found, repo: ctx.repo, access: ctx.access, by: ctx.actor.account }, remark, review }
}

export const routes = [
  route({
    id: 'listReposPullsReviewsByIndex',
    at: `GET ${at()}`,
    says: 'List the reviews of a pull request',
    needs: readers,
    params: byIndex,
    query: Page,
    returns: { 200: Type.Array(PullReview) },
    async run(ctx) {
      const found = await pullOf(ctx)
      const { cx, query, actor } = ctx
      const seen = (rows: Parameters<typeof view.many>[2]) => view.many(cx, found, rows.filter((row) => reviews.isSeen(row, actor.account)), actor.account)
      return paged(cx, query, (slice) => store.list(cx.db, found.issue.id, slice), seen, 'total')
    },
  }),
  route({
    id: 'createReposPullsReviewsByIndex',
    at: `POST ${at()}`,
    says: 'Review a pull request',
    needs: people,
    params: byIndex,
    body: input('CreatePullReviewOptions', { event: Optional(Str), body: Optional(Str), commit_id: Optional(Str), comments: Optional(Type.Array(CreatePullReviewComment)) }),
    returns: { 200: PullReview },
    async run(ctx) {
      const found = await pullOf(ctx)
      return view.one(ctx.cx, found, await reviews.create(ctx.cx, found, ctx.body), ctx.actor.account)
    },
  }),
  route({
    id: 'getReposPullsReviewsById',
    at: `GET ${at('/:id')}`,
    says: 'Get a review',
    needs: readers,
    params: byReview,
    returns: { 200: PullReview },
    async run(ctx) {
      const found = await pullOf(ctx)
      return view.one(ctx.cx, found, await reviews.find(ctx.cx.db, found, ctx.params.id, ctx.actor.account), ctx.actor.account)
    },
  }),
  route({
    id: 'createReposPullsReviewsById',
    at: `POST ${at('/:id')}`,
    says: 'Submit a pending review',
    needs: people,
    params: byReview,
    body: input('SubmitPullReviewOptions', { event: Optional(Str), body: Optional(Str) }),
    returns: { 200: PullReview },
    async run(ctx) {
      const found = await pullOf(ctx)
      return view.one(ctx.cx, found, await reviews.submit(ctx.cx, found, ctx.params.id, ctx.body), ctx.actor.account)
    },
  }),
  route({
    id: 'deleteReposPullsReviewsById',
    at: `DELETE ${at('/:id')}`,
    says: 'Delete a review',
    needs: people,
    params: byReview,
    returns: { 204: Empty },
    run: async (ctx) => reviews.remove(ctx.cx, await pullOf(ctx), ctx.params.id),
  }),
  route({
    id: 'listReposPullsReviewsCommentsById',
    at: `GET ${at('/:id/comments')}`,
    says: 'List the inline comments of a review',
    needs: readers,
    params: byReview,
    returns: { 200: Type.Array(PullReviewComment) },
    async run(ctx) {
      const found = await pullOf(ctx)
      const review = await reviews.find(ctx.cx.db, found, ctx.params.id, ctx.actor.account)
      return view.comments(ctx.cx, found, review, await store.listComments(ctx.cx.db, review.id), ctx.actor.account)
    },
  }),
  route({
    id: 'createReposPullsReviewsDismissalsById',
    at: `POST ${at('/:id/dismissals')}`,
    says: 'Dismiss a review',
    needs: people,
    params: byReview,
    body: input('DismissPullReviewOptions', { message: Optional(Str), priors: Optional(Bool) }),
    returns: { 200: PullReview },
    async run(ctx) {
      const found = await pullOf(ctx)
      return view.one(ctx.cx, found, await reviews.dismiss(ctx.cx, found, ctx.params.id, ctx.body), ctx.actor.account)
    },
  }),
  route({
    id: 'createReposPullsReviewsUndismissalsById',
    at: `POST ${at('/:id/undismissals')}`,
    says: 'Let a dismissed review count again',
    needs: people,
    params: byReview,
    returns: { 200: PullReview },
    async run(ctx) {
      const found = await pullOf(ctx)
      return view.one(ctx.cx, found, await reviews.undismiss(ctx.cx, found, ctx.params.id), ctx.actor.account)
    },
  }),
  route({
    id: 'createReposPullsCommentsResolveById',
    at: 'POST /repos/:owner/:repo/pulls/comments/:id/resolve',
    says: 'Mark an inline comment as settled',
    needs: livePeople,
    params: Type.Object({ id: Id }),
    returns: { 204: Empty },
    async run(ctx) {
      const { at, remark } = await conversation(ctx)
      await reviews.resolve(ctx.cx, at, remark, true)
    },
  }),
  route({
    id: 'createReposPullsCommentsUnresolveById',
    at: 'POST /repos/:owner/:repo/pulls/comments/:id/unresolve',
    says: 'Mark an inline comment as open again',
    needs: livePeople,
    params: Type.Object({ id: Id }),
    returns: { 204: Empty },
    async run(ctx) {
      const { at, remark } = await conversation(ctx)
      await reviews.resolve(ctx.cx, at, remark, false)
    },
  }),
  route({
    id: 'createReposPullsCommentsRepliesById',
    at: 'POST /repos/:owner/:repo/pulls/:index/comments/:id/replies',
    says: 'Reply to an inline comment',
    needs: livePeople,
    params: byReview,
    body: input('CreatePullReviewCommentReplyOptions', { body: Str }),
    returns: { 201: PullReviewComment },
    async run(ctx) {
      const { at, remark, review } = await conversation(ctx)
      if (at.issue.number !== ctx.params.index) throw notFound()
      return (await view.comments(ctx.cx, at, review, [await reviews.reply(ctx.cx, at, remark, ctx.body.body)], ctx.actor.account))[0]
    },
  }),
].flat()
