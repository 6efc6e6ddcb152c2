import assert from 'node:assert/strict'
import { browser } from '../../../test/kit/browser.ts'
import { scenario } from '../../../test/kit/world.ts'

const api = '/repos/alice/demo/issues/1'
const at = '/alice/demo/issues/1'

scenario('conversation: a long one shows its beginning and its end, and all of it when asked', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const issue = (await w.as(alice).post('/repos/alice/demo/issues', { title: 'long' }).gives(201)).body
  const now = w.cx.now()
  await w.cx.db.insertInto('comment').values(Array.from({ length: 305 }, (_, i) => ({ issue_id: issue.id, poster_id: alice.id, type: 'comment', content: `remark-${i}.`, created_at: now + i, updated_at: now + i }))).execute()
  const anybody = await browser(w, null)
  const part = (await anybody.get(at).gives(200)).text
  assert.match(part, /Show 95 more entries/)
  for (const [number, shown] of [[0, true], [59, true], [60, false], [154, false], [155, true], [304, true]] as const) assert.equal(part.includes(`remark-${number}.`), shown, `remark ${number}`)
  const whole = (await anybody.get(`${at}?entries=all`).gives(200)).text
  assert.ok(whole.includes('remark-100.'))
  assert.doesNotMatch(whole, /more entries/)
})

scenario('conversation: what was brought from elsewhere bears the names of its authors', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  await w.as(alice).post('/repos/alice/demo/issues', { title: 'moved' }).gives(201)
  const { id } = (await w.as(alice).post(`${api}/comments`, { body: 'from far away' }).gives(201)).body
  await w.cx.db.updateTable('comment').set({ original_author: 'somebody-else' }).where('id', '=', id).execute()
  assert.match((await (await browser(w, null)).get(at).gives(200)).text, /somebody-else/)
})

scenario('conversation: mentions from where one may not look are not told', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'secret', { private: true })
  await w.as(alice).post('/repos/alice/demo/issues', { title: 'public' }).gives(201)
  await w.as(alice).post('/repos/alice/secret/issues', { title: 'hush-hush', body: 'see alice/demo#1' }).gives(201)
  await w.settled()
  assert.match((await (await browser(w, alice)).get(at).gives(200)).text, /hush-hush/)
  assert.doesNotMatch((await (await browser(w, bob)).get(at).gives(200)).text, /hush-hush|alice\/secret/)
})

scenario('seeIssue: what is read is no news any more', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.as(bob).post('/repos/alice/demo/issues', { title: 'news' }).gives(201)
  await w.settled()
  await w.as(alice).get('/notifications/new').gives(200, { new: 1 })
  const hers = await browser(w, alice)
  assert.match((await hers.get(at).gives(200)).text, /data-seen="[^"]*\/issues\/1\/seen"/)
  await hers.post(`${at}/seen`).gives(204)
  await w.as(alice).get('/notifications/new').gives(200, { new: 0 })
  await (await browser(w, null)).post(`${at}/seen`).gives(303)
})
