import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('every page of settings asks who it is for', async (w) => {
  const ada = await w.user('ada')
  const browser = await w.browsing(ada)
  for (const one of ['', '/account', '/appearance', '/keys', '/applications', '/blocked_users']) {
    await w.anonymous.get(`//user/settings${one}`).gives(303).header('location', /user\/login/)
    await browser.get(`//user/settings${one}`).gives(200)
  }
})

scenario('settingsProfile, settingsAppearance: changed through the same operations', async (w) => {
  const ada = await w.user('ada')
  const browser = await w.browsing(ada)
  await browser.post('//user/settings', { full_name: 'Ada <L>', description: 'counts', website: 'https://ada.example', hide_email: 'true' }).gives(303).emits('account.changed')
  await w.as(ada).get('/user/settings').gives(200, { full_name: 'Ada <L>', hide_email: true, hide_activity: false })
  assert.match((await browser.get('//user/settings')).text, /Ada &lt;L&gt;/)
  const refused = await browser.post('//user/settings', { website: 'javascript:alert(1)', description: 'typed' }).gives(422).emits()
  assert.match(refused.text, /typed/)
  await browser.post('//user/settings/appearance', { diff_view_style: 'split' }).gives(303)
  await w.as(ada).get('/user/settings').gives(200, { diff_view_style: 'split' })
})

scenario('settingsAccount: password, addresses, sessions', async (w) => {
  const ada = await w.user('ada')
  const [browser, other] = [await w.browsing(ada), await w.browsing(ada)]
  await browser.post('//user/settings/account/email', { email: 'second@example.com' }).gives(303)
  assert.match((await browser.get('//user/settings/account')).text, /second@example\.com/)
  await browser.post('//user/settings/account/email/delete', { email: 'second@example.com' }).gives(303)
  await browser.post('//user/settings/account/session/others').gives(303)
  await other.get('//user/settings').gives(303)
  await browser.post('//user/settings/account', { old: 'wrong', password: 'brand new one', again: 'brand new one' }).gives(422).emits()
  await browser.post('//user/settings/account', { old: ada.password, password: 'brand new one', again: 'brand new one' }).gives(303).emits('account.changed')
  await browser.get('//user/settings').gives(303)
  await w.browsing({ ...ada, password: 'brand new one' })
})

scenario('settingsTokens: shown once, with the scopes chosen', async (w) => {
  const ada = await w.user('ada')
  const browser = await w.browsing(ada)
  await browser.post('//user/settings/applications', { name: 'none', scopes: ['', ''] }).gives(422).emits()
  const made = await browser.post('//user/settings/applications', { name: 'ci', scopes: ['', 'read:repository'] }).gives(200).emits('token.created')
  const token = /data-copy="([0-9a-f]{40})"/.exec(made.text)![1]
  await w.as(null, { token }).get('/user/repos').gives(403)
  await w.as(null, { token }).get('/repos/search').gives(200)
  assert.doesNotMatch((await browser.get('//user/settings/applications')).text, new RegExp(token))
  const id = (await w.as(ada).get('/users/ada/tokens')).body[0].id
  await browser.post('//user/settings/applications/delete', { id }).gives(303).emits('token.removed')
  await w.as(null, { token }).get('/repos/search').gives(401)
})

scenario('settingsKeys, settingsBlocked', async (w) => {
  const [ada] = [await w.user('ada'), await w.user('bob')]
  const browser = await w.browsing(ada)
  const refused = await browser.post('//user/settings/keys', { title: 'laptop', key: 'ssh-ed25519 nonsense' }).gives(422).emits()
  assert.match(refused.text, /laptop/)
  await browser.post('//user/settings/keys', { title: 'laptop', key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1UcyHhXbZUzYBrVwkNZXUDtTa2TcVcGbk3u5tQx8Ns ada' }).gives(303)
  const { id } = (await w.as(ada).get('/user/keys')).body[0]
  await browser.post('//user/settings/keys/delete', { id }).gives(303)
  assert.match((await browser.post('//user/settings/blocked_users', { username: 'bub' }).gives(422).emits()).text, /There is nobody called bub\.[^]*name="username"[^>]*value="bub"/)
  await browser.post('//user/settings/blocked_users', { username: 'bob' }).gives(303)
  assert.match((await browser.get('//user/settings/blocked_users')).text, /<bdi>bob<\/bdi>/)
  await browser.post('//user/settings/blocked_users/delete', { username: 'bob' }).gives(303)
})
