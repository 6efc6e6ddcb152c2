import assert from 'node:assert/strict'
import { browser } from '../../../test/kit/browser.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('newIssuePage: filled in by its address, opened by whoever may read', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  const bug = (await w.as(alice).post('/repos/alice/demo/labels', { name: 'bug', color: '#ff0000' }).gives(201)).body
  const milestone = (await w.as(alice).post('/repos/alice/demo/milestones', { title: 'v1' }).gives(201)).body
  const [hers, his, anybody] = [await browser(w, alice), await browser(w, bob), await browser(w, null)]
  const at = '/alice/demo/issues/new'
  await anybody.get(`${at}?title=x`).gives(303).header('location', /\/user\/login\?redirect_to=%2Falice%2Fdemo%2Fissues%2Fnew%3Ftitle%3Dx$/)
  const { text } = await hers.get(`${at}?title=It+breaks&body=at+night&labels=bug&milestone=${milestone.id}&assignees=alice`).gives(200)
  assert.match(text, /value="It breaks"/)
  assert.match(text, /at night<\/textarea>/)
  assert.match(text, new RegExp(`name="labels" value="${bug.id}" checked`))
  assert.match(text, new RegExp(`name="milestone" value="${milestone.id}" checked`))
  assert.match(text, /name="assignees" value="alice" checked/)
  assert.doesNotMatch((await his.get(at).gives(200)).text, /name="labels"/)
  await hers.post(at, { title: 'It breaks', body: 'at night', labels: [bug.id], milestone: milestone.id, assignees: ['alice'], due: '2031-02-03' }).gives(303).header('location', /\/alice\/demo\/issues\/1$/)
  await w.as(alice).get('/repos/alice/demo/issues/1').gives(200, { title: 'It breaks', labels: [{ name: 'bug' }], milestone: { title: 'v1' }, assignees: [{ login: 'alice' }] })
  await his.post(at, { title: 'mine too', labels: [bug.id] }).gives(303).emits('issue.opened')
  await w.as(alice).get('/repos/alice/demo/issues/2').gives(200, { labels: [], user: { login: 'bob' } })
  const wrong = await his.post(at, { title: '', body: 'a long story' }).gives(422).emits()
  assert.match(wrong.text, /a long story<\/textarea>/)
  await anybody.post(at, { title: 'x' }).gives(303).header('location', /\/user\/login/).emits()
  await his.get(`${at}/choose?title=x`).gives(303).header('location', /\/issues\/new\?title=x$/)
  await w.repo(alice, 'secret', { private: true })
  await his.get('/alice/secret/issues/new').gives(404)
})
