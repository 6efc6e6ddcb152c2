import { gates, repoAdmin, repoRead, repoVisible, repoVisibleTo, scope, signedIn, units } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Page, Type } from '../../kernel/schema.ts'
import { Team, teamMember, teamReadable, teamShown, teamView } from '../../orgs/index.ts'
import { Repository } from '../repos/schema.ts'
import * as view from '../repos/view.ts'
import { search } from '../search/store.ts'
import * as teams from './verbs.ts'

const readable = gates(...teamShown, teamReadable)
const insiders = gates(...teamShown, teamMember)

const inside = gates(scope('repository'), repoVisible, signedIn, repoRead(...units))
const administered = gates(scope('repository'), repoVisible, signedIn, repoAdmin)

export const routes = [
  route({
    id: 'listTeamsReposById',
    at: 'GET /teams/:id/repos',
    says: 'List the repositories of a team',
    needs: readable,
    query: Page,
    returns: { 200: Type.Array(Repository) },
    run: ({ cx, team, actor, query }) => paged(cx, query, (at) => search(cx.db, { teamId: team.id, seen: repoVisibleTo(actor) }, { sort: 'name' }, at), (rows) => view.many(cx, rows, actor)),
  }),
  route({
    id: 'getTeamsReposById',
    at: 'GET /teams/:id/repos/:org/:repo',
    says: 'Get a repository of a team',
    needs: readable,
    returns: { 200: Repository },
    run: async ({ cx, org, team, actor, rq }) => view.one(cx, await teams.held(cx, org, team, rq.params.repo, actor), actor),
  }),
  route({
    id: 'putTeamsReposById',
    at: 'PUT /teams/:id/repos/:org/:repo',
    says: 'Give a team a repository',
    needs: insiders,
    returns: { 204: Empty },
    run: ({ cx, org, team, actor, rq }) => teams.add(cx, org, team, rq.params.repo, actor),
  }),
  route({
    id: 'deleteTeamsReposById',
    at: 'DELETE /teams/:id/repos/:org/:repo',
    says: 'Take a repository from a team',
    needs: insiders,
    returns: { 204: Empty },
    run: ({ cx, org, team, actor, rq }) => teams.remove(cx, org, team, rq.params.repo, actor),
  }),
  route({
    id: 'listReposTeams',
    at: 'GET /repos/:owner/:repo/teams',
    says: 'List the teams that reach a repository',
    needs: inside,
    returns: { 200: Type.Array(Team) },
    run: async ({ cx, repo }) => teamView.many(cx, await teams.reaching(cx, repo)),
  }),
  route({
    id: 'getReposTeamsByTeam',
    at: 'GET /repos/:owner/:repo/teams/:team',
    says: 'Get a team that reaches a repository',
    needs: inside,
    returns: { 200: Team },
    run: async ({ cx, repo, rq }) => teamView.one(cx, await teams.reached(cx, repo, rq.params.team)),
  }),
  route({
    id: 'putReposTeamsByTeam',
    at: 'PUT /repos/:owner/:repo/teams/:team',
    says: 'Let a team reach a repository',
    needs: administered,
    returns: { 204: Empty },
    run: ({ cx, repo, actor, rq }) => teams.change(cx, repo, rq.params.team, actor, true),
  }),
  route({
    id: 'deleteReposTeamsByTeam',
    at: 'DELETE /repos/:owner/:repo/teams/:team',
    says: 'Let a team reach a repository no longer',
    needs: administered,
    returns: { 204: Empty },
    run: ({ cx, repo, actor, rq }) => teams.change(cx, repo, rq.params.team, actor, false),
  }),
].flat()
