import { gates, repoRead, repoVisible, scope } from '../../access/index.ts'
import { answer, raw, route } from '../../kernel/route.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { linkHeader } from '../../kernel/paging.ts'
import { Optional, pageWith, Raw, Str, Type } from '../../kernel/schema.ts'
import { diff, log, notes, objects } from '../../git/index.ts'
import { gitDir } from '../../repos/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Rq } from '../../kernel/route.ts'
import type { Repo } from '../../access/index.ts'
import { Commit, GitCommit, Note } from './schema.ts'
import * as commits from './verbs.ts'
import * as view from './view.ts'

const shown = {
  stat: Optional(Type.Boolean({ default: true, description: 'include diff stats' })),
  verification: Optional(Type.Boolean({ default: true, description: 'include verification' })),
  files: Optional(Type.Boolean({ default: true, description: 'include affected files' })),
}
const readsCode = gates(scope('repository'), repoVisible, repoRead('code'))

async function list(cx: Cx, rq: Rq, repo: Repo, query: commits.HistoryQuery & view.Show) {
  const { oids, total, at } = await commits.history(cx, repo, query, query.stat !== false || query.files !== false)
  const pages = Math.ceil(total / at.limit)
  const link = linkHeader(cx.root + rq.url.split('?')[0], rq.query, total, at)
  return answer(200, await view.many(cx, repo, oids, query), {
    ...(link ? { link } : {}),
    'x-total-count': String(total), 'x-total': String(total), 'x-page': String(at.page), 'x-perpage': String(at.limit), 'x-pagecount': String(pages), 'x-hasmore': String(at.page < pages),
    'access-control-expose-headers': 'Link, X-Total-Count, X-Page, X-PerPage, X-PageCount, X-HasMore, X-Total',
  })
}

const MALFORMED = /\.\.|[\s~^:?*[\\]|@\{/

/** `sha` may end in .diff or .patch, which asks for text. */
async function single(cx: Cx, repo: Repo, sha: string, show: view.Show, asGit = false) {
  if (MALFORMED.test(sha)) throw invalid(`not a valid ref or sha: ${sha}`)
  const oid = await commits.resolve(cx, repo, sha)
  return asGit ? view.asGit(cx, repo, oid, show) : view.one(cx, repo, oid, show)
}

async function text(cx: Cx, repo: Repo, sha: string, kind: 'diff' | 'patch') {
  const oid = await commits.resolve(cx, repo, sha)
  const dir = gitDir(cx, repo)
  const parent = (await objects.commit(cx.git, dir, oid)).parents[0] ?? null
  const body = kind === 'diff' ? await diff.patch(cx.git, dir, parent, oid) : await diff.formatPatch(cx.git, dir, parent, oid)
  return raw(body, { 'content-type': 'text/plain;charset=utf-8' })
}

/** What was said later about a commit, and the commit that says it. */
async function noteOf(cx: Cx, repo: Repo, sha: string, show: view.Show) {
  if (MALFORMED.test(sha)) throw invalid(`not a valid ref or sha: ${sha}`)
  const dir = gitDir(cx, repo)
  const note = await notes.find(cx.git, dir, await commits.resolve(cx, repo, sha))
  const said = note && (await log.lastCommit(cx.git, dir, note.tip, note.path))
  if (!said) throw notFound()
  return { message: note.text, commit: await view.one(cx, repo, said, { ...show, stat: true }) }
}

/** One commit, which has two addresses. */
const commitRoutes = (at: string, id: string, textId: string) => [
  route({
    id,
    at: `GET /repos/:owner/:repo${at}/:sha`,
    says: 'Get a commit',
    needs: readsCode,
    query: Type.Object(shown),
    returns: { 200: GitCommit },
    // GitHub's clients say who they are
    run: ({ cx, rq, repo, query }) => single(cx, repo, rq.params.sha, query, at === '/git/commits' && /\bvnd\.github\b/.test(rq.headers.accept ?? '')),
  }),
  route({
    id: textId,
    at: `GET /repos/:owner/:repo${at}/:sha.:diffType(diff|patch)`,
    says: 'Get the diff or patch of a commit',
    needs: readsCode,
    returns: { 200: Raw },
    run: ({ cx, rq, repo }) => text(cx, repo, rq.params.sha, rq.params.diffType as 'diff' | 'patch'),
  }),
]

export const routes = [
  route({
    id: 'getReposGitNotesBySha',
    at: 'GET /repos/:owner/:repo/git/notes/:sha',
    says: 'Get the note of a commit',
    needs: readsCode,
    query: Type.Object({ verification: shown.verification, files: shown.files }),
    returns: { 200: Note },
    run: ({ cx, rq, repo, query }) => noteOf(cx, repo, rq.params.sha, query),
  }),
  route({
    id: 'listReposCommits',
    at: 'GET /repos/:owner/:repo/commits',
    keep: true,
    says: 'List commits',
    needs: readsCode,
    query: pageWith({ sha: Optional(Str), path: Optional(Str), since: Optional(Str), until: Optional(Str), ...shown, not: Optional(Str), follow: Optional(Type.Boolean({ description: 'go on under the names that the file of `path` had before' })) }),
    returns: { 200: Type.Array(Commit) },
    run: ({ cx, rq, repo, query }) => list(cx, rq, repo, query),
  }),
  ...commitRoutes('/git/commits', 'getReposGitCommitsBySha', 'getReposGitCommitsByShaDiffType'),
  ...commitRoutes('/commits', 'getReposCommitsBySha', 'getReposCommitsByShaDiffType'),
].flat()
