import { findAccountByName } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import type { At } from '../ground/at.ts'
import { subscribed } from '../ground/facts.ts'
import * as store from './store.ts'

/** Whether the account hears of the issue: its own choice, else by watching the repository or taking part. */
export async function hears(cx: Cx, at: At): Promise<boolean> {
  const choice = await store.find(cx.db, at.issue.id, at.by.id)
  if (choice) return choice.watching
  return (await store.watchesRepo(cx.db, at.repo.id, at.by.id)) || (await store.participants(cx.db, at.issue.id)).includes(at.by.id)
}

/** False if it was so already. Only for oneself, or by a site administrator. */
export async function set(cx: Cx, at: At, name: string, watching: boolean): Promise<boolean> {
  const account = await findAccountByName(cx.db, name)
  if (!account) throw notFound()
  if (account.id !== at.by.id && !at.by.is_admin) throw forbidden('only site administrators may subscribe others')
  if ((await hears(cx, { ...at, by: account })) === watching) return false
  await cx.write(async (tx) => {
    await store.set(tx, at.issue.id, account.id, watching, cx.now())
    await emit(tx, subscribed, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, account_id: account.id, watching })
  })
  return true
}
