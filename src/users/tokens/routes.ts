import { basicOnly, gates, scope, selfOrAdmin, signedIn, userVisible } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, input, Optional, Page, Str, Strings, Type } from '../../kernel/schema.ts'
import { AccessToken, CurrentAccessToken } from './schema.ts'
import * as store from './store.ts'
import * as tokens from './verbs.ts'
import * as view from './view.ts'

const ownTokens = gates(scope('user'), userVisible, selfOrAdmin, basicOnly)

export const routes = [
  route({
    id: 'listUsersTokens',
    at: 'GET /users/:username/tokens',
    says: 'List the access tokens of a user',
    needs: ownTokens,
    query: Page,
    returns: { 200: Type.Array(AccessToken) },
    run: ({ cx, user, query }) => paged(cx, query, (at) => store.list(cx.db, user.id, at), view.many, 'total'),
  }),
  route({
    id: 'createUsersTokens',
    at: 'POST /users/:username/tokens',
    says: 'Create an access token',
    needs: ownTokens,
    body: input('CreateAccessTokenOption', { name: Str, scopes: Optional(Strings) }),
    returns: { 201: AccessToken },
    run: async ({ cx, user, actor, body }) => view.fresh(await tokens.create(cx, user, actor, body)),
  }),
  route({
    id: 'deleteUsersTokensByToken',
    at: 'DELETE /users/:username/tokens/:token',
    says: 'Delete an access token by id or name',
    needs: ownTokens,
    returns: { 204: Empty },
    run: ({ cx, user, actor, rq }) => tokens.remove(cx, user, actor, rq.params.token),
  }),
  route({
    id: 'getToken',
    at: 'GET /token',
    says: 'Get the access token of this request',
    needs: gates(signedIn),
    returns: { 200: CurrentAccessToken },
    run: async ({ cx, actor }) => view.current(await tokens.current(cx, actor), actor.account),
  }),
  route({
    id: 'deleteToken',
    at: 'DELETE /token',
    says: 'Delete the access token of this request',
    needs: gates(signedIn),
    returns: { 204: Empty },
    run: ({ cx, actor }) => tokens.revoke(cx, actor),
  }),
].flat()
