import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from([0, 0, 0, 13]), Buffer.from('IHDR'), Buffer.from([0, 0, 0, 4, 0, 0, 0, 4, 8, 2, 0, 0, 0])])

scenario('createReposAvatar, deleteReposAvatar, showRepoAvatar: a picture of a repository', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  const image = png.toString('base64')
  const at = '/repos/alice/demo/avatar'
  await w.as(alice).post(at, { image }).gives(204).empty().emits('repo.changed')
  await w.as(alice).post(at, { image }).gives(204).emits()
  const url: string = (await w.anonymous.get('/repos/alice/demo').gives(200)).body.avatar_url
  const path = new URL(url).pathname
  assert.match(path, /^\/repo-avatars\/[0-9a-f]{64}$/)
  await w.anonymous.get(`/${path}`).gives(200).header('content-type', 'image/png').header('x-content-type-options', 'nosniff')
  const etag = (await w.anonymous.get(`/${path}`)).headers.etag
  await w.anonymous.get(`/${path}`, { 'if-none-match': etag }).gives(304)
  await w.as(alice).post(at, { image: '!' }).gives(400)
  await w.as(alice).post(at, { image: 'aGVsbG8=' }).gives(422)
  await w.as(alice).post(at, {}).gives(422).says('[Image]: Required')
  await w.as(bob).post(at, { image }).gives(403)
  await w.anonymous.post(at, { image }).gives(403)
  await w.as(bob).delete(at).gives(403)
  await w.as(alice).post('/repos/alice/none/avatar', { image }).gives(404)
  await w.as(alice).delete(at).gives(204).emits('repo.changed')
  await w.as(alice).delete(at).gives(204).emits()
  await w.anonymous.get('/repos/alice/demo').gives(200, { avatar_url: '' })
  await w.anonymous.get(`/${path}`).gives(404)
  await w.anonymous.get('//repo-avatars/..%2f..%2fx').gives(404)
  await w.as(alice).post(at, { image }).gives(204)
  await w.as(alice).delete('/repos/alice/demo').gives(204)
  await w.settled()
  await w.anonymous.get(`/${path}`).gives(404)
})
