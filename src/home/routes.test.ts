import assert from 'node:assert/strict'
import { accounts } from '../users/index.ts'
import { setupToken } from './index.ts'
import { scenario } from '../../test/kit/world.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

scenario('setupPage: the administrator is made once, through the link, and is signed in', async (w) => {
  assert.match((await w.anonymous.get('//').gives(200).header('content-security-policy', /default-src 'none'/)).text, /Almost there/)
  await w.anonymous.get('//setup?token=guess').gives(403)
  const token = (await setupToken(w.cx))!
  assert.match((await w.anonymous.get(`//setup?token=${token}`).gives(200)).text, /Create the administrator/)
  const body = (more: object) => new URLSearchParams({ token, name: 'root', email: 'root@example.com', password: 'long enough', ...more }).toString()
  await w.anonymous.post('//setup', body({ token: 'guess' }), form).gives(403).emits()
  await w.anonymous.post('//setup', body({}), { ...form, origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }).gives(403).emits()
  await w.anonymous.post('//setup', body({ password: 'short' }), form).gives(422).emits()
  assert.match((await w.anonymous.post('//setup', body({ name: '<b>"x' }), form).gives(422)).text, /&lt;b&gt;&quot;x/)
  await w.anonymous.post('//setup', body({}), form).gives(303).emits('account.created').header('set-cookie', /codestead_session=[0-9a-f]{40}; Path=\/; HttpOnly; SameSite=Lax/)
  await w.anonymous.post('//setup', body({ name: 'second' }), form).gives(403).emits()
})

scenario('assets, robots: what pages are made of', async (w) => {
  await w.user('somebody')
  const page = (await w.anonymous.get('//explore/repos').gives(200)).text
  const style = /href="(\/assets\/site\.[0-9a-f]+\.css)"/.exec(page)![1]
  await w.anonymous.get(`/${style}`).gives(200).header('cache-control', /immutable/)
  await w.anonymous.get(`/${style}`, { 'accept-encoding': 'gzip, br' }).gives(200).header('content-encoding', 'br')
  await w.anonymous.get('//assets/site.000000000000.css').gives(404)
  assert.match((await w.anonymous.get('//robots.txt').gives(200)).text, /Disallow: \/api\//)
})

scenario('healthz, metrics, swagger, openapi3: what monitors and readers ask for', async (w) => {
  await accounts.create(w.cx, { name: 'one', email: 'one@example.com' })
  await w.anonymous.get('//api/healthz').gives(200, { status: 'pass' })
  assert.match((await w.anonymous.get('//metrics').gives(200)).text, /codestead_accounts 1/)
  const { text } = await w.anonymous.get('//api/swagger').gives(200)
  assert.match(text, /\/repos\/\{owner\}\/\{repo\}/)
  // bodies that are no JSON have a type instead of members, or the members of a form
  assert.match(text, /\/markdown\/raw<[^]*?<code>text\/plain<\/code>/)
  assert.match(text, /issues\/\{index\}\/assets<[^]*?<code>attachment<\/code>/)
  await w.anonymous.get('//openapi3.v1.json').gives(200, { openapi: '3.1.0' })
})

scenario('metrics: a token guards the figures when one is set', async (w) => {
  await w.anonymous.get('//metrics').gives(401)
  await w.anonymous.get('//metrics', { authorization: 'Bearer sesame' }).gives(200)
}, { metrics_token: 'sesame' })
