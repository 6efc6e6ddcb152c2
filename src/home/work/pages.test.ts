import assert from 'node:assert/strict'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

async function street(w: World) {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'engine', { auto_init: true })
  await w.repo(ada, 'plans', { private: true })
  await w.repo(bob, 'shop')
  const open = (who: Person, repo: string, title: string, more: object = {}) => w.as(who).post(`/repos/${repo}/issues`, { title, ...more }).gives(201)
  await open(ada, 'ada/engine', 'Mill jams', { assignees: ['ada'] })
  await open(bob, 'ada/engine', 'Card <b>torn</b>', { body: 'hello @ada' })
  await open(ada, 'bob/shop', 'Window broken')
  await open(ada, 'ada/plans', 'Secret lever', { assignees: ['ada'], closed: true })
  return { ada, bob }
}

scenario('yourIssues: lists over all repositories, with every filter in the address', async (w) => {
  const { ada, bob } = await street(w)
  const label = (await w.as(ada).post('/repos/ada/engine/labels', { name: 'urgent', color: 'ff0000' }).gives(201)).body.id
  await w.as(ada).post('/repos/ada/engine/issues/1/labels', { labels: [label] }).gives(200)
  const seen = async (who: Person, query = '') => [...(await w.as(who).get(`//issues${query}`).gives(200)).text.matchAll(/data-go>(.*?)<\/a>/g)].map((one) => one[1].replace(/<\/?(bdi|code)>/g, ''))
  assert.deepEqual(await seen(ada), ['Mill jams'])
  assert.deepEqual(await seen(ada, '?state=closed'), ['Secret lever'])
  assert.deepEqual(await seen(ada, '?type=created_by'), ['Window broken', 'Mill jams'])
  assert.deepEqual(await seen(ada, '?type=created_by&sort=oldest'), ['Mill jams', 'Window broken'])
  assert.deepEqual(await seen(ada, '?type=mentioned'), ['Card &lt;b&gt;torn&lt;/b&gt;'])
  assert.deepEqual(await seen(ada, '?type=your_repositories'), ['Card &lt;b&gt;torn&lt;/b&gt;', 'Mill jams'])
  assert.deepEqual(await seen(ada, '?type=all&repo=bob/shop'), ['Window broken'])
  assert.deepEqual(await seen(ada, '?type=all&labels=urgent'), ['Mill jams'])
  assert.deepEqual(await seen(ada, '?type=all&q=window'), ['Window broken'])
  assert.deepEqual(await seen(ada, '?type=all&owner=bob'), ['Window broken'])
  await w.as(ada).get('//issues?type=all&owner=nobody').gives(400)
  assert.deepEqual(await seen(bob, '?type=all&state=closed'), [])
  const head = (await w.as(ada).get('//issues').gives(200)).text
  assert.match(head, /1 open[^]*1 closed/)
  assert.match((await w.as(ada).get('//issues?type=all&q=zebra').gives(200)).text, /Nothing matches/)
  await w.as(bob).get('//issues?repo=ada/plans').gives(404)
  await w.anonymous.get('//issues').gives(303).header('location', /user\/login\?redirect_to=%2Fissues/)
})

scenario('yourPulls: what one has opened, and what waits for one’s review', async (w) => {
  const { ada, bob } = await street(w)
  await w.as(ada).post('/repos/ada/engine/contents/new.txt', { content: 'bmV3', message: 'new', new_branch: 'idea' }).gives(201)
  await w.as(ada).post('/repos/ada/engine/pulls', { title: 'An idea', head: 'idea', base: 'main' }).gives(201)
  await w.as(ada).post('/repos/ada/engine/pulls/3/requested_reviewers', { reviewers: ['bob'] }).gives(201)
  assert.match((await w.as(ada).get('//pulls').gives(200)).text, /An idea/)
  assert.doesNotMatch((await w.as(ada).get('//pulls').gives(200)).text, /Mill jams/)
  assert.match((await w.as(bob).get('//pulls?type=review_requested').gives(200)).text, /An idea/)
  assert.match((await w.as(ada).get('//pulls?type=review_requested').gives(200)).text, /Nobody waits for your review/)
  await w.anonymous.get('//pulls').gives(303)
})

scenario('orgIssues, orgPulls: lead to the lists of one owner', async (w) => {
  const ada = await w.user('ada')
  await w.org(ada, 'guild')
  await w.as(ada).get('//org/guild/issues').gives(303).header('location', /\/issues\?type=all&owner=guild$/)
  await w.as(ada).get('//org/guild/pulls').gives(303).header('location', /\/pulls\?type=all&owner=guild$/)
  await w.as(ada).get('//org/nowhere/pulls').gives(404)
})

