import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

scenario('listReposSearchCode, listSearchCode: files that hold a text, of what the asker may read', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  for (const [name, more] of [['open', {}], ['secret', { private: true }], ['bare', { auto_init: false }]] as const) await w.repo(alice, name, { auto_init: true, ...more })
  for (const [repo, path] of [['open', 'src/a b.txt'], ['open', 'z.txt'], ['secret', 's.txt']]) await w.as(alice).post(`/repos/alice/${repo}/contents/${encodeURIComponent(path)}`, { content: base64('one\nA Needle here\n') }).gives(201)
  await w.as(alice).post('/repos/alice/open/contents/side.txt', { content: base64('needle'), new_branch: 'side' }).gives(201)
  const at = '/repos/alice/open/search/code'
  const found = (await w.anonymous.get(`${at}?q=needle`).gives(200, { total_count: 2, incomplete_results: false })).body.items
  assert.deepEqual(found.map((one: any) => [one.name, one.path, one.repository.full_name, one.lines]), [['a b.txt', 'src/a b.txt', 'alice/open', [{ line: 2, text: 'A Needle here' }]], ['z.txt', 'z.txt', 'alice/open', [{ line: 2, text: 'A Needle here' }]]])
  await w.anonymous.get(found[0].url.slice(found[0].url.indexOf('/repos/'))).gives(200, { sha: found[0].sha, path: 'src/a b.txt' })
  await w.anonymous.get(`${at}?q=needle&limit=1&page=2`).gives(200, { total_count: 2, items: [{ path: 'z.txt' }] })
  await w.anonymous.get(`${at}?q=needle&ref=side`).gives(200, { total_count: 3 })
  await w.anonymous.get(`${at}?q=needle&ref=nothing`).gives(404).empty()
  await w.anonymous.get(`${at}?q=--open-files-in-pager`).gives(200, { total_count: 0, items: [] })
  for (const q of ['', '%20', 'x'.repeat(201)]) await w.anonymous.get(`${at}?q=${q}`).gives(422)
  await w.as(alice).get('/repos/alice/bare/search/code?q=x').gives(200, { total_count: 0 })
  await w.as(bob).get('/repos/alice/secret/search/code?q=needle').gives(404).empty()
  await w.anonymous.get('/search/code?q=needle').gives(401)
  await w.as(bob).get('/search/code').gives(422)
  const paths = async (who: typeof alice, more = {}) => (await w.as(who, more).get('/search/code?q=needle').gives(200, { incomplete_results: false })).body.items.map((one: any) => `${one.repository.name}/${one.path}`).sort()
  assert.deepEqual(await paths(alice), ['open/src/a b.txt', 'open/z.txt', 'secret/s.txt'])
  assert.deepEqual(await paths(bob), ['open/src/a b.txt', 'open/z.txt'])
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'p', scopes: ['read:repository', 'public-only'] }).gives(201)).body.sha1
  assert.deepEqual(await paths(alice, { token }), ['open/src/a b.txt', 'open/z.txt'])
})
