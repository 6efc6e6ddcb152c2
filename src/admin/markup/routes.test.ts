import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const html = /^text\/html; charset=utf-8$/

scenario('createMarkdown: modes, context, and who is mentioned', async (w) => {
  const ann = await w.user('ann')
  await w.user('hidden', { visibility: 'private' })
  const render = async (body: object) => (await w.as(ann).post('/markdown', body).gives(200).header('content-type', html).emits()).text
  await w.anonymous.post('/markdown', { Text: 'a' }).gives(401)
  await w.as(ann).post('/markdown', '{', { 'content-type': 'application/json' }).gives(422)
  await w.as(ann).post('/markdown', { Text: 1 }).gives(422)

  assert.equal(await render({ Text: '# a #1 @ann\n[b](c)' }), '<h1 dir="auto">a #1 @ann</h1>\n<p dir="auto"><a href="c">b</a></p>\n')
  const comment = await render({ Text: '#1 o/r#2 @ann @hidden @nobody\n<script>alert(1)</script>', Mode: 'comment', Context: '/some/where' })
  const link = (path: string, words: string, kind: string) => `<a class="${kind}" href="https://code.example${path}" data-markdown-generated-content>${words}</a>`
  assert.equal(comment.replaceAll('-content=""', '-content').replaceAll(/<br \/>\n/g, ' '),
    `<p dir="auto">${link('/some/where/issues/1', '#1', 'ref-issue')} ${link('/o/r/issues/2', 'o/r#2', 'ref-issue')} ${link('/ann', '@ann', 'mention')} @hidden @nobody</p>\n`)
  assert.match(await render({ Text: '# H\n[a](../b.md) ![c](d.png)', Mode: 'file', Context: '/o/r/src/branch/main/docs' }),
    /<h1 id="user-content-h".*href="https:\/\/code.example\/o\/r\/src\/branch\/main\/b\.md".*src="https:\/\/code.example\/o\/r\/media\/branch\/main\/docs\/d\.png"/s)
  assert.match(await render({ Text: '[a](b)', Mode: 'gfm', Context: 'https://code.example/o/r' }), /\/o\/r\/b"/)
  for (const body of [{ Mode: 'wiki' }, { Wiki: true }]) assert.match(await render({ Text: '[a](Page)', Context: '/o/r', ...body }), /href="https:\/\/code.example\/o\/r\/wiki\/Page"/)
  assert.match(await render({ Text: '#1 <b>x</b>', Mode: 'comment', Context: '/o"><script>/r' }), /^<p dir="auto">#1 <b>x<\/b><\/p>/)
}, { root_url: 'https://code.example' })

scenario('createMarkdown: what cannot be rendered, and nothing at all', async (w) => {
  const ann = await w.user('ann')
  const refused = await w.as(ann).post('/markdown', { Text: 'a', Mode: 'x<b>' }).gives(422).header('content-type', /^text\/plain/)
  assert.equal(refused.text, 'unsupported render mode: x<b>')
  await w.as(ann).post('/markdown', { Text: 'a', Mode: 'constructor' }).gives(422)
  for (const body of [{}, { Text: '' }, { text: 'lower case is not read' }]) await w.as(ann).post('/markdown', body).gives(200).empty().header('content-type', undefined)
})

scenario('createMarkdownRaw: the body is the text, whatever it says it is', async (w) => {
  const ann = await w.user('ann')
  await w.anonymous.post('/markdown/raw', '*a*').gives(401)
  for (const type of ['text/plain', 'application/json', 'application/octet-stream']) {
    const answer = await w.as(ann).post('/markdown/raw', '*a* #1 <img src=x onerror=alert(1)>', { 'content-type': type }).gives(200).header('content-type', html).header('content-security-policy', /sandbox/).emits()
    assert.equal(answer.text, '<p dir="auto"><em>a</em> #1 <img src="x" alt="" loading="lazy" /></p>\n')
  }
  await w.as(ann).post('/markdown/raw', '').gives(200).empty()
  const long = (await w.as(ann).post('/markdown/raw', 'a'.repeat(1024 * 1024 + 5)).gives(200)).text
  assert.equal(long.match(/a+/g)!.at(-1)!.length, 1024 * 1024)
})

scenario('createMarkup: the kind of file decides', async (w) => {
  const ann = await w.user('ann')
  await w.anonymous.post('/markup', { Text: 'a', Mode: 'file', FilePath: 'a.md' }).gives(401)
  const file = (name: string) => w.as(ann).post('/markup', { Text: '*a* <b>', Mode: 'file', FilePath: name, Context: '/o/r/src/branch/main' })
  assert.match((await file('docs/A.MD').gives(200)).text, /<em>a<\/em>/)
  assert.equal((await file('a.org').gives(200).header('content-type', html)).text, '<pre>*a* &lt;b&gt;</pre>')
  for (const name of ['a.exe', 'md', '']) assert.equal((await file(name).gives(422)).text, 'unable to find a render')
  assert.match((await w.as(ann).post('/markup', { Text: '*a*' }).gives(200)).text, /<em>a/)
  await w.as(ann).post('/markup', { Text: 'a', Mode: 'nonsense' }).gives(422)
})

scenario('createReposMarkdown, createReposMarkup, createReposMarkdownRaw: the same in a repository', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'demo')
  await w.repo(ann, 'hidden', { private: true })
  const at = '/repos/ann/demo'
  assert.match((await w.as(bob).post(`${at}/markdown`, { Text: '#1', Mode: 'comment' }).gives(200).header('content-type', html)).text, /href="https:\/\/code.example\/ann\/demo\/issues\/1"/)
  assert.match((await w.as(bob).post(`${at}/markdown`, { Text: '#1', Mode: 'comment', Context: '/o/r' }).gives(200)).text, /\/o\/r\/issues\/1"/)
  assert.match((await w.as(bob).post(`${at}/markup`, { Text: '[a](b)', Mode: 'file', FilePath: 'x.md' }).gives(200)).text, /href="https:\/\/code.example\/ann\/demo\/b"/)
  assert.equal((await w.as(bob).post(`${at}/markdown/raw`, '*a*').gives(200)).text, '<p dir="auto"><em>a</em></p>\n')
  const token = (await w.as(bob).post('/users/bob/tokens', { name: 'r', scopes: ['read:repository'] }).gives(201)).body.sha1
  for (const path of ['markdown', 'markup', 'markdown/raw']) {
    await w.anonymous.post(`${at}/${path}`, { Text: 'a' }).gives(401)
    await w.as(bob, { token }).post(`${at}/${path}`, { Text: 'a' }).gives(403)
    await w.as(bob).post(`/repos/ann/hidden/${path}`, { Text: 'a' }).gives(404).empty()
  }
  await w.as(bob).post(`${at}/markup`, { Text: 1 }).gives(422)
}, { root_url: 'https://code.example' })
