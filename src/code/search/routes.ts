import { gates, scope, signedIn } from '../../access/index.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Optional, pageWith, Str } from '../../kernel/schema.ts'
import { readsCode } from '../ground/gates.ts'
import { CodeSearchResults } from './schema.ts'
import * as search from './verbs.ts'
import * as view from './view.ts'

const words = { q: Optional(Str), path: Optional(Str), extension: Optional(Str), language: Optional(Str), case: Optional(Bool), word: Optional(Bool), regexp: Optional(Bool) }

// beyond the public API: docs/wire.md
export const routes = [
  route({
    id: 'listReposSearchCode', at: 'GET /repos/:owner/:repo/search/code', says: 'Look for a text in the files of a repository', needs: readsCode,
    query: pageWith({ ...words, ref: Optional(Str) }),
    returns: { 200: CodeSearchResults },
    run: async ({ cx, repo, actor, query }) => view.results(cx, actor, await search.inRepo(cx, repo, query), query),
  }),
  route({
    id: 'listSearchCode', at: 'GET /search/code', says: 'Look for a text in the default branches of repositories', needs: gates(scope('repository'), signedIn),
    query: pageWith({ ...words, owner: Optional(Str), repo: Optional(Str) }),
    returns: { 200: CodeSearchResults },
    run: async ({ cx, actor, query }) => view.results(cx, actor, await search.everywhere(cx, actor, query), query),
  }),
].flat()
