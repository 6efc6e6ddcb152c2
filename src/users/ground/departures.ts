// What rooms above say and do when an account is about to go: they hold tables that users does not know.
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { invalid } from '../../kernel/errors.ts'
import type { AccountRow } from '../tables.ts'
import * as store from '../accounts/store.ts'

export interface Departure {
  /** removes what the account owns, git and blobs included; only when somebody asked for everything to go */
  purge?(cx: Cx, account: AccountRow, by: AccountRow): Promise<void>
  /** the word for what still belongs to the account, for instance `packages` */
  keeps?(tx: Db, account: AccountRow): Promise<string | undefined>
  /** last corrections (counters, rows without a foreign key) in the transaction that removes the account */
  goes?(tx: Db, account: AccountRow): Promise<void>
}

const departures: Departure[] = []
/** Called while a room loads. */
export const onDeparture = (one: Departure) => void departures.push(one)

/** Takes away all that keeps an account or organization from being removed. */
export async function purge(cx: Cx, account: AccountRow, by: AccountRow): Promise<void> {
  for (const one of departures) await one.purge?.(cx, account, by)
}

/** Refuses with 422 while something is owned, then lets every room tidy up. */
export async function depart(tx: Db, account: AccountRow): Promise<void> {
  const owned = (what: string) => invalid(`user still has ownership of ${what} [uid: ${account.id}]`)
  if (await store.ownsRepos(tx, account.id)) throw owned('repositories')
  if (await store.inOrgs(tx, account.id)) throw invalid(`user still has membership of organizations [uid: ${account.id}]`)
  for (const one of departures) {
    const kept = await one.keeps?.(tx, account)
    if (kept) throw owned(kept)
  }
  for (const one of departures) await one.goes?.(tx, account)
}
