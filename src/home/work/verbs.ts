// Issues and pull requests of all repositories, as somebody's own lists want them.
import type { Actor } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { slice, type PageQuery } from '../../kernel/paging.ts'
import { issueView, searches, searchStore, type IssueRecord } from '../../issues/index.ts'

export const orders = searches.orders

export interface Asked extends searches.AskedEverywhere {
  /** one repository that the caller has been shown */
  repoId?: number
  order?: string
}

export interface Found {
  items: IssueRecord[]
  total: number
  page: number
  limit: number
  open: number
  closed: number
}

/** One page, and how many are open and closed under the same filter. */
export async function across(cx: Cx, actor: Actor, { repoId, order, ...asked }: Asked, query: PageQuery): Promise<Found> {
  const at = slice(cx, query)
  const wanted = { ...(await searches.everywhere(cx, actor, asked)), repoId, order: orders.find((one) => one === order) }
  const [{ rows, total }, others] = await Promise.all([searchStore.list(cx.db, wanted, at), searchStore.countIn(cx.db, { ...wanted, closed: !wanted.closed })])
  const items = await issueView.many(cx, rows, { viewer: actor.account })
  return { items, total, page: at.page, limit: at.limit, open: wanted.closed ? others : total, closed: wanted.closed ? total : others }
}
