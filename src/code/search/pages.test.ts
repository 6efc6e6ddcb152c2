import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const b64 = (text: string) => Buffer.from(text).toString('base64')

scenario('searchCode: finds texts as they are written, whatever they look like', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool')
  assert.match((await w.anonymous.get('//ada/tool/search?q=x').gives(200)).text, /Nothing holds/)
  await w.as(ada).post('/repos/ada/tool/contents', { message: 'Put', files: [{ operation: 'create', path: 'a b.txt', content: b64('one\nTwo <i>(.*)\n') }, { operation: 'create', path: 'c.bin', content: b64('\0Two') }] }).gives(201)
  const see = async (query: string) => (await w.anonymous.get(`//ada/tool/search?${query}`).gives(200)).text
  assert.match(await see('q=two'), /<mark>Two<\/mark> &lt;i&gt;/)
  assert.match(await see('q=two'), /a%20b\.txt#L2/)
  assert.match(await see('q=two'), /Found in 1 file/)
  assert.match(await see('q=two&case=1'), /Nothing holds/)
  assert.match(await see('q=Tw&word=1'), /Nothing holds/)
  assert.match(await see(`q=${encodeURIComponent('(.*)')}`), /<mark>\(\.\*\)<\/mark>/)
  assert.match(await see('q=Two+.i.&regexp=1'), /Two &lt;i&gt;\(\.\*\)/)
  assert.match(await see('q=Two+.i.&regexp=1'), /name="regexp" value="1" checked/)
  assert.match(await see('q=%28a&regexp=1'), /That cannot be searched for[^]*no regular expression/)
  assert.match(await see('q=--open-files-in-pager%3Dtouch'), /Nothing holds/)
  assert.match(await see('q=one&ref=none'), /Nothing holds/)
  await w.as(ada).patch('/repos/ada/tool', { private: true }).gives(200)
  await w.anonymous.get('//ada/tool/search?q=two').gives(404)
})

scenario('searchCode, searchAllCode: filters are kept, wrong ones are told, and only what may be read is found', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'tool', { auto_init: true })
  await w.repo(ada, 'secret', { auto_init: true, private: true })
  for (const repo of ['tool', 'secret']) await w.as(ada).post(`/repos/ada/${repo}/contents`, { message: 'Put', files: ['src/a.ts', 'lib/<b>.go'].map((path) => ({ operation: 'create', path, content: b64('a needle\n') })) }).gives(201)
  w.later(60)
  await w.settled()
  const see = async (at: string) => (await w.anonymous.get(at).gives(200)).text
  const filtered = await see('//ada/tool/search?q=needle&path=src&language=TypeScript')
  assert.match(filtered, /Found in 1 file/)
  assert.match(filtered, /<option value="TypeScript" selected>/)
  assert.match(filtered, /name="path"[^>]* value="src"/)
  assert.match(await see('//ada/tool/search?q=needle+path:lib'), /a <mark>needle<\/mark>/)
  assert.match(await see('//ada/tool/search?q=needle+path:lib'), /lib\/&lt;b&gt;\.go/)
  assert.match(await see(`//ada/tool/search?q=${'x'.repeat(300)}`), /cannot be searched for/)
  assert.match(await see('//ada/tool/search?q=path:src'), /What are you looking for/)
  await w.anonymous.get('//-/search/code?q=needle').gives(303)
  const browser = await w.browsing(bob)
  const all = (await browser.get('//-/search/code?q=needle').gives(200)).text
  assert.match(all, /Found in 2 files/)
  assert.match(all, /\/ada\/tool\/src\/branch\/main\/src\/a\.ts#L1/)
  assert.doesNotMatch(all, /secret/)
  assert.match((await browser.get('//-/search/code?q=needle&repo=ada/secret').gives(200)).text, /Nothing holds/)
  assert.match((await browser.get('//-/search?q=needle').gives(200)).text, /\/-\/search\/code\?q=needle/)
  assert.match((await (await w.browsing(ada)).get('//-/search/code?q=needle').gives(200)).text, /Found in 4 files/)
})
