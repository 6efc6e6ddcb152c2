import { Issue, issueView } from '../../issues/index.ts'
import { paged } from '../../kernel/paging.ts'
import { owned, route } from '../../kernel/route.ts'
import { Empty, Id, input, Int, Optional, Page, Type } from '../../kernel/schema.ts'
import { boardReader, boardWriter } from '../ground/owner.ts'
import * as cards from './verbs.ts'

const byColumn = Type.Object({ id: Id, column_id: Id })
const byCard = Type.Object({ id: Id, column_id: Id, issue_id: Id })

export const routes = [
  route({
    id: { repo: 'listReposProjectsColumnsIssuesByColumnId', org: 'listOrgsProjectsColumnsIssuesByColumnId', user: 'listUserProjectsColumnsIssuesByColumnId' },
    at: owned('GET /projects/:id/columns/:column_id/issues'),
    says: 'List the issues in a column',
    needs: boardReader,
    params: byColumn,
    query: Page,
    returns: { 200: Type.Array(Issue) },
    run: ({ cx, owner, actor, params, query }) => paged(cx, query, (at) => cards.list(cx, { owner, actor }, params, at), (rows) => issueView.many(cx, rows, { viewer: actor.account })),
  }),
  route({
    id: { repo: 'createReposProjectsColumnsIssuesByIssueId', org: 'createOrgsProjectsColumnsIssuesByIssueId', user: 'createUserProjectsColumnsIssuesByIssueId' },
    at: owned('POST /projects/:id/columns/:column_id/issues/:issue_id'),
    says: 'Put an issue at the end of a column',
    needs: boardWriter,
    params: byCard,
    returns: { 201: Empty },
    run: ({ cx, owner, actor, params }) => cards.add(cx, { owner, actor }, params),
  }),
  route({
    id: { repo: 'deleteReposProjectsColumnsIssuesByIssueId', org: 'deleteOrgsProjectsColumnsIssuesByIssueId', user: 'deleteUserProjectsColumnsIssuesByIssueId' },
    at: owned('DELETE /projects/:id/columns/:column_id/issues/:issue_id'),
    says: 'Take an issue off a project',
    needs: boardWriter,
    params: byCard,
    returns: { 204: Empty },
    run: ({ cx, owner, actor, params }) => cards.remove(cx, { owner, actor }, params),
  }),
  route({
    id: { repo: 'createReposProjectsIssuesMoveByIssueId', org: 'createOrgsProjectsIssuesMoveByIssueId', user: 'createUserProjectsIssuesMoveByIssueId' },
    at: owned('POST /projects/:id/issues/:issue_id/move'),
    says: 'Move an issue to another column or place',
    needs: boardWriter,
    params: Type.Object({ id: Id, issue_id: Id }),
    body: input('MoveProjectIssueOption', { column_id: Id, sorting: Optional(Int) }),
    returns: { 204: Empty },
    run: ({ cx, owner, actor, params, body }) => cards.move(cx, { owner, actor }, params, body),
  }),
].flat()
