import { gates, notArchived, repoAdmin, repoVisible, repoWrite, scope, signedIn } from '../../access/index.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Nullable, record, Str, Time } from '../../kernel/schema.ts'
import { formatTime } from '../../kernel/times.ts'
import * as mirrors from './verbs.ts'

const MirrorState = record('MirrorState', { last_try: Nullable(Time), last_error: Str })

export const routes = [
  route({
    id: 'createReposMirrorSync',
    at: 'POST /repos/:owner/:repo/mirror-sync',
    says: 'Ask for a mirror to be updated from its source',
    needs: gates(scope('repository'), repoVisible, signedIn, repoWrite('code'), notArchived),
    returns: { 200: Empty },
    run: ({ cx, repo }) => mirrors.ask(cx, repo),
  }),
  route({
    id: 'getReposMirrorSync',
    at: 'GET /repos/:owner/:repo/mirror-sync',
    says: 'Get when a mirror was updated last, and what went wrong then',
    needs: gates(scope('repository'), repoVisible, repoAdmin, signedIn),
    returns: { 200: MirrorState },
    async run({ cx, repo }) {
      const { tried_at, last_error } = await mirrors.state(cx, repo)
      return { last_try: tried_at === 0 ? null : formatTime(tried_at), last_error }
    },
  }),
].flat()
