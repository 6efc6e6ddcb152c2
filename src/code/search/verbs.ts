// Looking for a text in the files of default branches, in one repository or in those somebody may read: by the index where
// there is one, and by reading everything where there is none. Every hit is read before it is told.
import { accessToMany, findAccountByName, READ, repoVisibleTo, type Actor, type Repo } from '../../access/index.ts'
import { changedFiles, grep, objects, PatternError, refs, tree, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid, Refusal } from '../../kernel/errors.ts'
import { gitDir, repoStore } from '../../repos/index.ts'
import { locate } from '../content/at.ts'
import { hiddenIn } from '../trigrams/attributes.ts'
import { bucketsOf } from '../trigrams/fold.ts'
import { filterOf } from '../trigrams/path-filter.ts'
import type { Searched } from '../trigrams/store.ts'
import * as index from '../trigrams/verbs.ts'
import { around, excerpt, linesOf, type Line } from './lines.ts'
import { literalsOf } from './pattern.ts'
import { asked, type Given, type Question } from './question.ts'

export interface Hit {
  repo: Repo
  commit: string
  path: string
  oid: string
  lines: Line[]
}
export interface Hits {
  list: Hit[]
  /** false where there may be more */
  whole: boolean
  /** false where something was read that the index should have told */
  indexed: boolean
}

/** files that are read at the most before the search ends */
const CANDIDATES = 5000
const ENOUGH = 1000
const BUDGET_MS = 10_000
const AT_ONCE = 32
/** of a pattern on paths, here where everybody waits for it: some milliseconds */
const WORK = 2_000_000
/** as the index: larger ones hold data */
const LARGEST = 1024 * 1024
/** repositories without an index that are looked through */
const UNINDEXED = 50
const REPOS_AT_ONCE = 50
/** of one repository, by a pattern; where the index proposes more files than this git looks through all */
const PATTERN_MS = 5_000
const PATTERN_FILES = 1000

interface Place {
  cx: Cx
  repo: Repo
  dir: GitDir
  commit: string
  question: Question
  until: number
}

export async function inRepo(cx: Cx, repo: Repo, given: Given & { ref?: string }): Promise<Hits> {
  const question = asked(given)
  if (repo.is_empty) return { list: [], whole: true, indexed: true }
  const dir = gitDir(cx, repo)
  const { commit } = await locate(cx, repo, given.ref)
  return look({ cx, repo, dir, commit, question, until: performance.now() + BUDGET_MS })
}

/** What was found in a commit once is found there again. */
async function look(place: Place): Promise<Hits> {
  const { cx, dir, repo, commit, question } = place
  const key = `${dir.path}\0search\0${commit}\0${JSON.stringify([question.text, question.exact, question.word, question.regexp, question.filter])}`
  const known = cx.git.memory.get(key) as Hits | undefined
  if (known) return { ...known, list: known.list.map((one) => ({ ...one, repo })) }
  const found = (await byIndex(place)) ?? (await byReading(place))
  if (found.whole) cx.git.memory.set(key, found, 500 + found.list.reduce((sum, one) => sum + 300 + one.lines.reduce((chars, { text }) => chars + 50 + text.length, 0), 0))
  return found
}

