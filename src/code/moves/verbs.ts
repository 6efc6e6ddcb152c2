// The one way refs move: intention, compare-and-swap in git, then rows and facts together. docs/decisions/0003.
import { findRepoById, type Account, type Repo } from '../../access/index.ts'
import { log, objects, refs, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { emit } from '../../kernel/outbox.ts'
import { gitDir, refFacts, repos, type Via } from '../../repos/index.ts'
import { prepare } from '../commits/verbs.ts'
import type { RefIntentionRow } from '../tables.ts'
import * as store from './store.ts'

export interface Move {
  ref: string
  /** null = it must not be there */
  old: string | null
  /** null = it goes */
  new: string | null
  forced?: boolean
}

/** Writes the rows that belong to a move, in the transaction of its facts; also after a crash. */
type Settler = (cx: Cx, tx: Db, repo: Repo, done: { by_id: number | null; moves: Move[]; data: any }) => Promise<void>
const settlers = new Map<string, Settler>()
export const settleWith = (kind: string, settler: Settler) => void settlers.set(kind, settler)

export interface Moving {
  by: Account | null
  via: Via
  moves: Move[]
  /** a settler registered with settleWith, and its data */
  kind?: string
  data?: object
  /** a branch that is the default one from now on */
  head?: string
}

const queues = new Map<number, Promise<unknown>>()

/** Moves all or none. One repository's moves queue up, so that facts keep the order of the refs. */
export function move(cx: Cx, repo: Repo, moving: Moving): Promise<refs.RefResult> {
  const mine = (queues.get(repo.id) ?? Promise.resolve()).then(() => moveNow(cx, repo, moving))
  const quiet = mine.catch(() => {})
  queues.set(repo.id, quiet)
  void quiet.then(() => queues.get(repo.id) === quiet && queues.delete(repo.id))
  return mine
}

async function moveNow(cx: Cx, repo: Repo, { by, via, moves, kind = '', data = {}, head = '' }: Moving): Promise<refs.RefResult> {
  const dir = gitDir(cx, repo)
  // an intention that begins where the refs stand can be told from one that git never began, whatever dies on the way
  for (const { ref, old } of moves) if ((await refs.read(dir, ref)) !== old) return { ok: false, kind: 'stale', ref, message: `${ref} is not at ${old ?? 'nothing'}` }
  for (const one of moves) one.forced = await isForced(cx, dir, one)
  const row = { repo_id: repo.id, by_id: by?.id ?? null, via, kind, moves: JSON.stringify(moves), data: JSON.stringify(data), head, created_at: cx.now() }
  const intention = await cx.write((tx) => store.insert(tx, row))
  let result: refs.RefResult
  try {
    result = await refs.update(cx.git, dir, moves)
  } catch (error) {
    if (!(await finish(cx, repo, intention))) throw error
    return { ok: true }
  }
  if (result.ok) await settle(cx, repo, intention)
  else await cx.write((tx) => store.take(tx, intention.id))
  return result
}

/** Git died on the way. Several refs do not move in one instant: once the first has, the others follow. False if none had moved. */
async function finish(cx: Cx, repo: Repo, intention: RefIntentionRow): Promise<boolean> {
  const dir = gitDir(cx, repo)
  const moves: Move[] = JSON.parse(intention.moves)
  const done: Move[] = []
  // one that is only to stay where it is tells nothing
  for (const one of moves) if (one.old !== one.new && (await happened(cx, dir, one))) done.push(one)
  if (done.length === 0) {
    await cx.write((tx) => store.take(tx, intention.id))
    return false
  }
  await refs.flush(cx.git, dir, done)
  const rest = moves.filter((one) => !done.includes(one))
  const followed = (await refs.update(cx.git, dir, rest)).ok
  await settle(cx, repo, followed ? intention : { ...intention, kind: '', moves: JSON.stringify(done) })
  return followed
}

/** Rows and facts of a move that git has made; whoever comes second finds nothing to do. */
async function settle(cx: Cx, repo: Repo, intention: RefIntentionRow): Promise<void> {
  const moves: Move[] = JSON.parse(intention.moves)
  const dir = gitDir(cx, repo)
  const heads = moves.filter((one) => one.ref.startsWith('refs/heads/'))
  // the caller's row may be older than somebody else's first branch
  const empty = repo.is_empty && (await findRepoById(cx.db, repo.id))?.is_empty
  const firstBranch = empty ? heads.find((one) => one.new !== null) : undefined
  const born = firstBranch && !heads.some((one) => one.new && one.ref === `refs/heads/${repo.default_branch}`) ? firstBranch.ref.slice(11) : undefined
  const head = intention.head || born
  if (head) await refs.setHead(cx.git, dir, head)
  const branches = heads.reduce((sum, one) => sum + (one.old === null ? 1 : 0) - (one.new === null ? 1 : 0), 0)
  const moved = await cx.write(async (tx) => {
    if (!(await store.take(tx, intention.id))) return undefined
    const version = await repos.touchRefs(tx, repo.id, { branches, now: cx.now(), ...(firstBranch ? { is_empty: false } : {}), ...(head ? { default_branch: head } : {}) })
    await cx.jobs.enqueue(tx, 'code.tidy', { repo_id: repo.id }, { key: String(repo.id), delay: 10 })
    await settlers.get(intention.kind)?.(cx, tx, repo, { by_id: intention.by_id, moves, data: JSON.parse(intention.data) })
    for (const one of moves) await announce(tx, intention, one)
    return version
  })
  if (moved) await refs.advance(cx.git, dir, moved - 1, moved, await pointed(cx, dir, moves), moves.flatMap((one) => (one.new === null ? [one.ref] : [])))
  const tip = intention.via === 'push' && moves.find((one) => one.ref === `refs/heads/${head || repo.default_branch}`)?.new
  // nobody waits for it, and whoever reads before it is done reads the same
  if (tip) prepare(cx, dir, tip).catch(() => {})
}

async function announce(tx: Db, intention: RefIntentionRow, { ref, old, new: next, forced }: Move): Promise<void> {
  // other refs are the server's own and tell of themselves, if at all
  if (old === next || !/^refs\/(heads|tags)\//.test(ref)) return
  const around = { repo_id: intention.repo_id, by_id: intention.by_id ?? undefined, ref, via: intention.via as Via }
  if (old === null) await emit(tx, refFacts.created, { ...around, new: next! })
  else if (next === null) await emit(tx, refFacts.deleted, { ...around, old })
  else await emit(tx, refFacts.pushed, { ...around, old, new: next, forced: forced ?? false })
}

async function pointed(cx: Cx, dir: GitDir, moves: Move[]): Promise<refs.Ref[]> {
  const list: refs.Ref[] = []
  for (const { ref, new: oid } of moves) {
    if (oid === null) continue
    const type = (await objects.info(cx.git, dir, oid))?.type ?? 'commit'
    const peeled = type === 'tag' ? ((await objects.resolve(cx.git, dir, oid, { want: 'commit', prefer: ['sha'] }))?.oid ?? null) : null
    list.push({ name: ref, oid, type, peeled })
  }
  return list
}

/** A branch that leaves commits behind. Most pushes add a few commits on top, which a short walk shows. */
async function isForced(cx: Cx, dir: GitDir, { ref, old, new: next }: Move): Promise<boolean> {
  if (old === null || next === null || !ref.startsWith('refs/heads/')) return false
  let level = [next]
  for (let steps = 0; steps < 20 && level.length > 0 && level.length < 10; steps++) {
    if (level.includes(old)) return false
    level = [...new Set((await objects.commits(cx.git, dir, level)).flatMap((one) => one.parents))]
  }
  return level.length === 0 || !(await log.isAncestor(cx.git, dir, old, next))
}

/** Intentions left by a process that died: those git has begun are finished and told, the others forgotten. */
export async function settleAll(cx: Cx, before: number): Promise<void> {
  for (const intention of await store.listOlder(cx.db, before)) {
    const repo = await findRepoById(cx.db, intention.repo_id)
    const dir = repo && gitDir(cx, repo)
    if (dir) await finish(cx, repo, intention)
    else await cx.write((tx) => store.take(tx, intention.id))
    if (dir) refs.forgetRefs(cx.git, dir)
  }
}

/** It stands where it was to go, or has gone on from there. */
async function happened(cx: Cx, dir: GitDir, { ref, old, new: next }: Move): Promise<boolean> {
  const now = await refs.read(dir, ref)
  if (now === next) return true
  if (now === null || now === old || next === null || !(await objects.info(cx.git, dir, next))) return false
  return log.isAncestor(cx.git, dir, next, now)
}
