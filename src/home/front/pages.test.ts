import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const sent = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

scenario('home: strangers read what this is, and see nothing that is hidden', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'engine', { description: '<i>public</i> work' })
  await w.repo(ada, 'plans', { private: true })
  const { text } = await w.anonymous.get('//').gives(200)
  assert.match(text, /on your own machine/)
  assert.match(text, /ada\/engine/)
  assert.match(text, /&lt;i&gt;public&lt;\/i&gt; work/)
  assert.doesNotMatch(text, /ada\/plans/)
  assert.doesNotMatch(text, /user\/sign_up/)
})

scenario('home: where people must sign in, the front page shows no repository', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'engine')
  assert.doesNotMatch((await w.anonymous.get('//').gives(200)).text, /ada\/engine/)
}, { require_sign_in: 'true' })

scenario('home: a new account is led by the hand, a busy one sees its work and news', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  assert.match((await w.as(ada).get('//').gives(200)).text, /Welcome, ada[^]*repo\/create[^]*repo\/migrate[^]*settings\/keys[^]*settings\/applications/)
  await w.repo(ada, 'engine', { auto_init: true })
  await w.repo(ada, 'plans', { private: true })
  await w.as(bob).post('/repos/ada/engine/issues', { title: 'The <mill> jams' }).gives(201)
  await w.as(ada).patch('/repos/ada/engine/issues/1', { assignees: ['ada'] }).gives(201)
  await w.as(bob).post('/repos/ada/engine/issues/1/comments', { body: 'under the **third** column' }).gives(201)
  const { text } = await w.as(ada).get('//').gives(200)
  assert.doesNotMatch(text, /Welcome, ada/)
  assert.match(text, /Assigned to you[^]*The &lt;mill&gt; jams/)
  assert.match(text, /<bdi>bob<\/bdi><\/a> opened issue <a href="[^"]*\/ada\/engine\/issues\/1">/)
  assert.match(text, /commented on issue[^]*#issuecomment-\d+[^]*under the \*\*third\*\* column/)
  assert.match(text, /id="dash-repos">[^]*ada\/plans/)
  assert.doesNotMatch(/id="dash-repos">([^]*?)<\/ul>/.exec((await w.as(ada).get('//?repos=eng').gives(200)).text)![1], /ada\/plans/)
  assert.doesNotMatch((await w.as(bob).get('//').gives(200)).text, /ada\/plans/)
})

scenario('previewMarkdown: what a text will look like, cleaned', async (w) => {
  const ada = await w.user('ada')
  const own = await w.browsing(ada)
  const shown = await own.post('//-/markdown', { text: '**bold** <script>alert(1)</script> #3', repo: 'ada/tool' }).gives(200)
  assert.match(shown.text, /<strong>bold<\/strong>/)
  assert.doesNotMatch(shown.text, /<script/)
  assert.match(shown.text, /\/ada\/tool\/issues\/3/)
  assert.match((await own.post('//-/markdown', { text: '[[Other page]]', mode: 'wiki', repo: 'ada/tool' }).gives(200)).text, /href="\/ada\/tool\/wiki\/Other%20page"/)
  await w.anonymous.post('//-/markdown', sent({ text: 'x' }), form).gives(303).header('location', /user\/login/)
  await own.post('//-/markdown', { text: 'x' }, { origin: 'http://evil.example' }).gives(403)
})

scenario('chooseTheme: kept in a cookie, and leads back to this site only', async (w) => {
  await w.user('ada')
  await w.anonymous.post('//-/theme', sent({ theme: 'dark', back: '/explore/users' }), form).gives(303).header('set-cookie', /codestead_theme=dark/).header('location', /\/explore\/users$/)
  await w.anonymous.post('//-/theme', sent({ theme: 'x; Domain=evil', back: '//evil.example' }), form).gives(303).header('set-cookie', /codestead_theme=; .*Max-Age=0/).header('location', /^http:\/\/[^/]+\/$/)
  assert.match((await w.anonymous.get('//', { cookie: 'codestead_theme=dark' })).text, /data-theme="dark"/)
})

scenario('favicon, and missing pages that point to what is near', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'engine')
  await w.repo(ada, 'plans', { private: true })
  await w.anonymous.get('//favicon.ico').gives(302).header('location', /\/assets\/logo\.[0-9a-f]+\.svg$/)
  const html = { accept: 'text/html' }
  const missing = async (path: string) => (await w.anonymous.get(path, html).gives(404)).text
  assert.match(await missing('//ada/engine/nowhere/at/all'), /Go to ada\/engine/)
  assert.doesNotMatch(await missing('//ada/plans/nowhere/at/all'), /Go to ada\/plans/)
  assert.match(await missing('//ada/plans/nowhere/at/all'), /Go to ada</)
  assert.match(await missing('//nobody/x/%3Cscript%3Ealert(1)%3C%2Fscript%3E'), /value="&lt;script&gt;/)
})
