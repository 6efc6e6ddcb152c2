import assert from 'node:assert/strict'
import { scenario, type World } from '../../../test/kit/world.ts'

async function guild(w: World) {
  const [alice, bob, carol] = [await w.user('alice'), await w.user('bob'), await w.user('carol')]
  await w.org(alice, 'guild')
  return { alice, bob, carol }
}

scenario('createOrgsTeams, getTeamsById, editTeamsById, deleteTeamsById: the life of a team', async (w) => {
  const { alice } = await guild(w)
  const made = await w.as(alice).post('/orgs/guild/teams', { name: 'crew', description: 'us', permission: 'write', units: ['repo.code', 'REPO.EXT_WIKI'] })
    .gives(201, {
      name: 'crew', permission: 'none', units: ['repo.code', 'repo.ext_wiki'], units_map: { 'repo.code': 'write', 'repo.ext_wiki': 'read' },
      organization: { name: 'guild' }, includes_all_repositories: false, can_create_org_repo: false, visibility: 'private',
    })
    .emits('team.created')
  assert.deepEqual(Object.keys(made.body), ['id', 'name', 'description', 'organization', 'includes_all_repositories', 'permission', 'units', 'units_map', 'can_create_org_repo', 'visibility'])
  const at = `/teams/${made.body.id}`
  await w.as(alice).get(at).gives(200, { name: 'crew', organization: { name: 'guild' } })
  await w.as(alice).patch(at, { description: 'all of us' }).gives(200, { organization: null, description: 'all of us', units_map: { 'repo.code': 'write' } }).emits('team.changed')
  await w.as(alice).patch(at, { permission: 'read' }).gives(200, { permission: 'read', units: null, units_map: null })
  await w.as(alice).patch(at, { units_map: { 'repo.issues': 'admin', 'repo.code': 'owner' } }).gives(200, { permission: 'read', units_map: { 'repo.issues': 'admin', 'repo.code': 'none' } })
  await w.as(alice).patch(at, { name: 'band', visibility: 'public', can_create_org_repo: true, includes_all_repositories: true }).gives(200, { name: 'band', visibility: 'public', can_create_org_repo: true, includes_all_repositories: true })
  await w.as(alice).delete(at).gives(204).empty().emits('team.removed')
  await w.as(alice).get(at).gives(404).empty()
  await w.as(alice).delete(at).gives(404)
})

scenario('createOrgsTeams, editTeamsById: bad input', async (w) => {
  const { alice } = await guild(w)
  const post = (body: unknown) => w.as(alice).post('/orgs/guild/teams', body)
  await post({ permission: 'read' }).gives(422).says('[Name]: Required').emits()
  await post({ name: 'a b', permission: 'read' }).gives(422).says('[Name]: AlphaDashDot')
  await post({ name: 'x' }).gives(400).says('no permission specified')
  await post({ name: 'x', permission: 'owner' }).gives(400).says('no permission specified')
  await post({ name: 'x', units: ['repo.code'], units_map: { 'repo.code': 'read' } }).gives(400).says('only one of')
  await post({ name: 'x', units: ['repo.moon'], permission: 'read' }).gives(422)
  await post({ name: 'x', permission: 'read', visibility: 'open' }).gives(422).says('[Visibility]: In')
  await post({ name: 'new', permission: 'read' }).gives(422)
  await post({ name: 'owners', permission: 'read' }).gives(422).says('team already exists').emits()
  const team = (await post({ name: 'x', permission: 'read' }).gives(201)).body
  await w.as(alice).patch(`/teams/${team.id}`, { name: 'Owners' }).gives(422).emits()
  await w.as(alice).patch(`/teams/${team.id}`, { permission: 'none' }).gives(400).emits()
})

