import { scenario } from '../../../test/kit/world.ts'

scenario('getReposSubscription, putReposSubscription, deleteReposSubscription, listReposSubscribers: watching', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  const { created_at } = await w.repo(alice, 'demo')
  await w.repo(alice, 'secret', { private: true })
  const at = '/repos/alice/demo/subscription'
  await w.as(alice).get(at).gives(200, { subscribed: true, ignored: false, reason: null, created_at })
  await w.as(bob).get(at).gives(404).empty()
  await w.as(bob).put(at).gives(200, { subscribed: true }).emits('repo.watched')
  await w.as(bob).put(at).gives(200).emits()
  await w.anonymous.get('/repos/alice/demo/subscribers').gives(200, [{ login: 'alice' }, { login: 'bob' }]).header('x-total-count', '2')
  await w.anonymous.get('/repos/alice/demo').gives(200, { watchers_count: 2 })
  await w.as(bob).delete(at).gives(204).empty().emits('repo.unwatched')
  await w.as(bob).delete(at).gives(204).emits()
  await w.as(bob).get(at).gives(404)
  await w.anonymous.get('/repos/alice/demo').gives(200, { watchers_count: 1 })
  for (const method of ['get', 'put', 'delete'] as const) {
    await w.anonymous[method](at).gives(401)
    await w.as(bob)[method]('/repos/alice/secret/subscription').gives(404)
  }
  await w.as(bob).get('/repos/alice/secret/subscribers').gives(404)
})

scenario('listUserSubscriptions, listUsersSubscriptions: all of one\'s own, public ones of others', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.user('hermit', { visibility: 'private' })
  await w.repo(alice, 'demo')
  await w.repo(alice, 'secret', { private: true })
  await w.as(alice).get('/user/subscriptions').gives(200, [{ name: 'demo' }, { name: 'secret' }]).header('x-total-count', '2')
  await w.as(alice).get('/users/alice/subscriptions?limit=1').gives(200, [{ name: 'demo' }]).header('link', /rel="last"/)
  await w.as(bob).get('/users/alice/subscriptions').gives(200, [{ name: 'demo', permissions: { admin: true, push: true, pull: true } }]).header('x-total-count', '1')
  await w.anonymous.get('/users/alice/subscriptions').gives(401)
  await w.anonymous.get('/user/subscriptions').gives(401)
  await w.as(bob).get('/users/nobody/subscriptions').gives(404).empty()
  await w.as(bob).get('/users/hermit/subscriptions').gives(404).empty()
  await w.as(alice).put('/repos/alice/secret/collaborators/bob', { permission: 'read' }).gives(204)
  await w.as(bob).put('/repos/alice/secret/subscription').gives(200)
  await w.as(bob).get('/user/subscriptions').gives(200, [{ name: 'secret', permissions: { admin: false, push: false, pull: true } }])
  await w.as(alice).delete('/repos/alice/secret/collaborators/bob').gives(204)
  await w.as(bob).get('/user/subscriptions').gives(200, [])
})
