import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('settingsRepositories: what one owns, and nothing else', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'secret', { private: true })
  await w.repo(ada, 'shared', { auto_init: true })
  await w.as(ada).put('/repos/ada/shared/collaborators/bob', { permission: 'write' }).gives(204)
  const [adas, bobs] = [await w.browsing(ada), await w.browsing(bob)]
  const at = '//user/settings/repos'
  await w.anonymous.get(at).gives(303).header('location', /user\/login/)
  assert.match((await adas.get(at).gives(200)).text, /<bdi>secret<\/bdi>[^]*ada\/secret\/settings"[^]*<bdi>shared<\/bdi>/)
  const one = (await adas.get(`${at}?q=sec`).gives(200)).text
  assert.match(one, /<bdi>secret<\/bdi>/)
  assert.doesNotMatch(one, /<bdi>shared<\/bdi>/)
  assert.match((await adas.get(`${at}?q=nothing`).gives(200)).text, /such a name/)
  assert.match((await bobs.get(at).gives(200)).text, /own no repository yet/)
})
