import { anyone, gates, repoAdmin, repoVisible, scope, signedIn } from '../../access/index.ts'
import { raw, route } from '../../kernel/route.ts'
import { Bytes, Empty, input, Raw } from '../../kernel/schema.ts'
import { pictureHeaders } from '../../users/index.ts'
import * as avatars from './verbs.ts'

const administered = gates(scope('repository'), repoVisible, repoAdmin, signedIn)

export const routes = [
  route({
    id: 'createReposAvatar',
    at: 'POST /repos/:owner/:repo/avatar',
    says: 'Set the picture of a repository',
    needs: administered,
    body: input('UpdateRepoAvatarOption', { image: Bytes }),
    returns: { 204: Empty },
    run: ({ cx, repo, actor, body }) => avatars.set(cx, repo, body.image, actor.account),
  }),
  route({
    id: 'deleteReposAvatar',
    at: 'DELETE /repos/:owner/:repo/avatar',
    says: 'Remove the picture of a repository',
    needs: administered,
    returns: { 204: Empty },
    run: ({ cx, repo, actor }) => avatars.clear(cx, repo, actor.account),
  }),
  route({
    id: 'showRepoAvatar',
    at: 'GET /repo-avatars/:hash',
    says: 'Show the picture of a repository',
    needs: anyone,
    site: true,
    returns: { 200: Raw },
    async run({ cx, rq }) {
      const etag = `"${rq.params.hash}"`
      const { type, body } = await avatars.show(cx, rq.params.hash)
      if (rq.headers['if-none-match'] === etag) return raw('', { ...pictureHeaders, etag }, 304)
      return raw(body, { ...pictureHeaders, 'content-type': type, etag })
    },
  }),
].flat()
