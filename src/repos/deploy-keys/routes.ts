import { gates, repoAdmin, repoVisible, scope, signedIn } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, Id, input, Int, Optional, pageWith, Str, Text, Type } from '../../kernel/schema.ts'
import { DeployKey } from './schema.ts'
import * as store from './store.ts'
import * as keys from './verbs.ts'
import * as view from './view.ts'

const administered = gates(scope('repository'), repoVisible, signedIn, repoAdmin)
const params = Type.Object({ id: Id })

export const routes = [
  route({
    id: 'listReposKeys',
    at: 'GET /repos/:owner/:repo/keys',
    says: 'List the deploy keys of a repository',
    needs: administered,
    query: pageWith({ key_id: Optional(Int), fingerprint: Optional(Str) }),
    returns: { 200: Type.Array(DeployKey) },
    run: ({ cx, repo, actor, query }) => paged(cx, query, (at) => store.list(cx.db, repo.id, query, at), (rows) => view.many(cx, repo, rows, actor), 'total'),
  }),
  route({
    id: 'createReposKeys',
    at: 'POST /repos/:owner/:repo/keys',
    says: 'Add a deploy key: an SSH key, or with key_type token a token for HTTP',
    needs: administered,
    body: input('CreateDeployKeyOption', { title: Text({ maxLength: 255 }), key: Optional(Str), read_only: Optional(Bool), key_type: Optional(Text({ enum: ['ssh', 'token'] })) }),
    returns: { 201: DeployKey },
    run: async ({ cx, repo, actor, body }) => view.fresh(cx, repo, await keys.create(cx, repo, actor.account, body)),
  }),
  route({
    id: 'getReposKeysById',
    at: 'GET /repos/:owner/:repo/keys/:id',
    says: 'Get a deploy key',
    needs: administered,
    params,
    returns: { 200: DeployKey },
    async run({ cx, repo, actor, params: { id } }) {
      const row = await store.find(cx.db, repo.id, id)
      if (!row) throw notFound()
      return (await view.many(cx, repo, [row], actor))[0]
    },
  }),
  route({
    id: 'deleteReposKeysById',
    at: 'DELETE /repos/:owner/:repo/keys/:id',
    says: 'Remove a deploy key',
    needs: administered,
    params,
    returns: { 204: Empty },
    run: ({ cx, repo, actor, params: { id } }) => keys.remove(cx, repo, actor.account, id),
  }),
].flat()
