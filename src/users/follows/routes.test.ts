import { scenario } from '../../../test/kit/world.ts'

scenario('putUserFollowing, getUserFollowing, deleteUserFollowing, getUsersFollowingByTarget: following and its counters', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.org(bob, 'guild')
  await w.as(alice).put('/user/following/bob').gives(204).empty()
  await w.as(alice).put('/user/following/bob').gives(204)
  await w.as(alice).put('/user/following/guild').gives(204)
  await w.as(alice).put('/user/following/alice').gives(204)
  await w.as(alice).put('/user/following/nobody').gives(404).empty()
  await w.as(alice).get('/user/following/bob').gives(204).empty()
  await w.as(alice).get('/user/following/alice').gives(404).empty()
  await w.as(bob).get('/users/alice/following/bob').gives(204)
  await w.as(bob).get('/users/bob/following/alice').gives(404).empty()
  await w.anonymous.get('/users/bob').gives(200, { followers_count: 1, following_count: 0 })
  await w.anonymous.get('/users/alice').gives(200, { followers_count: 0, following_count: 2 })
  await w.as(alice).delete('/user/following/bob').gives(204).empty()
  await w.as(alice).delete('/user/following/bob').gives(204)
  await w.anonymous.get('/users/bob').gives(200, { followers_count: 0 })
  await w.anonymous.get('/users/alice').gives(200, { following_count: 1 })
  await w.anonymous.put('/user/following/bob').gives(401)
  await w.anonymous.delete('/user/following/bob').gives(401)
  await w.anonymous.get('/user/following/bob').gives(401)
  await w.anonymous.get('/users/alice/following/bob').gives(401)
})

scenario('listUserFollowers, listUserFollowing, listUsersFollowers, listUsersFollowing: the hidden are neither shown nor counted', async (w) => {
  const [alice, bob, carol, hermit] = [await w.user('alice'), await w.user('bob'), await w.user('carol'), await w.user('hermit', { visibility: 'private' })]
  for (const one of [bob, hermit]) await w.as(one).put('/user/following/alice').gives(204)
  await w.as(alice).get('/user/followers').gives(200, [{ login: 'bob' }, { login: 'hermit' }]).header('x-total-count', '2')
  await w.as(carol).get('/users/alice/followers').gives(200, [{ login: 'bob' }]).header('x-total-count', '1')
  await w.as(alice).put('/user/following/hermit').gives(204)
  await w.as(alice).get('/user/following').gives(200, [{ login: 'hermit' }])
  await w.as(carol).get('/users/alice/following').gives(200, []).header('x-total-count', '0')
  await w.as(carol).get('/users/alice/following/hermit').gives(404).empty()
  await w.as(carol).get('/users/hermit/followers').gives(404)
  await w.as(alice).get('/users/hermit/following').gives(200, [{ login: 'alice' }])
  for (const path of ['/user/followers', '/user/following', '/users/alice/followers', '/users/alice/following']) await w.anonymous.get(path).gives(401)
})

scenario('getUsers: a private person is seen by those they follow and by team mates, not by restricted accounts', async (w) => {
  const [alice, bob, hermit, root] = [await w.user('alice'), await w.user('bob'), await w.user('hermit', { visibility: 'private' }), await w.user('root', { admin: true })]
  const [rita, limited] = [await w.user('rita', { restricted: true }), await w.user('lim', { visibility: 'limited' })]
  await w.as(alice).put('/user/following/hermit').gives(204)
  await w.as(alice).get('/users/hermit').gives(404).empty()
  await w.as(hermit).put('/user/following/alice').gives(204)
  await w.as(hermit).put('/user/following/rita').gives(204)
  await w.as(alice).get('/users/hermit').gives(200, { visibility: 'private' })
  await w.as(rita).get('/users/hermit').gives(404)
  await w.as(rita).get('/users/lim').gives(404)
  await w.as(rita).get('/users/alice').gives(200)
  await w.as(bob).get('/users/lim').gives(200)
  await w.anonymous.get('/users/lim').gives(404)
  await w.as(root).get('/users/hermit').gives(200)
  await w.as(limited).get('/users/lim').gives(200)
  await w.as(bob).get('/users/hermit').gives(404)
  await w.org(hermit, 'cave')
  const team = (await w.as(hermit).post('/orgs/cave/teams', { name: 'guests', permission: 'read' }).gives(201)).body
  await w.as(hermit).put(`/teams/${team.id}/members/bob`).gives(204)
  await w.as(bob).get('/users/hermit').gives(200)
})
