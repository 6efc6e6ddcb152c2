import { gates, scope } from '../../access/index.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Optional, pageWith, Str, Type } from '../../kernel/schema.ts'
import { readers } from '../ground/gates.ts'
import { Issue } from '../issues/schema.ts'
import * as issueView from '../issues/view.ts'
import * as store from './store.ts'
import * as search from './verbs.ts'

const filters = { state: Optional(Str), labels: Optional(Str), milestones: Optional(Str), q: Optional(Str), type: Optional(Str), since: Optional(Str), before: Optional(Str) }

export const routes = [
  route({
    id: 'listReposIssues',
    at: 'GET /repos/:owner/:repo/issues',
    keep: true,
    says: 'List issues and pull requests of a repository',
    needs: readers,
    query: pageWith({ ...filters, created_by: Optional(Str), assigned_by: Optional(Str), mentioned_by: Optional(Str) }),
    returns: { 200: Type.Array(Issue) },
    async run({ cx, repo, access, actor, query }) {
      const wanted = await search.inRepo(cx, { repo, access }, query)
      return paged(cx, query, (at) => store.list(cx.db, wanted, at), (rows) => issueView.many(cx, rows, { viewer: actor.account, repos: [repo] }))
    },
  }),
  route({
    id: 'listReposIssuesSearch',
    at: 'GET /repos/issues/search',
    keep: true,
    says: 'Search issues and pull requests of all repositories',
    needs: gates(scope('issue')),
    query: pageWith({
      ...filters, assigned: Optional(Bool), created: Optional(Bool), mentioned: Optional(Bool), review_requested: Optional(Bool), reviewed: Optional(Bool),
      owner: Optional(Str), created_by: Optional(Str), team: Optional(Str),
    }),
    returns: { 200: Type.Array(Issue) },
    async run({ cx, actor, query }) {
      const wanted = await search.everywhere(cx, actor, query)
      return paged(cx, query, (at) => store.list(cx.db, wanted, at), (rows) => issueView.many(cx, rows, { viewer: actor.account }))
    },
  }),
].flat()
