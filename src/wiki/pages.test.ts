import assert from 'node:assert/strict'
import { browser } from '../../test/kit/browser.ts'
import { commit, git, remote } from '../../test/kit/git.ts'
import { scenario } from '../../test/kit/world.ts'

const W = '/ann/engine/wiki'
const b64 = (text: string) => Buffer.from(text).toString('base64')

scenario('wikiHome, newWikiPage, wikiPage, editWikiPage, deleteWikiPage: a page from first word to last', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  const [mine, his, nobody] = [await browser(w, ann), await browser(w, bob), await browser(w, null)]
  assert.match((await mine.get(W).gives(200)).text, /Write the first page/)
  assert.doesNotMatch((await nobody.get(W).gives(200)).text, /wiki\/_new/)
  assert.match((await mine.get(`${W}/_new?title=Home`).gives(200)).text, /value="Home"/)
  await nobody.get(`${W}/_new`).gives(303).header('location', /user\/login/)
  await his.get(`${W}/_new`).gives(403)
  await his.post(`${W}/_new`, { title: 'x' }).gives(403).emits()
  await mine.post(`${W}/_new`, { title: 'Home', content: '# Hi <i>\r\n[[Other Page]] and [[words|Other Page]]\n`[[code]]`\n![p](p.png)\n<script>alert(1)</script>' }).gives(303).header('location', /\/ann\/engine\/wiki\/Home$/).emits('wiki.created')
  const { text } = await nobody.get(W).gives(200)
  assert.match(text, /href="\/ann\/engine\/wiki\/Other%20Page"[^>]*>Other Page<\/a> and <a href="\/ann\/engine\/wiki\/Other%20Page"[^>]*>words</)
  assert.match(text, /<code>\[\[code\]\]<\/code>/)
  assert.match(text, /src="\/ann\/engine\/wiki\/raw\/p\.png"/)
  assert.doesNotMatch(text, /<script>alert|wiki\/_edit|wiki\/_delete/)
  assert.match(text, /engine\.wiki\.git/)
  assert.match((await mine.post(`${W}/_new`, { title: 'Home', content: 'typed' }).gives(400).emits()).text, /typed<\/textarea>/)
  await nobody.get(`${W}/Other-Page`).gives(404)
  assert.match((await mine.get(`${W}/Other-Page`).gives(404)).text, /_new\?title=Other%20Page/)

  const was = /name="was" value="([0-9a-f]{40})"/.exec((await mine.get(`${W}/_edit/Home`).gives(200)).text)![1]
  await w.as(ann).patch('/repos/ann/engine/wiki/page/Home', { title: 'Home', content_base64: b64('theirs') }).gives(200)
  const stale = await mine.post(`${W}/_edit/Home`, { title: 'Home', content: 'mine', was }).gives(422).emits()
  assert.match(stale.text, /Somebody has changed this page/)
  assert.match(stale.text, /mine<\/textarea>/)
  const now = /name="was" value="([0-9a-f]{40})"/.exec(stale.text)![1]
  await his.post(`${W}/_edit/Home`, { title: 'Home', content: 'x', was: now }).gives(403).emits()
  await mine.post(`${W}/_edit/Home`, { title: 'a-b c', content: 'mine', message: 'Moved', was: now }).gives(303).header('location', /\/wiki\/a-b\+c\.-$/).emits('wiki.edited')
  assert.match((await nobody.get(`${W}/a-b+c.-`).gives(200)).text, /<h2><bdi>a-b c<\/bdi>/)
  assert.match((await nobody.get(`${W}/_pages`).gives(200)).text, /a-b c/)
  await his.post(`${W}/_delete/a-b+c.-`).gives(403).emits()
  await mine.post(`${W}/_delete/a-b+c.-`).gives(303).emits('wiki.removed')
  assert.doesNotMatch((await nobody.get(`${W}/_pages`).gives(200)).text, /a-b c/)
})

scenario('wikiHistory, wikiRaw, wikiPages: earlier revisions, files, what stands around pages', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  const api = '/repos/ann/engine/wiki'
  for (const [title, text] of [['Home', 'one'], ['_Sidebar', 'to [[Home]] aside'], ['_Footer', 'the end of it']]) await w.as(ann).post(`${api}/new`, { title, content_base64: b64(text) }).gives(201)
  const first = (await w.as(ann).get(`${api}/page/Home`).gives(200)).body.last_commit.sha
  await w.as(ann).patch(`${api}/page/Home`, { title: 'Home', content_base64: b64('two'), message: 'Say <two>' }).gives(200)
  const [mine, nobody] = [await browser(w, ann), await browser(w, null)]
  const shown = (await nobody.get(`${W}/Home`).gives(200)).text
  assert.match(shown, /aside/)
  assert.match(shown, /the end of it/)
  assert.match(shown, /2 revisions/)
  const past = (await nobody.get(`${W}/_history/Home`).gives(200)).text
  assert.match(past, /Say &lt;two&gt;/)
  assert.match(past, new RegExp(`wiki/Home\\?rev=${first}`))
  assert.doesNotMatch(past, /Restore/)
  assert.match((await mine.get(`${W}/_history/Home`).gives(200)).text, /Restore/)
  const second = /_history\/Home\?rev=([0-9a-f]{40})/.exec(past)![1]
  const diff = (await nobody.get(`${W}/_history/Home?rev=${second}`).gives(200)).text
  assert.match(diff, /one/)
  assert.match(diff, /two/)
  assert.match((await nobody.get(`${W}/Home?rev=${first}`).gives(200)).text, /earlier revision/)
  assert.match((await mine.get(`${W}/_edit/Home?rev=${first}`).gives(200)).text, /one<\/textarea>/)
  for (const rev of ['f'.repeat(40), 'HEAD', '--all', '']) await nobody.get(`${W}/Home?rev=${rev}`).gives(404)
  for (const [action, to] of [['_edit', '_edit/Home'], ['_new', '_new'], ['_pages', '_pages'], ['_revision', '_history/Home']]) await mine.get(`${W}/Home?action=${action}`).gives(303).header('location', new RegExp(`/wiki/${to}$`))

  const work = w.folder()
  await git(work, ['clone', '-q', await remote(w, ann, 'ann/engine.wiki'), '.'])
  await commit(work, 'files/page.html', '<script>alert(1)</script>')
  await git(work, ['push', '-q', 'origin', 'HEAD'])
  const file = await nobody.get(`${W}/raw/files/page.html`).gives(200).header('content-type', 'text/plain; charset=utf-8').header('content-security-policy', /sandbox/)
  assert.equal(file.text, '<script>alert(1)</script>')
  assert.equal((await nobody.get(`${W}/raw/Home`).gives(200)).text, 'two')
  for (const path of ['none', 'files', '../HEAD', '%2e%2e/HEAD']) await nobody.get(`${W}/raw/${path}`).gives(404)
  assert.match((await nobody.get('/ann/engine').gives(200)).text, /href="[^"]*\/ann\/engine\/wiki"/)

  await w.as(ann).patch('/repos/ann/engine', { private: true }).gives(200)
  const his = await browser(w, bob)
  for (const path of ['', '/Home', '/_pages', '/_history/Home', '/raw/Home', '/_edit/Home']) await his.get(W + path).gives(404)
  await w.as(ann).patch('/repos/ann/engine', { private: false, has_wiki: false }).gives(200)
  await his.get(W).gives(404)
  assert.doesNotMatch((await his.get('/ann/engine').gives(200)).text, /href="[^"]*\/ann\/engine\/wiki"/)
})
