// How much an owner has stored and may store; beyond the public API, see docs/wire.md.
import { findAccountByName, gates, noPublicOnly, orgOwner, orgVisible, scope, signedIn, siteAdmin, type Account, type Gate } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { owned, route, type Guard } from '../../kernel/route.ts'
import { input, Int, Nullable, Optional } from '../../kernel/schema.ts'
import { Quota } from './schema.ts'
import * as quota from './verbs.ts'
import * as view from './view.ts'

/** People and organizations alike. */
const named: Gate<{ owner: Account }> = {
  says: 'owner exists',
  async open(rq) {
    const owner = await findAccountByName(rq.cx.db, rq.params.username)
    if (!owner || owner.type === 'bot') throw notFound()
    return { owner }
  },
}
const anybodys = gates(scope('admin'), siteAdmin, named)
const theOrgs = gates(scope('organization'), orgVisible, signedIn, orgOwner)
const ones = gates(scope('user'), signedIn, noPublicOnly)

const whose: Guard<{ owner: Account }> = {
  says: 'the account itself, an owner of the organization, or an administrator of the site',
  async open(rq) {
    if (rq.owner === 'org') return { owner: (await theOrgs.open(rq)).org }
    return { owner: rq.owner === 'user' ? (await ones.open(rq)).actor.account : (await anybodys.open(rq)).owner }
  },
}

const { org, user, site } = owned('GET /quota', { site: '/users/:username/quota' })

export const routes = [
  route({
    id: { org: 'getOrgsQuota', user: 'getUserQuota', site: 'getAdminUsersQuota' },
    at: { org, user, site },
    says: 'How much is stored, and how much may be',
    needs: whose,
    returns: { 200: Quota },
    run: async ({ cx, owner }) => view.one(await quota.look(cx, owner.id)),
  }),
  route({
    id: 'putAdminUsersQuota',
    at: 'PUT /admin/users/:username/quota',
    says: 'Set how much a user or an organization may store',
    needs: anybodys,
    body: input('EditQuotaOption', { allowed: Optional(Nullable(Int)) }),
    returns: { 200: Quota },
    run: async ({ cx, owner, body }) => view.one(await quota.set(cx, owner, body.allowed ?? null)),
  }),
].flat()
