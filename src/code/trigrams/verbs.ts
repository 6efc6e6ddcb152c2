// The index of a repository's default branch: kept up to date in the background, asked by searches. docs/decisions/0010.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { findRepoById, type Repo } from '../../access/index.ts'
import { objects, reading, refs, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isForeignKeyViolation } from '../../kernel/db.ts'
import type { CronTask, JobKind } from '../../kernel/jobs.ts'
import { Lru } from '../../kernel/lru.ts'
import { gitDir } from '../../repos/index.ts'
import type { BuildOrder, Built } from './builder.ts'
import type { Candidates, LookupOrder } from './lookup.ts'
import type { PathFilter } from './path-filter.ts'
import * as store from './store.ts'
import { mayHold } from './summary.ts'
import { threadsOf, Unusable } from './threads.ts'

/** Counted up when what the files say is read in another way; older ones are made anew. */
export const FORMAT = 1
const FILES = 500_000
const BYTES = 1024 ** 3
const BUILD_MS = 3_000_000
const LOOKUP_MS = 10_000
/** jobs of one round of the cron */
const AT_ONCE = 500
export const JOB = 'code.index'

const folderOf = (dir: GitDir) => join(dir.path, 'trigrams')

interface Work {
  repo_id: number
  /** from nothing, because the files were found broken */
  anew?: boolean
}

/** Brings the index of a repository to its default branch. */
export async function refresh(cx: Cx, { repo_id, anew = false }: Work): Promise<void> {
  const repo = await findRepoById(cx.db, repo_id)
  if (!repo || repo.status !== 'ready' || !repo.has_code || !cx.config.code_index) return
  const dir = gitDir(cx, repo)
  const before = await store.find(cx.db, repo.id)
  const tip = repo.is_empty ? null : await refs.read(dir, `refs/heads/${repo.default_branch}`)
  if (tip === null) return drop(cx, dir, repo.id)
  const { tree } = await objects.commit(cx.git, dir, tip)
  const usable = before?.format === FORMAT && !anew ? before : undefined
  if (usable?.tree_oid === tree) return void (await cx.write((tx) => store.note(tx, usable, { commit_oid: tip, refs_version: repo.refs_version })))
  const segments: string[] = usable ? JSON.parse(usable.segments) : []
  const order: BuildOrder = {
    kind: 'build', folder: folderOf(dir), oidLength: dir.format === 'sha1' ? 20 : 32, tree, segments, listing: usable?.listing ?? '', durable: cx.git.durable, limits: { files: FILES, bytes: BYTES },
  }
  const built = await threadsOf(cx.git).builder.run<Built>(order, BUILD_MS, (wanted) => reading(cx.git, dir, wanted)).catch((error) => {
    // once more from nothing; what is broken stays so
    if (error instanceof Unusable && segments.length > 0) return null
    throw error
  })
  if (built === null) return refresh(cx, { repo_id, anew: true })
  const row = {
    repo_id: repo.id, generation: (before?.generation ?? 0) + 1, format: FORMAT, commit_oid: tip, tree_oid: tree, refs_version: repo.refs_version, segments: JSON.stringify(built.segments),
    listing: built.listing, files: built.files, bytes: built.bytes, is_partial: built.is_partial, indexed_at: cx.now(), summary: built.summary,
  }
  const won = await cx.write((tx) => store.replace(tx, before?.generation, row)).catch((error) => {
    // removed meanwhile
    if (isForeignKeyViolation(error)) return false
    throw error
  })
  const [old, made] = [before ? [...JSON.parse(before.segments) as string[], before.listing] : [], [...built.segments, built.listing]]
  await clear(dir, won ? old.filter((name) => !made.includes(name)) : made.filter((name) => !old.includes(name)))
}

async function clear(dir: GitDir, names: readonly string[]): Promise<void> {
  for (const name of names) if (name) await rm(join(folderOf(dir), name), { force: true })
}

/** What has no default branch has no index. */
async function drop(cx: Cx, dir: GitDir, repoId: number): Promise<void> {
  await cx.write((tx) => store.remove(tx, repoId))
  await rm(folderOf(dir), { recursive: true, force: true })
}

export const jobs: JobKind[] = [{ kind: JOB, run: refresh, leaseSeconds: 3600, parallel: 1, attempts: 3 }]

