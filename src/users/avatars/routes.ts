import { anyone } from '../../access/index.ts'
import { raw, route } from '../../kernel/route.ts'
import { Bytes, Empty, input, Raw } from '../../kernel/schema.ts'
import { ownPrivate } from '../ground/gates.ts'
import * as avatars from './verbs.ts'

export const UpdateUserAvatarOption = input('UpdateUserAvatarOption', { image: Bytes })

/** A picture is named by its bytes, so it may be kept; should it ever be opened by itself, nothing in it runs. */
const headers = { 'cache-control': 'public, max-age=86400', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox", 'x-content-type-options': 'nosniff' }

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
    run: async ({ cx, rq }) => {
      const { type, body } = await avatars.show(cx, rq.params.hash)
      return raw(body, { ...headers, 'content-type': type })
    },
  }),
].flat()
