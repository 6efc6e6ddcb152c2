import { forbidden } from '../../kernel/errors.ts'
import { Paged, slice } from '../../kernel/paging.ts'
import { answer, route } from '../../kernel/route.ts'
import { Empty, Id, input, Nullable, Optional, Page, Str, Type } from '../../kernel/schema.ts'
import type { Cx } from '../../kernel/cx.ts'
import { commentOf } from '../comments/verbs.ts'
import { issueOf, type Allowed } from '../ground/at.ts'
import { byIndex, people, readers } from '../ground/gates.ts'
import { Reaction } from './schema.ts'
import * as store from './store.ts'
import * as reactions from './verbs.ts'
import * as view from './view.ts'

const EditReactionOption = input('EditReactionOption', { content: Optional(Str) })
const byId = Type.Object({ id: Id })
const onIssue = '/repos/:owner/:repo/issues/:index/reactions'
const onComment = '/repos/:owner/:repo/issues/comments/:id/reactions'
const List = Nullable(Type.Array(Reaction))

async function added(cx: Cx, at: Allowed, content: string | undefined) {
  const { row, fresh } = await reactions.add(cx, at, content ?? '')
  return answer(fresh ? 201 : 200, (await view.many(cx, [row], at.by))[0])
}

export const routes = [
  route({
    id: 'listReposIssuesReactionsByIndex',
    at: `GET ${onIssue}`,
    says: 'List the reactions to an issue',
    needs: readers,
    params: byIndex,
    query: Page,
    returns: { 200: List },
    async run(ctx) {
      const found = await issueOf(ctx, forbidden)
      const page = slice(ctx.cx, ctx.query)
      const { rows, total } = await store.list(ctx.cx.db, reactions.subjectOf(found), page)
      return new Paged(rows.length > 0 ? await view.many(ctx.cx, rows, found.by) : null, total, page, 'total')
    },
  }),
  route({
    id: 'createReposIssuesReactionsByIndex',
    at: `POST ${onIssue}`,
    says: 'React to an issue',
    needs: people,
    params: byIndex,
    body: EditReactionOption,
    returns: { 200: Reaction, 201: Reaction },
    run: async (ctx) => added(ctx.cx, await issueOf(ctx, forbidden), ctx.body.content),
  }),
  route({
    id: 'deleteReposIssuesReactionsByIndex',
    at: `DELETE ${onIssue}`,
    says: 'Take back a reaction to an issue',
    needs: people,
    params: byIndex,
    body: EditReactionOption,
    returns: { 204: Empty },
    run: async (ctx) => reactions.take(ctx.cx, await issueOf(ctx, forbidden), ctx.body.content ?? ''),
  }),
  route({
    id: 'listReposIssuesCommentsReactionsById',
    at: `GET ${onComment}`,
    says: 'List the reactions to a comment',
    needs: readers,
    params: byId,
    returns: { 200: List },
    async run(ctx) {
      const found = await commentOf(ctx, forbidden)
      const { rows } = await store.list(ctx.cx.db, reactions.subjectOf(found), null)
      return rows.length > 0 ? view.many(ctx.cx, rows, found.by) : null
    },
  }),
  route({
    id: 'createReposIssuesCommentsReactionsById',
    at: `POST ${onComment}`,
    says: 'React to a comment',
    needs: people,
    params: byId,
    body: EditReactionOption,
    returns: { 200: Reaction, 201: Reaction },
    run: async (ctx) => added(ctx.cx, await commentOf(ctx, forbidden), ctx.body.content),
  }),
  route({
    id: 'deleteReposIssuesCommentsReactionsById',
    at: `DELETE ${onComment}`,
    says: 'Take back a reaction to a comment',
    needs: people,
    params: byId,
    body: EditReactionOption,
    returns: { 204: Empty },
    run: async (ctx) => reactions.take(ctx.cx, await commentOf(ctx, forbidden), ctx.body.content ?? ''),
  }),
].flat()
