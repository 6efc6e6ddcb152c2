import { canRead, gates, notArchived, readable, repoVisible, scope, signedIn } from '../../access/index.ts'
import { paged, Paged, slice } from '../../kernel/paging.ts'
import { answer, route } from '../../kernel/route.ts'
import { Empty, Id, input, Optional, pageWith, Str, Type } from '../../kernel/schema.ts'
import { issueOf } from '../ground/at.ts'
import { spanOf } from '../ground/days.ts'
import { byIndex, livePeople, people, readers } from '../ground/gates.ts'
import { Comment } from './schema.ts'
import * as store from './store.ts'
import * as comments from './verbs.ts'
import * as view from './view.ts'

const byId = Type.Object({ id: Id })
const span = { since: Optional(Str), before: Optional(Str) }
const EditIssueCommentOption = input('EditIssueCommentOption', { body: Str })

async function edited(ctx: Parameters<typeof comments.commentOf>[0] & { actor: import('../../access/index.ts').SignedIn; body: { body: string } }) {
  const at = await comments.commentOf(ctx)
  const row = await comments.edit(ctx.cx, at, ctx.body.body)
  return row ? answer(200, await view.one(ctx.cx, row, { issues: [at.issue], repos: [at.repo] })) : answer(204, undefined)
}

export const routes = [
  route({
    id: 'listReposIssuesCommentsByIndex',
    at: 'GET /repos/:owner/:repo/issues/:index/comments',
    says: 'List the comments on an issue',
    needs: readers,
    params: byIndex,
    query: Type.Object(span),
    returns: { 200: Type.Array(Comment) },
    async run(ctx) {
      const { cx, issue, repo, query } = await issueOf(ctx)
      const rows = await store.listPlain(cx.db, issue.id, spanOf(query))
      return new Paged(await view.many(cx, rows, { issues: [issue], repos: [repo] }), rows.length, slice(cx, {}), 'total')
    },
  }),
  route({
    id: 'createReposIssuesCommentsByIndex',
    at: 'POST /repos/:owner/:repo/issues/:index/comments',
    says: 'Comment on an issue',
    needs: livePeople,
    params: byIndex,
    body: input('CreateIssueCommentOption', { body: Str }),
    returns: { 201: Comment },
    async run(ctx) {
      const at = await issueOf(ctx)
      return view.one(ctx.cx, await comments.create(ctx.cx, at, ctx.body.body), { issues: [at.issue], repos: [at.repo] })
    },
  }),
  route({
    id: 'listReposIssuesComments',
    at: 'GET /repos/:owner/:repo/issues/comments',
    says: 'List the comments of a repository',
    needs: readers,
    query: pageWith(span),
    returns: { 200: Type.Array(Comment) },
    run({ cx, repo, access, query }) {
      const kinds = { issues: canRead(access, 'issues'), pulls: canRead(access, 'pulls') }
      return paged(cx, query, (at) => store.listInRepo(cx.db, repo.id, kinds, spanOf(query), at), (rows) => view.many(cx, rows, { repos: [repo] }), 'total')
    },
  }),
  route({
    id: 'getReposIssuesCommentsById',
    at: 'GET /repos/:owner/:repo/issues/comments/:id',
    says: 'Get a comment',
    needs: readers,
    params: byId,
    returns: { 200: Comment, 204: Empty },
    async run(ctx) {
      const { cx, comment, issue, repo } = await comments.commentOf(ctx)
      if (comment.type !== 'comment') return answer(204, undefined)
      return answer(200, await view.one(cx, comment, { issues: [issue], repos: [repo], files: false }))
    },
  }),
  route({
    id: 'editReposIssuesCommentsById',
    at: 'PATCH /repos/:owner/:repo/issues/comments/:id',
    says: 'Edit a comment',
    needs: gates(scope('issue'), repoVisible, readable('issues', 'pulls'), notArchived, signedIn),
    params: byId,
    body: EditIssueCommentOption,
    returns: { 200: Comment, 204: Empty },
    run: (ctx) => edited(ctx),
  }),
  route({
    id: 'editReposIssuesCommentsByIdOfOwner',
    at: 'PATCH /repos/:owner/:repo/issues/:index/comments/:id',
    says: 'Edit a comment; its issue does not matter',
    needs: people,
    params: byId,
    body: EditIssueCommentOption,
    returns: { 200: Comment, 204: Empty },
    run: (ctx) => edited(ctx),
  }),
  route({
    id: 'deleteReposIssuesCommentsById',
    at: 'DELETE /repos/:owner/:repo/issues/comments/:id',
    says: 'Delete a comment',
    needs: people,
    params: byId,
    returns: { 204: Empty },
    run: async (ctx) => comments.remove(ctx.cx, await comments.commentOf(ctx)),
  }),
  route({
    id: 'deleteReposIssuesCommentsByIdOfOwner',
    at: 'DELETE /repos/:owner/:repo/issues/:index/comments/:id',
    says: 'Delete a comment; its issue does not matter',
    needs: people,
    params: byId,
    returns: { 204: Empty },
    run: async (ctx) => comments.remove(ctx.cx, await comments.commentOf(ctx)),
  }),
].flat()
