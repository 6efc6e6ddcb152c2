import type { Access, Actor, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Id, input, Optional, Str, Type } from '../../kernel/schema.ts'
import { commentOf } from '../comments/verbs.ts'
import { issueOf } from '../ground/at.ts'
import { livePeople, readers } from '../ground/gates.ts'
import { Attachment } from './schema.ts'
import { fileBody, uploaded } from './upload.ts'
import * as attachments from './verbs.ts'
import * as view from './view.ts'

const named = Type.Object({ name: Optional(Str) })
const EditAttachmentOptions = input('EditAttachmentOptions', { name: Optional(Str) })

/** What files hang on: where it is, which member of the path names it, and how it is called. */
interface Bearer {
  at: string
  key: 'index' | 'id'
  words: string
  ids: Record<'list' | 'create' | 'get' | 'edit' | 'remove', string>
}

interface Ctx {
  cx: Cx
  repo: Repo
  access: Access
  actor: Actor
  params: Record<string, number>
}

const declared = ({ at, key, words, ids }: Bearer) => {
  const params = Type.Object({ [key]: Id } as Record<string, typeof Id>)
  const ofFile = Type.Object({ [key]: Id, attachment_id: Id } as Record<string, typeof Id>)
  const bearer = <C extends Ctx>(ctx: C) => (key === 'id' ? commentOf({ ...ctx, params: { id: ctx.params.id } }) : issueOf({ ...ctx, params: { index: ctx.params.index } }))
  return [
    route({
      id: ids.list, at: `GET ${at}`, says: `List the files of ${words}`, needs: readers, params,
      returns: { 200: Type.Array(Attachment) },
      run: async (ctx) => view.many(ctx.cx, await attachments.list(ctx.cx, await bearer(ctx))),
    }),
    route({
      id: ids.create, at: `POST ${at}`, says: `Add a file to ${words}`, needs: livePeople, params, query: named, body: 'stream', accepts: fileBody,
      returns: { 201: Attachment },
      run: async (ctx) => view.one(ctx.cx, await attachments.add(ctx.cx, await bearer(ctx), () => uploaded(ctx.rq, ctx.query.name))),
    }),
    route({
      id: ids.get, at: `GET ${at}/:attachment_id`, says: `Get a file of ${words}`, needs: readers, params: ofFile,
      returns: { 200: Attachment },
      run: async (ctx) => view.one(ctx.cx, await attachments.get(ctx.cx, await bearer(ctx), ctx.params.attachment_id)),
    }),
    route({
      id: ids.edit, at: `PATCH ${at}/:attachment_id`, says: `Rename a file of ${words}`, needs: livePeople, params: ofFile, body: EditAttachmentOptions,
      returns: { 201: Attachment },
      async run(ctx) {
        const on = await bearer(ctx)
        return view.one(ctx.cx, await attachments.rename(ctx.cx, on, await attachments.get(ctx.cx, on, ctx.params.attachment_id), ctx.body.name))
      },
    }),
    route({
      id: ids.remove, at: `DELETE ${at}/:attachment_id`, says: `Delete a file of ${words}`, needs: livePeople, params: ofFile,
      returns: { 204: Empty },
      async run(ctx) {
        const on = await bearer(ctx)
        await attachments.remove(ctx.cx, on, await attachments.get(ctx.cx, on, ctx.params.attachment_id))
      },
    }),
  ]
}

export const routes = [
  declared({
    at: '/repos/:owner/:repo/issues/:index/assets', key: 'index', words: 'an issue',
    ids: {
      list: 'listReposIssuesAssetsByIndex', create: 'createReposIssuesAssetsByIndex', get: 'getReposIssuesAssetsByAttachmentId', edit: 'editReposIssuesAssetsByAttachmentId',
      remove: 'deleteReposIssuesAssetsByAttachmentId',
    },
  }),
  declared({
    at: '/repos/:owner/:repo/issues/comments/:id/assets', key: 'id', words: 'a comment',
    ids: {
      list: 'listReposIssuesCommentsAssetsById', create: 'createReposIssuesCommentsAssetsById', get: 'getReposIssuesCommentsAssetsByAttachmentId', edit: 'editReposIssuesCommentsAssetsByAttachmentId',
      remove: 'deleteReposIssuesCommentsAssetsByAttachmentId',
    },
  }),
].flat(2)
