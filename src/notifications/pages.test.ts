import assert from 'node:assert/strict'
import { scenario, type World } from '../../test/kit/world.ts'

async function told(w: World) {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'engine')
  await w.repo(ada, 'mill')
  await w.as(bob).post('/repos/ada/engine/issues', { title: 'The <mill> jams' }).gives(201)
  await w.as(bob).post('/repos/ada/engine/issues', { title: 'Card torn' }).gives(201)
  await w.as(bob).post('/repos/ada/mill/issues', { title: 'Too loud' }).gives(201)
  return { ada, bob, own: await w.browsing(ada) }
}

scenario('inbox, markThreads: read, pinned and unread threads by repository', async (w) => {
  const { ada, bob, own } = await told(w)
  const { text } = await own.get('//notifications').gives(200)
  assert.match(text, /The &lt;mill&gt; jams/)
  assert.match(text, /Issue #1, open<\/span><span>you watch the repository<\/span>/)
  await w.as(bob).put('/repos/ada/engine/subscription').gives(200)
  await w.as(ada).post('/repos/ada/engine/issues', { title: 'For bob', assignees: [] }).gives(201)
  await w.as(ada).post('/repos/ada/engine/issues/1/comments', { body: 'yes' }).gives(201)
  const his = (await (await w.browsing(bob)).get('//notifications').gives(200)).text
  assert.match(his, /Issue #1, open<\/span><span>opened by you/)
  assert.match(his, /Issue #3, open<\/span><span>you watch the repository/)
  assert.match(text, /<bdi>ada\/engine<\/bdi>[^]*Card torn/)
  const [first, second] = (await w.as(ada).get('/notifications').gives(200)).body.map((one: { id: number; subject: { title: string } }) => one)
  await own.post('//notifications/status', { ids: first.id, status: 'read', back: '/notifications?q=all' }).gives(303).header('location', /\/notifications\?q=all$/)
  assert.doesNotMatch((await own.get('//notifications').gives(200)).text, new RegExp(first.subject.title))
  assert.match((await own.get('//notifications?q=read').gives(200)).text, new RegExp(first.subject.title))
  await own.post('//notifications/status', { ids: [first.id, second.id], status: 'pinned' }).gives(303)
  assert.match((await own.get('//notifications?q=pinned').gives(200)).text, new RegExp(`value="${second.id}"`))
  assert.match((await own.get('//notifications?q=all&kind=pull').gives(200)).text, /not been told of anything/)
  const bobs = await w.browsing(bob)
  await bobs.post('//notifications/status', { ids: second.id, status: 'read' }).gives(403)
  await w.as(ada).get(`/notifications/threads/${second.id}`).gives(200, { pinned: true })
})

scenario('seeThread: looking at an issue reads its thread, and no other', async (w) => {
  const { ada, own } = await told(w)
  await own.post('//notifications/seen', { owner: 'ada', repo: 'engine', number: '2' }).gives(303)
  const left = (await w.as(ada).get('/notifications').gives(200)).body.map((one: { subject: { title: string } }) => one.subject.title)
  assert.deepEqual(left.sort(), ['The <mill> jams', 'Too loud'])
  await own.post('//notifications/seen', { owner: 'ada', repo: 'nowhere', number: '2' }).gives(404)
  await own.post('//notifications/seen', { owner: 'ada', repo: 'mill', number: '.*' }).gives(303)
  await w.as(ada).get('/notifications/new').gives(200, { new: 2 })
})

scenario('readThreads: a repository at once, then everything', async (w) => {
  const { ada, own } = await told(w)
  await own.post('//notifications/purge', { repo: 'ada/engine', back: '//evil.example' }).gives(303).header('location', /^http:\/\/[^/]+\/$/)
  await w.as(ada).get('/notifications/new').gives(200, { new: 1 })
  await own.post('//notifications/purge', {}, { origin: 'http://evil.example' }).gives(403)
  await own.post('//notifications/purge').gives(303)
  await w.as(ada).get('/notifications/new').gives(200, { new: 0 })
  assert.match((await own.get('//notifications').gives(200)).text, /Nothing waits for you/)
})

scenario('inbox: a thread about what is no longer one’s own says nothing of it; watchingPage lists what is watched', async (w) => {
  const { ada, bob, own } = await told(w)
  assert.match((await own.get('//notifications/watching').gives(200)).text, /<bdi>ada\/(engine|mill)<\/bdi>[^]*<bdi>ada\/(engine|mill)<\/bdi>/)
  await w.as(ada).post('/repos/ada/engine/issues/1/comments', { body: 'looking' }).gives(201)
  const bobs = await w.browsing(bob)
  assert.match((await bobs.get('//notifications').gives(200)).text, /The &lt;mill&gt; jams/)
  await w.as(ada).patch('/repos/ada/engine', { private: true }).gives(200)
  const { text } = await bobs.get('//notifications').gives(200)
  assert.doesNotMatch(text, /jams|ada\/engine/)
  assert.match(text, /You can no longer see/)
  await w.anonymous.get('//notifications').gives(303).header('location', /user\/login/)
  await w.anonymous.get('//notifications/watching').gives(303)
})
