import { gates, scope, siteAdmin } from '../../access/index.ts'
import { Paged, slice } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Optional, pageWith, Str, Strings } from '../../kernel/schema.ts'
import * as unadopted from './verbs.ts'

const site = gates(scope('admin'), siteAdmin)

export const routes = [
  route({
    id: 'listAdminUnadopted', at: 'GET /admin/unadopted', says: 'List repositories that lie in the folder for it and have no owner yet', needs: site,
    query: pageWith({ pattern: Optional(Str), query: Optional(Str) }),
    returns: { 200: Strings },
    async run({ cx, query }) {
      const [all, at] = [await unadopted.list(cx, query.query ?? query.pattern ?? ''), slice(cx, query)]
      return new Paged(all.slice(at.offset, at.offset + at.limit), all.length, at, 'total')
    },
  }),
  route({
    id: 'createAdminUnadopted', at: 'POST /admin/unadopted/:owner/:repo', says: 'Take such a repository over', needs: site, returns: { 204: Empty },
    run: ({ cx, rq, actor }) => unadopted.adopt(cx, rq.params.owner, rq.params.repo, actor.account),
  }),
  route({
    id: 'deleteAdminUnadopted', at: 'DELETE /admin/unadopted/:owner/:repo', says: 'Delete such a repository', needs: site, returns: { 204: Empty },
    run: ({ cx, rq }) => unadopted.remove(cx, rq.params.owner, rq.params.repo),
  }),
].flat()
