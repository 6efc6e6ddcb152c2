import { route } from '../../kernel/route.ts'
import { Int, Str, Type } from '../../kernel/schema.ts'
import { readsCode } from '../ground/gates.ts'
import * as languages from './verbs.ts'

export const routes = [
  route({
    id: 'getReposLanguages', at: 'GET /repos/:owner/:repo/languages', says: 'Get the languages of a repository with their sizes', needs: readsCode,
    returns: { 200: Type.Record(Str, Int) },
    run: ({ cx, repo }) => languages.count(cx, repo),
  }),
].flat()
