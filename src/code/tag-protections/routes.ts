import { gates, repoAdmin, repoVisible, scope, signedIn } from '../../access/index.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Id, Type } from '../../kernel/schema.ts'
import { CreateTagProtectionOption, EditTagProtectionOption, TagProtection } from './schema.ts'
import * as store from './store.ts'
import * as protections from './verbs.ts'
import * as view from './view.ts'

const needs = gates(scope('repository'), repoVisible, signedIn, repoAdmin)
const at = '/repos/:owner/:repo/tag_protections'
const params = Type.Object({ id: Id })

export const routes = [
  route({
    id: 'listReposTagProtections', at: `GET ${at}`, says: 'List the rules that protect tags', needs,
    returns: { 200: Type.Array(TagProtection) },
    run: async ({ cx, repo }) => view.many(cx, repo, await store.list(cx.db, repo.id)),
  }),
  route({
    id: 'createReposTagProtections', at: `POST ${at}`, says: 'Protect tags by a rule', needs,
    body: CreateTagProtectionOption,
    returns: { 201: TagProtection },
    run: async ({ cx, repo, actor, body }) => view.one(cx, repo, await protections.create(cx, repo, actor.account, body)),
  }),
  route({
    id: 'getReposTagProtectionsById', at: `GET ${at}/:id`, says: 'Get a rule that protects tags', needs, params,
    returns: { 200: TagProtection },
    run: async ({ cx, repo, params: { id } }) => view.one(cx, repo, await protections.get(cx, repo, id)),
  }),
  route({
    id: 'editReposTagProtectionsById', at: `PATCH ${at}/:id`, says: 'Change a rule that protects tags', needs, params,
    body: EditTagProtectionOption,
    returns: { 200: TagProtection },
    run: async ({ cx, repo, actor, params: { id }, body }) => view.one(cx, repo, await protections.edit(cx, repo, actor.account, id, body)),
  }),
  route({
    id: 'deleteReposTagProtectionsById', at: `DELETE ${at}/:id`, says: 'Remove a rule that protects tags', needs, params,
    returns: { 204: Empty },
    run: ({ cx, repo, actor, params: { id } }) => protections.remove(cx, repo, actor.account, id),
  }),
].flat()
