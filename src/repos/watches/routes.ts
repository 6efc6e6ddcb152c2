import { gates, repoPublicTo, repoVisible, repoVisibleTo, scope, signedIn, userVisible, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, Page, record, Time, Type, Uri } from '../../kernel/schema.ts'
import { formatTime } from '../../kernel/times.ts'
import { User, userView } from '../../users/index.ts'
import { publicSelf } from '../gates.ts'
import { Repository } from '../repos/schema.ts'
import * as view from '../repos/view.ts'
import { search } from '../search/store.ts'
import * as store from './store.ts'
import * as watches from './verbs.ts'

export const WatchInfo = record('WatchInfo', { subscribed: Bool, ignored: Bool, reason: Type.Null(), created_at: Time, url: Uri, repository_url: Uri })

const info = (cx: Cx, repo: Repo) => {
  const repository_url = view.api(cx, repo)
  return { subscribed: true, ignored: false, reason: null, created_at: formatTime(repo.created_at), url: `${repository_url}/subscription`, repository_url }
}
const own = gates(scope('repository'), repoVisible, signedIn)
const id = { sort: 'id' } as const

export const routes = [
  route({
    id: 'listUserSubscriptions',
    at: 'GET /user/subscriptions',
    says: 'List the repositories the caller watches',
    needs: gates(scope('user'), signedIn, publicSelf),
    query: Page,
    returns: { 200: Type.Array(Repository) },
    run: ({ cx, actor, query }) => paged(cx, query, (at) => search(cx.db, { watchedBy: actor.account.id, seen: repoVisibleTo(actor) }, id, at), (rows) => view.many(cx, rows, actor)),
  }),
  route({
    id: 'listUsersSubscriptions',
    at: 'GET /users/:username/subscriptions',
    says: 'List the repositories an account watches; only public ones of others',
    needs: gates(scope('user'), signedIn, userVisible),
    query: Page,
    returns: { 200: Type.Array(Repository) },
    run({ cx, user, actor, query }) {
      const seen = actor.account.id === user.id ? repoVisibleTo(actor) : repoPublicTo(actor)
      return paged(cx, query, (at) => search(cx.db, { watchedBy: user.id, seen }, id, at), (rows) => view.manyFor(cx, rows, actor, user))
    },
  }),
  route({
    id: 'listReposSubscribers',
    at: 'GET /repos/:owner/:repo/subscribers',
    says: 'List who watches a repository',
    needs: gates(scope('repository'), repoVisible),
    query: Page,
    returns: { 200: Type.Array(User) },
    run: ({ cx, repo, actor, query }) => paged(cx, query, (at) => store.listWatchers(cx.db, repo.id, at), (rows) => userView.many(cx, rows, actor.account), 'total'),
  }),
  route({
    id: 'getReposSubscription',
    at: 'GET /repos/:owner/:repo/subscription',
    says: 'Whether the caller watches a repository',
    needs: own,
    returns: { 200: WatchInfo },
    async run({ cx, repo, actor }) {
      const found = await store.find(cx.db, actor.account.id, repo.id)
      if (!found || found.mode === 'none') throw notFound()
      return info(cx, repo)
    },
  }),
  route({
    id: 'putReposSubscription',
    at: 'PUT /repos/:owner/:repo/subscription',
    says: 'Watch a repository',
    needs: own,
    returns: { 200: WatchInfo },
    run: async ({ cx, repo, actor }) => watches.add(cx, repo, actor.account).then(() => info(cx, repo)),
  }),
  route({
    id: 'deleteReposSubscription',
    at: 'DELETE /repos/:owner/:repo/subscription',
    says: 'Watch a repository no more',
    needs: own,
    returns: { 204: Empty },
    run: ({ cx, repo, actor }) => watches.remove(cx, repo, actor.account),
  }),
].flat()
