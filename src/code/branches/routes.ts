import { gates, notArchived, repoRead, repoVisible, repoWrite, scope, signedIn, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { Paged, slice, type PageQuery } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, input, Nullable, Optional, pageWith, Str, Text, Type } from '../../kernel/schema.ts'
import { ownBranches, readsCode } from '../ground/gates.ts'
import type { Mover } from '../protections/rules.ts'
import { Branch } from './schema.ts'
import * as branches from './verbs.ts'
import * as view from './view.ts'

const writes = gates(scope('repository'), repoVisible, repoRead('code'), signedIn, repoWrite('code'), notArchived, ownBranches)
const known = Text({ maxLength: 100, format: 'gitRefName' })
const name = Text({ maxLength: 100, format: 'newRefName' })

/** null where nothing was ever pushed. */
async function list(cx: Cx, repo: Repo, mover: Mover, query: PageQuery & { q?: string }) {
  const at = slice(cx, query)
  if (repo.is_empty) return new Paged(null, 0, at)
  const tips = await branches.list(cx, repo, query.q)
  return new Paged(await view.many(cx, repo, mover, tips.slice(at.offset, at.offset + at.limit)), tips.length, at)
}

export const routes = [
  route({
    id: 'listReposBranches', at: 'GET /repos/:owner/:repo/branches', says: 'List branches', needs: readsCode,
    query: pageWith({ q: Optional(Str) }),
    returns: { 200: Nullable(Type.Array(Branch)) },
    run: ({ cx, repo, actor, access, query }) => list(cx, repo, { ...actor, access }, query),
  }),
  route({
    id: 'createReposBranches', at: 'POST /repos/:owner/:repo/branches', says: 'Create a branch', needs: writes,
    body: input('CreateBranchRepoOption', { new_branch_name: name, old_ref_name: Optional(known), old_branch_name: Optional(known) }),
    returns: { 201: Branch },
    run: async ({ cx, repo, actor, access, body }) => view.one(cx, repo, { ...actor, access }, await branches.create(cx, repo, actor.account, access, body)),
  }),
  route({
    id: 'getReposBranchesByBranch', at: 'GET /repos/:owner/:repo/branches/:branch*', says: 'Get a branch', needs: readsCode,
    returns: { 200: Branch },
    run: async ({ cx, rq, repo, actor, access }) => view.one(cx, repo, { ...actor, access }, await branches.get(cx, repo, rq.params.branch)),
  }),
  route({
    id: 'putReposBranchesByBranch', at: 'PUT /repos/:owner/:repo/branches/:branch*', says: 'Move a branch to another commit', needs: writes,
    body: input('UpdateBranchRepoOption', { new_commit_id: Text({ go: 'NewCommitID' }), old_commit_id: Optional(Str), force: Optional(Bool) }),
    returns: { 204: Empty },
    run: ({ cx, rq, repo, actor, access, body }) => branches.point(cx, repo, actor.account, access, rq.params.branch, body),
  }),
  route({
    id: 'editReposBranchesByBranch', at: 'PATCH /repos/:owner/:repo/branches/:branch*', says: 'Rename a branch', needs: writes,
    body: input('RenameBranchRepoOption', { name }),
    returns: { 204: Empty },
    run: ({ cx, rq, repo, actor, access, body }) => branches.rename(cx, repo, actor.account, access, rq.params.branch, body.name),
  }),
  route({
    id: 'deleteReposBranchesByBranch', at: 'DELETE /repos/:owner/:repo/branches/:branch*', says: 'Delete a branch', needs: writes,
    returns: { 204: Empty },
    run: ({ cx, rq, repo, actor }) => branches.remove(cx, repo, actor.account, rq.params.branch),
  }),
].flat()
