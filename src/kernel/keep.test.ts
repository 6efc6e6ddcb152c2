import assert from 'node:assert/strict'
import { scenario } from '../../test/kit/world.ts'

scenario('kept answers: the same until something is written, and never another caller\'s', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'secret', { private: true })
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 't', scopes: ['all'] })).body.sha1
  const first = await w.as(alice, { token }).get('/repos/alice/secret').gives(200)
  assert.equal((await w.as(alice, { token }).get('/repos/alice/secret').gives(200)).text, first.text)
  await w.as(bob).get('/repos/alice/secret').gives(404)
  await w.anonymous.get('/repos/alice/secret').gives(404)
  await w.as(alice).get('/repos/alice/secret', { host: 'other.example' }).gives(200, { html_url: 'http://other.example/alice/secret' })
  await w.as(alice).patch('/repos/alice/secret', { description: 'new' }).gives(200)
  await w.as(alice, { token }).get('/repos/alice/secret').gives(200, { description: 'new' })
  await w.as(alice).delete('/users/alice/tokens/t').gives(204)
  await w.as(alice, { token }).get('/repos/alice/secret').gives(401)
})
