import { gates, noPublicOnly, scope, signedIn } from '../../access/index.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Int, input, Optional, Str, Text } from '../../kernel/schema.ts'
import { Repository, repoView } from '../../repos/index.ts'
import * as imports from './verbs.ts'

export const MigrateRepoOptions = input('MigrateRepoOptions', {
  auth_password: Optional(Str),
  auth_token: Optional(Str),
  auth_username: Optional(Str),
  aws_access_key_id: Optional(Str),
  aws_secret_access_key: Optional(Str),
  clone_addr: Str,
  cloud_access_key_id: Optional(Str),
  cloud_secret_access_key: Optional(Str),
  description: Optional(Text({ maxLength: 2048 })),
  issues: Optional(Bool),
  labels: Optional(Bool),
  lfs: Optional(Bool),
  lfs_endpoint: Optional(Str),
  milestones: Optional(Bool),
  mirror: Optional(Bool),
  mirror_interval: Optional(Str),
  private: Optional(Bool),
  pull_requests: Optional(Bool),
  releases: Optional(Bool),
  repo_name: Text({ maxLength: 100, format: 'alphaDashDot' }),
  repo_owner: Optional(Str),
  service: Optional(Str),
  uid: Optional(Int),
  wiki: Optional(Bool),
})

export const routes = [
  route({
    id: 'createReposMigrate',
    at: 'POST /repos/migrate',
    says: 'Import a repository from elsewhere; answered when all of it is there',
    needs: gates(scope('repository'), signedIn, noPublicOnly),
    body: MigrateRepoOptions,
    returns: { 201: Repository },
    run: async ({ cx, actor, body }) => repoView.fresh(cx, await imports.create(cx, actor.account, body), actor),
  }),
].flat()
