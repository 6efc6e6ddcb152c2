import { canSeeAccount, findAccountByName, gates, orgOwner, orgVisible, scope, signedIn, userVisible, type Account, type Actor, type Gate } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, input, Optional, Page, Str, Text, Type } from '../../kernel/schema.ts'
import { accounts, avatars, UpdateUserAvatarOption } from '../../users/index.ts'
import { Organization, OrganizationPermissions } from './schema.ts'
import * as store from './store.ts'
import * as orgs from './verbs.ts'
import * as view from './view.ts'

const profile = {
  full_name: Optional(Text({ maxLength: 100 })),
  email: Optional(Text({ maxLength: 255 })),
  description: Optional(Text({ maxLength: 255 })),
  website: Optional(Text({ maxLength: 255, format: 'url' })),
  location: Optional(Text({ maxLength: 50 })),
  visibility: Optional(Text({ enum: ['public', 'limited', 'private'] })),
  repo_admin_change_team_access: Optional(Bool),
}
export const CreateOrgOption = input('CreateOrgOption', { username: Text({ maxLength: 40, format: 'username', go: 'UserName' }), ...profile })

/** `:org` may be any account here that can be seen. */
const accountVisible: Gate<{ org: Account }> = {
  says: 'account visible',
  async open(rq, { actor }) {
    const org = await findAccountByName(rq.cx.db, rq.params.org)
    if (!org || (actor.publicOnly && org.visibility !== 'public') || !(await canSeeAccount(rq.cx.db, actor.account, org))) throw notFound()
    return { org }
  },
}

/** All memberships for oneself and administrators, the public ones for others and for tokens that reach no more. */
function shown({ account, publicOnly }: Actor, member: Account): { visibilities: Account['visibility'][] } | undefined {
  if (publicOnly) return { visibilities: ['public'] }
  if (account!.is_admin || account!.id === member.id) return undefined
  return { visibilities: account!.is_restricted ? ['public'] : ['public', 'limited'] }
}

const owners = gates(scope('organization'), orgVisible, signedIn, orgOwner)

export const routes = [
  route({
    id: 'listOrgs',
    at: 'GET /orgs',
    says: 'List organizations',
    needs: gates(),
    query: Page,
    returns: { 200: Type.Array(Organization) },
    run: ({ cx, actor, query }) => paged(cx, query, (at) => store.list(cx.db, actor.account, actor.publicOnly, at), (rows) => view.many(cx, rows)),
  }),
  route({
    id: 'createOrgs',
    at: 'POST /orgs',
    says: 'Create an organization',
    needs: gates(scope('organization'), signedIn),
    body: CreateOrgOption,
    returns: { 201: Organization },
    run: async ({ cx, actor, body }) => view.one(cx, await orgs.create(cx, actor.account, body)),
  }),
  route({
    id: 'getOrgs',
    at: 'GET /orgs/:org',
    keep: true,
    says: 'Get an organization',
    needs: gates(scope('organization'), orgVisible),
    returns: { 200: Organization },
    run: ({ cx, actor, org }) => view.one(cx, actor.account ? org : { ...org, email: '' }),
  }),
  route({
    id: 'editOrgs',
    at: 'PATCH /orgs/:org',
    says: 'Edit an organization',
    needs: owners,
    body: input('EditOrgOption', profile),
    returns: { 200: Organization },
    run: async ({ cx, actor, org, body }) => view.one(cx, await orgs.edit(cx, org, actor.account, body)),
  }),
  route({
    id: 'deleteOrgs',
    at: 'DELETE /orgs/:org',
    says: 'Delete an organization',
    needs: owners,
    returns: { 204: Empty },
    run: ({ cx, actor, org }) => orgs.remove(cx, org, actor.account),
  }),
  route({
    id: 'createOrgsRename',
    at: 'POST /orgs/:org/rename',
    says: 'Rename an organization',
    needs: owners,
    body: input('RenameOrgOption', { new_name: Str }),
    returns: { 204: Empty },
    run: async ({ cx, actor, org, body }) => void (await accounts.rename(cx, org, body.new_name, actor.account)),
  }),
  route({
    id: 'createOrgsAvatar',
    at: 'POST /orgs/:org/avatar',
    says: 'Set the avatar of an organization',
    needs: owners,
    body: UpdateUserAvatarOption,
    returns: { 204: Empty },
    run: ({ cx, actor, org, body }) => avatars.set(cx, org, body.image, actor.account),
  }),
  route({
    id: 'deleteOrgsAvatar',
    at: 'DELETE /orgs/:org/avatar',
    says: 'Remove the avatar of an organization',
    needs: owners,
    returns: { 204: Empty },
    run: ({ cx, actor, org }) => avatars.clear(cx, org, actor.account),
  }),
  route({
    id: 'listUserOrgs',
    at: 'GET /user/orgs',
    says: 'List the organizations of the authenticated user',
    needs: gates(signedIn, scope('user', 'organization')),
    query: Page,
    returns: { 200: Type.Array(Organization) },
    run: ({ cx, actor, query }) => paged(cx, query, (at) => store.listOf(cx.db, actor.account.id, at, shown(actor, actor.account)), (rows) => view.many(cx, rows)),
  }),
  route({
    id: 'listUsersOrgs',
    at: 'GET /users/:username/orgs',
    says: 'List the organizations of a user',
    needs: gates(scope('user', 'organization'), userVisible, signedIn),
    query: Page,
    returns: { 200: Type.Array(Organization) },
    run: ({ cx, actor, user, query }) => paged(cx, query, (at) => store.listOf(cx.db, user.id, at, shown(actor, user)), (rows) => view.many(cx, rows)),
  }),
  route({
    id: 'getUsersOrgsPermissions',
    at: 'GET /users/:username/orgs/:org/permissions',
    says: 'Get what a user may do in an organization',
    needs: gates(scope('user', 'organization'), userVisible, signedIn, accountVisible),
    returns: { 200: OrganizationPermissions },
    run: async ({ cx, user, org }) => view.permissions(await store.bestTeam(cx.db, org.id, user.id)),
  }),
].flat()
