// Reading history as the API asks for it.
import type { Repo } from '../../access/index.ts'
import { diff, follow, history as pages, log, objects, refs, tree, type GitDir, type Step } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { exists, invalid, notFound } from '../../kernel/errors.ts'
import { slice, type Slice } from '../../kernel/paging.ts'
import { parseTime } from '../../kernel/times.ts'
import { gitDir } from '../../repos/index.ts'
import * as store from './store.ts'

export interface HistoryQuery {
  sha?: string
  path?: string
  since?: string
  until?: string
  not?: string
  /** of one file, under all the names it had */
  follow?: boolean
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

/** A page of history; with `changes` those of its commits are made ready too. */
export async function history(cx: Cx, repo: Repo, query: HistoryQuery, changes = false): Promise<History> {
  const since = timeOf(query.since)
  const until = timeOf(query.until)
  if (query.follow && (!query.path || query.not || since !== undefined || until !== undefined)) throw invalid('follow goes with a path, and with neither of since, until and not')
  if (repo.is_empty) throw exists('Git Repository is empty.')
  const from = await resolve(cx, repo, query.sha || repo.default_branch, true)
  const not = query.not ? [await resolve(cx, repo, query.not, true)] : []
  if (query.path && OUTSIDE.test(query.path)) throw notFound()
  const dir = gitDir(cx, repo)
  const at = slice(cx, query)
  const walk = { from, not, since, until, path: query.path || undefined }
  if (query.follow) return followed(cx, dir, from, query.path!, at)
  const size = walk.path ? BY_PATH : at.limit
  const plain = !walk.path && since === undefined && until === undefined && not.length === 0
  const skip = (at.page - 1) * size
  if (walk.path) {
    // to count them git must find them all; pages that follow need no walk
    const all = await log.list(cx.git, dir, walk)
    if (all.length === 0 && (await log.count(cx.git, dir, { from, not, path: walk.path })) === 0) throw notFound()
    return { oids: all.slice(skip, skip + size), total: all.length, at }
  }
  const first = plain && changes && at.page === 1
  // of other branches nothing was noted
  if (first && (query.sha || repo.default_branch) === repo.default_branch) await recall(cx, repo, dir, from, size)
  const [total, oids] = await Promise.all([
    plain ? length(cx, dir, from) : log.count(cx.git, dir, walk),
    (first ? pages.prepare(cx.git, dir, from, size) : Promise.resolve(undefined)).then((read) => read ?? log.list(cx.git, dir, { ...walk, skip, limit: size })),
  ])
  return { oids, total, at }
}

/** more than any file has; beyond it nothing is counted */
const FOLLOWED = 10_000

async function followed(cx: Cx, dir: GitDir, from: string, path: string, at: Slice): Promise<History> {
  const all = await stepsOf(cx, dir, from, path, { skip: 0, limit: FOLLOWED })
  if (all.length === 0) throw notFound()
  const skip = (at.page - 1) * at.limit
  return { oids: all.slice(skip, skip + at.limit).map((one) => one.oid), total: all.length, at }
}

/** A file is followed through its names, a folder has none but its own. */
async function stepsOf(cx: Cx, dir: GitDir, from: string, path: string, page: { skip: number; limit: number }): Promise<Step[]> {
  const isFolder = path === '' || (await tree.find(cx.git, dir, (await objects.commit(cx.git, dir, from)).tree, path))?.kind === 'dir'
  if (!isFolder) return follow(cx.git, dir, from, path, page)
  return (await log.list(cx.git, dir, { from, path: path || undefined, ...page })).map((oid) => ({ oid, path }))
}

/** Takes into memory what was noted of the first page, if it is not there. */
async function recall(cx: Cx, repo: Repo, dir: GitDir, from: string, size: number): Promise<void> {
  if (pages.known(cx.git, dir, from, size)) return
  const noted = await store.findNoted(cx.db, repo.id)
  if (noted?.oid !== from) return
  log.learnCount(cx.git, dir, from, noted.commits)
  pages.learn(cx.git, dir, JSON.parse(noted.page))
}

/** Takes the first page into memory before anybody asks for it. */
export async function prepare(cx: Cx, dir: GitDir, from: string): Promise<void> {
  await Promise.all([pages.prepare(cx.git, dir, from, NOTED), length(cx, dir, from)])
}

const NOTED = 30
const NOTED_BYTES = 100_000

/** Notes the first page of the default branch, for those who ask after the next start. */
export async function note(cx: Cx, repo: Repo): Promise<void> {
  const dir = gitDir(cx, repo)
  const oid = await refs.read(dir, `refs/heads/${repo.default_branch}`)
  if (!oid || (await store.findNoted(cx.db, repo.id))?.oid === oid) return
  const page = JSON.stringify(await pages.read(cx.git, dir, oid, NOTED).catch(nothingToNote))
  const commits = await length(cx, dir, oid)
  await cx.write((tx) => store.saveNoted(tx, repo.id, { oid, commits, page: page.length > NOTED_BYTES ? '[]' : page }))
}

function nothingToNote(error: unknown): string[] {
  if (!diff.tooMuch(error)) throw error
  return []
}

const length = async (cx: Cx, dir: GitDir, from: string) => log.knownCount(cx.git, dir, from) ?? log.count(cx.git, dir, { from })

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
  // to look up one name, nobody needs all of them
  const known = await refs.known(cx.git, dir, repo.refs_version)
  return (await objects.resolve(cx.git, dir, name, { refs: known, relative }))?.oid
}

export const countOf = (cx: Cx, repo: Repo, from: string): Promise<number> => length(cx, gitDir(cx, repo), from)

/** A page of what led to a commit, of one path or of all. Of a path nobody counts further than whether there is more; a file is followed through its names. */
export async function pageOf(cx: Cx, repo: Repo, from: string, path: string, page: number, size: number): Promise<{ steps: Step[]; total: number }> {
  const dir = gitDir(cx, repo)
  const [skip, limit] = [(page - 1) * size, size + 1]
  const [total, steps] = await Promise.all([path ? undefined : length(cx, dir, from), stepsOf(cx, dir, from, path, { skip, limit })])
  return { steps: steps.slice(0, size), total: total ?? skip + steps.length }
}

/** Commits whose message, author or id is meant. */
export async function search(cx: Cx, repo: Repo, from: string, path: string, text: string, page: number, size: number): Promise<{ steps: Step[]; total: number }> {
  const byId = /^[0-9a-f]{7,64}$/.test(text) ? await find(cx, repo, text) : undefined
  if (byId) return { steps: [{ oid: byId, path }], total: 1 }
  const all = await log.matching(cx.git, gitDir(cx, repo), from, text.slice(0, 200), { path: path || undefined })
  return { steps: all.slice((page - 1) * size, page * size).map((oid) => ({ oid, path })), total: all.length }
}

const REFS = 20

/** Branches and tags that hold a commit, some of them where there are many. */
export async function containing(cx: Cx, repo: Repo, oid: string): Promise<{ branches: string[]; tags: string[]; more: boolean }> {
  const found = await log.containing(cx.git, gitDir(cx, repo), oid, { limit: REFS + 1 })
  const named = (prefix: string) => found.slice(0, REFS).flatMap((one) => (one.startsWith(prefix) ? [one.slice(prefix.length)] : []))
  return { branches: named('refs/heads/'), tags: named('refs/tags/'), more: found.length > REFS }
}
