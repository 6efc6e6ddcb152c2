import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('settingsOrganizations, settingsLeaveOrganization: where one belongs, until one leaves', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.org(ada, 'guild', { visibility: 'private' })
  const { id } = (await w.as(ada).post('/orgs/guild/teams', { name: 'crew', permission: 'write' }).gives(201)).body
  await w.as(ada).put(`/teams/${id}/members/bob`).gives(204)
  const [adas, bobs] = [await w.browsing(ada), await w.browsing(bob)]
  const at = '//user/settings/organization'
  await w.anonymous.get(at).gives(303).header('location', /user\/login/)
  assert.match((await adas.get(at).gives(200)).text, /<bdi>guild<\/bdi>[^]*Owner[^]*org\/guild\/settings"/)
  const his = (await bobs.get(at).gives(200)).text
  assert.match(his, /organization\/guild\/leave/)
  assert.doesNotMatch(his, /org\/guild\/settings"/)
  assert.match((await adas.post(`${at}/guild/leave`).gives(422).emits()).text, /only owner/)
  await bobs.post(`${at}/guild/leave`, {}, { origin: 'http://evil.example' }).gives(403).emits()
  await bobs.post(`${at}/guild/leave`).gives(303).header('location', /settings\/organization$/).emits('team.member.removed', 'org.member.removed')
  assert.match((await bobs.get(at).gives(200)).text, /belong to no organization/)
  await bobs.post(`${at}/guild/leave`).gives(404).emits()
})
