import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const reads = Object.fromEntries(['code', 'issues', 'ext_issues', 'pulls', 'releases', 'wiki', 'ext_wiki', 'projects', 'packages', 'actions'].map((one) => [`repo.${one}`, 'read']))

scenario('orgTeamNewPage: owners make teams with rights part by part', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.org(ada, 'guild')
  const [adas, bobs] = [await w.browsing(ada), await w.browsing(bob)]
  const at = '//org/guild/teams/new'
  assert.match((await adas.get(at).gives(200)).text, /name="repo\.code"[^]*value="read" selected/)
  await bobs.get(at).gives(403)
  await w.anonymous.get(at).gives(303).header('location', /user\/login/)
  const sent = { name: ' builders ', description: 'they <build>', visibility: 'limited', reach: 'all', rights: 'units', ...reads, 'repo.code': 'write', 'repo.wiki': 'none' }
  await bobs.post(at, sent).gives(403).emits()
  await adas.post(at, sent, { origin: 'http://evil.example' }).gives(403).emits()
  await adas.post(at, sent).gives(303).header('location', /\/org\/guild\/teams\/builders$/).emits('team.created')
  const made = (await w.as(ada).get('/orgs/guild/teams/search?q=builders').gives(200)).body.data[0]
  assert.deepEqual([made.permission, made.units_map['repo.code'], made.units_map['repo.wiki'], made.includes_all_repositories, made.can_create_org_repo, made.visibility], ['none', 'write', 'none', true, false, 'limited'])
  assert.match((await adas.post(at, { ...sent, description: 'kept' }).gives(422).emits()).text, /already exists[^]*value="kept"[^]*name="repo\.code"[^]*value="write" selected/)
  assert.match((await adas.post(at, { ...sent, name: ' ' }).gives(422).emits()).text, /needs a name/)
  await adas.post(at, { ...sent, name: 'a b' }).gives(422).emits()
})

scenario('orgTeamEditPage, orgTeamDelete: rights can be raised and taken back', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.org(ada, 'guild')
  await w.as(ada).post('/orgs/guild/repos', { name: 'hall', private: true }).gives(201)
  const { id } = (await w.as(ada).post('/orgs/guild/teams', { name: 'crew', permission: 'admin', includes_all_repositories: true }).gives(201)).body
  await w.as(ada).put(`/teams/${id}/members/bob`).gives(204)
  await w.as(bob).get('/repos/guild/hall').gives(200, { permissions: { admin: true } })
  const [adas, bobs] = [await w.browsing(ada), await w.browsing(bob)]
  const at = '//org/guild/teams/crew'
  assert.match((await adas.get(`${at}/edit`).gives(200)).text, /value="admin" checked/)
  await bobs.get(`${at}/edit`).gives(403)
  await bobs.post(`${at}/edit`, { name: 'crew', rights: 'admin' }).gives(403).emits()
  await adas.post(`${at}/edit`, { name: 'hands', reach: 'all', rights: 'units', ...reads }).gives(303).header('location', /teams\/hands$/)
  await w.as(bob).get('/repos/guild/hall').gives(200, { permissions: { admin: false, push: false, pull: true } })
  await w.as(ada).get(`/teams/${id}`).gives(200, { name: 'hands', permission: 'none', units_map: { 'repo.code': 'read' } })
  assert.match((await adas.get('//org/guild/teams/hands/edit').gives(200)).text, /value="units" checked/)
  await adas.post('//org/guild/teams/hands/edit', { name: 'hands', reach: 'all', rights: 'admin' }).gives(303)
  await w.as(bob).get('/repos/guild/hall').gives(200, { permissions: { admin: true } })
  const owners = (await adas.get('//org/guild/teams/Owners/edit').gives(200)).text
  assert.doesNotMatch(owners, /name="rights"|teams\/Owners\/delete/)
  await adas.post('//org/guild/teams/Owners/edit', { description: 'the elders', rights: 'units' }).gives(303)
  assert.match((await adas.get('//org/guild/teams').gives(200)).text, /the elders/)
  await w.as(ada).get('/orgs/guild/members/ada').gives(204)
  await bobs.post('//org/guild/teams/hands/delete').gives(403).emits()
  await adas.post('//org/guild/teams/hands/delete').gives(303)
  await w.as(ada).get(`/teams/${id}`).gives(404)
  await adas.post('//org/guild/teams/Owners/delete').gives(422).emits()
})

scenario('orgTeamsPage: the first faces of each team, and how many there are', async (w) => {
  const ada = await w.user('ada')
  await w.org(ada, 'guild')
  const teams = []
  for (const name of ['crowd', 'few']) teams.push((await w.as(ada).post('/orgs/guild/teams', { name, permission: 'read', units: ['repo.code'] }).gives(201)).body.id)
  for (let i = 0; i < 20; i++) {
    await w.user(`m${i}`)
    await w.as(ada).put(`/teams/${teams[0]}/members/m${i}`).gives(204)
  }
  await w.as(ada).put(`/teams/${teams[1]}/members/m19`).gives(204)
  const { text } = await (await w.browsing(ada)).get('//org/guild/teams').gives(200)
  assert.equal(text.match(/title="m\d+"/g)!.length, 17)
  assert.match(text, /title="m15"/)
  assert.match(text, /title="m19"/)
  assert.match(text, /20 members/)
})