export const enqueue = (cx: Cx, tx: Cx['db'], work: Work): Promise<void> => cx.jobs.enqueue(tx, JOB, work, { key: String(work.repo_id) })

/** Whatever moved refs without saying so, and repositories from before there was an index. */
async function catchUp(cx: Cx): Promise<void> {
  if (!cx.config.code_index) return
  const behind = await store.listBehind(cx.db, FORMAT, AT_ONCE)
  for (let at = 0; at < behind.length; at += 50) {
    await cx.write(async (tx) => {
      for (const repo_id of behind.slice(at, at + 50)) await enqueue(cx, tx, { repo_id })
    })
  }
}

/** For the administrator: how far the index has come. */
export const figures = (db: Cx['db']) => store.figures(db, FORMAT)

export const crons: CronTask[] = [{ name: 'update_code_index', schedule: '@every 10m', enabled: true, atStart: true, run: catchUp }]

export interface Asked {
  buckets: number[]
  filter: PathFilter
  most: number
}
export interface Known extends Candidates {
  /** the state of the repository this is true of */
  commit: string
  partial: boolean
}

/** Files of the last indexed commit that may hold what is asked for; null where there is no index to ask. */
export async function candidates(cx: Cx, repo: Repo, { buckets, filter, most }: Asked): Promise<Known | null> {
  if (!cx.config.code_index) return null
  const dir = gitDir(cx, repo)
  // the second time with the files that have just taken the place of those that are gone
  for (let tries = 0; tries < 2; tries++) {
    const row = await store.find(cx.db, repo.id)
    if (row?.format !== FORMAT) return null
    const order: LookupOrder = { kind: 'lookup', folder: folderOf(dir), segments: JSON.parse(row.segments), listing: row.listing, buckets, filter, most }
    try {
      const found = await threadsOf(cx.git).searcher.run<Candidates>(order, LOOKUP_MS)
      return { ...found, commit: row.commit_oid, partial: row.is_partial }
    } catch (error) {
      if (tries === 0 && error instanceof Unusable) continue
      cx.log.warn('an index could not be read', { repo: repo.id, error: String(error) })
      if (error instanceof Unusable) await cx.write((tx) => enqueue(cx, tx, { repo_id: repo.id, anew: true }))
      return null
    }
  }
  return null
}

/** rows that are taken before others get their turn */
const ROWS = 1000

/** Repositories with files, those that moved last first. */
export async function searched(cx: Cx, seen: Parameters<typeof store.listSearched>[2], only: store.Within): Promise<store.Searched[]> {
  const all: store.Searched[] = []
  for (;;) {
    const rows = await store.listSearched(cx.db, FORMAT, seen, only, all.at(-1)?.id ?? 0, ROWS)
    all.push(...rows)
    if (rows.length < ROWS) return all.sort((a, b) => b.updated_at - a.updated_at || b.id - a.id)
    await turn()
  }
}

const SUMMARIES = Symbol('summaries')
const HELD = 32 * 1024 * 1024

/** Of many repositories those that may hold it: the index rules out the others. What is not indexed, or not up to date, stays. */
export async function promising(cx: Cx, list: readonly store.Searched[], buckets: readonly number[]): Promise<store.Searched[]> {
  const held = cx.git.state(SUMMARIES, () => new Lru<Buffer>(HELD))
  const keyOf = (id: number, generation: number) => `${cx.config.data}\0${id}\0${generation}`
  const verdicts = new Map<number, boolean>()
  const unknown: number[] = []
  for (const { id, generation, fresh } of list) {
    if (generation === null || !fresh) continue
    const summary = held.get(keyOf(id, generation))
    if (summary) verdicts.set(id, mayHold(summary, buckets))
    else unknown.push(id)
  }
  for (let at = 0; at < unknown.length; at += 250) {
    for (const row of await store.summaries(cx.db, unknown.slice(at, at + 250))) {
      const summary = Buffer.from(row.summary, 'base64')
      held.set(keyOf(row.repo_id, row.generation), summary, summary.length + 200)
      verdicts.set(row.repo_id, mayHold(summary, buckets))
    }
    await turn()
  }
  return list.filter(({ id }) => verdicts.get(id) ?? true)
}
