import { gates, scope, siteAdmin, userNamed } from '../../access/index.ts'
import { paged, Paged, slice } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, Id, input, Int, Optional, pageWith, Page, record, Str, Strings, Text, Time, Type } from '../../kernel/schema.ts'
import { CreateOrgOption, Organization, orgs, orgStore, orgView } from '../../orgs/index.ts'
import { Package, packageStore, packageView } from '../../packages/index.ts'
import { CreateRepoOption, repos, Repository, repoView } from '../../repos/index.ts'
import { accounts, CreateKeyOption, Email, emailStore, emailView, PublicKey, sshKeys, sshKeyView, User, userView } from '../../users/index.ts'
import * as badgeStore from '../badges/store.ts'
import * as badges from '../badges/verbs.ts'
import * as store from './store.ts'
import * as admin from './verbs.ts'

const site = gates(scope('admin'), siteAdmin)
/** Any account by name; hiding does not matter to an administrator. */
const ofUser = gates(scope('admin'), siteAdmin, userNamed('/users/'))
/** with capitals, as the wire has it */
const Badge = record('Badge', { ID: Id, Slug: Str, Description: Str, ImageURL: Str })
const UserBadgeOption = input('UserBadgeOption', { badge_slugs: Optional(Strings) })
const visibility = Optional(Text({ enum: ['', 'public', 'limited', 'private'] }))

const CreateUserOption = input('CreateUserOption', {
  source_id: Optional(Int),
  login_name: Optional(Str),
  username: Text({ maxLength: 40, format: 'username' }),
  full_name: Optional(Text({ maxLength: 100 })),
  email: Text({ maxLength: 254, format: 'email' }),
  password: Optional(Text({ maxLength: 255 })),
  must_change_password: Optional(Bool),
  send_notify: Optional(Bool),
  restricted: Optional(Bool),
  visibility,
  created_at: Optional(Time),
})

const EditUserOption = input('EditUserOption', {
  source_id: Optional(Int),
  login_name: Optional(Str),
  email: Optional(Text({ maxLength: 254 })),
  full_name: Optional(Text({ maxLength: 100 })),
  password: Optional(Text({ maxLength: 255 })),
  must_change_password: Optional(Bool),
  website: Optional(Text({ maxLength: 255, format: 'url' })),
  location: Optional(Text({ maxLength: 50 })),
  description: Optional(Text({ maxLength: 255 })),
  active: Optional(Bool),
  admin: Optional(Bool),
  allow_git_hook: Optional(Bool),
  allow_import_local: Optional(Bool),
  max_repo_creation: Optional(Int),
  prohibit_login: Optional(Bool),
  allow_create_organization: Optional(Bool),
  restricted: Optional(Bool),
  visibility,
})

const filters = {
  source_id: Optional(Id), login_name: Optional(Str), sort: Optional(Str), order: Optional(Str), q: Optional(Str), visibility: Optional(Str),
  is_active: Optional(Bool), is_admin: Optional(Bool), is_restricted: Optional(Bool), is_2fa_enabled: Optional(Bool), is_prohibit_login: Optional(Bool),
}