scenario('editTeamsById, deleteTeamsById, deleteTeamsMembersById, deleteOrgsMembers: the owners stay in power', async (w) => {
  const { alice, bob } = await guild(w)
  const [owners] = (await w.as(alice).get('/orgs/guild/teams').gives(200)).body
  assert.equal(owners.units.length, 10)
  assert.equal(owners.units_map['repo.code'], 'owner')
  assert.equal(owners.units_map['repo.ext_issues'], 'read')
  await w.as(alice).patch(`/teams/${owners.id}`, { name: 'nobody', permission: 'read', can_create_org_repo: false, includes_all_repositories: false, visibility: 'public', description: 'the top' })
    .gives(200, { name: 'Owners', permission: 'owner', can_create_org_repo: true, includes_all_repositories: true, visibility: 'limited', description: 'the top' })
  await w.as(alice).delete(`/teams/${owners.id}`).gives(422).emits()
  await w.as(alice).delete(`/teams/${owners.id}/members/alice`).gives(422).says('last member of owner team').emits()
  await w.as(alice).delete('/orgs/guild/members/alice').gives(422).says('last member of owner team').emits()
  await w.as(alice).get('/orgs/guild/members/alice').gives(204)
  await w.as(alice).put(`/teams/${owners.id}/members/bob`).gives(204).emits('team.member.added')
  await w.as(alice).delete('/orgs/guild/members/alice').gives(204).emits('team.member.removed', 'org.member.removed')
  await w.as(alice).patch('/orgs/guild', {}).gives(403)
  await w.as(bob).patch('/orgs/guild', {}).gives(200)
})

scenario('putTeamsMembersById, getTeamsMembersById, listTeamsMembersById, deleteTeamsMembersById, listUserTeams: coming and going', async (w) => {
  const { alice, bob, carol } = await guild(w)
  await w.org(alice, 'other')
  const team = (await w.as(alice).post('/orgs/guild/teams', { name: 'crew', permission: 'read' }).gives(201)).body
  const at = `/teams/${team.id}/members`
  await w.as(alice).put(`${at}/bob`).gives(204).empty().emits('team.member.added')
  await w.as(alice).put(`${at}/bob`).gives(204).emits()
  await w.as(alice).put(`${at}/nobody`).gives(404).empty()
  await w.as(alice).put(`${at}/other`).gives(422).emits()
  await w.as(bob).put(`${at}/carol`).gives(403).emits()
  await w.anonymous.put(`${at}/carol`).gives(401)
  await w.as(bob).get('/orgs/guild/members').gives(200, [{ login: 'alice' }, { login: 'bob' }]).header('x-total-count', '2')
  await w.as(bob).get(at).gives(200, [{ login: 'bob' }]).header('x-total-count', '1')
  await w.as(bob).get(`${at}/bob`).gives(200, { login: 'bob' })
  await w.as(bob).get(`${at}/alice`).gives(404).empty()
  await w.as(carol).get(at).gives(404).empty()
  await w.as(carol).get(`${at}/bob`).gives(404)
  await w.as(alice).patch(`/teams/${team.id}`, { visibility: 'public' }).gives(200)
  await w.as(carol).get(`/teams/${team.id}`).gives(200)
  await w.as(carol).get(at).gives(403).says(/member/)
  await w.as(carol).delete(`${at}/bob`).gives(403).emits()
  await w.as(bob).get('/user/teams').gives(200, [{ name: 'crew', organization: { name: 'guild' } }])
  await w.as(alice).get('/user/teams').gives(200, [{ name: 'Owners', organization: {} }, { name: 'Owners', organization: {} }])
  await w.as(alice).delete(`${at}/carol`).gives(204).emits()
  await w.as(alice).delete(`${at}/bob`).gives(204).emits('team.member.removed', 'org.member.removed')
  await w.as(alice).get('/orgs/guild/members/bob').gives(404)
  await w.as(bob).get('/user/teams').gives(200, [])
  await w.anonymous.get('/user/teams').gives(401)
})

scenario('deleteTeamsById: members of no other team leave the organization', async (w) => {
  const { alice } = await guild(w)
  const make = async (name: string) => (await w.as(alice).post('/orgs/guild/teams', { name, permission: 'read' }).gives(201)).body.id
  const [one, two] = [await make('one'), await make('two')]
  for (const [id, who] of [[one, 'bob'], [one, 'carol'], [two, 'carol']]) await w.as(alice).put(`/teams/${id}/members/${who}`).gives(204)
  await w.as(alice).delete(`/teams/${one}`).gives(204).emits('team.removed', 'team.member.removed', 'team.member.removed', 'org.member.removed')
  await w.as(alice).get('/orgs/guild/members').gives(200, [{ login: 'alice' }, { login: 'carol' }])
})

