import assert from 'node:assert/strict'
import { sshKey } from '../../../test/kit/keys.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('createReposKeys, listReposKeys, getReposKeysById, deleteReposKeysById: SSH keys', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'other')
  await w.repo(bob, 'foreign')
  const key = sshKey('ci@example.com')
  const at = '/repos/alice/demo/keys'
  const { body: made } = await w.as(alice).post(at, { title: 'ci', key, read_only: true })
    .gives(201, { title: 'ci', key, read_only: true, key_type: 'ssh' }).emits('deploy_key.created')
  assert.match(made.fingerprint, /^SHA256:[A-Za-z0-9+/]{43}$/)
  assert.ok(made.url.endsWith(`/api/v1${at}/${made.id}`) && !('repository' in made) && !('token' in made))
  await w.as(alice).get(at).gives(200, [{ id: made.id, repository: { full_name: 'alice/demo' } }]).header('x-total-count', '1').header('link', undefined)
  await w.as(alice).get(`${at}?key_id=${made.key_id}`).gives(200, [{ id: made.id }])
  for (const none of ['9223372036854775807', '99999999999999999999', '-9223372036854775808']) await w.as(alice).get(`${at}?key_id=${none}`).gives(200, []).header('x-total-count', '0')
  await w.as(alice).get(`${at}?fingerprint=SHA256:x`).gives(200, []).header('x-total-count', '0')
  await w.as(alice).get(`${at}?fingerprint=${encodeURIComponent(made.fingerprint)}`).gives(200, [{ id: made.id }])
  await w.as(alice).get(`${at}/${made.id}`).gives(200, { title: 'ci' })
  await w.as(alice).get(`/repos/alice/other/keys/${made.id}`).gives(404).empty()
  await w.as(alice).post(at, { title: 'again', key }).gives(422).says('already been added').emits()
  await w.as(alice).post(at, { title: 'ci', key: sshKey() }).gives(422).says('already been added').emits()
  await w.as(bob).post('/repos/bob/foreign/keys', { title: 'same', key }).gives(201, { key_id: made.key_id })
  await w.as(bob).delete(`/repos/bob/foreign/keys/${made.id}`).gives(204).emits()
  await w.as(alice).get(`${at}/${made.id}`).gives(200)
  const own = sshKey()
  await w.as(bob).post('/user/keys', { title: 'mine', key: own }).gives(201)
  await w.as(alice).post(at, { title: 'taken', key: own }).gives(422).emits()
  await w.as(alice).delete(`${at}/${made.id}`).gives(204).emits('deploy_key.removed')
  await w.as(alice).delete(`${at}/${made.id}`).gives(204).emits()
  await w.as(bob).get('/repos/bob/foreign/keys').gives(200, [{ key }])
  await w.as(bob).delete('/repos/bob/foreign').gives(204)
  await w.as(alice).post('/user/keys', { title: 'free again', key }).gives(201)
})

scenario('createReposKeys, listReposKeys: what is refused', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  const at = '/repos/alice/demo/keys'
  const post = (body: unknown) => w.as(alice).post(at, body)
  await post({ key: sshKey() }).gives(422).says('[Title]: Required')
  await post({ title: 'x' }).gives(422).says('[Key]: Required')
  await post({ title: 'x', key: 'nonsense' }).gives(422).says('Invalid key content').emits()
  await post({ title: 'x', key_type: 'moon' }).gives(422).says('[KeyType]: In')
  await w.anonymous.get(at).gives(401)
  await w.as(bob).get(at).gives(403)
  await w.as(bob).post(at, { title: 'x', key: sshKey() }).gives(403).emits()
  await w.as(bob).get(`${at}/1`).gives(403)
  await w.as(bob).delete(`${at}/1`).gives(403)
  await w.as(alice).get(`${at}/99`).gives(404)
  await w.as(alice).put('/repos/alice/demo/collaborators/bob', { permission: 'admin' }).gives(204)
  await w.as(alice).post(at, { title: 'y', key: sshKey() }).gives(201)
  assert.ok(!('repository' in (await w.as(bob).get(at).gives(200)).body[0]))
})

scenario('createReposKeys: a token is shown once and reaches its repository alone', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { private: true })
  await w.repo(alice, 'other', { private: true })
  const { body } = await w.as(alice).post('/repos/alice/demo/keys', { title: 'ci', key_type: 'token', read_only: true }).gives(201, { key: '', fingerprint: '', key_id: 0, key_type: 'token' })
  assert.match(body.token, /^[0-9a-f]{40}$/)
  assert.ok(!('token' in (await w.as(alice).get(`/repos/alice/demo/keys/${body.id}`).gives(200)).body))
  await w.as({ id: 0, name: 'x', password: body.token }).get('/repos/alice/demo').gives(200, { permissions: { admin: false, push: false, pull: true } })
  await w.as({ id: 0, name: 'x', password: body.token }).get('/repos/alice/other').gives(404)
  await w.as(alice).delete(`/repos/alice/demo/keys/${body.id}`).gives(204)
  await w.as({ id: 0, name: 'x', password: body.token }).get('/repos/alice/demo').gives(401)
})
