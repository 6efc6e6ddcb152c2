import { gates, notArchived, repoVisible, repoWrite, scope, signedIn } from '../../access/index.ts'
import { route } from '../../kernel/route.ts'
import { Empty } from '../../kernel/schema.ts'
import * as mirrors from './verbs.ts'

export const routes = [
  route({
    id: 'createReposMirrorSync',
    at: 'POST /repos/:owner/:repo/mirror-sync',
    says: 'Ask for a mirror to be updated from its source',
    needs: gates(scope('repository'), repoVisible, signedIn, repoWrite('code'), notArchived),
    returns: { 200: Empty },
    run: ({ cx, repo }) => mirrors.ask(cx, repo),
  }),
].flat()
