// Accounts as issues show them: whoever is gone is the ghost.
import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { accountStore, userView, type UserRecord } from '../../users/index.ts'

export const ghost = (cx: Cx): UserRecord => userView.one(cx, userView.ghost, null)

export interface People {
  row(id: number | null): Account | undefined
  /** as the viewer sees them */
  record(id: number | null, viewer: Account | null): UserRecord
}

/** One query for everybody who appears in a list and is not at hand. */
export async function people(cx: Cx, ids: readonly (number | null | undefined)[], atHand: Account | null = null): Promise<People> {
  const wanted = ids.filter((id): id is number => typeof id === 'number' && id !== atHand?.id)
  const byId = new Map((await accountStore.listByIds(cx.db, wanted)).map((one) => [one.id, one]))
  if (atHand) byId.set(atHand.id, atHand)
  return {
    row: (id) => (id === null ? undefined : byId.get(id)),
    record(id, viewer) {
      const found = id === null ? undefined : byId.get(id)
      return found ? userView.one(cx, found, viewer) : ghost(cx)
    },
  }
}
