import { gates, repoVisible, repoWrite, scope, signedIn } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, input, Optional, pageWith, Str, Time, Type } from '../../kernel/schema.ts'
import { Milestone } from './schema.ts'
import * as store from './store.ts'
import * as milestones from './verbs.ts'
import * as view from './view.ts'

const readers = gates(scope('issue'), repoVisible)
const writers = gates(scope('issue'), repoVisible, signedIn, repoWrite('issues', 'pulls'))
const members = { title: Optional(Str), description: Optional(Str), due_on: Optional(Time), state: Optional(Str) }

/** open unless closed or all is asked for */
export const wantClosed = (state: string | undefined) => (state === 'all' ? undefined : state === 'closed')

export const routes = [
  route({
    id: 'listReposMilestones',
    at: 'GET /repos/:owner/:repo/milestones',
    says: 'List milestones',
    needs: readers,
    query: pageWith({ state: Optional(Str), name: Optional(Str) }),
    returns: { 200: Type.Array(Milestone) },
    run: ({ cx, repo, query }) =>
      paged(cx, query, (at) => store.list(cx.db, repo.id, { closed: wantClosed(query.state), name: query.name }, at), view.many, 'total'),
  }),
  route({
    id: 'createReposMilestones',
    at: 'POST /repos/:owner/:repo/milestones',
    says: 'Create a milestone',
    needs: writers,
    body: input('CreateMilestoneOption', members),
    returns: { 201: Milestone },
    run: async ({ cx, repo, actor, body }) => view.one(await milestones.create(cx, repo, actor.account, body)),
  }),
  route({
    id: 'getReposMilestonesById',
    at: 'GET /repos/:owner/:repo/milestones/:id',
    says: 'Get a milestone by id or title',
    needs: readers,
    returns: { 200: Milestone },
    run: async ({ cx, repo, rq }) => view.one(await milestones.open(cx.db, repo, rq.params.id)),
  }),
  route({
    id: 'editReposMilestonesById',
    at: 'PATCH /repos/:owner/:repo/milestones/:id',
    says: 'Change a milestone',
    needs: writers,
    body: input('EditMilestoneOption', members),
    returns: { 200: Milestone },
    run: async ({ cx, repo, actor, rq, body }) => view.one(await milestones.edit(cx, repo, actor.account, rq.params.id, body)),
  }),
  route({
    id: 'deleteReposMilestonesById',
    at: 'DELETE /repos/:owner/:repo/milestones/:id',
    says: 'Delete a milestone',
    needs: writers,
    returns: { 204: Empty },
    run: ({ cx, repo, actor, rq }) => milestones.remove(cx, repo, actor.account, rq.params.id),
  }),
].flat()
