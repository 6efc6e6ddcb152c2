import { gates, notArchived, readable, repoVisible, repoWrite, scope, signedIn } from '../access/index.ts'
import { bad } from '../kernel/errors.ts'
import { Paged } from '../kernel/paging.ts'
import { answer, route } from '../kernel/route.ts'
import { Bytes, Empty, input, Int, Optional, Str, Type } from '../kernel/schema.ts'
import { open } from './places.ts'
import { WikiCommitList, WikiPage, WikiPageMetaData } from './schema.ts'
import * as wikis from './verbs.ts'
import * as view from './view.ts'

const W = '/repos/:owner/:repo/wiki'
const reader = gates(scope('repository'), repoVisible, readable('wiki'))
const maker = gates(scope('repository'), repoVisible, readable('wiki'), signedIn, notArchived, repoWrite('wiki'))
const writer = gates(scope('repository'), repoVisible, readable('wiki'), notArchived, signedIn, repoWrite('wiki'))
const CreateWikiPageOptions = input('CreateWikiPageOptions', { title: Str, content_base64: Optional(Bytes), message: Optional(Str) })

const DEFAULT = 30
const FURTHEST = 1_000_000

function decoded(text: string): Buffer {
  const tidy = text.replace(/[\r\n]/g, '')
  if (tidy.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(tidy)) throw bad('content_base64 is no base64')
  return Buffer.from(tidy, 'base64')
}

const pageNumber = (given: number | undefined) => Math.min(Math.max(1, given ?? 1), FURTHEST)

export const routes = [
  route({
    id: 'createReposWikiNew',
    at: `POST ${W}/new`,
    says: 'Create a page of the wiki',
    needs: maker,
    body: CreateWikiPageOptions,
    returns: { 201: WikiPage },
    async run({ cx, repo, actor, body }) {
      const made = await wikis.create(cx, { repo, by: actor.account }, { title: body.title, message: body.message, content: decoded(body.content_base64 ?? '') })
      const { wiki, page } = await wikis.get(cx, repo, made.sub_url)
      return view.one(cx, repo, wiki, page)
    },
  }),
  route({
    id: 'getReposWikiPageByPageName',
    at: `GET ${W}/page/:pageName`,
    says: 'Get a page of the wiki',
    needs: reader,
    returns: { 200: WikiPage },
    async run({ cx, repo, rq }) {
      const { wiki, page } = await wikis.get(cx, repo, rq.params.pageName)
      return view.one(cx, repo, wiki, page)
    },
  }),
  route({
    id: 'editReposWikiPageByPageName',
    at: `PATCH ${W}/page/:pageName`,
    says: 'Change or move a page of the wiki',
    needs: writer,
    body: CreateWikiPageOptions,
    returns: { 200: WikiPage },
    async run({ cx, repo, actor, rq, body }) {
      const content = body.content_base64 === undefined ? undefined : decoded(body.content_base64)
      const made = await wikis.edit(cx, { repo, by: actor.account }, rq.params.pageName, { title: body.title, message: body.message, content })
      const { wiki, page } = await wikis.get(cx, repo, made.sub_url)
      return view.one(cx, repo, wiki, page)
    },
  }),
  route({
    id: 'deleteReposWikiPageByPageName',
    at: `DELETE ${W}/page/:pageName`,
    says: 'Delete a page of the wiki',
    needs: writer,
    returns: { 204: Empty },
    run: ({ cx, repo, actor, rq }) => wikis.remove(cx, { repo, by: actor.account }, rq.params.pageName),
  }),
  route({
    id: 'listReposWikiPages',
    at: `GET ${W}/pages`,
    says: 'List the pages of the wiki',
    needs: reader,
    query: Type.Object({ page: Optional(Int), limit: Optional(Int) }),
    returns: { 200: Type.Array(WikiPageMetaData) },
    async run({ cx, repo, query }) {
      const limit = (query.limit ?? 0) <= 1 ? DEFAULT : Math.min(query.limit!, FURTHEST)
      const page = pageNumber(query.page)
      const at = { page, limit, offset: (page - 1) * limit }
      const { records, total } = await view.many(cx, repo, await open(cx, repo), at)
      return new Paged(records, total, at)
    },
  }),
  route({
    id: 'listReposWikiRevisionsByPageName',
    at: `GET ${W}/revisions/:pageName`,
    says: 'List the revisions of a page of the wiki',
    needs: reader,
    query: Type.Object({ page: Optional(Int) }),
    returns: { 200: WikiCommitList },
    async run({ cx, repo, rq, query }) {
      const { wiki, page } = await wikis.get(cx, repo, rq.params.pageName)
      const told = await view.revisions(cx, wiki, page, pageNumber(query.page))
      return answer(200, told, { 'x-total-count': String(told.count) })
    },
  }),
].flat()