scenario('yourMilestones: of repositories one works in, and may see', async (w) => {
  const { ada, bob } = await street(w)
  await w.as(ada).post('/repos/ada/engine/milestones', { title: 'First <run>', due_on: '2020-01-01T00:00:00Z' }).gives(201)
  await w.as(ada).post('/repos/ada/plans/milestones', { title: 'Hidden goal' }).gives(201)
  await w.as(bob).post('/repos/bob/shop/milestones', { title: 'Opening' }).gives(201)
  const { text } = await w.as(ada).get('//milestones').gives(200)
  assert.match(text, /First &lt;run&gt;[^]*Late since[^]*Hidden goal/)
  assert.match(text, /2 open[^]*0 closed/)
  assert.doesNotMatch(text, /Opening/)
  assert.match((await w.as(ada).get('//milestones?state=closed').gives(200)).text, /No milestones here/)
  assert.doesNotMatch((await w.as(bob).get('//milestones').gives(200)).text, /First|Hidden goal/)
  await w.anonymous.get('//milestones').gives(303)
})

scenario('yourMilestones: a team without issues is not shown them', async (w) => {
  const [ada, bob, cy] = [await w.user('ada'), await w.user('bob'), await w.user('cy')]
  await w.org(ada, 'guild')
  await w.as(ada).post('/orgs/guild/repos', { name: 'hall', private: true }).gives(201)
  await w.as(ada).post('/repos/guild/hall/milestones', { title: 'Quiet goal' }).gives(201)
  for (const [name, unit, who] of [['coders', 'repo.code', bob], ['helpers', 'repo.issues', cy]] as const) {
    const { id } = (await w.as(ada).post('/orgs/guild/teams', { name, permission: 'read', includes_all_repositories: true, units_map: { [unit]: 'read' } }).gives(201)).body
    await w.as(ada).put(`/teams/${id}/members/${who.name}`).gives(204)
  }
  assert.doesNotMatch((await w.as(bob).get('//milestones').gives(200)).text, /Quiet goal/)
  assert.match((await w.as(cy).get('//milestones').gives(200)).text, /Quiet goal/)
})

scenario('searchPage, palette, complete: repositories, issues and people that may be seen', async (w) => {
  const { ada, bob } = await street(w)
  const found = (await w.as(bob).get('//-/search?q=engine').gives(200)).text
  assert.match(found, /ada\/engine/)
  assert.match((await w.as(ada).get('//-/search?q=lever').gives(200)).text, /Secret lever/)
  assert.match((await w.as(bob).get('//-/search?q=lever').gives(200)).text, /Nothing matches/)
  assert.match((await w.anonymous.get('//-/search?q=%3Cscript%3Ealert(1)').gives(200)).text, /value="&lt;script&gt;alert\(1\)"/)
  await w.anonymous.get('//-/search').gives(200)
  const items = async (who: Person | null, q: string) => (await w.as(who).get(`//-/palette?q=${q}`).gives(200)).body as { words: string; to: string; kind: string }[]
  assert.deepEqual((await items(ada, 'lever')).map((one) => one.kind), ['issue', ''])
  assert.match((await items(ada, 'lever'))[0].to, /\/ada\/plans\/issues\/1$/)
  assert.deepEqual((await items(null, 'lever')).map((one) => one.kind), [''])
  assert.deepEqual((await items(bob, '%231&repo=ada/engine')).filter((one) => 'first' in one).map((one) => new URL(one.to).pathname), ['/ada/engine/issues/1'])
  for (const q of ['%231', '%231&repo=ada/plans', '%23999&repo=ada/engine', '%231&repo=x']) assert.equal((await items(bob, q)).some((one) => 'first' in one), false, q)
  const words = async (who: Person, query: string) => ((await w.as(who).get(`//-/complete?${query}`).gives(200)).body as { put: string }[]).map((one) => one.put)
  assert.deepEqual(await words(bob, 'q=%40ad'), ['@ada'])
  assert.deepEqual(await words(bob, 'q=%23mill&repo=ada/engine'), ['#1'])
  assert.deepEqual(await words(ada, 'q=%23&repo=ada/plans'), [])
  assert.deepEqual(await words(ada, 'q=%23lever&repo=ada/plans'), ['#1'])
  assert.deepEqual(await words(bob, 'q=%23lever&repo=ada/plans'), [])
  assert.deepEqual(await words(bob, 'q=ada'), [])
  assert.ok((await items(null, 'ada')).some((one) => one.kind === 'person' && one.words === 'ada'))
})
