import { gates, scope, signedIn, userVisible } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { raw, route } from '../../kernel/route.ts'
import { Empty, Id, input, Optional, Page, Raw, Str, Type } from '../../kernel/schema.ts'
import { ownPrivate } from '../ground/gates.ts'
import { GPGKey } from './schema.ts'
import * as store from './store.ts'
import * as keys from './verbs.ts'
import * as view from './view.ts'

const params = Type.Object({ id: Id })
const plain = { 'content-type': 'text/plain;charset=utf-8', 'cache-control': 'private, max-age=60' }

export const routes = [
  route({
    id: 'listUserGpgKeys',
    at: 'GET /user/gpg_keys',
    says: 'List the GPG keys of the authenticated user',
    needs: ownPrivate,
    query: Page,
    returns: { 200: Type.Array(GPGKey) },
    run: ({ cx, actor, query }) => paged(cx, query, (at) => store.list(cx.db, actor.account.id, at), (rows) => view.many(cx, rows), 'total'),
  }),
  route({
    id: 'createUserGpgKeys',
    at: 'POST /user/gpg_keys',
    says: 'Add a GPG key',
    needs: ownPrivate,
    body: input('CreateGPGKeyOption', { armored_public_key: Str, armored_signature: Optional(Str) }),
    returns: { 201: GPGKey },
    run: async ({ cx, actor, body }) => view.one(cx, await keys.add(cx, actor.account, body)),
  }),
  route({
    id: 'getUserGpgKeysById',
    at: 'GET /user/gpg_keys/:id',
    says: 'Get a GPG key',
    needs: ownPrivate,
    params,
    returns: { 200: GPGKey },
    run: async ({ cx, actor, params }) => view.one(cx, await keys.open(cx, actor.account, params.id)),
  }),
  route({
    id: 'deleteUserGpgKeysById',
    at: 'DELETE /user/gpg_keys/:id',
    says: 'Delete a GPG key',
    needs: ownPrivate,
    params,
    returns: { 204: Empty },
    run: ({ cx, actor, params }) => keys.remove(cx, actor.account, params.id),
  }),
  route({
    id: 'getUserGpgKeyToken',
    at: 'GET /user/gpg_key_token',
    says: 'Get the text to sign with a key to prove that it is yours',
    needs: ownPrivate,
    returns: { 200: Raw },
    run: ({ cx, actor }) => raw(keys.tokenOf(cx, actor.account), { 'content-type': 'text/plain;charset=utf-8' }),
  }),
  route({
    id: 'createUserGpgKeyVerify',
    at: 'POST /user/gpg_key_verify',
    says: 'Prove that a GPG key is yours',
    needs: ownPrivate,
    body: input('VerifyGPGKeyOption', { key_id: Str, armored_signature: Str }),
    returns: { 200: GPGKey },
    run: async ({ cx, actor, body }) => view.one(cx, await keys.verify(cx, actor.account, body)),
  }),
  route({
    id: 'listUsersGpgKeys',
    at: 'GET /users/:username/gpg_keys',
    says: 'List the GPG keys of a user',
    needs: gates(scope('user'), signedIn, userVisible),
    query: Page,
    returns: { 200: Type.Array(GPGKey) },
    run: ({ cx, user, query }) => paged(cx, query, (at) => store.list(cx.db, user.id, at), (rows) => view.many(cx, rows), 'total'),
  }),
  route({
    id: 'showGpgKeys',
    at: 'GET /:username.gpg',
    says: 'Public GPG keys of an account',
    needs: gates(userVisible),
    site: true,
    returns: { 200: Raw },
    run: async ({ cx, user }) => raw((await store.listArmor(cx.db, user.id)).join('\n'), plain),
  }),
].flat()
