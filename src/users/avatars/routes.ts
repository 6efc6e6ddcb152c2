import { createHash } from 'node:crypto'
import { anyone, gates, userVisible } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { raw, route, type Rq } from '../../kernel/route.ts'
import { Bytes, Empty, input, Raw } from '../../kernel/schema.ts'
import { ownPrivate } from '../ground/gates.ts'
import { avatarUrl } from '../accounts/view.ts'
import * as avatars from './verbs.ts'

export const UpdateUserAvatarOption = input('UpdateUserAvatarOption', { image: Bytes })

/** A picture is named by its bytes, so it may be kept; should it ever be opened by itself, nothing in it runs. */
export const headers = { 'cache-control': 'public, max-age=86400', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox", 'x-content-type-options': 'nosniff' }

async function shown(cx: Cx, rq: Rq, hash: string) {
  const etag = `"${hash}"`
  if (rq.headers['if-none-match'] === etag) return raw('', { ...headers, etag }, 304)
  const { type, body } = await avatars.show(cx, hash)
  return raw(body, { ...headers, 'content-type': type, etag })
}

export const routes = [
  route({
    id: 'createUserAvatar',
    at: 'POST /user/avatar',
    says: 'Set the avatar of the authenticated user',
    needs: ownPrivate,
    body: UpdateUserAvatarOption,
    returns: { 204: Empty },
    run: ({ cx, actor, body }) => avatars.set(cx, actor.account, body.image, actor.account),
  }),
  route({
    id: 'deleteUserAvatar',
    at: 'DELETE /user/avatar',
    says: 'Remove the avatar of the authenticated user',
    needs: ownPrivate,
    returns: { 204: Empty },
    run: ({ cx, actor }) => avatars.clear(cx, actor.account, actor.account),
  }),
  route({
    id: 'showAvatar',
    at: 'GET /avatars/:hash',
    says: 'Show a picture of an account',
    needs: anyone,
    site: true,
    returns: { 200: Raw },
    run: ({ cx, rq }) => shown(cx, rq, rq.params.hash.toLowerCase()),
  }),
  route({
    id: 'showEmailAvatar',
    at: 'GET /avatar/:hash',
    says: 'Show a picture made from a hash of an address; whose it is, is not told',
    needs: anyone,
    site: true,
    returns: { 200: Raw },
    run: ({ cx, rq }) => shown(cx, rq, createHash('md5').update(`address:${rq.params.hash.toLowerCase()}`).digest('hex')),
  }),
  route({
    id: 'showAvatarNamed',
    at: 'GET /user/avatar/:name/:size',
    says: 'Lead to the picture of an account by its name',
    needs: anyone,
    site: true,
    returns: { 200: Raw },
    run: async ({ cx, rq, actor }) => raw('', { location: await avatars.addressOf(cx, actor.account, rq.params.name), 'cache-control': 'private, max-age=300' }, 302),
  }),
  route({
    id: 'showAvatarPng',
    at: 'GET /:username.png',
    says: 'Lead to the picture of an account',
    needs: gates(userVisible),
    site: true,
    returns: { 200: Raw },
    run: async ({ cx, user }) => raw('', { location: avatarUrl(cx, user), 'cache-control': 'private, max-age=300' }, 302),
  }),
].flat()
