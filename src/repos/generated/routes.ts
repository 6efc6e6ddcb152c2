import { gates, repoRead, repoVisible, scope, signedIn } from '../../access/index.ts'
import { answer, route } from '../../kernel/route.ts'
import { Bool, input, Optional, Str, Text } from '../../kernel/schema.ts'
import { Repository } from '../repos/schema.ts'
import * as view from '../repos/view.ts'
import * as generating from './verbs.ts'

export const routes = [
  route({
    id: 'createReposGenerate',
    at: 'POST /repos/:owner/:repo/generate',
    says: 'Create a repository from a template',
    needs: gates(scope('repository'), repoVisible, signedIn, repoRead('code')),
    body: input('GenerateRepoOption', {
      owner: Optional(Str),
      name: Text({ maxLength: 100, format: 'alphaDashDot' }),
      default_branch: Optional(Str),
      description: Optional(Text({ maxLength: 2048 })),
      private: Optional(Bool),
      git_content: Optional(Bool),
      topics: Optional(Bool),
      git_hooks: Optional(Bool),
      webhooks: Optional(Bool),
      avatar: Optional(Bool),
      labels: Optional(Bool),
      protected_branch: Optional(Bool),
    }),
    returns: { 201: Repository },
    run: async ({ cx, repo, actor, body }) => answer(201, await view.fresh(cx, await generating.from(cx, repo, actor.account, body), actor)),
  }),
].flat()
