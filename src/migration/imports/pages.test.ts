import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('importPage, importProgress: a repository of this very site comes in again', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'old', { auto_init: true })
  const address = await w.listening()
  const browser = await w.browsing(ada)
  await w.anonymous.get('//repo/migrate').gives(303)
  await browser.get('//repo/migrate').gives(200)
  const refused = await browser.post('//repo/migrate', { clone_addr: 'file:///etc', repo_name: 'new', description: 'kept' }).gives(422).emits()
  assert.match(refused.text, /kept/)
  await browser.get('//repo/migrate/ada/new').gives(404)
  const started = await browser.post('//repo/migrate', { service: 'git', clone_addr: `${address}/ada/old.git`, repo_owner: 'ada', repo_name: 'new' }).gives(303)
  for (let turn = 0; turn < 200 && /migrate/.test(started.headers.location); turn++) {
    if ((await browser.get('//repo/migrate/ada/new')).status === 303) break
    await new Promise((done) => setTimeout(done, 50))
  }
  await w.as(ada).get('/repos/ada/new').gives(200, { empty: false })
  await browser.get('//repo/migrate/ada/new').gives(303).header('location', /\/ada\/new$/)
}, { outbound_allow: '127.0.0.0/8' })
