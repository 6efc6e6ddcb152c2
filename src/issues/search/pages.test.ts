import assert from 'node:assert/strict'
import { browser } from '../../../test/kit/browser.ts'
import { scenario, type World } from '../../../test/kit/world.ts'

async function demo(w: World) {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'demo')
  const open = async (title: string, more: object = {}) => (await w.as(alice).post('/repos/alice/demo/issues', { title, ...more }).gives(201)).body
  const label = async (name: string, more: object = {}) => (await w.as(alice).post('/repos/alice/demo/labels', { name, color: '#00aabb', ...more }).gives(201)).body
  return { alice, bob, open, label }
}
const titles = (text: string) => [...text.matchAll(/data-go><bdi>([^<]*)<\/bdi>/g)].map((match) => match[1])

scenario('issuesPage: filters stand in the address, and counts follow them', async (w) => {
  const { alice, open, label } = await demo(w)
  const bug = await label('bug')
  const late = await label('late')
  const milestone = (await w.as(alice).post('/repos/alice/demo/milestones', { title: 'v1' }).gives(201)).body
  await open('first', { labels: [bug.id], body: 'a pelican' })
  await open('second', { labels: [bug.id, late.id], assignees: ['alice'], milestone: milestone.id })
  await open('third')
  await w.as(alice).patch('/repos/alice/demo/issues/3', { state: 'closed' }).gives(201)
  const anybody = await browser(w, null)
  const at = async (query: string) => (await anybody.get(`/alice/demo/issues${query}`).gives(200)).text
  const all = await at('')
  assert.deepEqual(titles(all), ['second', 'first'])
  assert.match(all, /2 Open/)
  assert.match(all, /1 Closed/)
  assert.deepEqual(titles(await at('?state=closed')), ['third'])
  assert.deepEqual(titles(await at('?state=all&sort=oldest')), ['first', 'second', 'third'])
  assert.deepEqual(titles(await at(`?labels=${bug.id},${late.id}`)), ['second'])
  assert.deepEqual(titles(await at(`?labels=${bug.id},-${late.id}`)), ['first'])
  assert.deepEqual(titles(await at('?state=all&labels=0')), ['third'])
  assert.deepEqual(titles(await at(`?milestone=${milestone.id}`)), ['second'])
  assert.deepEqual(titles(await at('?milestone=-1')), ['first'])
  assert.deepEqual(titles(await at('?assignee=alice')), ['second'])
  assert.deepEqual(titles(await at('?assignee=(none)')), ['first'])
  assert.deepEqual(titles(await at('?assignee=nobody-of-this-name')), [])
  assert.deepEqual(titles(await at('?poster=alice&q=pelican')), ['first'])
  await w.as(alice).patch('/repos/alice/demo/issues/1', { due_date: '2031-01-01T00:00:00Z' }).gives(201)
  await w.as(alice).patch('/repos/alice/demo/issues/3', { due_date: '2030-01-01T00:00:00Z' }).gives(201)
  assert.deepEqual(titles(await at('?state=all&sort=nearduedate')), ['third', 'first', 'second'])
  assert.deepEqual(titles(await at('?state=all&sort=farduedate')), ['first', 'third', 'second'])
  assert.match(await at('?q=nothing+like+it'), /Nothing matches/)
  assert.deepEqual(titles(await at('?sort=nonsense&page=x&milestone=abc&labels=,,x')), ['second', 'first'])
})

scenario('issuesPage: an empty one invites, a hidden repository is not there', async (w) => {
  const { alice, bob } = await demo(w)
  assert.match((await (await browser(w, alice)).get('/alice/demo/issues').gives(200)).text, /No issues yet/)
  await w.repo(alice, 'secret', { private: true })
  await (await browser(w, bob)).get('/alice/secret/issues').gives(404)
  await (await browser(w, null)).get('/alice/secret/issues').gives(404)
})

scenario('issuesPage: words of users are text', async (w) => {
  const { alice, open, label } = await demo(w)
  const evil = '"><script>alert(1)</script>'
  const bad = await label(evil, { description: evil })
  await open(evil, { labels: [bad.id] })
  const { text } = await (await browser(w, alice)).get(`/alice/demo/issues?q=${encodeURIComponent('"><script>alert(2)</script>')}&poster=${encodeURIComponent(evil)}&state=all`).gives(200)
  assert.doesNotMatch(text, /<script>alert/)
  assert.doesNotMatch((await (await browser(w, alice)).get('/alice/demo/issues').gives(200)).text, /<script>alert/)
})

scenario('issuesPage: pinned ones stand over the list', async (w) => {
  const { alice, open } = await demo(w)
  await open('keep in mind')
  await w.as(alice).post('/repos/alice/demo/issues/1/pin').gives(204)
  assert.match((await (await browser(w, alice)).get('/alice/demo/issues').gives(200)).text, /class="pin" href="[^"]*\/issues\/1"/)
})

scenario('changeIssues: several at once, by those who may', async (w) => {
  const { alice, bob, open, label } = await demo(w)
  const bug = await label('bug')
  for (const title of ['one', 'two', 'three']) await open(title)
  const hers = await browser(w, alice)
  const to = '/alice/demo/issues/bulk'
  await hers.post(to, { do: 'close', numbers: [1, 2], back: '/alice/demo/issues?state=all' }).gives(303).header('location', /\/alice\/demo\/issues\?state=all$/).emits('issue.closed', 'issue.closed')
  await w.as(alice).get('/repos/alice/demo/issues/3').gives(200, { state: 'open' })
  await hers.post(to, { do: 'label', label: bug.id, numbers: [1, 3] }).gives(303)
  await w.as(alice).get('/repos/alice/demo/issues/3').gives(200, { labels: [{ name: 'bug' }] })
  await hers.post(to, { do: 'unlabel', label: bug.id, numbers: [3] }).gives(303)
  await hers.post(to, { do: 'assign', assignee: 'alice', numbers: [3] }).gives(303)
  await w.as(alice).get('/repos/alice/demo/issues/3').gives(200, { labels: [], assignees: [{ login: 'alice' }] })
  await hers.post(to, { do: 'reopen', numbers: [1, 99] }).gives(303).emits('issue.reopened')
  await hers.post(to, { do: 'close' }).gives(303).emits()
  await hers.post(to, { do: 'close', numbers: [3], back: 'https://evil.example/' }).gives(303).header('location', /^http:\/\/[^/]+\/$/)
  await (await browser(w, bob)).post(to, { do: 'close', numbers: [1] }).gives(403).emits()
  await (await browser(w, null)).post(to, { do: 'close', numbers: [1] }).gives(303).header('location', /\/user\/login/).emits()
})
