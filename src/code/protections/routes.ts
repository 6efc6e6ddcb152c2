import { gates, notArchived, repoAdmin, repoVisible, scope, signedIn } from '../../access/index.ts'
import { route } from '../../kernel/route.ts'
import { Empty, input, Int, Optional, Type } from '../../kernel/schema.ts'
import { BranchProtection, CreateBranchProtectionOption, EditBranchProtectionOption } from './schema.ts'
import * as protections from './verbs.ts'
import * as view from './view.ts'

const administered = gates(scope('repository'), repoVisible, signedIn, repoAdmin)
const at = '/repos/:owner/:repo/branch_protections'

export const routes = [
  route({
    id: 'listReposBranchProtections', at: `GET ${at}`, says: 'List the rules that protect branches, in the order they are asked', needs: administered,
    returns: { 200: Type.Array(BranchProtection) },
    run: async ({ cx, repo }) => view.many(cx, repo, await protections.list(cx, repo)),
  }),
  route({
    id: 'createReposBranchProtections', at: `POST ${at}`, says: 'Protect branches by a rule', needs: administered,
    body: CreateBranchProtectionOption,
    returns: { 201: BranchProtection },
    run: async ({ cx, repo, actor, body }) => view.one(cx, repo, await protections.create(cx, repo, actor.account, body)),
  }),
  route({
    id: 'createReposBranchProtectionsPriority', at: `POST ${at}/priority`, says: 'Put rules in another order', needs: administered,
    body: input('UpdateBranchProtectionPriories', { ids: Optional(Type.Array(Int)) }),
    returns: { 204: Empty },
    run: ({ cx, repo, actor, body }) => protections.prioritize(cx, repo, actor.account, body.ids ?? []),
  }),
  route({
    id: 'getReposBranchProtectionsByName', at: `GET ${at}/:name*`, says: 'Get a rule that protects branches', needs: administered,
    returns: { 200: BranchProtection },
    run: async ({ cx, rq, repo }) => view.one(cx, repo, await protections.get(cx, repo, rq.params.name)),
  }),
  route({
    id: 'editReposBranchProtectionsByName', at: `PATCH ${at}/:name*`, says: 'Change a rule that protects branches', needs: administered,
    body: EditBranchProtectionOption,
    returns: { 200: BranchProtection },
    run: async ({ cx, rq, repo, actor, body }) => view.one(cx, repo, await protections.edit(cx, repo, actor.account, rq.params.name, body)),
  }),
  route({
    id: 'deleteReposBranchProtectionsByName', at: `DELETE ${at}/:name*`, says: 'Remove a rule that protects branches', needs: gates(scope('repository'), repoVisible, signedIn, repoAdmin, notArchived),
    returns: { 204: Empty },
    run: ({ cx, rq, repo, actor }) => protections.remove(cx, repo, actor.account, rq.params.name),
  }),
].flat()
