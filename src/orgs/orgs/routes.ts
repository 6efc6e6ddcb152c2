import { gates, orgOwner, orgVisible, scope, signedIn } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, input, Optional, Page, Str, Text, Type } from '../../kernel/schema.ts'
import { accounts } from '../../users/index.ts'
import { Organization } from './schema.ts'
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
].flat()