export const routes = [
  route({
    id: 'listAdminUsers', at: 'GET /admin/users', says: 'List all people', needs: site, query: pageWith(filters), returns: { 200: Type.Array(User) },
    run: ({ cx, actor, query }) => paged(cx, query, (at) => store.list(cx.db, admin.wanted(query), at), (rows) => userView.many(cx, rows, actor.account)),
  }),
  route({
    id: 'createAdminUsers', at: 'POST /admin/users', says: 'Create an account', needs: site, body: CreateUserOption, returns: { 201: User },
    run: async ({ cx, actor, body }) => userView.one(cx, await admin.create(cx, actor, body), actor.account),
  }),
  route({
    id: 'editAdminUsers', at: 'PATCH /admin/users/:username', says: 'Edit an account', needs: ofUser, body: EditUserOption, returns: { 200: User },
    run: async ({ cx, actor, user, body }) => userView.one(cx, await admin.edit(cx, actor, user, body), actor.account),
  }),
  route({
    id: 'deleteAdminUsers', at: 'DELETE /admin/users/:username', says: 'Delete an account', needs: ofUser, query: Type.Object({ purge: Optional(Bool) }), returns: { 204: Empty },
    run: ({ cx, actor, user, query }) => accounts.remove(cx, user, actor.account, query),
  }),
  route({
    id: 'createAdminUsersRename', at: 'POST /admin/users/:username/rename', says: 'Rename an account', needs: ofUser, body: input('RenameUserOption', { new_username: Str }), returns: { 204: Empty },
    run: async ({ cx, actor, user, body }) => void (await admin.rename(cx, actor, user, body.new_username)),
  }),
  route({
    id: 'createAdminUsersKeys', at: 'POST /admin/users/:username/keys', says: 'Add a key to an account', needs: ofUser, body: CreateKeyOption, returns: { 201: PublicKey },
    run: async ({ cx, user, body }) => sshKeyView.one(cx, await sshKeys.create(cx, user, body), user),
  }),
  route({
    id: 'deleteAdminUsersKeysById', at: 'DELETE /admin/users/:username/keys/:id', says: 'Delete a key of an account', needs: ofUser, params: Type.Object({ id: Id }), returns: { 204: Empty },
    run: ({ cx, user, params }) => sshKeys.remove(cx, params.id, user),
  }),
  route({
    id: 'listAdminUsersBadges', at: 'GET /admin/users/:username/badges', says: 'List the badges of an account', needs: ofUser, returns: { 200: Type.Array(Badge) },
    async run({ cx, user }) {
      const rows = (await badgeStore.listOf(cx.db, user.id)).map((row) => ({ ID: row.id, Slug: row.slug, Description: row.description, ImageURL: row.image_url }))
      return new Paged(rows, rows.length, slice(cx, {}), 'total')
    },
  }),
  route({
    id: 'createAdminUsersBadges', at: 'POST /admin/users/:username/badges', says: 'Give an account badges', needs: ofUser, body: UserBadgeOption, returns: { 204: Empty },
    run: ({ cx, user, body }) => badges.give(cx, user, body.badge_slugs),
  }),
  route({
    id: 'deleteAdminUsersBadges', at: 'DELETE /admin/users/:username/badges', says: 'Take badges away from an account', needs: ofUser, body: UserBadgeOption, returns: { 204: Empty },
    run: ({ cx, user, body }) => badges.take(cx, user, body.badge_slugs),
  }),
  route({
    id: 'listAdminPackages', at: 'GET /admin/packages', says: 'List the packages of everybody', needs: site, query: pageWith({ type: Optional(Str), q: Optional(Str) }), returns: { 200: Type.Array(Package) },
    run: ({ cx, actor, query }) => paged(cx, query, (at) => packageStore.list(cx.db, { type: query.type, q: query.q }, at), (rows) => packageView.many(cx, rows, actor)),
  }),
  route({
    id: 'createAdminUsersOrgs', at: 'POST /admin/users/:username/orgs', says: 'Create an organization owned by an account', needs: ofUser, body: CreateOrgOption, returns: { 201: Organization },
    // the address and who changes teams are for the owner to say
    run: async ({ cx, actor, user, body: { email: _email, repo_admin_change_team_access: _access, ...body } }) => orgView.one(cx, await orgs.create(cx, user, body, actor.account)),
  }),
  route({
    id: 'getAdminUsersOrgs', at: 'GET /admin/users/:username/orgs', says: 'List the organizations of an account', needs: ofUser, query: Page, returns: { 200: Type.Array(Organization) },
    run: ({ cx, user, query }) => paged(cx, query, (at) => orgStore.listOf(cx.db, user.id, at), (rows) => orgView.many(cx, rows)),
  }),
  route({
    id: 'createAdminUsersRepos', at: 'POST /admin/users/:username/repos', says: 'Create a repository for an account', needs: ofUser, body: CreateRepoOption, returns: { 201: Repository },
    run: async ({ cx, actor, user, body }) => repoView.one(cx, await repos.create(cx, user, actor.account, body), actor),
  }),
  route({
    id: 'listAdminOrgs', at: 'GET /admin/orgs', says: 'List all organizations', needs: site, query: Page, returns: { 200: Type.Array(Organization) },
    run: ({ cx, query }) => paged(cx, query, (at) => orgStore.listAll(cx.db, at), (rows) => orgView.many(cx, rows)),
  }),
  route({
    id: 'listAdminEmails', at: 'GET /admin/emails', says: 'List all e-mail addresses', needs: site, query: Page, returns: { 200: Type.Array(Email) },
    run: ({ cx, query }) => paged(cx, query, (at) => emailStore.list(cx.db, '', at), emailView.many),
  }),
  route({
    id: 'listAdminEmailsSearch', at: 'GET /admin/emails/search', says: 'Search e-mail addresses', needs: site, query: pageWith({ q: Optional(Str) }), returns: { 200: Type.Array(Email) },
    run: ({ cx, query }) => paged(cx, query, (at) => emailStore.list(cx.db, query.q?.trim() ?? '', at), emailView.many),
  }),
].flat()
