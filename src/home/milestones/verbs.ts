import type { SignedIn } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { slice } from '../../kernel/paging.ts'
import * as store from './store.ts'

export async function ofMine(cx: Cx, actor: SignedIn, closed: boolean, page: number) {
  const at = slice(cx, { page, limit: 20 })
  const found = await store.list(cx.db, actor, actor.account.id, closed, at)
  return { ...found, total: closed ? found.closed : found.open, page: at.page, limit: at.limit }
}
