import { paged } from '../../kernel/paging.ts'
import { owned, route } from '../../kernel/route.ts'
import { Empty, Id, Page, Type } from '../../kernel/schema.ts'
import { boardReader, boardWriter } from '../ground/owner.ts'
import { CreateProjectColumnOption, EditProjectColumnOption, MoveProjectColumnsOption, ProjectColumn } from './schema.ts'
import * as columns from './verbs.ts'
import * as view from './view.ts'

const byId = Type.Object({ id: Id })
const byColumn = Type.Object({ id: Id, column_id: Id })

export const routes = [
  route({
    id: { repo: 'listReposProjectsColumnsById', org: 'listOrgsProjectsColumnsById', user: 'listUserProjectsColumnsById' },
    at: owned('GET /projects/:id/columns'),
    says: 'List the columns of a project',
    needs: boardReader,
    params: byId,
    query: Page,
    returns: { 200: Type.Array(ProjectColumn) },
    run: ({ cx, owner, actor, params, query }) => paged(cx, query, (at) => columns.list(cx, owner, params.id, at), (rows) => view.many(cx, rows, actor.account)),
  }),
  route({
    id: { repo: 'createReposProjectsColumnsById', org: 'createOrgsProjectsColumnsById', user: 'createUserProjectsColumnsById' },
    at: owned('POST /projects/:id/columns'),
    says: 'Add a column to a project',
    needs: boardWriter,
    params: byId,
    body: CreateProjectColumnOption,
    returns: { 201: ProjectColumn },
    run: async ({ cx, owner, actor, params, body }) => view.one(cx, await columns.create(cx, owner, actor.account, params.id, body), actor.account),
  }),
  route({
    id: { repo: 'createReposProjectsColumnsMoveById', org: 'createOrgsProjectsColumnsMoveById', user: 'createUserProjectsColumnsMoveById' },
    at: owned('POST /projects/:id/columns/move'),
    says: 'Arrange the columns of a project',
    needs: boardWriter,
    params: byId,
    body: MoveProjectColumnsOption,
    returns: { 204: Empty },
    run: ({ cx, owner, params, body }) => columns.arrange(cx, owner, params.id, body.column_ids),
  }),
  route({
    id: { repo: 'getReposProjectsColumnsByColumnId', org: 'getOrgsProjectsColumnsByColumnId', user: 'getUserProjectsColumnsByColumnId' },
    at: owned('GET /projects/:id/columns/:column_id'),
    says: 'Get a column of a project',
    needs: boardReader,
    params: byColumn,
    returns: { 200: ProjectColumn },
    run: async ({ cx, owner, actor, params }) => view.one(cx, await columns.get(cx, owner, params), actor.account),
  }),
  route({
    id: { repo: 'editReposProjectsColumnsByColumnId', org: 'editOrgsProjectsColumnsByColumnId', user: 'editUserProjectsColumnsByColumnId' },
    at: owned('PATCH /projects/:id/columns/:column_id'),
    says: 'Edit a column of a project',
    needs: boardWriter,
    params: byColumn,
    body: EditProjectColumnOption,
    returns: { 200: ProjectColumn },
    run: async ({ cx, owner, actor, params, body }) => view.one(cx, await columns.edit(cx, owner, params, body), actor.account),
  }),
  route({
    id: { repo: 'deleteReposProjectsColumnsByColumnId', org: 'deleteOrgsProjectsColumnsByColumnId', user: 'deleteUserProjectsColumnsByColumnId' },
    at: owned('DELETE /projects/:id/columns/:column_id'),
    says: 'Delete a column; its cards go to the default one',
    needs: boardWriter,
    params: byColumn,
    returns: { 204: Empty },
    run: ({ cx, owner, actor, params }) => columns.remove(cx, owner, actor.account, params),
  }),
  route({
    id: { repo: 'createReposProjectsColumnsDefaultByColumnId', org: 'createOrgsProjectsColumnsDefaultByColumnId', user: 'createUserProjectsColumnsDefaultByColumnId' },
    at: owned('POST /projects/:id/columns/:column_id/default'),
    says: 'Make a column the default one',
    needs: boardWriter,
    params: byColumn,
    returns: { 204: Empty },
    run: ({ cx, owner, params }) => columns.makeDefault(cx, owner, params),
  }),
].flat()
