import { accountAccess, findAccountByName, isBlocked, levelOf, levelWords, NONE, OWNER, READ, type Account, type Level, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { forbidden, invalid } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id, Int } from '../../kernel/schema.ts'
import * as watches from '../watches/verbs.ts'
import * as store from './store.ts'

export const added = fact('collaborator.added', { account_id: Id, level: Int })
export const removed = fact('collaborator.removed', { account_id: Id })

/** 422 where the path names nobody. */
export async function named(cx: Cx, name: string): Promise<Account> {
  const account = await findAccountByName(cx.db, name)
  if (!account) throw invalid(`user does not exist [name: ${name}]`)
  return account
}

/** The words for what collaborators were granted; by a team or as owner they may have more. */
export async function wordsOf(cx: Cx, repo: Repo, accountIds: readonly number[]): Promise<Map<number, string>> {
  return new Map([...(await store.levels(cx.db, repo.id, accountIds))].map(([id, level]) => [id, levelWords[level as Level]]))
}

export async function set(cx: Cx, repo: Repo, by: Account, name: string, word = 'write'): Promise<void> {
  const account = await named(cx, name)
  const level = levelOf(word || 'write')
  if (level === undefined || level === NONE || level === OWNER) throw invalid(`Invalid access mode [${word}]`)
  if (!account.is_active) throw invalid('the account is not activated')
  for (const [one, other] of [[repo.owner_id, account.id], [account.id, repo.owner_id], [account.id, by.id]]) if (await isBlocked(cx.db, one, other)) throw forbidden('user is blocked')
  await cx.write(async (tx) => {
    const now = await store.find(tx, repo.id, account.id)
    if (now?.level === level) return
    await store.set(tx, repo.id, account.id, level, cx.now())
    await emit(tx, added, { repo_id: repo.id, by_id: by.id, account_id: account.id, level })
  })
}

export async function remove(cx: Cx, repo: Repo, by: Account, name: string): Promise<void> {
  const account = await named(cx, name)
  await cx.write((tx) => drop(tx, repo, account, by.id))
}

/** In a transaction of others; nothing happens if there is none. */
export async function drop(tx: Db, repo: Repo, account: Account, byId: number | undefined): Promise<void> {
  if (!(await store.remove(tx, repo.id, account.id))) return
  if ((await accountAccess(tx, account, repo)).level < READ) await watches.end(tx, repo.id, account.id)
  await emit(tx, removed, { repo_id: repo.id, by_id: byId, account_id: account.id })
}
