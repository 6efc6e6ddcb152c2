import { findAccountByName, gates, isBlocked, orgOwner, orgVisible, scope, signedIn, type Account, type Gate } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Optional, Page, Str, Type } from '../../kernel/schema.ts'
import { blocks, blockStore, User, userView } from '../../users/index.ts'

/** Former names do not count here. */
const target: Gate<{ user: Account }> = {
  says: 'user exists',
  async open(rq) {
    const user = await findAccountByName(rq.cx.db, rq.params.username)
    if (!user) throw notFound()
    return { user }
  },
}
const owners = gates(scope('organization'), orgVisible, signedIn, orgOwner)
const toNamed = gates(scope('organization'), orgVisible, signedIn, orgOwner, target)

export const routes = [
  route({
    id: 'listOrgsBlocks',
    at: 'GET /orgs/:org/blocks',
    says: 'List whom an organization has blocked',
    needs: owners,
    query: Page,
    returns: { 200: Type.Array(User) },
    run: ({ cx, org, query }) => paged(cx, query, (at) => blockStore.list(cx.db, org.id, at), (rows) => userView.many(cx, rows, org)),
  }),
  route({
    id: 'getOrgsBlocks',
    at: 'GET /orgs/:org/blocks/:username',
    says: 'Check whether an organization has blocked somebody',
    needs: toNamed,
    returns: { 204: Empty },
    run: async ({ cx, org, user }) => {
      if (!(await isBlocked(cx.db, org.id, user.id))) throw notFound()
    },
  }),
  route({
    id: 'putOrgsBlocks',
    at: 'PUT /orgs/:org/blocks/:username',
    says: 'Block a user for an organization',
    needs: toNamed,
    query: Type.Object({ note: Optional(Str) }),
    returns: { 204: Empty },
    run: ({ cx, org, actor, user, query }) => blocks.block(cx, org, user, actor.account, query.note),
  }),
  route({
    id: 'deleteOrgsBlocks',
    at: 'DELETE /orgs/:org/blocks/:username',
    says: 'Unblock a user for an organization',
    needs: toNamed,
    returns: { 204: Empty },
    run: ({ cx, org, user }) => blocks.unblock(cx, org, user),
  }),
].flat()
