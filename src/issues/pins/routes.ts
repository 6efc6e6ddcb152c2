import { gates, readable, repoRead, repoVisible, scope } from '../../access/index.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, Id, record, Type } from '../../kernel/schema.ts'
import { issueOf } from '../ground/at.ts'
import { admins, byIndex } from '../ground/gates.ts'
import { Issue } from '../issues/schema.ts'
import * as issueStore from '../issues/store.ts'
import * as issueView from '../issues/view.ts'
import * as pins from './verbs.ts'

const at = '/repos/:owner/:repo/issues/:index/pin'

export const routes = [
  route({
    id: 'listReposIssuesPinned',
    at: 'GET /repos/:owner/:repo/issues/pinned',
    says: 'List pinned issues',
    needs: gates(scope('issue'), repoVisible, readable('issues', 'pulls'), repoRead('issues')),
    returns: { 200: Type.Array(Issue) },
    run: async ({ cx, repo, actor }) => issueView.many(cx, await issueStore.listPinned(cx.db, repo.id, false), { viewer: actor.account, repos: [repo] }),
  }),
  route({
    id: 'getReposNewPinAllowed',
    at: 'GET /repos/:owner/:repo/new_pin_allowed',
    says: 'Check whether more can be pinned',
    needs: gates(scope('repository'), repoVisible),
    returns: { 200: record('NewIssuePinsAllowed', { issues: Bool, pull_requests: Bool }) },
    run: async ({ cx, repo }) => ({ issues: await pins.mayPinMore(cx.db, repo.id, false), pull_requests: await pins.mayPinMore(cx.db, repo.id, true) }),
  }),
  route({
    id: 'createReposIssuesPinByIndex',
    at: `POST ${at}`,
    says: 'Pin an issue',
    needs: admins,
    params: byIndex,
    returns: { 204: Empty },
    run: async (ctx) => pins.pin(ctx.cx, await issueOf(ctx)),
  }),
  route({
    id: 'deleteReposIssuesPinByIndex',
    at: `DELETE ${at}`,
    says: 'Unpin an issue',
    needs: admins,
    params: byIndex,
    returns: { 204: Empty },
    run: async (ctx) => pins.unpin(ctx.cx, await issueOf(ctx)),
  }),
  route({
    id: 'editReposIssuesPinByPosition',
    at: `PATCH ${at}/:position`,
    says: 'Move a pinned issue',
    needs: admins,
    params: Type.Object({ index: Id, position: Id }),
    returns: { 204: Empty },
    run: async (ctx) => pins.move(ctx.cx, await issueOf(ctx), ctx.params.position),
  }),
].flat()
