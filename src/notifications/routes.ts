import { findAccount, gates, noPublicOnly, repoVisible, scope, signedIn } from '../access/index.ts'
import { spanOf } from '../issues/index.ts'
import { paged } from '../kernel/paging.ts'
import { answer, route } from '../kernel/route.ts'
import { Bool, Id, Optional, pageWith, Str, Strings, Type } from '../kernel/schema.ts'
import { NotificationCount, NotificationThread } from './schema.ts'
import * as store from './store.ts'
import * as notifications from './verbs.ts'
import * as view from './view.ts'

const own = gates(scope('notification'), noPublicOnly, signedIn)
const ofRepo = gates(scope('notification'), repoVisible, signedIn)
const listed = pageWith({
  all: Optional(Bool), 'status-types': Optional(Strings), 'subject-type': Optional(Strings), since: Optional(Str), before: Optional(Str),
})
const marked = Type.Object({ last_read_at: Optional(Str), all: Optional(Bool), 'status-types': Optional(Strings), 'to-status': Optional(Str) })
const byId = Type.Object({ id: Id })

export const routes = [
  route({
    id: 'listNotifications',
    at: 'GET /notifications',
    says: 'List the notification threads of the authenticated user',
    needs: own,
    query: listed,
    returns: { 200: Type.Array(NotificationThread) },
    run({ cx, actor: { account }, query }) {
      const choice = { ...notifications.choiceOf(account.id, undefined, query, ['unread', 'pinned']), ...spanOf(query) }
      return paged(cx, query, (at) => store.list(cx.db, choice, at), (rows) => view.many(cx, rows, account))
    },
  }),
  route({
    id: 'putNotifications',
    at: 'PUT /notifications',
    says: 'Mark notification threads as read, unread or pinned',
    needs: own,
    query: marked,
    returns: { 205: Type.Array(NotificationThread) },
    run: async ({ cx, actor: { account }, query }) => answer(205, await view.many(cx, await notifications.mark(cx, account, undefined, query), account)),
  }),
  route({
    id: 'getNotificationsNew',
    at: 'GET /notifications/new',
    says: 'Count unread notification threads',
    needs: own,
    returns: { 200: NotificationCount },
    run: async ({ cx, actor: { account } }) => ({ new: await store.count(cx.db, { accountId: account.id, statuses: ['unread'] }) }),
  }),
  route({
    id: 'getNotificationsThreadsById',
    at: 'GET /notifications/threads/:id',
    says: 'Get a notification thread',
    needs: own,
    params: byId,
    returns: { 200: NotificationThread },
    async run({ cx, actor, params }) {
      const row = await notifications.get(cx, actor.account, params.id)
      return view.one(cx, row, (await findAccount(cx.db, row.account_id))!)
    },
  }),
  route({
    id: 'editNotificationsThreadsById',
    at: 'PATCH /notifications/threads/:id',
    says: 'Mark a notification thread as read, unread or pinned',
    needs: own,
    params: byId,
    query: Type.Object({ 'to-status': Optional(Str) }),
    returns: { 205: NotificationThread },
    run: async ({ cx, actor: { account }, params, query }) => answer(205, await view.one(cx, await notifications.markOne(cx, account, params.id, query['to-status']), account)),
  }),
  route({
    id: 'listReposNotifications',
    at: 'GET /repos/:owner/:repo/notifications',
    says: 'List the notification threads of the authenticated user in a repository',
    needs: ofRepo,
    query: listed,
    returns: { 200: Type.Array(NotificationThread) },
    run({ cx, repo, actor: { account }, query }) {
      const choice = { ...notifications.choiceOf(account.id, repo.id, query, ['unread', 'pinned']), ...spanOf(query) }
      return paged(cx, query, (at) => store.list(cx.db, choice, at), (rows) => view.many(cx, rows, account))
    },
  }),
  route({
    id: 'putReposNotifications',
    at: 'PUT /repos/:owner/:repo/notifications',
    says: 'Mark notification threads of a repository as read, unread or pinned',
    needs: ofRepo,
    query: marked,
    returns: { 205: Type.Array(NotificationThread) },
    run: async ({ cx, repo, actor: { account }, query }) => answer(205, await view.many(cx, await notifications.mark(cx, account, repo.id, query), account)),
  }),
].flat()
