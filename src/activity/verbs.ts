import { findAccount, findRepoById, readersOf, type Unit } from '../access/index.ts'
import type { Db } from '../kernel/db.ts'
import { once, type Fact } from '../kernel/outbox.ts'
import { repoStore } from '../repos/index.ts'
import * as store from './store.ts'

export interface Act {
  op_type: string
  /** what must be readable to be told; nothing for what concerns the repository as such */
  unit?: Unit
  content?: string
  ref_name?: string
  issue_id?: number
  comment_id?: number
  /** in place of whoever the fact names */
  act_user_id?: number
}

/** One entry for the actor, one for an organization that owns the repository, one for each watcher. */
export async function record(tx: Db, fact: Fact<object>, acts: Act[]): Promise<void> {
  const repo = fact.data.repo_id === undefined ? undefined : await once(fact, 'repo', () => findRepoById(tx, fact.data.repo_id!))
  if (!repo || acts.length === 0) return
  const watchers = (await once(fact, 'watches', () => repoStore.listWatches(tx, repo.id))).flatMap((one) => (one.mode === 'none' ? [] : [one.account_id]))
  for (const { unit, act_user_id = fact.data.by_id ?? repo.owner_id, ...act } of acts) {
    if (act_user_id !== repo.owner_id && !(await findAccount(tx, act_user_id))) continue
    const told = new Set([act_user_id, ...(repo.owner.type === 'organization' ? [repo.owner_id] : [])])
    for (const one of await readersOf(tx, repo, unit ?? 'code', watchers.filter((id) => !told.has(id)))) told.add(one.id)
    await store.insert(tx, [...told].map((user_id) => ({
      user_id, act_user_id, op_type: act.op_type, repo_id: repo.id, unit: unit ?? '', issue_id: act.issue_id ?? null, comment_id: act.comment_id ?? null, ref_name: act.ref_name ?? '',
      is_private: repo.is_private, content: act.content ?? '', created_at: fact.at,
    })))
  }
}
