import { gates, scope, signedIn, userVisible } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { raw, route } from '../../kernel/route.ts'
import { Bool, Empty, Id, input, Optional, pageWith, Raw, Str, Text, Type } from '../../kernel/schema.ts'
import { ownPrivate } from '../ground/gates.ts'
import { PublicKey } from './schema.ts'
import * as store from './store.ts'
import * as keys from './verbs.ts'
import * as view from './view.ts'

const byPrint = pageWith({ fingerprint: Optional(Str) })
const params = Type.Object({ id: Id })

const plain = { 'content-type': 'text/plain;charset=utf-8', 'cache-control': 'private, max-age=60' }
/** Without the comment, which often is an address. */
const bare = (key: string) => `${key.split(' ').slice(0, 2).join(' ')}\n`

export const CreateKeyOption = input('CreateKeyOption', { title: Text({ maxLength: 255 }), key: Str, read_only: Optional(Bool) })

export const routes = [
  route({
    id: 'listUserKeys',
    at: 'GET /user/keys',
    says: 'List the SSH keys of the authenticated user',
    needs: ownPrivate,
    query: byPrint,
    returns: { 200: Type.Array(PublicKey) },
    run: ({ cx, actor: { account: viewer }, query: { fingerprint, ...page } }) =>
      paged(cx, page, (at) => store.list(cx.db, { viewer, fingerprint, accountId: fingerprint ? undefined : viewer.id }, at), (rows) => view.many(cx, rows, viewer)),
  }),
  route({
    id: 'createUserKeys',
    at: 'POST /user/keys',
    says: 'Add an SSH key',
    needs: ownPrivate,
    body: CreateKeyOption,
    returns: { 201: PublicKey },
    run: async ({ cx, actor, body }) => view.one(cx, await keys.create(cx, actor.account, body), actor.account),
  }),
  route({
    id: 'getUserKeysById',
    at: 'GET /user/keys/:id',
    says: 'Get an SSH key',
    needs: ownPrivate,
    params,
    returns: { 200: PublicKey },
    run: async ({ cx, actor, params }) => view.one(cx, await keys.open(cx, params.id, actor.account), actor.account),
  }),
  route({
    id: 'deleteUserKeysById',
    at: 'DELETE /user/keys/:id',
    says: 'Delete an SSH key',
    needs: ownPrivate,
    params,
    returns: { 204: Empty },
    run: ({ cx, actor, params }) => keys.remove(cx, params.id, actor.account),
  }),
  route({
    id: 'listUsersKeys',
    at: 'GET /users/:username/keys',
    says: 'List the SSH keys of a user',
    needs: gates(scope('user'), signedIn, userVisible),
    query: byPrint,
    returns: { 200: Type.Array(PublicKey) },
    run: ({ cx, actor: { account: viewer }, user, query: { fingerprint, ...page } }) =>
      paged(cx, page, (at) => store.list(cx.db, { viewer, fingerprint, accountId: user.id }, at), (rows) => view.many(cx, rows, viewer)),
  }),
  route({
    id: 'showKeys',
    at: 'GET /:username.keys',
    says: 'Public SSH keys of an account, as a list of authorized keys has them',
    needs: gates(userVisible),
    site: true,
    returns: { 200: Raw },
    run: async ({ cx, user }) => raw((await store.listContents(cx.db, user.id)).map(bare).join(''), plain),
  }),
].flat()
