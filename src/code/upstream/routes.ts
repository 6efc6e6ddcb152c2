import { gates, notArchived, repoVisible, repoWrite, scope, signedIn } from '../../access/index.ts'
import { route } from '../../kernel/route.ts'
import { Bool, input, Optional, record, Str } from '../../kernel/schema.ts'
import * as upstream from './verbs.ts'

export const routes = [
  route({
    id: 'createReposMergeUpstream',
    at: 'POST /repos/:owner/:repo/merge-upstream',
    says: 'Merge what is new where a fork comes from',
    needs: gates(scope('repository'), repoVisible, signedIn, notArchived, repoWrite('code')),
    body: input('MergeUpstreamRequest', { branch: Optional(Str), ff_only: Optional(Bool) }),
    returns: { 200: record('MergeUpstreamResponse', { merge_type: Str }) },
    run: async ({ cx, repo, actor, access, body }) => ({ merge_type: await upstream.follow(cx, repo, actor, access, body.branch ?? '', body.ff_only ?? false) }),
  }),
].flat()
