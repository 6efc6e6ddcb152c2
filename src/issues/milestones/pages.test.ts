import assert from 'node:assert/strict'
import { browser } from '../../../test/kit/browser.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('milestonesPage: made, seen, changed, closed, deleted', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  const [hers, his, anybody] = [await browser(w, alice), await browser(w, bob), await browser(w, null)]
  const at = '/alice/demo/milestones'
  assert.match((await hers.get(at).gives(200)).text, /No milestones yet/)
  await hers.get(`${at}/new`).gives(200)
  await hers.post(`${at}/new`, { title: 'v1', description: 'the **first**', due: '2031-02-03' }).gives(303).header('location', /\/alice\/demo\/milestone\/\d+$/).emits('milestone.created')
  const { id } = (await w.as(alice).get('/repos/alice/demo/milestones').gives(200)).body[0]
  await w.as(alice).post('/repos/alice/demo/issues', { title: 'on it', milestone: id }).gives(201)
  await w.as(alice).post('/repos/alice/demo/issues', { title: 'not on it' }).gives(201)
  const list = (await anybody.get(at).gives(200)).text
  assert.match(list, /<strong>first<\/strong>/)
  assert.match(list, /Due Feb 3, 2031/)
  assert.doesNotMatch(list, /milestones\/new/)
  const one = (await anybody.get(`/alice/demo/milestone/${id}`).gives(200)).text
  assert.match(one, /on it/)
  assert.doesNotMatch(one, /not on it/)
  await anybody.get(`/alice/demo/milestone/${id}?kind=pulls&state=closed`).gives(200)
  await anybody.get('/alice/demo/milestone/999').gives(404)
  await hers.get(`${at}/${id}/edit`).gives(200)
  assert.match((await hers.post(`${at}/${id}/edit`, { title: 'v1.0', due: 'soon' }).gives(422).emits()).text, /value="v1.0"/)
  assert.match((await hers.post(`${at}/new`, { title: '', description: 'kept' }).gives(422).emits()).text, /kept<\/textarea>/)
  await hers.post(`${at}/${id}/state`, { state: 'closed' }).gives(303).emits('milestone.edited')
  await w.as(alice).get(`/repos/alice/demo/milestones/${id}`).gives(200, { state: 'closed', due_on: '2031-02-03T23:59:59Z' })
  assert.match((await anybody.get(`${at}?state=closed`).gives(200)).text, /v1/)
  await his.post(`${at}/${id}/edit`, { title: 'mine' }).gives(403).emits()
  await his.post(`${at}/${id}/delete`).gives(403).emits()
  await hers.post(`${at}/${id}/edit`, { title: 'v1.0', due: '' }).gives(303).emits('milestone.edited')
  await hers.post(`${at}/${id}/delete`).gives(303).emits('milestone.removed')
})
