import { canSeeAccount, findMembership, gates, orgMember, orgOwner, orgVisible, scope, signedIn, userNamed, type Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { answer, route } from '../../kernel/route.ts'
import { Empty, Page, Type } from '../../kernel/schema.ts'
import { User, userView } from '../../users/index.ts'
import * as store from './store.ts'
import * as members from './verbs.ts'

const visible = gates(scope('organization'), orgVisible)
const ownOrOwner = gates(scope('organization'), orgVisible, signedIn, orgMember, userNamed('/public_members/'))

/** Strangers are sent to the question they may ask. */
const publicPath = (cx: Cx, org: Account, user: Account) =>
  `${new URL(cx.root).pathname.replace(/\/$/, '')}/api/v1/orgs/${encodeURIComponent(org.name)}/public_members/${encodeURIComponent(user.name)}`

export const routes = [
  route({
    id: 'listOrgsMembers',
    at: 'GET /orgs/:org/members',
    says: 'List the members of an organization',
    needs: gates(scope('organization'), orgVisible, signedIn),
    query: Page,
    returns: { 200: Type.Array(User) },
    run: async ({ cx, org, actor, query }) => {
      const shown = await members.shownTo(cx, org, actor.account, false)
      return paged(cx, query, (at) => store.list(cx.db, org.id, shown, at), (rows) => userView.many(cx, rows, actor.account))
    },
  }),
  route({
    id: 'listOrgsPublicMembers',
    at: 'GET /orgs/:org/public_members',
    says: 'List the members that show their membership',
    needs: visible,
    query: Page,
    returns: { 200: Type.Array(User) },
    run: async ({ cx, org, actor, query }) => {
      const shown = await members.shownTo(cx, org, actor.account, true)
      return paged(cx, query, (at) => store.list(cx.db, org.id, shown, at), (rows) => userView.many(cx, rows, actor.account))
    },
  }),
  route({
    id: 'getOrgsMembers',
    at: 'GET /orgs/:org/members/:username',
    says: 'Check whether a user is a member',
    needs: gates(scope('organization'), orgVisible, signedIn, userNamed('/members/')),
    returns: { 204: Empty, 303: Empty },
    run: async ({ cx, org, actor, user }) => {
      const inside = actor.account.is_admin || (await findMembership(cx.db, org.id, actor.account.id)) !== undefined
      if (!inside && user.id !== actor.account.id && (await canSeeAccount(cx.db, actor.account, user))) return answer(303, undefined, { location: publicPath(cx, org, user) })
      if (!inside || !(await findMembership(cx.db, org.id, user.id))) throw notFound()
    },
  }),
  route({
    id: 'deleteOrgsMembers',
    at: 'DELETE /orgs/:org/members/:username',
    says: 'Remove a member from an organization',
    needs: gates(scope('organization'), orgVisible, signedIn, orgOwner, userNamed('/members/')),
    returns: { 204: Empty },
    run: ({ cx, org, actor, user }) => members.remove(cx, org, user, actor.account),
  }),
  route({
    id: 'getOrgsPublicMembers',
    at: 'GET /orgs/:org/public_members/:username',
    says: 'Check whether a user shows the membership',
    needs: gates(scope('organization'), orgVisible, userNamed('/public_members/')),
    returns: { 204: Empty },
    run: async ({ cx, org, user }) => {
      if (!(await findMembership(cx.db, org.id, user.id))?.is_public) throw notFound()
    },
  }),
  route({
    id: 'putOrgsPublicMembers',
    at: 'PUT /orgs/:org/public_members/:username',
    says: 'Show a membership',
    needs: ownOrOwner,
    returns: { 204: Empty },
    run: ({ cx, org, actor, user }) => members.publish(cx, org, user, actor.account, true),
  }),
  route({
    id: 'deleteOrgsPublicMembers',
    at: 'DELETE /orgs/:org/public_members/:username',
    says: 'Hide a membership',
    needs: ownOrOwner,
    returns: { 204: Empty },
    run: ({ cx, org, actor, user }) => members.publish(cx, org, user, actor.account, false),
  }),
].flat()
