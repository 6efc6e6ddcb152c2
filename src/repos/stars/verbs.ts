import { isBlocked, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import * as store from './store.ts'

export const starred = fact('repo.starred', { account_id: Id })
export const unstarred = fact('repo.unstarred', { account_id: Id })

export async function add(cx: Cx, repo: Repo, by: Account): Promise<void> {
  if (await isBlocked(cx.db, repo.owner_id, by.id)) throw forbidden('the owner has blocked you')
  await cx.write(async (tx) => {
    if (!(await store.insert(tx, by.id, repo.id, cx.now()))) return
    await store.count(tx, by.id, repo.id, 1)
    await emit(tx, starred, { repo_id: repo.id, by_id: by.id, account_id: by.id })
  })
}

export async function remove(cx: Cx, repo: Repo, by: Account): Promise<void> {
  await cx.write(async (tx) => {
    if (!(await store.remove(tx, by.id, repo.id))) return
    await store.count(tx, by.id, repo.id, -1)
    await emit(tx, unstarred, { repo_id: repo.id, by_id: by.id, account_id: by.id })
  })
}
