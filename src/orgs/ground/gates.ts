// Gates of /teams/:id. The order is the wire's: unknown teams are 404 before anybody is asked to sign in.
import { findAccount, canSeeAccount, orgRole, scope, signedIn, type Account, type Gate, type SignedIn } from '../../access/index.ts'
import { lenientInteger } from '../../kernel/decode.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import type { TeamRow } from '../tables.ts'
import * as store from '../teams/store.ts'

declare module '../../access/guards.ts' {
  interface Opened {
    team?: TeamRow
  }
}

export const teamExists: Gate<{ team: TeamRow; org: Account }> = {
  says: 'team exists',
  async open(rq) {
    const team = await store.find(rq.cx.db, lenientInteger(rq.params.id))
    if (!team) throw notFound()
    return { team, org: (await findAccount(rq.cx.db, team.org_id))! }
  },
}

/** The team's organization may be seen; public-only tokens stay with public ones. */
const orgShown: Gate<object> = {
  says: 'organization visible',
  async open(rq, { actor, org }) {
    if (actor.publicOnly && org!.visibility !== 'public') throw forbidden('this token may only reach public things')
    if (!(await canSeeAccount(rq.cx.db, actor.account, org!))) throw notFound()
    return {}
  },
}

/** Members of the organization are told that they may not, strangers that there is nothing. */
const insiders = (says: string, may: (team: TeamRow, member: boolean) => boolean): Gate<object> => ({
  says,
  async open(rq, { actor, org, team }) {
    const role = await orgRole(rq.cx.db, actor.account, org!)
    if (role === 'owner' || (await store.findMember(rq.cx.db, team!.id, actor.account!.id))) return {}
    if (may(team!, role === 'member')) return {}
    throw role === 'member' ? forbidden('Must be a team member') : notFound()
  },
})

export const teamReadable = insiders('team readable', (team, member) => team.visibility === 'public' || (team.visibility === 'limited' && member))
export const teamMember = insiders('team member', () => false)

/** The beginning of every guard of a team. */
export const teamShown: [Gate<object>, Gate<{ team: TeamRow; org: Account }>, Gate<{ actor: SignedIn }>, Gate<object>] = [scope('organization'), teamExists, signedIn, orgShown]
