// Programs that git runs on the server. Nobody may lay any there: whoever could, would be the server.
import { gates, repoAdmin, repoVisible, scope, signedIn, type Gate } from '../../access/index.ts'
import { forbidden } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, input, Optional, record, Str, Type } from '../../kernel/schema.ts'

const GitHook = record('GitHook', { name: Str, is_active: Bool, content: Optional(Str) })

const refused = () => forbidden('git hooks are switched off on this server')
const switchedOn: Gate<object> = {
  says: 'may edit git hooks',
  open() {
    throw refused()
  },
}
const needs = gates(scope('repository'), repoVisible, signedIn, repoAdmin, switchedOn)
const run = (): never => {
  throw refused()
}

export const routes = [
  route({ id: 'listReposHooksGit', at: 'GET /repos/:owner/:repo/hooks/git', says: 'List git hooks', needs, returns: { 200: Type.Array(GitHook) }, run }),
  route({ id: 'getReposHooksGitById', at: 'GET /repos/:owner/:repo/hooks/git/:id', says: 'Get a git hook', needs, returns: { 200: GitHook }, run }),
  route({ id: 'deleteReposHooksGitById', at: 'DELETE /repos/:owner/:repo/hooks/git/:id', says: 'Empty a git hook', needs, returns: { 204: Empty }, run }),
  route({ id: 'editReposHooksGitById', at: 'PATCH /repos/:owner/:repo/hooks/git/:id', says: 'Edit a git hook', needs, body: input('EditGitHookOption', { content: Optional(Str) }), returns: { 200: GitHook }, run }),
].flat()
