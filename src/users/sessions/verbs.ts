// Being signed in to the pages: a random word in a cookie, its hash in a row.
import { byPassword, type Account, type SignedIn } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, unauthorized } from '../../kernel/errors.ts'
import { hashToken, newToken } from '../../kernel/secrets.ts'
import type { SessionRow } from '../tables.ts'
import * as store from './store.ts'

const DAY = 86_400

/** The account of this name or address, if the password is right and it may sign in. */
export async function prove(cx: Cx, name: string, password: string, address: string): Promise<Account> {
  const found = await byPassword(cx, name, password, address)
  if (!found) throw unauthorized('The name or the password is not right.')
  return mayEnter(found.account)
}

export function mayEnter(account: Account): Account {
  if (!account.is_active) throw forbidden('This account is not activated.')
  if (account.prohibit_login) throw forbidden('This account is not allowed to sign in.')
  return account
}

/** What goes into the cookie, and for how many seconds. */
export async function begin(cx: Cx, account: Account, from: { agent: string; address: string; remember?: boolean }): Promise<{ word: string; seconds: number }> {
  const word = newToken()
  const seconds = from.remember ? 30 * DAY : DAY
  const now = cx.now()
  await cx.write(async (tx) => {
    await store.removeExpired(tx, now)
    await store.insert(tx, { account_id: account.id, hash: hashToken(word), agent: from.agent.slice(0, 300), address: from.address, created_at: now, expires_at: now + seconds })
    await store.signedIn(tx, account.id, now)
  })
  return { word, seconds }
}

export const end = (cx: Cx, by: SignedIn, id: number) => cx.write((tx) => store.remove(tx, by.account.id, id))

/** Everywhere but here. */
export const endOthers = (cx: Cx, by: SignedIn) => cx.write((tx) => store.removeAll(tx, by.account.id, by.sessionId))

export const list = (cx: Cx, by: SignedIn): Promise<SessionRow[]> => store.list(cx.db, by.account.id, cx.now())
