import assert from 'node:assert/strict'
import { scenario, type World } from '../../../test/kit/world.ts'

async function guild(w: World) {
  const [ada, bob, cy] = [await w.user('ada'), await w.user('bob'), await w.user('cy')]
  await w.org(ada, 'guild')
  await w.as(ada).post('/orgs/guild/repos', { name: 'hall' }).gives(201)
  const { id } = (await w.as(ada).post('/orgs/guild/teams', { name: 'builders', permission: 'write', description: 'turn the <crank>', units: ['repo.code'] }).gives(201)).body
  await w.as(ada).put(`/teams/${id}/members/bob`).gives(204)
  return { ada, bob, cy, id, adas: await w.browsing(ada), bobs: await w.browsing(bob), cys: await w.browsing(cy) }
}

scenario('orgMembersPage, showOrgMember, hideOrgMember, removeOrgMember: who belongs', async (w) => {
  const { adas, bobs } = await guild(w)
  assert.doesNotMatch((await w.anonymous.get('//org/guild/members').gives(200)).text, /<bdi>bob<\/bdi>/)
  await bobs.post('//org/guild/members/show', { username: 'bob' }).gives(303)
  assert.match((await w.anonymous.get('//org/guild/members').gives(200)).text, /<bdi>bob<\/bdi>/)
  await bobs.post('//org/guild/members/hide', { username: 'bob' }).gives(303)
  await bobs.post('//org/guild/members/show', { username: 'ada' }).gives(403)
  await bobs.post('//org/guild/members/remove', { username: 'ada' }).gives(403)
  await adas.post('//org/guild/members/remove', { username: 'bob' }, { origin: 'http://evil.example' }).gives(403)
  await adas.post('//org/guild/members/remove', { username: 'bob' }).gives(303).header('location', /\/org\/guild\/members$/)
  assert.doesNotMatch((await adas.get('//org/guild/members').gives(200)).text, /<bdi>bob<\/bdi>/)
  await w.anonymous.get('//org/nowhere/members').gives(404)
})

scenario('leaveOrg: by oneself; the last owner stays', async (w) => {
  const { ada, adas, bobs, cys } = await guild(w)
  await bobs.post('//org/guild/members/leave').gives(303).emits('team.member.removed', 'org.member.removed')
  await w.as(ada).get('/orgs/guild/members/bob').gives(404)
  await cys.post('//org/guild/members/leave').gives(403)
  await adas.post('//org/guild/members/leave').gives(422).emits()
  await w.as(ada).get('/orgs/guild/members/ada').gives(204)
})

scenario('orgTeamsPage, orgTeamPage: teams for those inside', async (w) => {
  const { adas, bobs, cys } = await guild(w)
  const { text } = await adas.get('//org/guild/teams').gives(200)
  assert.match(text, /Owners[^]*builders[^]*turn the &lt;crank&gt;[^]*1 member/)
  assert.match(text, /org\/guild\/teams\/new/)
  assert.doesNotMatch((await bobs.get('//org/guild/teams').gives(200)).text, /teams\/new/)
  assert.match((await bobs.get('//org/guild/teams/Builders').gives(200)).text, /<bdi>builders<\/bdi>/)
  await cys.get('//org/guild/teams').gives(403)
  await adas.get('//org/guild/teams/nowhere').gives(404)
  await w.anonymous.get('//org/guild/teams').gives(303)
})

scenario('orgTeamPage, removeTeamMember, removeTeamRepository: by owners', async (w) => {
  const { ada, id, adas, bobs } = await guild(w)
  await bobs.post('//org/guild/teams/builders', { member: 'cy' }).gives(403)
  await adas.post('//org/guild/teams/builders', { member: ' cy ' }).gives(303).emits('team.member.added')
  await w.as(ada).get(`/teams/${id}/members/cy`).gives(200)
  assert.match((await adas.post('//org/guild/teams/builders', { member: 'nobady' }).gives(422).emits()).text, /There is nobody called nobady\.[^]*name="member"[^>]*value="nobady"/)
  assert.match((await adas.post('//org/guild/teams/builders', { repository: 'hull' }).gives(422).emits()).text, /no repository called hull\.[^]*name="repository"[^>]*value="hull"/)
  await adas.post('//org/guild/teams/nobodies', { member: 'cy' }).gives(404)
  await adas.post('//org/guild/teams/builders', { repository: 'hall' }).gives(303)
  assert.match((await adas.get('//org/guild/teams/builders').gives(200)).text, /<bdi>hall<\/bdi>/)
  await adas.post('//org/guild/teams/builders/repositories/remove', { name: 'hall' }).gives(303)
  assert.match((await adas.get('//org/guild/teams/builders').gives(200)).text, /No repositories yet/)
  await adas.post('//org/guild/teams/builders/members/remove', { name: 'cy' }).gives(303)
  await w.as(ada).get(`/teams/${id}/members/cy`).gives(404)
})
