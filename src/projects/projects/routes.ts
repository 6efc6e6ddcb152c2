import { Project } from '../../issues/index.ts'
import { paged } from '../../kernel/paging.ts'
import { owned, route } from '../../kernel/route.ts'
import { Empty, Id, input, Optional, pageWith, Str, Type, Word } from '../../kernel/schema.ts'
import { boardReader, boardWriter, namedReader } from '../ground/owner.ts'
import * as projects from './verbs.ts'
import * as view from './view.ts'

const byId = Type.Object({ id: Id })
const listed = pageWith({ state: Optional(Word('open', 'closed', 'all')) })

export const routes = [
  route({
    id: { repo: 'listReposProjects', org: 'listOrgsProjects', user: 'listUserProjects' },
    at: owned('GET /projects'),
    says: 'List projects',
    needs: boardReader,
    query: listed,
    returns: { 200: Type.Array(Project) },
    run: ({ cx, owner, actor, query }) => paged(cx, query, (at) => projects.list(cx, owner, query.state, at), (rows) => view.many(cx, rows, { owner, actor })),
  }),
  route({
    id: 'listUsersProjects',
    at: 'GET /users/:username/projects',
    says: 'List the projects of a user',
    needs: namedReader,
    query: listed,
    returns: { 200: Type.Array(Project) },
    run: ({ cx, owner, actor, query }) => paged(cx, query, (at) => projects.list(cx, owner, query.state, at), (rows) => view.many(cx, rows, { owner, actor })),
  }),
  route({
    id: { repo: 'createReposProjects', org: 'createOrgsProjects', user: 'createUserProjects' },
    at: owned('POST /projects'),
    says: 'Create a project',
    needs: boardWriter,
    body: input('CreateProjectOption', { title: Str, description: Optional(Str), template_type: Optional(Str), card_type: Optional(Str) }),
    returns: { 201: Project },
    run: async ({ cx, owner, actor, body }) => view.one(cx, await projects.create(cx, owner, actor.account, body), { owner, actor }),
  }),
  route({
    id: { repo: 'getReposProjectsById', org: 'getOrgsProjectsById', user: 'getUserProjectsById' },
    at: owned('GET /projects/:id'),
    says: 'Get a project',
    needs: boardReader,
    params: byId,
    returns: { 200: Project },
    run: async ({ cx, owner, actor, params }) => view.one(cx, await projects.get(cx, owner, params.id), { owner, actor }),
  }),
  route({
    id: { repo: 'editReposProjectsById', org: 'editOrgsProjectsById', user: 'editUserProjectsById' },
    at: owned('PATCH /projects/:id'),
    says: 'Edit a project',
    needs: boardWriter,
    params: byId,
    body: input('EditProjectOption', { title: Optional(Str), description: Optional(Str), card_type: Optional(Str), state: Optional(Str) }),
    returns: { 200: Project },
    run: async ({ cx, owner, actor, params, body }) => view.one(cx, await projects.edit(cx, owner, params.id, body), { owner, actor }),
  }),
  route({
    id: { repo: 'deleteReposProjectsById', org: 'deleteOrgsProjectsById', user: 'deleteUserProjectsById' },
    at: owned('DELETE /projects/:id'),
    says: 'Delete a project',
    needs: boardWriter,
    params: byId,
    returns: { 204: Empty },
    run: ({ cx, owner, params }) => projects.remove(cx, owner, params.id),
  }),
].flat()
