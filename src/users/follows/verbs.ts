import { canSeeAccount, isBlocked, type Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import * as store from './store.ts'

/** Following oneself or somebody twice changes nothing. */
export async function follow(cx: Cx, account: Account, target: Account): Promise<void> {
  if (account.id === target.id) return
  if (!(await canSeeAccount(cx.db, account, target))) throw notFound()
  if ((await isBlocked(cx.db, account.id, target.id)) || (await isBlocked(cx.db, target.id, account.id))) throw forbidden('user is blocked')
  await cx.write(async (tx) => {
    if (await store.insert(tx, account.id, target.id, cx.now())) await store.count(tx, account.id, target.id, 1)
  })
}

/** Whoever may no longer see the other may still part; whoever never followed learns nothing. */
export async function unfollow(cx: Cx, account: Account, target: Account): Promise<void> {
  if (!(await store.find(cx.db, account.id, target.id))) {
    if (!(await canSeeAccount(cx.db, account, target))) throw notFound()
    return
  }
  await cx.write((tx) => part(tx, account.id, target.id))
}

export async function part(tx: Db, accountId: number, targetId: number): Promise<void> {
  if (await store.remove(tx, accountId, targetId)) await store.count(tx, accountId, targetId, -1)
}