scenario('getTeamsById, listOrgsTeams, getOrgsTeamsSearch: who sees which team', async (w) => {
  const { alice, bob, carol } = await guild(w)
  const ids: Record<string, number> = {}
  for (const [name, visibility] of [['pubs', 'public'], ['lims', 'limited'], ['privs', 'private'], ['crew', 'private']]) {
    ids[name] = (await w.as(alice).post('/orgs/guild/teams', { name, visibility, permission: 'read', description: `${name} people` }).gives(201)).body.id
  }
  await w.as(alice).put(`/teams/${ids.crew}/members/bob`).gives(204)
  for (const [name, member, stranger] of [['pubs', 200, 200], ['lims', 200, 404], ['privs', 403, 404], ['crew', 200, 404]] as const) {
    await w.as(bob).get(`/teams/${ids[name]}`).gives(member)
    await w.as(carol).get(`/teams/${ids[name]}`).gives(stranger)
    await w.anonymous.get(`/teams/${ids[name]}`).gives(401)
  }
  await w.anonymous.get('/teams/99999').gives(404).empty()
  await w.as(bob).get('/teams/x').gives(404)
  await w.as(bob).patch(`/teams/${ids.crew}`, {}).gives(403).emits()
  await w.as(bob).delete(`/teams/${ids.crew}`).gives(403).emits()
  await w.as(alice).get('/orgs/guild/teams').gives(200, [{ name: 'Owners' }, { name: 'crew' }, { name: 'lims' }, { name: 'privs' }, { name: 'pubs' }]).header('x-total-count', '5')
  await w.as(bob).get('/orgs/guild/teams').gives(200, [{ name: 'Owners' }, { name: 'crew' }, { name: 'lims' }, { name: 'pubs' }]).header('x-total-count', '4')
  await w.as(carol).get('/orgs/guild/teams').gives(403)
  await w.anonymous.get('/orgs/guild/teams').gives(401)
  await w.as(bob).post('/orgs/guild/teams', { name: 'z', permission: 'read' }).gives(403).emits()
  await w.as(alice).get('/orgs/guild/teams/search?q=PUBS').gives(200, { ok: true, data: [{ name: 'pubs' }] })
  await w.as(alice).get('/orgs/guild/teams/search?q=people').gives(200, { data: [{}, {}, {}, {}] })
  await w.as(alice).get('/orgs/guild/teams/search?q=people&include_desc=false').gives(200, { data: [] }).header('x-total-count', '0')
  await w.as(bob).get('/orgs/guild/teams/search?q=priv').gives(200, { data: [] })
  await w.as(carol).get('/orgs/guild/teams/search').gives(403)
})

scenario('teams decide what their members may do with a private repository', async (w) => {
  const { alice, bob } = await guild(w)
  await w.as(alice).post('/orgs/guild/repos', { name: 'engine', private: true }).gives(201)
  const team = (await w.as(alice).post('/orgs/guild/teams', { name: 'crew', includes_all_repositories: true, permission: 'read' }).gives(201)).body
  await w.as(bob).get('/repos/guild/engine').gives(404)
  await w.as(alice).put(`/teams/${team.id}/members/bob`).gives(204)
  await w.as(bob).get('/repos/guild/engine').gives(200, { permissions: { admin: false, push: false, pull: true } })
  await w.as(alice).patch(`/teams/${team.id}`, { permission: 'write' }).gives(200)
  await w.as(bob).get('/repos/guild/engine').gives(200, { permissions: { admin: false, push: true, pull: true } })
  await w.as(alice).patch(`/teams/${team.id}`, { permission: 'admin' }).gives(200)
  await w.as(bob).get('/repos/guild/engine').gives(200, { permissions: { admin: true, push: true, pull: true } })
  await w.as(alice).delete('/orgs/guild/members/bob').gives(204)
  await w.as(bob).get('/repos/guild/engine').gives(404)
})
