import { gates, repoRead, repoVisible, repoWrite, scope, signedIn, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged, slice, type PageQuery } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { input, Optional, Page, pageWith, Str, Type } from '../../kernel/schema.ts'
import * as commits from '../commits/verbs.ts'
import { find } from '../content/at.ts'
import { CombinedStatus, CommitStatus } from './schema.ts'
import * as store from './store.ts'
import * as statuses from './verbs.ts'
import * as view from './view.ts'

const reads = gates(scope('repository'), repoVisible, repoRead('code'))
const query = pageWith({ sort: Optional(Str), state: Optional(Str) })

/** A tag or branch, a full name, or at least seven digits of an id. */
async function named(cx: Cx, repo: Repo, ref: string): Promise<string> {
  const found = (await find(cx, repo, ref))?.commit ?? (/^refs\/(?!heads\/|tags\/)|^[0-9a-f]{7,64}$/.test(ref) ? await commits.find(cx, repo, ref) : undefined)
  if (!found) throw notFound()
  return found
}

const list = (cx: Cx, repo: Repo, sha: string, asked: PageQuery & { sort?: string; state?: string }) =>
  paged(cx, asked, (at) => store.list(cx.db, repo.id, sha, asked, at), (rows) => view.many(cx, repo, rows))

export const routes = [
  route({
    id: 'listReposStatusesBySha', at: 'GET /repos/:owner/:repo/statuses/:sha', says: 'List the statuses of a commit', needs: reads, query,
    returns: { 200: Type.Array(CommitStatus) },
    run: ({ cx, rq, repo, query }) => list(cx, repo, rq.params.sha, query),
  }),
  route({
    id: 'createReposStatusesBySha', at: 'POST /repos/:owner/:repo/statuses/:sha', says: 'Add a status to a commit',
    needs: gates(scope('repository'), repoVisible, repoRead('code'), signedIn, repoWrite('code')),
    body: input('CreateStatusOption', { state: Optional(Str), target_url: Optional(Str), description: Optional(Str), context: Optional(Str) }),
    returns: { 201: CommitStatus },
    run: async ({ cx, rq, repo, actor, body }) => view.one(cx, repo, await statuses.create(cx, repo, await commits.resolve(cx, repo, rq.params.sha), actor.account.id, body)),
  }),
  route({
    id: 'listReposCommitsStatusesByRef', at: 'GET /repos/:owner/:repo/commits/:ref/statuses', says: 'List the statuses of a branch, tag or commit', needs: reads, query,
    returns: { 200: Type.Array(CommitStatus) },
    run: async ({ cx, rq, repo, query }) => list(cx, repo, await named(cx, repo, rq.params.ref), query),
  }),
  route({
    id: 'getReposCommitsStatusByRef', at: 'GET /repos/:owner/:repo/commits/:ref/status', says: 'Get the combined status of a branch, tag or commit', needs: reads, query: Page,
    returns: { 200: CombinedStatus },
    async run({ cx, rq, repo, actor, access, query }) {
      const sha = await named(cx, repo, rq.params.ref)
      return view.combine(cx, repo, actor, access, sha, await store.listLatest(cx.db, repo.id, sha), slice(cx, query))
    },
  }),
].flat()
