import { canSeeAccount, gates, scope, signedIn, userNamed, userVisible, type Account, type Gate } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Page, Type } from '../../kernel/schema.ts'
import { User } from '../accounts/schema.ts'
import * as userView from '../accounts/view.ts'
import { own, self } from '../ground/gates.ts'
import * as store from './store.ts'
import * as follows from './verbs.ts'

const ofUser = gates(scope('user'), signedIn, userVisible)
const toNamed = gates(...self, userNamed('/following/'))
const followed = userNamed('/following/', 'target')
const target: Gate<{ target: Account }> = { says: followed.says, open: async (rq, at) => ({ target: (await followed.open(rq, at)).user }) }
const Users = { 200: Type.Array(User) }

export const routes = [
  route({
    id: 'listUserFollowers',
    at: 'GET /user/followers',
    says: 'List the followers of the authenticated user',
    needs: own,
    query: Page,
    returns: Users,
    run: ({ cx, actor, query }) => paged(cx, query, (at) => store.followers(cx.db, actor.account.id, actor, at), (rows) => userView.many(cx, rows, actor.account)),
  }),
  route({
    id: 'listUserFollowing',
    at: 'GET /user/following',
    says: 'List whom the authenticated user follows',
    needs: own,
    query: Page,
    returns: Users,
    run: ({ cx, actor, query }) => paged(cx, query, (at) => store.following(cx.db, actor.account.id, actor, at), (rows) => userView.many(cx, rows, actor.account)),
  }),
  route({
    id: 'listUsersFollowers',
    at: 'GET /users/:username/followers',
    says: 'List the followers of a user',
    needs: ofUser,
    query: Page,
    returns: Users,
    run: ({ cx, actor, user, query }) => paged(cx, query, (at) => store.followers(cx.db, user.id, actor, at), (rows) => userView.many(cx, rows, actor.account)),
  }),
  route({
    id: 'listUsersFollowing',
    at: 'GET /users/:username/following',
    says: 'List whom a user follows',
    needs: ofUser,
    query: Page,
    returns: Users,
    run: ({ cx, actor, user, query }) => paged(cx, query, (at) => store.following(cx.db, user.id, actor, at), (rows) => userView.many(cx, rows, actor.account)),
  }),
  route({
    id: 'getUsersFollowingByTarget',
    at: 'GET /users/:username/following/:target',
    says: 'Check whether one user follows another',
    needs: gates(scope('user'), signedIn, userVisible, target),
    returns: { 204: Empty },
    run: async ({ cx, actor, user, target }) => {
      if (!(await canSeeAccount(cx.db, actor.account, target)) || !(await store.find(cx.db, user.id, target.id))) throw notFound()
    },
  }),
  route({
    id: 'getUserFollowing',
    at: 'GET /user/following/:username',
    says: 'Check whether the authenticated user follows somebody',
    needs: toNamed,
    returns: { 204: Empty },
    run: async ({ cx, actor, user }) => {
      if (!(await store.find(cx.db, actor.account.id, user.id))) throw notFound()
    },
  }),
  route({
    id: 'putUserFollowing',
    at: 'PUT /user/following/:username',
    says: 'Follow a user or organization',
    needs: toNamed,
    returns: { 204: Empty },
    run: ({ cx, actor, user }) => follows.follow(cx, actor.account, user),
  }),
  route({
    id: 'deleteUserFollowing',
    at: 'DELETE /user/following/:username',
    says: 'Stop following',
    needs: toNamed,
    returns: { 204: Empty },
    run: ({ cx, actor, user }) => follows.unfollow(cx, actor.account, user),
  }),
].flat()
