import { ADMIN, accountAccess, findAccountByName, gates, levelWords, repoAdmin, repoVisible, scope, signedIn, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, input, Nullable, Optional, Page, record, Str, Type, Word } from '../../kernel/schema.ts'
import { User, userView } from '../../users/index.ts'
import * as store from './store.ts'
import * as collaborators from './verbs.ts'

const RepoCollaboratorPermission = record('RepoCollaboratorPermission', { permission: Word('none', 'read', 'write', 'admin', 'owner'), role_name: Str, user: Nullable(User) })

const reader = gates(scope('repository'), repoVisible, signedIn)
const administered = gates(scope('repository'), repoVisible, signedIn, repoAdmin)

async function permissionOf(cx: Cx, repo: Repo, account: Account, viewer: Account) {
  const word = levelWords[(await accountAccess(cx.db, account, repo)).level]
  return { permission: word, role_name: word, user: userView.one(cx, account, viewer) }
}

export const routes = [
  route({
    id: 'listReposCollaborators',
    at: 'GET /repos/:owner/:repo/collaborators',
    says: 'List the collaborators of a repository',
    needs: reader,
    query: Page,
    returns: { 200: Type.Array(User) },
    run: ({ cx, repo, actor, query }) => paged(cx, query, (at) => store.list(cx.db, repo.id, at), (rows) => userView.many(cx, rows, actor.account), 'total'),
  }),
  route({
    id: 'getReposCollaboratorsByCollaborator',
    at: 'GET /repos/:owner/:repo/collaborators/:collaborator',
    says: 'Whether somebody is a collaborator',
    needs: reader,
    returns: { 204: Empty },
    async run({ cx, repo, rq }) {
      const account = await collaborators.named(cx, rq.params.collaborator)
      if (!(await store.find(cx.db, repo.id, account.id))) throw notFound()
    },
  }),
  route({
    id: 'putReposCollaboratorsByCollaborator',
    at: 'PUT /repos/:owner/:repo/collaborators/:collaborator',
    says: 'Add a collaborator or change the level of one',
    needs: administered,
    body: input('AddCollaboratorOption', { permission: Optional(Str) }),
    returns: { 204: Empty },
    run: ({ cx, repo, actor, rq, body }) => collaborators.set(cx, repo, actor.account, rq.params.collaborator, body.permission),
  }),
  route({
    id: 'deleteReposCollaboratorsByCollaborator',
    at: 'DELETE /repos/:owner/:repo/collaborators/:collaborator',
    says: 'Remove a collaborator',
    needs: administered,
    returns: { 204: Empty },
    run: ({ cx, repo, actor, rq }) => collaborators.remove(cx, repo, actor.account, rq.params.collaborator),
  }),
  route({
    id: 'getReposCollaboratorsPermissionByCollaborator',
    at: 'GET /repos/:owner/:repo/collaborators/:collaborator/permission',
    says: 'Get the level of access somebody has',
    needs: reader,
    returns: { 200: RepoCollaboratorPermission },
    async run({ cx, repo, actor, access, rq }) {
      if (access.level < ADMIN && rq.params.collaborator.toLowerCase() !== actor.account.lower_name) throw forbidden('only administrators may ask about others')
      const account = await findAccountByName(cx.db, rq.params.collaborator)
      if (!account) throw notFound()
      return permissionOf(cx, repo, account, actor.account)
    },
  }),
].flat()
