// What rooms above say and do when an account is about to go: they hold tables that users does not know.
import type { Db } from '../../kernel/db.ts'
import { invalid } from '../../kernel/errors.ts'
import type { AccountRow } from '../tables.ts'
import * as store from './store.ts'

export interface Departure {
  /** the word for what still belongs to the account, for instance `packages` */
  keeps?(tx: Db, account: AccountRow): Promise<string | undefined>
  /** last corrections (counters, rows without a foreign key) in the transaction that removes the account */
  goes?(tx: Db, account: AccountRow): Promise<void>
}

const departures: Departure[] = []
export const onDeparture = (one: Departure) => void departures.push(one)

/** Refuses with 422 while something is owned, then lets every room tidy up. */
export async function depart(tx: Db, account: AccountRow): Promise<void> {
  if (await store.ownsRepos(tx, account.id)) throw invalid(`user still has ownership of repositories [uid: ${account.id}]`)
  for (const one of departures) {
    const kept = await one.keeps?.(tx, account)
    if (kept) throw invalid(`user still has ownership of ${kept} [uid: ${account.id}]`)
  }
  for (const one of departures) await one.goes?.(tx, account)
}
