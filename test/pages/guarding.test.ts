// Signing in, cookies, redirects, other sites' forms, and files that are shown as they are.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { signIn, startChromium, visit } from '../kit/chromium.ts'
import { write } from '../kit/town-files.ts'
import { openWorld, scenario } from '../kit/world.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const sent = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

scenario('a session is a cookie that no script and no other site can use, and ends when one signs out', async (w) => {
  const ada = await w.user('ada')
  const login = (more: object = {}) => w.anonymous.post('//user/login', sent({ user_name: 'ada', password: ada.password, ...more }), form)
  const cookie = String([(await login().gives(303)).headers['set-cookie']].flat()[0])
  assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Lax$/)
  const other = String([(await login({ remember: 'true' }).gives(303)).headers['set-cookie']].flat()[0])
  assert.match(other, /; Max-Age=\d{5,}/)
  const [value] = cookie.split(';')
  const again = String([(await login().gives(303)).headers['set-cookie']].flat()[0]).split(';')[0]
  assert.notEqual(value, again)
  await w.anonymous.get('//user/settings', { cookie: value }).gives(200)
  await w.anonymous.get('/user', { cookie: value }).gives(401)
  await w.anonymous.post('//user/logout', '', { ...form, cookie: value }).gives(303).header('set-cookie', /Max-Age=0/)
  await w.anonymous.get('//user/settings', { cookie: value }).gives(303).header('location', /\/user\/login/)
  await w.anonymous.get('//user/settings', { cookie: again }).gives(200)
})

scenario('behind https the cookie is for https only', async (w) => {
  const ada = await w.user('ada')
  const { headers } = await w.anonymous.post('//user/login', sent({ user_name: 'ada', password: ada.password }), form).gives(303)
  assert.match(String(headers['set-cookie']), /; Secure/)
}, { root_url: 'https://code.example.com' })

scenario('signing in leads back into this site and nowhere else', async (w) => {
  const ada = await w.user('ada')
  const to = async (redirect_to: string) => (await w.anonymous.post('//user/login', sent({ user_name: 'ada', password: ada.password, redirect_to }), form).gives(303)).headers.location
  assert.match(await to('/ada?tab=stars'), /^http:\/\/localhost:80\/ada\?tab=stars$/)
  for (const bad of ['https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example', 'javascript:alert(1)', '/\t/evil.example', 'user@evil.example', '/%0d%0aset-cookie:x']) {
    assert.equal(new URL(await to(bad), 'http://localhost:80').host, 'localhost', bad)
  }
})

scenario('actions sent from other sites are refused, whatever they are', async (w) => {
  const root = await w.user('root', { admin: true })
  const { headers } = await w.anonymous.post('//user/login', sent({ user_name: 'root', password: root.password }), form).gives(303)
  const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0]
  const passed: string[] = []
  for (const one of w.app.declarations.filter((each) => each.page && each.method === 'POST')) {
    const path = `/${one.path.replace(/:(\w+)\*?/g, '1')}`
    const others: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.example' }, { origin: 'null' }]
    for (const from of others) {
      const got = await w.anonymous.post(path, '', { ...form, cookie, ...from })
      if (got.status !== 403 || got.facts.length > 0) passed.push(`${one.id} ${path}: ${got.status} ${JSON.stringify(from)}`)
    }
  }
  assert.deepEqual(passed, [])
  await w.anonymous.get('//user/settings', { cookie }).gives(200)
})

test('in a browser: another site cannot act for whoever is signed in, and raw files cannot run', async () => {
  const w = await openWorld()
  const browser = await startChromium()
  const evil = createServer((_request, response) => void response.setHeader('content-type', 'text/html').end(`<form method="post" action="${target}"><input name="full_name" value="stolen"></form><script>document.forms[0].submit()</script>`)).listen(0, '127.0.0.1')
  let target = ''
  try {
    await once(evil, 'listening')
    const root = await w.listening()
    const ada = await w.user('ada')
    await w.repo(ada, 'engine')
    await write(w, ada, 'ada/engine', [{ branch: 'main', message: 'Begin\n', files: { 'page.html': '<script>window.ran = 1</script><h1>Raw</h1>', 'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran = 1</script></svg>' } }])
    const { page, open, context } = await visit(w, browser)
    await signIn(page, ada)
    assert.equal(await page.locator('[data-viewer=ada]').count(), 1)
    // localhost and 127.0.0.1 are different sites to a browser
    target = `${root}/user/settings`
    const [answer] = await Promise.all([page.waitForResponse((one) => one.url() === target), page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`)])
    assert.ok(answer.status() >= 300, String(answer.status()))
    assert.notEqual((await w.as(ada).get('/user').gives(200)).body.full_name, 'stolen')
    for (const name of ['page.html', 'drawing.svg']) {
      const raw = await open(`/ada/engine/raw/branch/main/${name}`)
      assert.equal(raw.status(), 200)
      assert.match(raw.headers()['content-security-policy'] ?? '', /sandbox/, name)
      assert.equal(await page.evaluate('window.ran'), undefined, name)
    }
    await context.close()
  } finally {
    evil.close()
    await browser.close()
    await w.close()
  }
})
