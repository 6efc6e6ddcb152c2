import { isBlocked, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { forbidden } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import * as store from './store.ts'

export const watched = fact('repo.watched', { account_id: Id })
export const unwatched = fact('repo.unwatched', { account_id: Id })

export async function add(cx: Cx, repo: Repo, by: Account): Promise<void> {
  if (await isBlocked(cx.db, repo.owner_id, by.id)) throw forbidden('the owner has blocked you')
  await cx.write(async (tx) => {
    const now = await store.find(tx, by.id, repo.id)
    if (now?.mode === 'watch') return
    await store.set(tx, by.id, repo.id, 'watch', cx.now())
    if (!now || now.mode === 'none') await store.count(tx, repo.id, 1)
    await emit(tx, watched, { repo_id: repo.id, by_id: by.id, account_id: by.id })
  })
}

/** Whoever began watching by taking part is remembered as not wanting to. */
export async function remove(cx: Cx, repo: Repo, by: Account): Promise<void> {
  await cx.write(async (tx) => {
    const now = await store.find(tx, by.id, repo.id)
    if (!now || now.mode === 'none') return
    if (now.mode === 'auto') await store.set(tx, by.id, repo.id, 'none', cx.now())
    else await store.remove(tx, by.id, repo.id)
    await store.count(tx, repo.id, -1)
    await emit(tx, unwatched, { repo_id: repo.id, by_id: by.id, account_id: by.id })
  })
}

/** How much somebody wants to hear: `participating` is what is of them or for them, `all` is everything, `ignore` is nothing at all. */
export const levels = ['participating', 'all', 'ignore'] as const
export type Level = (typeof levels)[number]

export async function levelOf(cx: Cx, repoId: number, accountId: number): Promise<Level> {
  const now = await store.find(cx.db, accountId, repoId)
  return !now ? 'participating' : now.mode === 'none' ? 'ignore' : 'all'
}

export async function choose(cx: Cx, repo: Repo, by: Account, level: Level): Promise<void> {
  if (level === 'all') return add(cx, repo, by)
  await cx.write(async (tx) => {
    const now = await store.find(tx, by.id, repo.id)
    if (level === 'ignore') await store.set(tx, by.id, repo.id, 'none', cx.now())
    else await store.remove(tx, by.id, repo.id)
    if (!now || now.mode === 'none') return
    await store.count(tx, repo.id, -1)
    await emit(tx, unwatched, { repo_id: repo.id, by_id: by.id, account_id: by.id })
  })
}

/** By taking part, unless there is a choice already. */
export async function begin(tx: Db, cx: Cx, repoId: number, accountId: number): Promise<void> {
  if (await store.find(tx, accountId, repoId)) return
  await store.set(tx, accountId, repoId, 'auto', cx.now())
  await store.count(tx, repoId, 1)
}

/** Those who may no longer see it do not watch it either. */
export async function end(tx: Db, repoId: number, accountId: number): Promise<void> {
  const now = await store.find(tx, accountId, repoId)
  if (!now) return
  await store.remove(tx, accountId, repoId)
  if (now.mode !== 'none') await store.count(tx, repoId, -1)
}
