import assert from 'node:assert/strict'
import { browser } from '../../../test/kit/browser.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('labelsPage: seen by everybody, kept by writers', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.org(alice, 'acme')
  await w.as(alice).post('/orgs/acme/repos', { name: 'demo' }).gives(201)
  await w.as(alice).post('/orgs/acme/labels', { name: 'ours', color: '#111111' }).gives(201)
  const [hers, his, anybody] = [await browser(w, alice), await browser(w, bob), await browser(w, null)]
  const at = '/acme/demo/labels'
  assert.match((await anybody.get(at).gives(200)).text, /No labels yet[^]*Labels of the organization[^]*ours/)
  await hers.post(`${at}/new`, { name: 'kind/bug', color: '#ff0000', description: 'it breaks', exclusive: 'true' }).gives(303).emits('label.created')
  const seen = (await anybody.get(at).gives(200)).text
  assert.match(seen, /kind\/bug/)
  assert.doesNotMatch(seen, /\/labels\/new"/)
  const { id } = (await w.as(alice).get('/repos/acme/demo/labels').gives(200, [{ name: 'kind/bug', color: 'ff0000', exclusive: true }])).body[0]
  await hers.get(`${at}/${id}/edit`).gives(200)
  await hers.post(`${at}/${id}/edit`, { name: 'kind/fault', color: '#00ff00' }).gives(303).emits('label.edited')
  await w.as(alice).get(`/repos/acme/demo/labels/${id}`).gives(200, { name: 'kind/fault', exclusive: false, is_archived: false })
  const wrong = await hers.post(`${at}/new`, { name: 'typed', color: 'purple' }).gives(422).emits()
  assert.match(wrong.text, /value="typed"/)
  assert.match((await hers.post(`${at}/new`, { name: '', color: '#00ff00', description: 'kept' }).gives(422).emits()).text, /value="kept"/)
  await his.post(`${at}/new`, { name: 'mine', color: '#00ff00' }).gives(403).emits()
  await his.post(`${at}/${id}/delete`).gives(403).emits()
  await anybody.post(`${at}/${id}/delete`).gives(303).header('location', /\/user\/login/).emits()
  await hers.post(`${at}/${id}/delete`).gives(303).emits('label.removed')
  assert.match((await anybody.get(`${at}?q=nothing`).gives(200)).text, /Nothing matches/)
  await anybody.get('/acme/none/labels').gives(404)
})

scenario('labelsPage: leads to pull requests where issues are off', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const { id } = (await w.as(alice).post('/repos/alice/demo/labels', { name: 'bug', color: '#ff0000' }).gives(201)).body
  await w.as(alice).patch('/repos/alice/demo', { has_issues: false }).gives(200)
  const hers = await browser(w, alice)
  assert.match((await hers.get('/alice/demo/labels').gives(200)).text, new RegExp(`alice/demo/pulls\\?labels=${id}"`))
  await hers.get(`/alice/demo/pulls?labels=${id}`).gives(200)
})

scenario('useLabelSet: adds what is not there yet', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  await w.as(alice).post('/repos/alice/demo/labels', { name: 'bug', color: '#ff0000' }).gives(201)
  const hers = await browser(w, alice)
  await hers.post('/alice/demo/labels/set', { set: 'Default' }).gives(303)
  const names = (await w.as(alice).get('/repos/alice/demo/labels').gives(200)).body.map((one: any) => one.name)
  assert.equal(names.filter((name: string) => name === 'bug').length, 1)
  assert.ok(names.includes('question'))
  await hers.post('/alice/demo/labels/set', { set: 'no such set' }).gives(404)
})
