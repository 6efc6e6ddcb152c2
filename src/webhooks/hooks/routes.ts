import { gates, repoAdmin, repoVisible, scope, signedIn } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { owned, route } from '../../kernel/route.ts'
import { Empty, Id, Optional, Page, pageWith, Str, Type } from '../../kernel/schema.ts'
import * as deliveries from '../deliveries/verbs.ts'
import { hookOwner } from '../ground/owner.ts'
import { CreateHookOption, EditHookOption, Hook } from './schema.ts'
import * as store from './store.ts'
import * as hooks from './verbs.ts'
import * as view from './view.ts'

const byId = Type.Object({ id: Id })
const sorts: Record<string, boolean | undefined> = { default: false, all: undefined }

export const routes = [
  route({
    id: { repo: 'listReposHooks', org: 'listOrgsHooks', user: 'listUserHooks' },
    at: owned('GET /hooks'),
    says: 'List webhooks',
    needs: hookOwner,
    query: Page,
    returns: { 200: Type.Array(Hook) },
    run: ({ cx, rq, owner, query }) => paged(cx, query, (at) => store.list(cx.db, owner, at), view.many, rq.owner === 'repo' ? 'total' : 'both'),
  }),
  route({
    id: { site: 'listAdminHooks' },
    at: owned('GET /hooks'),
    says: 'List the webhooks of the site',
    needs: hookOwner,
    query: pageWith({ type: Optional(Str) }),
    returns: { 200: Type.Array(Hook) },
    run: ({ cx, owner, query }) => paged(cx, query, (at) => store.list(cx.db, owner, at, Object.hasOwn(sorts, query.type ?? '') ? sorts[query.type!] : true), view.many),
  }),
  route({
    id: { repo: 'createReposHooks', org: 'createOrgsHooks', user: 'createUserHooks', site: 'createAdminHooks' },
    at: owned('POST /hooks'),
    says: 'Create a webhook',
    needs: hookOwner,
    body: CreateHookOption,
    returns: { 201: Hook },
    run: async ({ cx, owner, actor, body }) => view.one(await hooks.create(cx, owner, actor.account, body)),
  }),
  route({
    id: { repo: 'getReposHooksById', org: 'getOrgsHooksById', user: 'getUserHooksById', site: 'getAdminHooksById' },
    at: owned('GET /hooks/:id'),
    says: 'Get a webhook',
    needs: hookOwner,
    params: byId,
    returns: { 200: Hook },
    run: async ({ cx, owner, params }) => view.one(await hooks.get(cx, owner, params.id)),
  }),
  route({
    id: { repo: 'editReposHooksById', org: 'editOrgsHooksById', user: 'editUserHooksById', site: 'editAdminHooksById' },
    at: owned('PATCH /hooks/:id'),
    says: 'Edit a webhook',
    needs: hookOwner,
    params: byId,
    body: EditHookOption,
    returns: { 200: Hook },
    run: async ({ cx, owner, actor, params, body }) => view.one(await hooks.edit(cx, owner, actor.account, params.id, body)),
  }),
  route({
    id: { repo: 'deleteReposHooksById', org: 'deleteOrgsHooksById', user: 'deleteUserHooksById', site: 'deleteAdminHooksById' },
    at: owned('DELETE /hooks/:id'),
    says: 'Delete a webhook',
    needs: hookOwner,
    params: byId,
    returns: { 204: Empty },
    run: ({ cx, owner, actor, params }) => hooks.remove(cx, owner, actor.account, params.id),
  }),
  route({
    id: 'createReposHooksTestsById',
    at: 'POST /repos/:owner/:repo/hooks/:id/tests',
    says: 'Send a push that did not happen to a webhook',
    needs: gates(scope('repository'), repoVisible, signedIn, repoAdmin),
    params: byId,
    query: Type.Object({ ref: Optional(Str) }),
    returns: { 204: Empty },
    run: ({ cx, repo, actor, params, query }) => deliveries.test(cx, repo, actor.account, params.id, query.ref),
  }),
].flat()
