import { Paged, slice } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Nullable, Optional, pageWith, Str, Type } from '../../kernel/schema.ts'
import * as commentStore from '../comments/store.ts'
import { issueOf } from '../ground/at.ts'
import { spanOf } from '../ground/days.ts'
import { byIndex, readers } from '../ground/gates.ts'
import { TimelineComment } from './schema.ts'
import * as view from './view.ts'

export const routes = [
  route({
    id: 'listReposIssuesTimelineByIndex',
    at: 'GET /repos/:owner/:repo/issues/:index/timeline',
    says: 'List everything that happened on an issue',
    needs: readers,
    params: byIndex,
    query: pageWith({ since: Optional(Str), before: Optional(Str) }),
    returns: { 200: Nullable(Type.Array(Nullable(TimelineComment))) },
    async run(ctx) {
      const at = await issueOf(ctx)
      const page = slice(ctx.cx, ctx.query)
      const entries = await view.many(ctx.cx, await commentStore.listAll(ctx.cx.db, at.issue.id, spanOf(ctx.query), page), at)
      return new Paged(entries.length > 0 ? entries : null, entries.length, page, 'total')
    },
  }),
].flat()
