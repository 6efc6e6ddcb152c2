import { paged } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'
import { Bool, Empty, Id, Optional, pageWith, Str, Type } from '../kernel/schema.ts'
import { reader, writer } from './ground/gates.ts'
import { CreateReleaseOption, EditReleaseOption, Release } from './schema.ts'
import * as releases from './verbs.ts'
import * as view from './view.ts'

const byId = Type.Object({ id: Id })

export const routes = [
  route({
    id: 'listReposReleases',
    at: 'GET /repos/:owner/:repo/releases',
    says: 'List releases',
    needs: reader,
    query: pageWith({ draft: Optional(Bool), 'pre-release': Optional(Bool), tag_filter: Optional(Str) }),
    returns: { 200: Type.Array(Release) },
    run: ({ cx, query, ...looking }) =>
      paged(cx, query, (at) => releases.list(cx, looking, { draft: query.draft, prerelease: query['pre-release'], tag: query.tag_filter }, at), (rows) => view.many(cx, looking.repo, rows)),
  }),
  route({
    id: 'createReposReleases',
    at: 'POST /repos/:owner/:repo/releases',
    says: 'Create a release',
    needs: writer,
    body: CreateReleaseOption,
    returns: { 201: Release },
    run: async ({ cx, repo, actor, body }) => view.one(cx, repo, await releases.create(cx, { repo, by: actor.account }, body)),
  }),
  route({
    id: 'getReposReleasesLatest',
    at: 'GET /repos/:owner/:repo/releases/latest',
    says: 'Get the latest release that is neither a draft nor a prerelease',
    needs: reader,
    returns: { 200: Release },
    run: async ({ cx, ...looking }) => view.one(cx, looking.repo, await releases.latest(cx, looking)),
  }),
  route({
    id: 'getReposReleasesTagsByTag',
    at: 'GET /repos/:owner/:repo/releases/tags/:tag*',
    says: 'Get the release of a tag',
    needs: reader,
    returns: { 200: Release },
    run: async ({ cx, rq, ...looking }) => view.one(cx, looking.repo, await releases.tagged(cx, looking, rq.params.tag)),
  }),
  route({
    id: 'deleteReposReleasesTagsByTag',
    at: 'DELETE /repos/:owner/:repo/releases/tags/:tag*',
    says: 'Delete the release of a tag; the tag stays',
    needs: writer,
    returns: { 204: Empty },
    run: async ({ cx, rq, ...at }) => releases.remove(cx, { repo: at.repo, by: at.actor.account }, await releases.tagged(cx, at, rq.params.tag)),
  }),
  route({
    id: 'getReposReleasesById',
    at: 'GET /repos/:owner/:repo/releases/:id',
    says: 'Get a release',
    needs: reader,
    params: byId,
    returns: { 200: Release },
    run: async ({ cx, params, ...looking }) => view.one(cx, looking.repo, await releases.get(cx, looking, params.id)),
  }),
  route({
    id: 'editReposReleasesById',
    at: 'PATCH /repos/:owner/:repo/releases/:id',
    says: 'Edit a release',
    needs: writer,
    params: byId,
    body: EditReleaseOption,
    returns: { 200: Release },
    run: async ({ cx, params, body, ...at }) => view.one(cx, at.repo, await releases.edit(cx, { repo: at.repo, by: at.actor.account }, await releases.get(cx, at, params.id), body)),
  }),
  route({
    id: 'deleteReposReleasesById',
    at: 'DELETE /repos/:owner/:repo/releases/:id',
    says: 'Delete a release; the tag stays',
    needs: writer,
    params: byId,
    returns: { 204: Empty },
    run: async ({ cx, params, ...at }) => releases.remove(cx, { repo: at.repo, by: at.actor.account }, await releases.get(cx, at, params.id)),
  }),
].flat()
