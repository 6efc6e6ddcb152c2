import { scenario } from '../../../test/kit/world.ts'

scenario('putUserStarred, getUserStarred, deleteUserStarred: once each, counted on both sides', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'secret', { private: true })
  const at = '/user/starred/alice/demo'
  await w.as(bob).get(at).gives(404).empty()
  await w.as(bob).put(at).gives(204).empty().emits('repo.starred')
  await w.as(bob).put(at).gives(204).emits()
  await w.as(bob).get(at).gives(204)
  await w.anonymous.get('/repos/alice/demo').gives(200, { stars_count: 1 })
  await w.anonymous.get('/users/bob').gives(200, { starred_repos_count: 1 })
  await w.as(bob).delete(at).gives(204).emits('repo.unstarred')
  await w.as(bob).delete(at).gives(204).emits()
  await w.anonymous.get('/repos/alice/demo').gives(200, { stars_count: 0 })
  for (const method of ['get', 'put', 'delete'] as const) {
    await w.as(bob)[method]('/user/starred/alice/secret').gives(404)
    await w.anonymous[method](at).gives(401)
  }
})

scenario('listUserStarred, listUsersStarred, listReposStargazers', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'secret', { private: true })
  for (const name of ['demo', 'secret']) await w.as(alice).put(`/user/starred/alice/${name}`).gives(204)
  await w.as(alice).get('/user/starred').gives(200, [{ name: 'demo' }, { name: 'secret' }]).header('x-total-count', '2')
  await w.as(alice).get('/users/alice/starred').gives(200, [{ name: 'demo' }, { name: 'secret' }])
  await w.as(bob).get('/users/alice/starred').gives(200, [{ name: 'demo', permissions: { admin: true, push: true, pull: true } }]).header('x-total-count', '1')
  await w.anonymous.get('/users/alice/starred').gives(401)
  await w.anonymous.get('/user/starred').gives(401)
  await w.as(bob).get('/users/nobody/starred').gives(404)
  await w.anonymous.get('/repos/alice/demo/stargazers').gives(200, [{ login: 'alice' }]).header('x-total-count', '1')
  await w.as(bob).get('/repos/alice/secret/stargazers').gives(404)
})

scenario('putUserStarred: not after a block, which undoes what was there', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.as(bob).put('/user/starred/alice/demo').gives(204)
  await w.as(bob).put('/repos/alice/demo/subscription').gives(200)
  await w.as(alice).put('/repos/alice/demo/collaborators/bob', {}).gives(204)
  await w.as(alice).put('/user/blocks/bob').gives(204)
  await w.settled()
  await w.anonymous.get('/repos/alice/demo').gives(200, { stars_count: 0, watchers_count: 1 })
  await w.anonymous.get('/users/bob').gives(200, { starred_repos_count: 0 })
  await w.as(alice).get('/repos/alice/demo/collaborators').gives(200, [])
  await w.as(bob).put('/user/starred/alice/demo').gives(403).emits()
  await w.as(bob).put('/repos/alice/demo/subscription').gives(403).emits()
})
