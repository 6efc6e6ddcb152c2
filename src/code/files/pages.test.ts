import assert from 'node:assert/strict'
import { scenario, type World } from '../../../test/kit/world.ts'

const b64 = (text: string) => Buffer.from(text).toString('base64')

async function tool(w: World, text = 'one\ntwo\n') {
  const [ada, eve] = [await w.user('ada'), await w.user('eve')]
  await w.repo(ada, 'tool')
  const made = await w.as(ada).post('/repos/ada/tool/contents/docs/a.md', { message: 'Begin', content: b64(text) }).gives(201)
  const read = async (path: string, ref = 'main') => (await w.anonymous.get(`/repos/ada/tool/raw/${path}?ref=${ref}`).gives(200)).text
  return { ada, eve, sha: made.body.content.sha as string, read, mine: await w.browsing(ada), hers: await w.browsing(eve) }
}

scenario('editFilePage: shows the text, commits it with its line ends, and moves it', async (w) => {
  const { mine, sha, read } = await tool(w)
  const page = await mine.get('//ada/tool/_edit/main/docs/a.md').gives(200)
  assert.match(page.text, /<textarea[^>]*>\none\ntwo\n<\/textarea>/)
  await mine.post('//ada/tool/_edit/main/docs/a.md', { path: 'docs/a.md', content: 'one\r\nthree\r\n', sha, message: 'Say three', target: 'direct' }).gives(303).header('location', /\/src\/branch\/main\/docs\/a\.md$/).emits('ref.pushed')
  assert.equal(await read('docs/a.md'), 'one\nthree\n')
  const now = (await w.anonymous.get('/repos/ada/tool/contents/docs/a.md').gives(200)).body.sha
  await mine.post('//ada/tool/_edit/main/docs/a.md', { path: 'b.md', content: 'one\r\n', sha: now, target: 'new', new_branch: 'moved' }).gives(303).header('location', /\/compare\/main\.\.\.moved$/).emits('ref.created')
  assert.equal(await read('b.md', 'moved'), 'one\n')
})

scenario('editFilePage: whoever was slower keeps what was typed', async (w) => {
  const { ada, mine, sha, read } = await tool(w)
  await w.as(ada).put('/repos/ada/tool/contents/docs/a.md', { content: b64('theirs\n'), sha, message: 'Faster' }).gives(200)
  const refused = await mine.post('//ada/tool/_edit/main/docs/a.md', { path: 'docs/a.md', content: 'mine <b>\r\n', sha, target: 'direct' }).gives(409).emits()
  assert.match(refused.text, /while you were editing/)
  assert.match(refused.text, /mine &lt;b&gt;/)
  const [, over] = /name="over" value="([0-9a-f]+)"/.exec(refused.text)!
  await mine.post('//ada/tool/_edit/main/docs/a.md', { path: 'docs/a.md', content: 'mine\r\n', sha, over, target: 'direct' }).gives(303)
  assert.equal(await read('docs/a.md'), 'mine\n')
})

scenario('editFilePage: previews before anything is committed', async (w) => {
  const { mine, sha, read } = await tool(w)
  const diff = await mine.post('//ada/tool/_edit/main/docs/a.md', { path: 'docs/a.md', content: 'one\r\n# three\r\n', sha, preview: 'diff' }).gives(200).emits()
  assert.match(diff.text, /id="diff-0R2"/)
  const rendered = await mine.post('//ada/tool/_edit/main/docs/a.md', { path: 'docs/a.md', content: '# three <script>alert(1)</script>\r\n', sha, preview: 'rendered' }).gives(200).emits()
  assert.match(rendered.text, /<h1[^>]*>three/)
  assert.doesNotMatch(rendered.text, /<script>alert/)
  assert.equal(await read('docs/a.md'), 'one\ntwo\n')
})

scenario('newFilePage, deleteFilePage: add and take away, also in a repository without commits', async (w) => {
  const { ada, mine, sha, read } = await tool(w)
  await mine.get('//ada/tool/_new/main/docs').gives(200)
  await mine.post('//ada/tool/_new/main/docs', { path: 'docs/b.txt', content: 'b\r\n', target: 'direct' }).gives(303).emits('ref.pushed')
  assert.equal(await read('docs/b.txt'), 'b\n')
  const twice = await mine.post('//ada/tool/_new/main/docs', { path: 'docs/b.txt', content: 'again', target: 'direct' }).gives(422).emits()
  assert.match(twice.text, /again<\/textarea>/)
  for (const bad of ['../x', '.git/config', 'a/../../b']) await mine.post('//ada/tool/_new/main', { path: bad, content: 'x', target: 'direct' }).gives(422).emits()
  await mine.get('//ada/tool/_delete/main/docs/a.md').gives(200)
  await mine.post('//ada/tool/_delete/main/docs/a.md', { sha, target: 'direct' }).gives(303).header('location', /\/src\/branch\/main\/docs$/).emits('ref.pushed')
  await w.anonymous.get('//ada/tool/src/branch/main/docs/a.md').gives(404)
  await w.repo(ada, 'fresh')
  await mine.get('//ada/fresh/_new/main').gives(200)
  await mine.post('//ada/fresh/_new/main', { path: 'README.md', content: '# Hi\r\n', message: 'First' }).gives(303).emits('ref.created')
  assert.match((await w.anonymous.get('//ada/fresh').gives(200)).text, /<h1[^>]*>Hi/)
})

scenario('uploadFilesPage, uploadFiles: files of a form become one commit', async (w) => {
  const { mine, read } = await tool(w)
  await mine.get('//ada/tool/_upload/main/docs').gives(200)
  const part = (head: string, body: string) => `--cut\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const send = (...parts: string[]) => mine.post('//ada/tool/_upload/main', `${parts.join('')}--cut--\r\n`, { 'content-type': 'multipart/form-data; boundary=cut' })
  await send(part('name="folder"', 'docs/more'), part('name="target"', 'direct'), part('name="files"; filename="x.txt"', 'x'), part('name="files"; filename="../../y.txt"', 'y')).gives(303).emits('ref.pushed')
  assert.equal(await read('docs/more/x.txt'), 'x')
  assert.equal(await read('docs/more/y.txt'), 'y')
  assert.match((await send(part('name="folder"', 'kept')).gives(422).emits()).text, /value="kept"/)
})

scenario('editFilePage: strangers are shown the way to a fork, nobody the way to sign in', async (w) => {
  const { ada, hers, sha } = await tool(w)
  assert.match((await hers.get('//ada/tool/_edit/main/docs/a.md').gives(200)).text, /\/ada\/tool\/fork/)
  await hers.post('//ada/tool/_edit/main/docs/a.md', { path: 'docs/a.md', content: 'x', sha }).gives(403).emits()
  await hers.post('//ada/tool/_delete/main/docs/a.md', { sha }).gives(403).emits()
  await w.anonymous.get('//ada/tool/_edit/main/docs/a.md').gives(303).header('location', /user\/login/)
  await w.as(ada).patch('/repos/ada/tool', { private: true }).gives(200)
  await hers.get('//ada/tool/_edit/main/docs/a.md').gives(404)
})
