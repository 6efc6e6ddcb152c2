import assert from 'node:assert/strict'
import { scenario, type World } from '../../../test/kit/world.ts'

const b64 = (text: string) => Buffer.from(text).toString('base64')

async function tool(w: World) {
  const [ada, eve] = [await w.user('ada'), await w.user('eve')]
  await w.repo(ada, 'tool', { auto_init: true, readme: 'Default' })
  await w.as(ada).post('/repos/ada/tool/contents/a.txt', { message: 'On a branch', content: b64('a\n'), new_branch: 'feat/one' }).gives(201)
  return { ada, eve, mine: await w.browsing(ada), hers: await w.browsing(eve) }
}

scenario('branchesPage, renameBranch, deleteBranch: lists, makes, renames, deletes and restores', async (w) => {
  const { mine, hers } = await tool(w)
  const page = await mine.get('//ada/tool/branches').gives(200)
  assert.match(page.text, /feat\/one/)
  assert.match(page.text, /1 commit ahead of and 0 behind/)
  assert.match(page.text, /Default/)
  assert.doesNotMatch((await w.anonymous.get('//ada/tool/branches?q=feat').gives(200)).text, /new-branch|>main<\/bdi>/)
  await mine.post('//ada/tool/branches', { name: 'two', from: 'feat/one' }).gives(303).emits('ref.created')
  const twice = await mine.post('//ada/tool/branches', { name: 'two', from: 'main' }).gives(409).emits()
  assert.match(twice.text, /value="two"/)
  await mine.post('//ada/tool/branches/rename', { name: 'two', to: 'three' }).gives(303)
  const gone = await mine.post('//ada/tool/branches/delete', { name: 'three' }).gives(303).emits('ref.deleted')
  const to = new URL(gone.headers.location)
  assert.match((await mine.get(`/${to.pathname}${to.search}`).gives(200)).text, /Restore it/)
  await mine.post('//ada/tool/branches', { name: 'three', from: to.searchParams.get('was')! }).gives(303).emits('ref.created')
  await mine.post('//ada/tool/branches/delete', { name: 'main' }).gives(403).emits()
  await hers.post('//ada/tool/branches/delete', { name: 'three' }).gives(403).emits()
  await w.anonymous.post('//ada/tool/branches/delete', 'name=three', { 'content-type': 'application/x-www-form-urlencoded' }).gives(303).header('location', /user\/login/).emits()
  await hers.post('//ada/tool/branches', { name: 'four' }).gives(403).emits()
})

scenario('branchesPage: yours, active and stale ones', async (w) => {
  const { ada, mine, hers } = await tool(w)
  const old = '2020-01-01T00:00:00Z'
  await w.as(ada).post('/repos/ada/tool/contents/b.txt', { message: 'Long ago', content: b64('b\n'), new_branch: 'attic', dates: { author: old, committer: old }, author: { name: 'Eve', email: 'Eve@example.com' } }).gives(201)
  const names = async (client: typeof mine, show: string) => [...(await client.get(`//ada/tool/branches?show=${show}`).gives(200)).text.matchAll(/class="title mono"[^>]*><bdi>([^<]*)/g)].map((match) => match[1])
  assert.deepEqual(await names(mine, 'all'), ['main', 'feat/one', 'attic'])
  assert.deepEqual(await names(mine, 'active'), ['main', 'feat/one'])
  assert.deepEqual(await names(w.anonymous, 'stale'), ['attic'])
  assert.deepEqual(await names(hers, 'yours'), ['attic'])
  assert.deepEqual(await names(mine, 'yours'), ['main', 'feat/one'])
  assert.deepEqual(await names(w.anonymous, 'yours'), ['main', 'feat/one', 'attic'])
})

scenario('tagsPage, deleteTag: lists, makes and deletes', async (w) => {
  const { mine, hers } = await tool(w)
  await mine.post('//ada/tool/tags', { tag_name: 'v1', target: 'feat/one', message: 'First\n' }).gives(303)
  const page = await w.anonymous.get('//ada/tool/tags').gives(200)
  assert.match(page.text, /src\/tag\/v1/)
  assert.match(page.text, /archive\/v1\.zip/)
  assert.match((await mine.post('//ada/tool/tags', { tag_name: 'bad name' }).gives(422).emits()).text, /value="bad name"/)
  await hers.post('//ada/tool/tags/delete', { name: 'v1' }).gives(403).emits()
  await mine.post('//ada/tool/tags/delete', { name: 'v1' }).gives(303)
  assert.doesNotMatch((await w.anonymous.get('//ada/tool/tags').gives(200)).text, /src\/tag\/v1/)
})

scenario('compareStart, comparePage: two sides, forks too, and as text', async (w) => {
  const { ada, eve, hers } = await tool(w)
  await w.anonymous.get('//ada/tool/compare').gives(303).header('location', /compare\/main\.\.\.main$/)
  const page = await w.anonymous.get('//ada/tool/compare/main...feat/one').gives(200)
  assert.match(page.text, /On a branch/)
  assert.match(page.text, /id="diff-0R1"/)
  assert.match((await w.anonymous.get('//ada/tool/compare/feat/one...main').gives(200)).text, /has everything of/)
  assert.match((await w.anonymous.get('//ada/tool/compare/main...feat/one.diff').gives(200).header('content-type', /^text\/plain/)).text, /^diff --git/)
  await w.anonymous.get('//ada/tool/compare/main...none').gives(404)
  await w.as(eve).post('/repos/ada/tool/forks', {}).gives(202)
  await w.settled()
  await w.as(eve).put('/repos/eve/tool/contents/b.txt', { message: 'From a fork', content: b64('b\n') }).gives(201)
  assert.match((await hers.get('//ada/tool/compare/main...eve:main').gives(200)).text, /From a fork/)
  await w.as(ada).patch('/repos/ada/tool', { private: true }).gives(200)
  await w.anonymous.get('//ada/tool/compare/main...feat/one').gives(404)
})
