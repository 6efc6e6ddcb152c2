import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('orgSettingsLabels, orgSettingsLabelNew, orgSettingsLabelEdit, orgSettingsLabelRemove, orgSettingsLabelSet: kept by owners', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.org(ada, 'guild')
  await w.org(ada, 'other')
  const [adas, bobs] = [await w.browsing(ada), await w.browsing(bob)]
  const at = '//org/guild/settings/labels'
  assert.match((await adas.get(at).gives(200)).text, /No labels yet/)
  await bobs.get(at).gives(403)
  await w.anonymous.get(at).gives(303).header('location', /user\/login/)
  await adas.post(`${at}/new`, { name: 'kind/bug', color: '#ff0000', description: 'it <breaks>', exclusive: 'true' }).gives(303).emits('label.created')
  assert.match((await adas.get(at).gives(200)).text, /<bdi>kind\/bug<\/bdi>[^]*it &lt;breaks&gt;/)
  const { id } = (await w.as(ada).get('/orgs/guild/labels').gives(200, [{ name: 'kind/bug', exclusive: true }])).body[0]
  assert.match((await adas.get(`${at}/${id}/edit`).gives(200)).text, /value="kind\/bug"/)
  await adas.get(`//org/other/settings/labels/${id}/edit`).gives(404)
  await adas.post(`//org/other/settings/labels/${id}/edit`, { name: 'x', color: '#000000' }).gives(404).emits()
  await adas.post(`${at}/${id}/edit`, { name: 'kind/fault', color: '#00ff00', is_archived: 'true' }).gives(303).emits('label.edited')
  await w.as(ada).get(`/orgs/guild/labels/${id}`).gives(200, { name: 'kind/fault', exclusive: false, is_archived: true })
  assert.match((await adas.post(`${at}/new`, { name: 'typed', color: 'purple' }).gives(422).emits()).text, /value="typed"/)
  await bobs.post(`${at}/new`, { name: 'mine', color: '#00ff00' }).gives(403).emits()
  await bobs.post(`${at}/${id}/delete`).gives(403).emits()
  await adas.post(`${at}/set`, { set: 'Default' }).gives(303)
  assert.ok((await w.as(ada).get('/orgs/guild/labels').gives(200)).body.some((one: any) => one.name === 'question'))
  await adas.post(`${at}/${id}/delete`).gives(303).emits('label.removed')
  await w.as(ada).get(`/orgs/guild/labels/${id}`).gives(404)
})
