import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { Paged, slice, type PageQuery } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, input, Optional, Page, Str, Type } from '../../kernel/schema.ts'
import { readsCode, writesCode } from '../ground/gates.ts'
import { Tag } from './schema.ts'
import * as tags from './verbs.ts'
import * as view from './view.ts'

async function list(cx: Cx, repo: Repo, query: PageQuery) {
  const at = slice(cx, query)
  const all = await tags.list(cx, repo)
  return new Paged(all.slice(at.offset, at.offset + at.limit).map((one) => view.one(cx, repo, one)), all.length, at, 'total')
}

export const routes = [
  route({
    id: 'listReposTags', at: 'GET /repos/:owner/:repo/tags', says: 'List tags', needs: readsCode, query: Page,
    returns: { 200: Type.Array(Tag) },
    run: ({ cx, repo, query }) => list(cx, repo, query),
  }),
  route({
    id: 'createReposTags', at: 'POST /repos/:owner/:repo/tags', says: 'Create a tag', needs: writesCode,
    body: input('CreateTagOption', { tag_name: Str, message: Optional(Str), target: Optional(Str) }),
    returns: { 201: Tag },
    run: async ({ cx, repo, actor, body }) => view.one(cx, repo, await tags.create(cx, repo, actor.account, body)),
  }),
  route({
    id: 'getReposTagsByTag', at: 'GET /repos/:owner/:repo/tags/:tag*', says: 'Get a tag', needs: readsCode,
    returns: { 200: Tag },
    run: async ({ cx, rq, repo }) => view.one(cx, repo, await tags.get(cx, repo, rq.params.tag)),
  }),
  route({
    id: 'deleteReposTagsByTag', at: 'DELETE /repos/:owner/:repo/tags/:tag*', says: 'Delete a tag', needs: writesCode,
    returns: { 204: Empty },
    run: ({ cx, rq, repo, actor }) => tags.remove(cx, repo, actor.account, rq.params.tag),
  }),
].flat()
