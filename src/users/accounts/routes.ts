import { gates, scope, userVisible } from '../../access/index.ts'
import { Paged, slice } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Int, Optional, pageWith, record, Str, Type } from '../../kernel/schema.ts'
import { own } from '../ground/gates.ts'
import { User } from './schema.ts'
import * as store from './store.ts'
import * as view from './view.ts'

const UsersFound = record('UserSearchResults', { ok: Bool, data: Type.Array(User) })

export const routes = [
  route({
    id: 'getUser',
    at: 'GET /user',
    keep: true,
    says: 'Get the authenticated user',
    needs: own,
    returns: { 200: User },
    run: ({ cx, actor }) => view.one(cx, actor.account, actor.account),
  }),
  route({
    id: 'getUsersSearch',
    at: 'GET /users/search',
    says: 'Search users',
    needs: gates(scope('user')),
    query: pageWith({ q: Optional(Str), uid: Optional(Int) }),
    returns: { 200: UsersFound },
    run: async ({ cx, actor, query: { q = '', uid = 0, ...page } }) => {
      const at = slice(cx, page)
      if (uid < 0) return { ok: true, data: view.system(cx, uid) }
      const { rows, total } = await store.search(cx.db, actor.account, { q: q.trim(), uid, publicOnly: actor.publicOnly }, at)
      return new Paged({ ok: true, data: view.many(cx, rows, actor.account) }, total, at)
    },
  }),
  route({
    id: 'getUsers',
    at: 'GET /users/:username',
    keep: true,
    says: 'Get a user',
    needs: gates(scope('user'), userVisible),
    returns: { 200: User },
    run: ({ cx, actor, user }) => view.one(cx, user, actor.account),
  }),
].flat()
