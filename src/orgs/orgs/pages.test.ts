import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('createOrgPage, orgSettingsProfile, orgSettingsRename, orgSettingsDelete', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  const [browser, other] = [await w.browsing(ada), await w.browsing(bob)]
  await w.anonymous.get('//org/create').gives(303)
  const refused = await browser.post('//org/create', { username: 'ada' }).gives(422).emits()
  assert.match(refused.text, /value="ada"/)
  await browser.post('//org/create', { username: 'guild', visibility: 'private' }).gives(303).emits('org.created').header('location', /\/guild$/)
  await other.get('//org/guild/settings').gives(404)
  await browser.post('//org/guild/settings', { full_name: 'The Guild', visibility: 'public' }).gives(303)
  await other.get('//org/guild/settings').gives(403)
  await other.post('//org/guild/settings/delete', { confirm: 'guild' }).gives(403).emits()
  assert.match((await browser.get('//org/guild/settings').gives(200)).text, /The Guild/)
  assert.match((await browser.post('//org/guild/settings/blocked_users', { username: 'bub' }).gives(422).emits()).text, /There is nobody called bub\.[^]*name="username"[^>]*value="bub"/)
  await browser.post('//org/guild/settings/blocked_users', { username: 'bob' }).gives(303)
  assert.match((await browser.get('//org/guild/settings/blocked_users').gives(200)).text, /<bdi>bob<\/bdi>/)
  await browser.post('//org/guild/settings/blocked_users/delete', { username: 'bob' }).gives(303)
  await browser.post('//org/guild/settings/rename', { new_name: 'league' }).gives(303).header('location', /\/org\/league\/settings$/)
  await browser.post('//org/league/settings/delete', { confirm: 'guild' }).gives(422).emits()
  await browser.post('//org/league/settings/delete', { confirm: 'league' }).gives(303).emits('org.removed')
})
