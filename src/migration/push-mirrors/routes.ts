import { gates, notArchived, repoAdmin, repoVisible, scope, signedIn, type Repo } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { answer, route } from '../../kernel/route.ts'
import { Bool, Empty, input, Nullable, Optional, Page, record, Str, Time, Type } from '../../kernel/schema.ts'
import { formatDuration, formatTime } from '../../kernel/times.ts'
import type { PushMirrorRow } from '../tables.ts'
import * as store from './store.ts'
import * as mirrors from './verbs.ts'

const PushMirror = record('PushMirror', {
  repo_name: Str, remote_name: Str, remote_address: Str, created: Time, last_update: Nullable(Time), last_error: Str, interval: Str, sync_on_commit: Bool,
})
const shown = (repo: Repo, row: PushMirrorRow) => ({
  repo_name: repo.name, remote_name: row.remote_name, remote_address: row.address, created: formatTime(row.created_at), last_update: formatTime(row.pushed_at), last_error: row.last_error,
  interval: formatDuration(row.every_seconds), sync_on_commit: row.sync_on_commit,
})
const administered = gates(scope('repository'), repoVisible, repoAdmin, signedIn)
const changed = gates(scope('repository'), repoVisible, repoAdmin, signedIn, notArchived)

export const routes = [
  route({
    id: 'listReposPushMirrors', at: 'GET /repos/:owner/:repo/push_mirrors', says: 'List where a repository is pushed to', needs: administered, query: Page, returns: { 200: Type.Array(PushMirror) },
    run: ({ cx, repo, query }) => paged(cx, query, (at) => store.list(cx.db, repo.id, at), (rows) => rows.map((row) => shown(repo, row))),
  }),
  route({
    id: 'createReposPushMirrors', at: 'POST /repos/:owner/:repo/push_mirrors', says: 'Push a repository to another place from now on', needs: changed,
    body: input('CreatePushMirrorOption', { remote_address: Optional(Str), remote_username: Optional(Str), remote_password: Optional(Str), interval: Optional(Str), sync_on_commit: Optional(Bool) }),
    returns: { 200: PushMirror },
    run: async ({ cx, repo, body }) => shown(repo, await mirrors.create(cx, repo, body)),
  }),
  route({
    id: 'createReposPushMirrorsSync', at: 'POST /repos/:owner/:repo/push_mirrors-sync', says: 'Push to all these places now', needs: changed, returns: { 200: Empty },
    run: async ({ cx, repo }) => answer(200, await mirrors.syncAll(cx, repo)),
  }),
  route({
    id: 'getReposPushMirrorsByName', at: 'GET /repos/:owner/:repo/push_mirrors/:name', says: 'Get one place a repository is pushed to', needs: administered, returns: { 200: PushMirror },
    run: async ({ cx, rq, repo }) => shown(repo, await mirrors.open(cx, repo, rq.params.name)),
  }),
  route({
    id: 'deleteReposPushMirrorsByName', at: 'DELETE /repos/:owner/:repo/push_mirrors/:name', says: 'Push there no more', needs: changed, returns: { 204: Empty },
    run: ({ cx, rq, repo }) => mirrors.remove(cx, repo, rq.params.name),
  }),
].flat()
