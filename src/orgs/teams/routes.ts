import { gates, orgMember, orgOwner, orgRole, orgVisible, noPublicOnly, scope, signedIn, userNamed, type Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged, Paged, slice } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, input, Optional, Page, pageWith, record, Str, StringMap, Strings, Text, Type } from '../../kernel/schema.ts'
import { accountStore, User, userView } from '../../users/index.ts'
import { teamReadable, teamShown } from '../ground/gates.ts'
import { Team } from './schema.ts'
import * as store from './store.ts'
import * as teams from './verbs.ts'
import * as view from './view.ts'

const members = {
  description: Optional(Text({ maxLength: 255 })),
  includes_all_repositories: Optional(Bool),
  permission: Optional(Str),
  units: Optional(Strings),
  units_map: Optional(StringMap),
  can_create_org_repo: Optional(Bool),
  visibility: Optional(Type.Unsafe<'public' | 'limited' | 'private'>({ type: 'string', enum: ['public', 'limited', 'private'] })),
}
const TeamsFound = record('TeamSearchResults', { ok: Bool, data: Type.Array(Team) })

const insideOrg = gates(scope('organization'), orgVisible, signedIn, orgMember)
const readable = gates(...teamShown, teamReadable)
const readableInside = gates(...teamShown, teamReadable, orgMember)
const owners = gates(...teamShown, orgOwner)

/** Owners see every team, other members not the private ones of others. */
const seenBy = async (cx: Cx, org: Account, account: Account) => ((await orgRole(cx.db, account, org)) === 'owner' ? undefined : account.id)

export const routes = [
  route({
    id: 'listOrgsTeams',
    at: 'GET /orgs/:org/teams',
    says: 'List the teams of an organization',
    needs: insideOrg,
    query: Page,
    returns: { 200: Type.Array(Team) },
    run: async ({ cx, org, actor, query }) => {
      const by = await seenBy(cx, org, actor.account)
      return paged(cx, query, (at) => store.list(cx.db, org.id, at, { seenBy: by }), (rows) => view.many(cx, rows))
    },
  }),
  route({
    id: 'getOrgsTeamsSearch',
    at: 'GET /orgs/:org/teams/search',
    says: 'Search the teams of an organization',
    needs: insideOrg,
    query: pageWith({ q: Optional(Str), include_desc: Optional(Type.Boolean({ default: true })) }),
    returns: { 200: TeamsFound },
    run: async ({ cx, org, actor, query }) => {
      const at = slice(cx, query)
      const { rows, total } = await store.list(cx.db, org.id, at, { seenBy: await seenBy(cx, org, actor.account), q: query.q?.trim(), description: query.include_desc })
      return new Paged({ ok: true, data: await view.many(cx, rows) }, total, at)
    },
  }),
  route({
    id: 'createOrgsTeams',
    at: 'POST /orgs/:org/teams',
    says: 'Create a team',
    needs: gates(scope('organization'), orgVisible, signedIn, orgMember, orgOwner),
    body: input('CreateTeamOption', { name: Text({ maxLength: 255, format: 'alphaDashDot' }), ...members }),
    returns: { 201: Team },
    run: async ({ cx, org, actor, body }) => view.one(cx, await teams.create(cx, org, actor.account, body), org),
  }),
  route({
    id: 'getTeamsById',
    at: 'GET /teams/:id',
    says: 'Get a team',
    needs: readable,
    returns: { 200: Team },
    run: ({ cx, team, org }) => view.one(cx, team, org),
  }),
  route({
    id: 'editTeamsById',
    at: 'PATCH /teams/:id',
    says: 'Edit a team',
    needs: owners,
    body: input('EditTeamOption', { name: Optional(Text({ maxLength: 255, format: 'alphaDashDot' })), ...members }),
    returns: { 200: Team },
    run: async ({ cx, team, actor, body }) => view.one(cx, await teams.edit(cx, team, actor.account, body)),
  }),
  route({
    id: 'deleteTeamsById',
    at: 'DELETE /teams/:id',
    says: 'Delete a team',
    needs: owners,
    returns: { 204: Empty },
    run: ({ cx, team, actor }) => teams.remove(cx, team, actor.account),
  }),
  route({
    id: 'listTeamsMembersById',
    at: 'GET /teams/:id/members',
    says: 'List the members of a team',
    needs: readableInside,
    query: Page,
    returns: { 200: Type.Array(User) },
    run: ({ cx, team, actor, query }) => paged(cx, query, (at) => store.listMembers(cx.db, team.id, at), (rows) => userView.many(cx, rows, actor.account)),
  }),
  route({
    id: 'getTeamsMembersById',
    at: 'GET /teams/:id/members/:username',
    says: 'Get a member of a team',
    needs: gates(...teamShown, teamReadable, orgMember, userNamed('/members/')),
    returns: { 200: User },
    run: async ({ cx, team, actor, user }) => {
      if (!(await store.findMember(cx.db, team.id, user.id))) throw notFound()
      return userView.one(cx, user, actor.account)
    },
  }),
  route({
    id: 'putTeamsMembersById',
    at: 'PUT /teams/:id/members/:username',
    says: 'Add a member to a team',
    needs: gates(...teamShown, orgOwner, userNamed('/members/')),
    returns: { 204: Empty },
    run: ({ cx, team, org, actor, user }) => teams.add(cx, org, team, user, actor.account),
  }),
  route({
    id: 'deleteTeamsMembersById',
    at: 'DELETE /teams/:id/members/:username',
    says: 'Remove a member from a team',
    needs: gates(...teamShown, orgOwner, userNamed('/members/')),
    returns: { 204: Empty },
    run: ({ cx, team, actor, user }) => teams.drop(cx, team, user, actor.account),
  }),
  route({
    id: 'listUserTeams',
    at: 'GET /user/teams',
    says: 'List the teams of the authenticated user',
    needs: gates(scope('user'), signedIn, noPublicOnly),
    query: Page,
    returns: { 200: Type.Array(Team) },
    run: ({ cx, actor, query }) =>
      paged(cx, query, (at) => store.listOf(cx.db, actor.account.id, at), async (rows) => view.many(cx, rows, await accountStore.listByIds(cx.db, rows.map((row) => row.org_id)))),
  }),
].flat()
