import { findMembership, orgRole, type Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden } from '../../kernel/errors.ts'
import * as teams from '../teams/verbs.ts'
import * as teamStore from '../teams/store.ts'
import * as store from './store.ts'

/** Which members somebody gets to see; `strictly` is the list of public memberships. */
export async function shownTo(cx: Cx, org: Account, viewer: Account | null, strictly: boolean): Promise<store.Shown> {
  if (viewer?.is_admin) return { all: true }
  if (strictly || !viewer || !(await findMembership(cx.db, org.id, viewer.id))) return { publicOnly: true }
  return viewer.is_restricted ? { teamsOf: viewer.id } : { all: true }
}

/** Out of all teams, and so out of the organization; the last owner stays. */
export async function remove(cx: Cx, org: Account, account: Account, by: Account): Promise<void> {
  if (!(await findMembership(cx.db, org.id, account.id))) return
  await cx.write(async (tx) => {
    for (const id of await teamStore.idsOf(tx, org.id, account.id)) await teams.part(tx, (await teamStore.find(tx, id))!, account.id, by)
    await teams.leave(tx, org.id, account.id, by)
  })
}

/** One's own membership, or anybody's by an owner. */
export async function publish(cx: Cx, org: Account, account: Account, by: Account, isPublic: boolean): Promise<void> {
  if (account.id !== by.id && (await orgRole(cx.db, by, org)) !== 'owner') throw forbidden('Cannot change member visibility')
  await cx.write((tx) => store.setPublic(tx, org.id, account.id, isPublic))
}
