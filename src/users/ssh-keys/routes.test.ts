import assert from 'node:assert/strict'
import { sshKey } from '../../../test/kit/keys.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('createUserKeys, getUserKeysById, listUserKeys, listUsersKeys, deleteUserKeysById: the life of a key', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  const key = `${sshKey()} alice@laptop`
  const made = await w.as(alice).post('/user/keys', { title: 'laptop', key: `  ${key}\n`, read_only: true })
    .gives(201, { key, title: 'laptop', read_only: false, key_type: 'user', user: { login: 'alice', email: 'alice@example.com', active: true } })
    .emits('key.created')
  assert.match(made.body.fingerprint, /^SHA256:[A-Za-z0-9+/]{43}$/)
  assert.match(made.body.url, new RegExp(`/api/v1/user/keys/${made.body.id}$`))
  assert.equal(made.body.updated_at, made.body.created_at)
  assert.equal(made.body.last_used_at, made.body.created_at)
  const at = `/user/keys/${made.body.id}`
  await w.as(alice).get(at).gives(200, { key_type: 'user' })
  await w.as(alice).get('/user/keys').gives(200, [{ title: 'laptop' }]).header('x-total-count', '1')
  const seen = (await w.as(bob).get('/users/alice/keys').gives(200, [{ key }])).body[0]
  assert.ok(!('user' in seen) && !('key_type' in seen))
  await w.as(root).get('/users/alice/keys').gives(200, [{ user: { login: 'alice' }, key_type: 'user' }])
  await w.as(bob).get(at).gives(200, { title: 'laptop' })
  await w.as(bob).get('/user/keys').gives(200, [])
  const print = encodeURIComponent(made.body.fingerprint)
  await w.as(bob).get(`/user/keys?fingerprint=${print}`).gives(200, [{ id: made.body.id }])
  await w.as(alice).get(`/users/bob/keys?fingerprint=${print}`).gives(200, [])
  await w.as(alice).get('/users/alice/keys?fingerprint=SHA256:other').gives(200, [])
  await w.as(bob).delete(at).gives(403).says('access').emits()
  await w.as(alice).delete(at).gives(204).empty().emits('key.removed')
  await w.as(alice).delete(at).gives(404).empty()
  await w.as(alice).get(at).gives(404).empty()
  await w.as(alice).get('/user/keys/x').gives(404)
})

scenario('createUserKeys: bad input, and a key belongs to one account only', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  const key = sshKey()
  const post = (body: unknown) => w.as(alice).post('/user/keys', body)
  await post({ key }).gives(422).says('[Title]: Required').emits()
  await post({ title: 'x' }).gives(422).says('[Key]: Required')
  await post({ title: 'x', key: 'ssh-rsa nonsense' }).gives(422).says('Invalid key content: ').emits()
  await post({ title: 'x', key }).gives(201)
  await post({ title: 'x', key }).gives(422).says('Key content has been used').emits()
  await w.as(bob).post('/user/keys', { title: 'y', key: `${key} mine` }).gives(422).says('Key content has been used').emits()
  await post({ title: 'x', key: sshKey() }).gives(422).says('Key title has been used').emits()
  await w.as(bob).post('/user/keys', { title: 'x', key: sshKey() }).gives(201)
})

scenario('listUserKeys, createUserKeys, getUserKeysById, deleteUserKeysById, listUsersKeys: who may', async (w) => {
  const [alice, hermit] = [await w.user('alice'), await w.user('hermit', { visibility: 'private' })]
  const { id, fingerprint } = (await w.as(hermit).post('/user/keys', { title: 'x', key: sshKey() }).gives(201)).body
  for (const path of ['/user/keys', `/user/keys/${id}`, '/users/alice/keys']) await w.anonymous.get(path).gives(401)
  await w.anonymous.post('/user/keys', {}).gives(401)
  await w.anonymous.delete(`/user/keys/${id}`).gives(401)
  await w.as(alice).get('/users/hermit/keys').gives(404).empty()
  await w.as(alice).get('/users/nobody/keys').gives(404).empty()
  await w.as(alice).get(`/user/keys/${id}`).gives(404).empty()
  await w.as(alice).delete(`/user/keys/${id}`).gives(404).emits()
  await w.as(alice).get(`/user/keys?fingerprint=${encodeURIComponent(fingerprint)}`).gives(200, []).header('x-total-count', '0')
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'p', scopes: ['public-only', 'write:user'] }).gives(201)).body.sha1
  await w.as(alice, { token }).get('/user/keys').gives(403)
  await w.as(alice, { token }).get('/user').gives(200)
  const read = (await w.as(alice).post('/users/alice/tokens', { name: 'r', scopes: ['read:user'] }).gives(201)).body.sha1
  await w.as(alice, { token: read }).post('/user/keys', { title: 'x', key: sshKey() }).gives(403).emits()
})

scenario('showKeys, showGpgKeys: at the name of the account, without comments', async (w) => {
  const [alice, hermit] = [await w.user('alice'), await w.user('hermit', { visibility: 'private' })]
  const [first, second] = [sshKey(), sshKey()]
  await w.as(alice).post('/user/keys', { title: 'a', key: `${first} alice@laptop` }).gives(201)
  await w.as(alice).post('/user/keys', { title: 'b', key: second }).gives(201)
  await w.as(hermit).post('/user/keys', { title: 'c', key: sshKey() }).gives(201)
  const { text } = await w.anonymous.get('//alice.keys').gives(200).header('content-type', /^text\/plain/)
  assert.equal(text, `${first}\n${second}\n`)
  await w.anonymous.get('//alice.gpg').gives(200).empty()
  await w.anonymous.get('//hermit.keys').gives(404)
  await w.anonymous.get('//hermit.gpg').gives(404)
})
