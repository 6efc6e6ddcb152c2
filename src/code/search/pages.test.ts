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
  assert.match(await see('q=--open-files-in-pager%3Dtouch'), /Nothing holds/)
  assert.match(await see('q=one&ref=none'), /Nothing holds/)
  await w.as(ada).patch('/repos/ada/tool', { private: true }).gives(200)
  await w.anonymous.get('//ada/tool/search?q=two').gives(404)
})
