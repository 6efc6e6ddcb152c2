import { route } from '../../kernel/route.ts'
import { Empty, Id, input, Optional, Str, Type } from '../../kernel/schema.ts'
import { commentOf } from '../comments/verbs.ts'
import { issueOf } from '../ground/at.ts'
import { byIndex, livePeople, readers } from '../ground/gates.ts'
import { Attachment } from './schema.ts'
import { uploaded } from './upload.ts'
import * as attachments from './verbs.ts'
import * as view from './view.ts'

const I = '/repos/:owner/:repo/issues/:index/assets'
const C = '/repos/:owner/:repo/issues/comments/:id/assets'
const byId = Type.Object({ id: Id })
const ofIssue = Type.Object({ index: Id, attachment_id: Id })
const ofComment = Type.Object({ id: Id, attachment_id: Id })
const named = Type.Object({ name: Optional(Str) })
const EditAttachmentOptions = input('EditAttachmentOptions', { name: Optional(Str) })

const onIssues = [
  route({
    id: 'listReposIssuesAssetsByIndex',
    at: `GET ${I}`,
    says: 'List the files of an issue',
    needs: readers,
    params: byIndex,
    returns: { 200: Type.Array(Attachment) },
    run: async (ctx) => view.many(ctx.cx, await attachments.list(ctx.cx, await issueOf(ctx))),
  }),
  route({
    id: 'createReposIssuesAssetsByIndex',
    at: `POST ${I}`,
    says: 'Add a file to an issue',
    needs: livePeople,
    params: byIndex,
    query: named,
    body: 'stream',
    returns: { 201: Attachment },
    run: async (ctx) => view.one(ctx.cx, await attachments.add(ctx.cx, await issueOf(ctx), () => uploaded(ctx.rq, ctx.query.name))),
  }),
  route({
    id: 'getReposIssuesAssetsByAttachmentId',
    at: `GET ${I}/:attachment_id`,
    says: 'Get a file of an issue',
    needs: readers,
    params: ofIssue,
    returns: { 200: Attachment },
    run: async (ctx) => view.one(ctx.cx, await attachments.get(ctx.cx, await issueOf(ctx), ctx.params.attachment_id)),
  }),
  route({
    id: 'editReposIssuesAssetsByAttachmentId',
    at: `PATCH ${I}/:attachment_id`,
    says: 'Rename a file of an issue',
    needs: livePeople,
    params: ofIssue,
    body: EditAttachmentOptions,
    returns: { 201: Attachment },
    async run(ctx) {
      const at = await issueOf(ctx)
      return view.one(ctx.cx, await attachments.rename(ctx.cx, at, await attachments.get(ctx.cx, at, ctx.params.attachment_id), ctx.body.name))
    },
  }),
  route({
    id: 'deleteReposIssuesAssetsByAttachmentId',
    at: `DELETE ${I}/:attachment_id`,
    says: 'Delete a file of an issue',
    needs: livePeople,
    params: ofIssue,
    returns: { 204: Empty },
    async run(ctx) {
      const at = await issueOf(ctx)
      await attachments.remove(ctx.cx, at, await attachments.get(ctx.cx, at, ctx.params.attachment_id))
    },
  }),
]

const onComments = [
  route({
    id: 'listReposIssuesCommentsAssetsById',
    at: `GET ${C}`,
    says: 'List the files of a comment',
    needs: readers,
    params: byId,
    returns: { 200: Type.Array(Attachment) },
    run: async (ctx) => view.many(ctx.cx, await attachments.list(ctx.cx, await commentOf(ctx))),
  }),
  route({
    id: 'createReposIssuesCommentsAssetsById',
    at: `POST ${C}`,
    says: 'Add a file to a comment',
    needs: livePeople,
    params: byId,
    query: named,
    body: 'stream',
    returns: { 201: Attachment },
    run: async (ctx) => view.one(ctx.cx, await attachments.add(ctx.cx, await commentOf(ctx), () => uploaded(ctx.rq, ctx.query.name))),
  }),
  route({
    id: 'getReposIssuesCommentsAssetsByAttachmentId',
    at: `GET ${C}/:attachment_id`,
    says: 'Get a file of a comment',
    needs: readers,
    params: ofComment,
    returns: { 200: Attachment },
    run: async (ctx) => view.one(ctx.cx, await attachments.get(ctx.cx, await commentOf(ctx), ctx.params.attachment_id)),
  }),
  route({
    id: 'editReposIssuesCommentsAssetsByAttachmentId',
    at: `PATCH ${C}/:attachment_id`,
    says: 'Rename a file of a comment',
    needs: livePeople,
    params: ofComment,
    body: EditAttachmentOptions,
    returns: { 201: Attachment },
    async run(ctx) {
      const at = await commentOf(ctx)
      return view.one(ctx.cx, await attachments.rename(ctx.cx, at, await attachments.get(ctx.cx, at, ctx.params.attachment_id), ctx.body.name))
    },
  }),
  route({
    id: 'deleteReposIssuesCommentsAssetsByAttachmentId',
    at: `DELETE ${C}/:attachment_id`,
    says: 'Delete a file of a comment',
    needs: livePeople,
    params: ofComment,
    returns: { 204: Empty },
    async run(ctx) {
      const at = await commentOf(ctx)
      await attachments.remove(ctx.cx, at, await attachments.get(ctx.cx, at, ctx.params.attachment_id))
    },
  }),
]

export const routes = [...onIssues, ...onComments].flat()
