import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('runners, secrets and variables have pages at every level', async (w) => {
  const [root, ada, bob] = [await w.user('root', { admin: true }), await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'one')
  await w.org(ada, 'guild')
  const [admin, owner, other] = [await w.browsing(root), await w.browsing(ada), await w.browsing(bob)]
  for (const [at, foreign] of [['/ada/one/settings/actions', 403], ['/org/guild/settings/actions', 403], ['/user/settings/actions', 200]] as const) {
    for (const subject of ['runners', 'secrets', 'variables']) {
      await owner.get(`/${at}/${subject}`).gives(200)
      await other.get(`/${at}/${subject}`).gives(foreign)
      await w.anonymous.get(`/${at}/${subject}`).gives(303)
    }
    const refused = await owner.post(`/${at}/secrets`, { name: 'a b', value: 'hush hush' }).gives(400)
    assert.doesNotMatch(refused.text, /hush hush/)
    await owner.post(`/${at}/secrets`, { name: 'deploy_key', value: 'hush hush' }).gives(303)
    const { text } = await owner.get(`/${at}/secrets`)
    assert.match(text, /DEPLOY_KEY/)
    assert.doesNotMatch(text, /hush hush/)
    await owner.post(`/${at}/secrets/delete`, { name: 'DEPLOY_KEY' }).gives(303)
    await owner.post(`/${at}/variables`, { name: 'stage', value: 'test' }).gives(303)
    await owner.post(`/${at}/variables`, { name: 'stage', value: 'live' }).gives(303)
    assert.match((await owner.get(`/${at}/variables`)).text, />live</)
    await owner.post(`/${at}/variables/delete`, { name: 'STAGE' }).gives(303)
    assert.match((await owner.post(`/${at}/runners/token`).gives(200)).text, /act_runner register/)
  }
  assert.match((await admin.post('//-/admin/actions/runners/token').gives(200)).text, /act_runner register/)
  await owner.post('//-/admin/actions/runners/token').gives(403)
})
