import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { exists, invalid, notFound } from '../../kernel/errors.ts'
import * as store from './store.ts'

/** All or none: 404 for one that is unknown, 409 for one already held. */
export async function give(cx: Cx, account: Account, slugs: readonly string[] | undefined): Promise<void> {
  const wanted = [...new Set(told(slugs))]
  if (wanted.length === 0) return
  await cx.write(async (tx) => {
    const found = await store.listNamed(tx, wanted)
    if (found.length < wanted.length) throw notFound()
    const held = new Set((await store.listOf(tx, account.id)).map((one) => one.id))
    if (found.some((one) => held.has(one.id))) throw exists('the badge is held already')
    await store.give(tx, account.id, found.map((one) => one.id))
  })
}

/** Those that are unknown or not held do not matter. */
export async function take(cx: Cx, account: Account, slugs: readonly string[] | undefined): Promise<void> {
  await cx.write(async (tx) => {
    const found = await store.listNamed(tx, told(slugs))
    if (found.length > 0) await store.take(tx, account.id, found.map((one) => one.id))
  })
}

/** The list must be there, though it may be empty. */
function told(slugs: readonly string[] | undefined): readonly string[] {
  if (!slugs) throw invalid('[BadgeSlugs]: Required')
  return slugs
}
