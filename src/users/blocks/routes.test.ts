import { scenario } from '../../../test/kit/world.ts'

scenario('putUserBlocks, getUserBlocks, listUserBlocks, deleteUserBlocks: a block ends following both ways', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.org(alice, 'guild')
  await w.as(alice).put('/user/following/bob').gives(204)
  await w.as(bob).put('/user/following/alice').gives(204)
  await w.as(alice).put('/user/blocks/bob?note=rude').gives(204).empty().emits('account.blocked')
  await w.as(alice).put('/user/blocks/bob').gives(400).says('cannot block the user').emits()
  await w.as(alice).put('/user/blocks/alice').gives(400)
  await w.as(alice).put('/user/blocks/guild').gives(400).says('cannot block an organization')
  await w.as(alice).put('/user/blocks/nobody').gives(404).empty()
  await w.as(alice).get('/user/blocks').gives(200, [{ login: 'bob' }]).header('x-total-count', '1')
  await w.as(alice).get('/user/blocks/bob').gives(204)
  await w.as(bob).get('/user/blocks/alice').gives(404).empty()
  await w.anonymous.get('/users/alice').gives(200, { followers_count: 0, following_count: 0 })
  await w.as(bob).put('/user/following/alice').gives(403).says('blocked')
  await w.as(alice).put('/user/following/bob').gives(403)
  await w.as(alice).delete('/user/blocks/bob').gives(204).empty()
  await w.as(alice).delete('/user/blocks/bob').gives(400).says('cannot unblock')
  await w.as(bob).put('/user/following/alice').gives(204)
  for (const call of [w.anonymous.get('/user/blocks'), w.anonymous.get('/user/blocks/bob'), w.anonymous.put('/user/blocks/bob'), w.anonymous.delete('/user/blocks/bob')]) await call.gives(401)
})

scenario('putOrgsBlocks, getOrgsBlocks, listOrgsBlocks, deleteOrgsBlocks: owners keep people out of an organization', async (w) => {
  const [alice, bob, carol] = [await w.user('alice'), await w.user('bob'), await w.user('carol')]
  await w.org(alice, 'guild')
  const team = (await w.as(alice).post('/orgs/guild/teams', { name: 'crew', permission: 'read' }).gives(201)).body
  await w.as(alice).put(`/teams/${team.id}/members/carol`).gives(204)
  await w.as(alice).put('/orgs/guild/blocks/bob').gives(204).emits('account.blocked')
  await w.as(alice).put('/orgs/guild/blocks/carol').gives(400).emits()
  await w.as(alice).put('/orgs/guild/blocks/nobody').gives(404).empty()
  await w.as(alice).put(`/teams/${team.id}/members/bob`).gives(403).says('blocked').emits()
  await w.as(alice).get('/orgs/guild/blocks').gives(200, [{ login: 'bob' }])
  await w.as(alice).get('/orgs/guild/blocks/bob').gives(204)
  for (const call of [w.as(carol).get('/orgs/guild/blocks'), w.as(carol).get('/orgs/guild/blocks/bob'), w.as(carol).put('/orgs/guild/blocks/bob'), w.as(bob).delete('/orgs/guild/blocks/bob')]) await call.gives(403)
  await w.anonymous.get('/orgs/guild/blocks').gives(401)
  await w.as(alice).delete('/orgs/guild/blocks/bob').gives(204)
  await w.as(alice).delete('/orgs/guild/blocks/bob').gives(400)
  await w.as(alice).get('/orgs/guild/blocks/bob').gives(404).empty()
  await w.as(alice).put(`/teams/${team.id}/members/bob`).gives(204)
})
