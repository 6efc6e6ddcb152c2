import { findRepo, gates, repoRead, repoVisible, repoWrite, scope, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound, unauthorized } from '../../kernel/errors.ts'
import { Paged, slice } from '../../kernel/paging.ts'
import { answer, route, type Guard } from '../../kernel/route.ts'
import { Empty, Id, Optional, pageWith, Raw, Str, Type } from '../../kernel/schema.ts'
import { byRun, reads } from '../runs/routes.ts'
import { serve } from './download.ts'
import { checkLink, runningJob, signedQuery } from './identity.ts'
import { ActionArtifact, ActionArtifactsResponse } from './schema.ts'
import * as service from './service.ts'
import * as store from './store.ts'
import * as artifacts from './verbs.ts'
import * as view from './view.ts'

const byArtifact = Type.Object({ artifact_id: Id })
const ArtifactQuery = pageWith({ name: Optional(Str) })
const writes = gates(scope('repository'), repoVisible, repoRead('actions'), repoWrite('actions'))

async function listed(cx: Cx, repo: Repo, query: { name?: string; page?: number; limit?: number }, runId?: number) {
  const at = slice(cx, query)
  const { rows, total } = await store.list(cx.db, repo.id, { runId, name: query.name }, at)
  return new Paged({ artifacts: await view.many(cx, repo, rows), total_count: total }, total, at, 'none')
}

/** Whoever may read was handed the link; it needs nothing else. Opens `repo`. */
const linked: Guard<{ repo: Repo }> = {
  says: 'a signed link',
  async open({ cx, params, query }) {
    const link = checkLink(cx, 'zip', query, [params.artifact_id])
    const repo = link === 'forged' ? undefined : await findRepo(cx.db, params.owner, params.repo)
    if (!repo) throw notFound()
    if (link === 'late') throw unauthorized('this link has expired')
    return { repo }
  },
}

export const routes = [
  route({
    id: 'listReposActionsArtifacts',
    at: 'GET /repos/:owner/:repo/actions/artifacts',
    says: 'List the artifacts of a repository',
    needs: reads,
    query: ArtifactQuery,
    returns: { 200: ActionArtifactsResponse },
    run: ({ cx, repo, query }) => listed(cx, repo, query),
  }),
  route({
    id: 'listReposActionsRunsArtifactsByRun',
    at: 'GET /repos/:owner/:repo/actions/runs/:run/artifacts',
    says: 'List the artifacts of a workflow run',
    needs: reads,
    params: byRun,
    query: ArtifactQuery,
    returns: { 200: ActionArtifactsResponse },
    run: ({ cx, repo, params, query }) => listed(cx, repo, query, params.run),
  }),
  route({
    id: 'getReposActionsArtifactsByArtifactId',
    at: 'GET /repos/:owner/:repo/actions/artifacts/:artifact_id',
    says: 'Get an artifact',
    needs: reads,
    params: byArtifact,
    returns: { 200: ActionArtifact },
    run: async ({ cx, repo, params }) => view.one(cx, repo, await artifacts.get(cx, repo, params.artifact_id)),
  }),
  route({
    id: 'deleteReposActionsArtifactsByArtifactId',
    at: 'DELETE /repos/:owner/:repo/actions/artifacts/:artifact_id',
    says: 'Delete an artifact',
    needs: writes,
    params: byArtifact,
    returns: { 204: Empty },
    run: ({ cx, repo, params }) => artifacts.remove(cx, repo, params.artifact_id),
  }),
  route({
    id: 'getReposActionsArtifactsZipByArtifactId',
    at: 'GET /repos/:owner/:repo/actions/artifacts/:artifact_id/zip',
    says: 'Go to the bytes of an artifact',
    needs: reads,
    params: byArtifact,
    returns: { 302: Empty },
    run: async ({ cx, repo, params }) => {
      const { id } = await artifacts.getWhole(cx, repo, params.artifact_id)
      return answer(302, undefined, { location: `${view.api(cx, repo, id)}/zip/raw?${signedQuery(cx, 'zip', { artifactID: String(id) })}` })
    },
  }),
  route({
    id: 'getReposActionsArtifactsZipRawByArtifactId',
    at: 'GET /repos/:owner/:repo/actions/artifacts/:artifact_id/zip/raw',
    says: 'Get the bytes of an artifact by a signed link',
    needs: linked,
    params: byArtifact,
    returns: { 200: Raw },
    run: async ({ cx, rq, repo, params }) => serve(cx, rq, await artifacts.getWhole(cx, repo, params.artifact_id)),
  }),
  route({ id: 'artifactCall', at: `POST ${service.at}/:method`, says: 'A call of a job about its artifacts', site: true, needs: runningJob, body: 'stream', returns: { 200: Raw }, run: ({ cx, rq, job }) => service.call(cx, rq, job) }),
  route({ id: 'artifactUpload', at: `PUT ${service.at}/UploadArtifact`, says: 'Bytes of an artifact', site: true, needs: service.linkedJob('upload'), body: 'stream', returns: { 201: Raw }, run: ({ cx, rq, job, artifact }) => service.upload(cx, rq, job, artifact) }),
  route({ id: 'artifactDownload', at: `GET ${service.at}/DownloadArtifact`, says: 'The bytes of an artifact, for a job', site: true, needs: service.linkedJob('download'), returns: { 200: Raw }, run: ({ cx, rq, artifact }) => serve(cx, rq, artifact) }),
  route({
    id: 'artifactFile',
    at: 'GET /:owner/:repo/actions/runs/:run/artifacts/:artifact_id',
    says: 'The bytes of an artifact, for a browser',
    site: true,
    needs: reads,
    params: byArtifact,
    returns: { 200: Raw },
    run: async ({ cx, rq, repo, params }) => serve(cx, rq, await artifacts.getWhole(cx, repo, params.artifact_id)),
  }),
].flat()