/** Null where the index does not help: words too short for it, or a commit far from what it knows. */
async function byIndex({ cx, repo, dir, commit, question, until }: Place): Promise<Hits | null> {
  const buckets = bucketsFor(question)
  if (buckets.length === 0) return null
  const known = await index.candidates(cx, repo, { buckets, filter: question.filter, most: CANDIDATES })
  if (!known) return null
  let whole = !known.more && !known.partial
  let files = known.paths.map((path, i) => ({ path, oid: known.oids[i] }))
  if (known.commit !== commit) {
    const changed = await changesSince(cx, dir, known.commit, commit)
    if (!changed) return null
    const test = filterOf(question.filter, WORK)
    const gone = new Set(changed.map((one) => one.path))
    files = [...files.filter((one) => !gone.has(one.path)), ...changed.filter((one) => one.mode.startsWith('100') && test.passes(one.path))].sort((a, b) => (a.path < b.path ? -1 : 1))
    whole &&= !test.spent
  }
  if (question.regexp) return files.length > PATTERN_FILES ? null : matched({ cx, repo, dir, commit, question, until }, files, { list: [], whole, indexed: true })
  const hits: Hits = { list: [], whole, indexed: true }
  for (let at = 0; at < files.length; at += AT_ONCE) {
    if (performance.now() > until || hits.list.length >= ENOUGH) return { ...hits, whole: false }
    const lines = await Promise.all(files.slice(at, at + AT_ONCE).map(({ oid }) => linesIn(cx, dir, oid, question)))
    lines.forEach((found, i) => found.length > 0 && hits.list.push({ repo, commit, ...files[at + i], lines: found }))
  }
  return hits
}

/** The buckets of every text that can be an answer. */
const bucketsFor = ({ text, regexp }: Question) => (regexp ? [...new Set(literalsOf(text).flatMap(bucketsOf))].sort((a, b) => a - b) : bucketsOf(text))

/** Those of some files that match: git looks, in a process that can be ended. */
async function matched(place: Place, files: { path: string; oid: string }[], hits: Hits): Promise<Hits> {
  const { repo, commit } = place
  const found = files.length === 0 ? [] : await looked(place, files.map((one) => one.path))
  if (!found) return { ...hits, whole: false }
  const oids = new Map(files.map((one) => [one.path, one.oid]))
  return { ...hits, list: found.map(({ path, lines }) => ({ repo, commit, path, oid: oids.get(path)!, lines })) }
}

/** By git itself; null where it is found too often or takes too long. */
async function looked({ cx, dir, commit, question, until }: Place, paths?: string[]): Promise<{ path: string; lines: Line[] }[] | null> {
  const { text, exact, word, regexp } = question
  const left = Math.max(1, Math.ceil(until - performance.now()))
  const found = await grep(cx.git, dir, commit, text, { exact, word, regexp, paths, timeoutMs: regexp ? Math.min(left, PATTERN_MS) : left }).catch((error) => {
    throw error instanceof PatternError ? invalid(`q is no regular expression: ${error.message}`) : error
  })
  return found && found.map(({ path, lines }) => ({ path, lines: lines.map(({ line, text: row, at }) => ({ line, text: regexp ? around(row, at) : excerpt(row, question) })) }))
}

async function linesIn(cx: Cx, dir: GitDir, oid: string, question: Question): Promise<Line[]> {
  try {
    return linesOf(await objects.blob(cx.git, dir, oid, { max: LARGEST }), question)
  } catch (error) {
    if (error instanceof objects.TooLarge) return []
    throw error
  }
}

interface Change {
  path: string
  mode: string
  oid: string
}

/** Files pushed after the index was made; null where they are too many, or rules changed with them. */
async function changesSince(cx: Cx, dir: GitDir, from: string, to: string): Promise<Change[] | null> {
  const key = `${dir.path}\0changed\0${from}\0${to}`
  const known = cx.git.memory.get(key) as { files: Change[] | null } | undefined
  if (known) return known.files
  const changed = await changedFiles(cx.git, dir, from, to)
  const plain = changed && changed.length <= ENOUGH && !changed.some(({ path }) => /(^|\/)\.gitattributes$/.test(path)) ? changed : null
  const hidden = plain && (await hiddenIn(cx, dir, to, plain.map((one) => one.path)))
  // what is hidden takes the place of what was there, and is not shown
  const files = plain?.map((one, i) => (hidden![i] ? { ...one, mode: '000000' } : one)) ?? null
  cx.git.memory.set(key, { files }, 200 + (files?.length ?? 0) * 200)
  return files
}

