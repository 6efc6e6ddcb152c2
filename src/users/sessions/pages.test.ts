import assert from 'node:assert/strict'
import { scenario, type World } from '../../../test/kit/world.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const sent = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const cookieFrom = (answer: { headers: Record<string, any> }) => String([answer.headers['set-cookie']].flat()[0]).split(';')[0]

async function signedIn(w: World, name: string, password: string): Promise<string> {
  return cookieFrom(await w.anonymous.post('//user/login', sent({ user_name: name, password }), form).gives(303))
}

scenario('signInPage: a right password opens the pages, and never the API', async (w) => {
  const ada = await w.user('ada')
  await w.anonymous.get('//user/login').gives(200)
  const wrong = await w.anonymous.post('//user/login', sent({ user_name: 'ada', password: 'no' }), form).gives(401)
  assert.match(wrong.text, /not right/)
  assert.match(wrong.text, /value="ada"/)
  assert.match((await w.anonymous.post('//user/login', sent({ user_name: 'nobody', password: 'no' }), form).gives(401)).text, /not right/)
  const cookie = await signedIn(w, 'ada', ada.password)
  assert.match((await w.anonymous.get('//explore/repos', { cookie }).gives(200)).text, /data-viewer="ada"/)
  for (const path of ['/user', '//%61pi/v1/user', '//ap%69/v1/user']) await w.anonymous.get(path, { cookie }).gives(401)
  await w.anonymous.post('//user/login', sent({ user_name: 'ada', password: ada.password }), { ...form, origin: 'http://evil.example' }).gives(403)
})

scenario('signInPage: leads back to pages of this site only', async (w) => {
  const ada = await w.user('ada')
  const to = async (redirect_to: string) => (await w.anonymous.post('//user/login', sent({ user_name: 'ada', password: ada.password, redirect_to }), form).gives(303)).headers.location
  assert.match(await to('/explore/users?q=1'), /\/explore\/users\?q=1$/)
  for (const bad of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a\r\nset-cookie: x=1']) assert.match(await to(bad), /^http:\/\/[^/]+\/$/, bad)
})

scenario('signOut: the cookie is worth nothing afterwards', async (w) => {
  const ada = await w.user('ada')
  const cookie = await signedIn(w, 'ada', ada.password)
  await w.anonymous.post('//user/logout', '', { ...form, cookie, 'sec-fetch-site': 'cross-site' }).gives(403)
  assert.match((await w.anonymous.get('//explore/repos', { cookie })).text, /data-viewer="ada"/)
  await w.anonymous.post('//user/logout', '', { ...form, cookie }).gives(303)
  assert.doesNotMatch((await w.anonymous.get('//explore/repos', { cookie })).text, /data-viewer/)
})

scenario('sessions end with the password, and with time', async (w) => {
  const ada = await w.user('ada')
  const root = await w.user('root', { admin: true })
  const cookie = await signedIn(w, 'ada', ada.password)
  await w.as(root).patch('/admin/users/ada', { source_id: 0, login_name: 'ada', password: 'another one', must_change_password: false }).gives(200)
  assert.doesNotMatch((await w.anonymous.get('//explore/repos', { cookie })).text, /data-viewer/)
  const again = await signedIn(w, 'ada', 'another one')
  w.later(2 * 86_400)
  assert.doesNotMatch((await w.anonymous.get('//explore/repos', { cookie: again })).text, /data-viewer/)
})

scenario('mustChangePassword: nothing else is open before', async (w) => {
  await w.user('ada')
  const root = await w.user('root', { admin: true })
  await w.as(root).patch('/admin/users/ada', { source_id: 0, login_name: 'ada', password: 'given by root', must_change_password: true }).gives(200)
  const cookie = await signedIn(w, 'ada', 'given by root')
  await w.anonymous.get('//explore/repos', { cookie }).gives(303).header('location', /change_password$/)
  await w.anonymous.post('//user/settings/change_password', sent({ password: 'my own words', again: 'other' }), { ...form, cookie }).gives(422)
  await w.anonymous.post('//user/settings/change_password', sent({ password: 'given by root', again: 'given by root' }), { ...form, cookie }).gives(422).emits()
  const changed = await w.anonymous.post('//user/settings/change_password', sent({ password: 'my own words', again: 'my own words' }), { ...form, cookie }).gives(303)
  await w.anonymous.get('//explore/repos', { cookie: cookieFrom(changed) }).gives(200)
  await w.anonymous.get('//user/settings/change_password', { cookie: cookieFrom(changed) }).gives(404)
})

scenario('mustChangePassword, signOut: whoever may not sign in gets no further, and can always leave', async (w) => {
  await w.user('ada')
  const root = await w.user('root', { admin: true })
  const set = (more: object) => w.as(root).patch('/admin/users/ada', { source_id: 0, login_name: 'ada', ...more }).gives(200)
  await set({ password: 'given by root', must_change_password: true })
  const cookie = await signedIn(w, 'ada', 'given by root')
  await set({ prohibit_login: true })
  await w.anonymous.get('//user/settings/change_password', { cookie }).gives(403)
  const refused = await w.anonymous.post('//user/settings/change_password', sent({ password: 'my own words', again: 'my own words' }), { ...form, cookie }).gives(403)
  assert.equal(refused.headers['set-cookie'], undefined)
  await set({ prohibit_login: false })
  await w.anonymous.get('//user/settings/change_password', { cookie }).gives(200)
  await w.anonymous.post('//user/logout', '', { ...form, cookie }).gives(303).header('location', /\/$/)
  await w.anonymous.get('//user/settings/change_password', { cookie }).gives(303).header('location', /user\/login/)
})

scenario('cookies: over https only where the site is there', async (w) => {
  const ada = await w.user('ada')
  for (const [path, fields] of [['//user/login', { user_name: 'ada', password: ada.password }], ['//-/theme', { theme: 'dark' }]] as const) {
    for (const cookie of [(await w.anonymous.post(path, sent(fields), form).gives(303)).headers['set-cookie']].flat()) assert.match(String(cookie), /HttpOnly.*; Secure|; Secure.*HttpOnly/)
  }
  await w.repo(ada, 'tool', { auto_init: true })
  assert.match(String((await w.anonymous.get('//ada/tool/compare/main...main?style=split').gives(200)).headers['set-cookie']), /; Secure/)
}, { root_url: 'https://code.example' })

scenario('signUpPage: only where registration is open', async (w) => {
  await w.anonymous.post('//user/sign_up', sent({ user_name: 'eve', email: 'eve@example.com', password: 'long enough' }), form).gives(403).emits()
})

scenario('signUpPage: makes an account and signs it in', async (w) => {
  assert.match((await w.anonymous.post('//user/sign_up', sent({ user_name: 'explore', email: 'eve@example.com', password: 'long enough' }), form).gives(422).emits()).text, /reserved/i)
  const made = await w.anonymous.post('//user/sign_up', sent({ user_name: 'eve', email: 'eve@example.com', password: 'long enough' }), form).gives(303).emits('account.created')
  assert.match((await w.anonymous.get('//explore/repos', { cookie: cookieFrom(made) })).text, /data-viewer="eve"/)
}, { registration: 'open' })
