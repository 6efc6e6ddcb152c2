import { gates, isBlocked, noPublicOnly, userNamed } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Optional, Page, Str, Type } from '../../kernel/schema.ts'
import { User } from '../accounts/schema.ts'
import * as userView from '../accounts/view.ts'
import { ownPrivate, self } from '../ground/gates.ts'
import * as store from './store.ts'
import * as blocks from './verbs.ts'

const toNamed = gates(...self, noPublicOnly, userNamed('/blocks/'))

export const routes = [
  route({
    id: 'listUserBlocks',
    at: 'GET /user/blocks',
    says: 'List whom the authenticated user has blocked',
    needs: ownPrivate,
    query: Page,
    returns: { 200: Type.Array(User) },
    run: ({ cx, actor, query }) => paged(cx, query, (at) => store.list(cx.db, actor.account.id, at), (rows) => userView.many(cx, rows, actor.account)),
  }),
  route({
    id: 'getUserBlocks',
    at: 'GET /user/blocks/:username',
    says: 'Check whether somebody is blocked',
    needs: toNamed,
    returns: { 204: Empty },
    run: async ({ cx, actor, user }) => {
      if (!(await isBlocked(cx.db, actor.account.id, user.id))) throw notFound()
    },
  }),
  route({
    id: 'putUserBlocks',
    at: 'PUT /user/blocks/:username',
    says: 'Block a user',
    needs: toNamed,
    query: Type.Object({ note: Optional(Str) }),
    returns: { 204: Empty },
    run: ({ cx, actor, user, query }) => blocks.block(cx, actor.account, user, actor.account, query.note),
  }),
  route({
    id: 'deleteUserBlocks',
    at: 'DELETE /user/blocks/:username',
    says: 'Unblock a user',
    needs: toNamed,
    returns: { 204: Empty },
    run: ({ cx, actor, user }) => blocks.unblock(cx, actor.account, user),
  }),
].flat()
