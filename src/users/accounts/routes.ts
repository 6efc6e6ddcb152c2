import { gates, scope, signedIn, userVisible } from '../../access/index.ts'
import { route } from '../../kernel/route.ts'
import { User } from './schema.ts'
import * as view from './view.ts'

export const routes = [
  route({
    id: 'getUser',
    at: 'GET /user',
    says: 'Get the authenticated user',
    needs: gates(scope('user'), signedIn),
    returns: { 200: User },
    run: ({ cx, actor }) => view.one(cx, actor.account, actor.account),
  }),
  route({
    id: 'getUsers',
    at: 'GET /users/:username',
    says: 'Get a user',
    needs: gates(scope('user'), userVisible),
    returns: { 200: User },
    run: ({ cx, actor, user }) => view.one(cx, user, actor.account),
  }),
].flat()
