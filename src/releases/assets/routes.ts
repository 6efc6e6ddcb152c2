import { anyone, gates, repoRead, scope } from '../../access/index.ts'
import { repoShown } from '../../code/index.ts'
import { Attachment, attachmentView, fileBody, uploaded } from '../../issues/index.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Id, input, Optional, Raw, Str, Type } from '../../kernel/schema.ts'
import { reader, writer } from '../ground/gates.ts'
import { serveByName, serveByUuid } from '../ground/download.ts'
import * as releases from '../verbs.ts'
import { assets as many } from '../view.ts'
import * as assets from './verbs.ts'

const byId = Type.Object({ id: Id })
const byAsset = Type.Object({ id: Id, attachment_id: Id })
const A = '/repos/:owner/:repo/releases/:id/assets'

export const routes = [
  route({
    id: 'listReposReleasesAssetsById',
    at: `GET ${A}`,
    says: 'List the files of a release',
    needs: reader,
    params: byId,
    returns: { 200: Type.Array(Attachment) },
    async run({ cx, params, ...looking }) {
      const release = await releases.get(cx, looking, params.id)
      return many(cx, looking.repo, release, await assets.list(cx, release))
    },
  }),
  route({
    id: 'createReposReleasesAssetsById',
    at: `POST ${A}`,
    says: 'Add a file to a release',
    needs: writer,
    params: byId,
    query: Type.Object({ name: Optional(Str) }),
    body: 'stream',
    accepts: fileBody,
    returns: { 201: Attachment },
    async run({ cx, rq, params, query, ...at }) {
      const release = await releases.get(cx, at, params.id)
      return attachmentView.one(cx, await assets.add(cx, { repo: at.repo, by: at.actor.account }, release, await uploaded(rq, query.name)))
    },
  }),
  route({
    id: 'getReposReleasesAssetsByAttachmentId',
    at: `GET ${A}/:attachment_id`,
    says: 'Get a file of a release',
    needs: reader,
    params: byAsset,
    returns: { 200: Attachment },
    run: async ({ cx, params, ...looking }) => attachmentView.one(cx, await assets.get(cx, await releases.get(cx, looking, params.id), params.attachment_id)),
  }),
  route({
    id: 'editReposReleasesAssetsByAttachmentId',
    at: `PATCH ${A}/:attachment_id`,
    says: 'Rename a file of a release',
    needs: writer,
    params: byAsset,
    body: input('EditAttachmentOptions', { name: Optional(Str) }),
    returns: { 201: Attachment },
    async run({ cx, params, body, ...at }) {
      const row = await assets.get(cx, await releases.get(cx, at, params.id), params.attachment_id)
      return attachmentView.one(cx, await assets.rename(cx, { repo: at.repo, by: at.actor.account }, row, body.name))
    },
  }),
  route({
    id: 'deleteReposReleasesAssetsByAttachmentId',
    at: `DELETE ${A}/:attachment_id`,
    says: 'Delete a file of a release',
    needs: writer,
    params: byAsset,
    returns: { 204: Empty },
    async run({ cx, params, ...at }) {
      const row = await assets.get(cx, await releases.get(cx, at, params.id), params.attachment_id)
      await assets.remove(cx, { repo: at.repo, by: at.actor.account }, row)
    },
  }),
  route({
    id: 'releaseDownload',
    at: 'GET /:owner/:repo/releases/download/:path*',
    says: 'Fetch a file of a release by tag and name',
    site: true,
    needs: gates(scope('repository'), repoShown, repoRead('releases')),
    returns: { 200: Raw },
    run: ({ cx, rq, ...looking }) => serveByName(cx, rq, looking, rq.params.path),
  }),
  route({
    id: 'attachmentDownload',
    at: 'GET /attachments/:uuid',
    says: 'Fetch an uploaded file',
    site: true,
    needs: anyone,
    returns: { 200: Raw },
    run: ({ cx, rq, actor }) => serveByUuid(cx, rq, actor, rq.params),
  }),
  // addresses of earlier times, which texts still hold
  ...Object.entries({ attachmentDownloadOld: 'attachments', releaseAttachmentDownloadOld: 'releases/attachments' }).map(([id, folder]) => route({
    id,
    at: `GET /:owner/:repo/${folder}/:uuid`,
    says: 'Fetch an uploaded file of a repository',
    site: true,
    needs: anyone,
    returns: { 200: Raw },
    run: ({ cx, rq, actor }) => serveByUuid(cx, rq, actor, rq.params),
  })),
].flat()
