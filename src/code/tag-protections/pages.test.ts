import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('repoSettingsTags, repoSettingsTagRule, repoSettingsTagRuleRemove: made, changed and removed', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'one', { auto_init: true })
  await w.repo(ada, 'two', { auto_init: true })
  const [browser, other] = [await w.browsing(ada), await w.browsing(bob)]
  const at = '//ada/one/settings/tags'
  assert.match((await browser.get(at).gives(200)).text, /No tag is protected/)
  await browser.post(at, { name_pattern: 'v*', allow_people: 'ada' }).gives(303).emits('tag_protection.created')
  assert.match((await browser.get(at).gives(200)).text, /<bdi>v\*<\/bdi>[^]*Allowed: <bdi>ada<\/bdi>/)
  assert.match((await browser.post(at, { name_pattern: 'w*', allow_people: ' ' }).gives(422).emits()).text, /at least one[^]*value="w\*"/)
  assert.match((await browser.post(at, { name_pattern: '', allow_people: 'ada' }).gives(422).emits()).text, /which tags[^]*value="ada"/)
  assert.match((await browser.post(at, { name_pattern: '/(/', allow_people: 'ada' }).gives(422).emits()).text, /value="\/\(\/"/)
  const { id } = (await w.as(ada).get('/repos/ada/one/tag_protections').gives(200)).body[0]
  assert.match((await browser.get(`${at}/${id}`).gives(200)).text, /value="v\*"[^]*value="ada"/)
  await browser.get(`//ada/two/settings/tags/${id}`).gives(404)
  await other.post(`${at}/${id}`, { name_pattern: 'x', allow_people: 'bob' }).gives(403).emits()
  await browser.post(`${at}/${id}`, { name_pattern: 'v1.*', allow_people: 'ada' }).gives(303).emits('tag_protection.changed')
  await w.as(ada).get(`/repos/ada/one/tag_protections/${id}`).gives(200, { name_pattern: 'v1.*', whitelist_usernames: ['ada'] })
  await browser.post(`//ada/two/settings/tags/delete`, { id }).gives(404).emits()
  await browser.post(`${at}/delete`, { id }).gives(303).emits('tag_protection.removed')
})
