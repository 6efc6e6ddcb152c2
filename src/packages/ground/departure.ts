// What an account owns here when it is about to go.
import { actorFor } from '../../access/index.ts'
import type { Departure } from '../../users/index.ts'
import * as store from '../packages/store.ts'
import * as packages from '../packages/verbs.ts'

export const departure: Departure = {
  keeps: async (tx, account) => ((await store.ownsAny(tx, account.id)) ? 'packages' : undefined),
  async purge(cx, account, by) {
    for (const row of await store.listOwned(cx.db, account.id)) await packages.remove(cx, actorFor(by), row)
  },
}
