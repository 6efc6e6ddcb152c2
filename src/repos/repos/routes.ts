import { gates, noPublicOnly, orgExists, repoVisible, scope, signedIn } from '../../access/index.ts'
import { route } from '../../kernel/route.ts'
import { Bool, input, Optional, Str, Text } from '../../kernel/schema.ts'
import { Repository } from './schema.ts'
import * as repos from './verbs.ts'
import * as view from './view.ts'

export const CreateRepoOption = input('CreateRepoOption', {
  name: Text({ maxLength: 100, format: 'alphaDashDot' }),
  description: Optional(Text({ maxLength: 2048 })),
  private: Optional(Bool),
  issue_labels: Optional(Text({ maxLength: 255 })),
  auto_init: Optional(Bool),
  template: Optional(Bool),
  gitignores: Optional(Text({ maxLength: 1024 })),
  license: Optional(Text({ maxLength: 100 })),
  readme: Optional(Text({ maxLength: 255 })),
  default_branch: Optional(Text({ maxLength: 100, format: 'gitRefName' })),
  trust_model: Optional(Str),
  object_format_name: Optional(Text({ maxLength: 6 })),
})

export const routes = [
  route({
    id: 'createUserRepos',
    at: 'POST /user/repos',
    says: 'Create a repository',
    needs: gates(scope('user', 'repository'), signedIn, noPublicOnly),
    body: CreateRepoOption,
    returns: { 201: Repository },
    run: async ({ cx, actor, body }) => view.one(cx, await repos.create(cx, actor.account, actor.account, body), actor),
  }),
  route({
    id: 'createOrgsRepos',
    at: 'POST /orgs/:org/repos',
    says: 'Create a repository in an organization',
    needs: gates(scope('organization'), orgExists, noPublicOnly, signedIn, scope('repository')),
    body: CreateRepoOption,
    returns: { 201: Repository },
    run: async ({ cx, org, actor, body }) => view.one(cx, await repos.create(cx, org, actor.account, body), actor),
  }),
  route({
    id: 'getRepos',
    at: 'GET /repos/:owner/:repo',
    says: 'Get a repository',
    needs: gates(scope('repository'), repoVisible),
    returns: { 200: Repository },
    run: ({ cx, repo, actor, access }) => view.one(cx, repo, actor, access),
  }),
].flat()
