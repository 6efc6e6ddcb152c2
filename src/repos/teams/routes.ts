import { gates, repoVisibleTo } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Page, Type } from '../../kernel/schema.ts'
import { teamMember, teamReadable, teamShown } from '../../orgs/index.ts'
import { Repository } from '../repos/schema.ts'
import * as view from '../repos/view.ts'
import { search } from '../search/store.ts'
import * as teams from './verbs.ts'

const readable = gates(...teamShown, teamReadable)
const insiders = gates(...teamShown, teamMember)

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
].flat()
