// Reading history as the API asks for it.
import type { Repo } from '../../access/index.ts'
import { log, objects, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { exists, invalid, notFound } from '../../kernel/errors.ts'
import { slice, type Slice } from '../../kernel/paging.ts'
import { parseTime } from '../../kernel/times.ts'
import { gitDir } from '../../repos/index.ts'

export interface HistoryQuery {
  sha?: string
  path?: string
  since?: string
  until?: string
  not?: string
  page?: number
  limit?: number
}
export interface History {
  oids: string[]
  total: number
  at: Slice
}

/** Pages by path have this size whatever is asked, while the headers follow what is asked. */
const BY_PATH = 50
/** git stops at paths that lead out of the tree */
const OUTSIDE = /^\/|(^|\/)\.\.(\/|$)/

export async function history(cx: Cx, repo: Repo, query: HistoryQuery): Promise<History> {
  const since = timeOf(query.since)
  const until = timeOf(query.until)
  if (repo.is_empty) throw exists('Git Repository is empty.')
  const from = await resolve(cx, repo, query.sha || repo.default_branch)
  const not = query.not ? [await resolve(cx, repo, query.not)] : []
  if (query.path && OUTSIDE.test(query.path)) throw notFound()
  const dir = gitDir(cx, repo)
  const at = slice(cx, query)
  const walk = { from, not, since, until, path: query.path || undefined }
  const size = walk.path ? BY_PATH : at.limit
  const [total, oids] = await Promise.all([log.count(cx.git, dir, walk), log.list(cx.git, dir, { ...walk, skip: (at.page - 1) * size, limit: size })])
  if (walk.path && total === 0 && (await log.count(cx.git, dir, { from, not, path: walk.path })) === 0) throw notFound()
  return { oids, total, at }
}

function timeOf(text: string | undefined): number | undefined {
  if (!text) return undefined
  const parsed = parseTime(text)
  if (!parsed) throw invalid(`${text} is not a time as RFC 3339 writes it`)
  return parsed.unix
}

/** A branch, tag or id as a commit id; 404 when it names none. */
export async function resolve(cx: Cx, repo: Repo, name: string, relative = false): Promise<string> {
  const found = await find(cx, repo, name, relative)
  if (!found) throw notFound()
  return found
}

export async function find(cx: Cx, repo: Repo, name: string, relative = false): Promise<string | undefined> {
  const dir = gitDir(cx, repo)
  const known = await refs.list(cx.git, dir, repo.refs_version)
  return (await objects.resolve(cx.git, dir, name, { refs: known, relative }))?.oid
}