async function byReading({ cx, repo, dir, commit, question, until }: Place): Promise<Hits> {
  const test = filterOf(question.filter, WORK)
  const found = (await looked({ cx, repo, dir, commit, question, until }))?.filter((one) => test.passes(one.path))
  const hits: Hits = { list: [], whole: found !== undefined && found.length <= ENOUGH && !test.spent, indexed: false }
  if (!found) return hits
  const some = found.slice(0, ENOUGH)
  const root = (await objects.commit(cx.git, dir, commit)).tree
  const hidden = await hiddenIn(cx, dir, commit, some.map((one) => one.path))
  const kept = await Promise.all(some.map(async ({ path, lines }, i): Promise<Hit[]> => {
    const oid = hidden[i] ? undefined : (await tree.find(cx.git, dir, root, path))?.oid
    if (!oid || ((await objects.info(cx.git, dir, oid))?.size ?? Infinity) > LARGEST) return []
    return [{ repo, commit, path, oid, lines }]
  }))
  return { ...hits, list: kept.flat() }
}

/** The repositories that moved last first, until enough is found or the time is up. */
export async function everywhere(cx: Cx, actor: Actor, given: Given): Promise<Hits> {
  const question = asked(given)
  const until = performance.now() + BUDGET_MS
  const only = await within(cx, question)
  const all = only ? await index.searched(cx, repoVisibleTo(actor), only) : []
  const buckets = cx.config.code_index ? bucketsFor(question) : []
  const may = buckets.length === 0 ? all.map((one) => ({ ...one, generation: null })) : await index.promising(cx, all, buckets)
  const { list, whole } = limited(may)
  const hits: Hits = { list: [], whole, indexed: list.every((one) => one.generation !== null) }
  for (let at = 0; at < list.length; at += REPOS_AT_ONCE) {
    const rows = await repoStore.listWithOwners(cx.db, list.slice(at, at + REPOS_AT_ONCE).map((one) => one.id))
    const access = await accessToMany(cx.db, actor, rows)
    for (const repo of rows.filter((one) => access.get(one.id)!.units.code >= READ)) {
      if (performance.now() > until || hits.list.length >= ENOUGH) return { ...hits, whole: false }
      const found = await inDefault(cx, repo, question, until)
      hits.list.push(...found.list)
      hits.whole &&= found.whole
      hits.indexed &&= found.indexed
    }
  }
  return hits
}

/** `owner/name`, or a name whoever owns it; undefined where there is nobody of that name. */
async function within(cx: Cx, { owner, repo = '' }: Question): Promise<{ ownerId?: number; name?: string } | undefined> {
  const cut = repo.indexOf('/')
  const [ownerName, name] = cut < 0 ? [owner, repo] : [repo.slice(0, cut), repo.slice(cut + 1)]
  const account = ownerName ? await findAccountByName(cx.db, ownerName) : undefined
  if (ownerName && !account) return undefined
  return { ...(account ? { ownerId: account.id } : {}), ...(name ? { name: name.toLowerCase() } : {}) }
}

/** A repository that cannot be read, for once or for good, keeps nobody from the others. */
async function inDefault(cx: Cx, repo: Repo, question: Question, until: number): Promise<Hits> {
  const dir = gitDir(cx, repo)
  try {
    const commit = await refs.read(dir, `refs/heads/${repo.default_branch}`)
    return commit === null ? { list: [], whole: true, indexed: true } : await look({ cx, repo, dir, commit, question, until })
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') throw error
    cx.log.warn('a repository could not be searched', { repo: repo.id, error: String(error) })
    return { list: [], whole: false, indexed: true }
  }
}

/** All that the index knows, and some that it does not. */
function limited(list: readonly Searched[]): { list: Searched[]; whole: boolean } {
  let left = UNINDEXED
  const some = list.filter((one) => one.generation !== null || left-- > 0)
  return { list: some, whole: some.length === list.length }
}
