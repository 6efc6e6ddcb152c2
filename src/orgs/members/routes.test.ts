import { scenario, type World } from '../../../test/kit/world.ts'

async function guild(w: World, visibility = 'public') {
  const [alice, bob, carol] = [await w.user('alice'), await w.user('bob'), await w.user('carol')]
  await w.org(alice, 'guild', { visibility })
  const team = (await w.as(alice).post('/orgs/guild/teams', { name: 'crew', permission: 'read' }).gives(201)).body
  await w.as(alice).put(`/teams/${team.id}/members/bob`).gives(204)
  return { alice, bob, carol, team }
}

scenario('listOrgsMembers, listOrgsPublicMembers, putOrgsPublicMembers, deleteOrgsPublicMembers: hidden members stay hidden', async (w) => {
  const { alice, bob, carol } = await guild(w)
  const root = await w.user('root', { admin: true })
  await w.anonymous.get('/orgs/guild/members').gives(401)
  await w.as(carol).get('/orgs/guild/members').gives(200, []).header('x-total-count', '0')
  await w.anonymous.get('/orgs/guild/public_members').gives(200, [])
  await w.as(bob).put('/orgs/guild/public_members/bob').gives(204).empty()
  await w.as(bob).put('/orgs/guild/public_members/bob').gives(204)
  await w.as(bob).put('/orgs/guild/public_members/alice').gives(403).says('Cannot change member visibility')
  await w.as(carol).put('/orgs/guild/public_members/carol').gives(403)
  await w.anonymous.put('/orgs/guild/public_members/bob').gives(401)
  await w.as(alice).put('/orgs/guild/public_members/carol').gives(204)
  await w.as(alice).put('/orgs/guild/public_members/nobody').gives(404).empty()
  await w.anonymous.get('/orgs/guild/public_members').gives(200, [{ login: 'bob' }]).header('x-total-count', '1')
  await w.as(carol).get('/orgs/guild/members').gives(200, [{ login: 'bob' }])
  await w.as(bob).get('/orgs/guild/members').gives(200, [{ login: 'alice' }, { login: 'bob' }])
  await w.as(root).get('/orgs/guild/public_members').gives(200, [{ login: 'alice' }, { login: 'bob' }])
  await w.as(alice).delete('/orgs/guild/public_members/bob').gives(204)
  await w.anonymous.get('/orgs/guild/public_members').gives(200, [])
})

scenario('getOrgsMembers, getOrgsPublicMembers: strangers are sent to the public question', async (w) => {
  const { alice, bob, carol } = await guild(w)
  await w.user('hermit', { visibility: 'private' })
  await w.as(alice).get('/orgs/guild/members/bob').gives(204).empty()
  await w.as(alice).get('/orgs/guild/members/carol').gives(404).empty()
  await w.as(alice).get('/orgs/guild/members/nobody').gives(404).empty()
  await w.as(carol).get('/orgs/guild/members/carol').gives(404).empty()
  await w.as(carol).get('/orgs/guild/members/BOB').gives(303).header('location', '/api/v1/orgs/guild/public_members/bob')
  await w.as(carol).get('/orgs/guild/members/hermit').gives(404).empty()
  await w.anonymous.get('/orgs/guild/members/bob').gives(401)
  await w.anonymous.get('/orgs/guild/public_members/bob').gives(404).empty()
  await w.as(bob).put('/orgs/guild/public_members/bob').gives(204)
  await w.anonymous.get('/orgs/guild/public_members/bob').gives(204).empty()
})

scenario('deleteOrgsMembers: out of every team and of the organization', async (w) => {
  const { alice, bob, carol, team } = await guild(w)
  await w.as(bob).delete('/orgs/guild/members/bob').gives(403).emits()
  await w.as(carol).delete('/orgs/guild/members/bob').gives(403).emits()
  await w.anonymous.delete('/orgs/guild/members/bob').gives(401)
  await w.as(alice).delete('/orgs/guild/members/carol').gives(204).emits()
  await w.as(alice).delete('/orgs/guild/members/nobody').gives(404).empty()
  await w.as(alice).delete('/orgs/guild/members/bob').gives(204).empty().emits('team.member.removed', 'org.member.removed')
  await w.as(alice).get(`/teams/${team.id}/members`).gives(200, [])
  await w.as(bob).get(`/teams/${team.id}`).gives(404)
})

scenario('listOrgsMembers, getOrgsMembers, getOrgsPublicMembers, listOrgsPublicMembers: a hidden organization has none for strangers', async (w) => {
  const { bob, carol } = await guild(w, 'private')
  await w.as(bob).put('/orgs/guild/public_members/bob').gives(204)
  for (const path of ['members', 'public_members', 'members/bob', 'public_members/bob', 'teams']) await w.as(carol).get(`/orgs/guild/${path}`).gives(404).empty()
  await w.anonymous.get('/orgs/guild/public_members').gives(404).empty()
})

scenario('listOrgsMembers: a restricted member sees the own teams and public members', async (w) => {
  const { alice, bob, team } = await guild(w)
  const rita = await w.user('rita', { restricted: true })
  await w.as(alice).put(`/teams/${team.id}/members/rita`).gives(204)
  await w.as(rita).get('/orgs/guild/members').gives(200, [{ login: 'bob' }, { login: 'rita' }]).header('x-total-count', '2')
  await w.as(alice).put('/orgs/guild/public_members/alice').gives(204)
  await w.as(rita).get('/orgs/guild/members').gives(200, [{ login: 'alice' }, { login: 'bob' }, { login: 'rita' }])
  await w.as(bob).get('/orgs/guild/members').gives(200, [{}, {}, {}])
})
