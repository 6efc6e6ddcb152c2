import assert from 'node:assert/strict'
import { createMessage, generateKey, readPrivateKey, sign } from 'openpgp'
import { scenario } from '../../../test/kit/world.ts'

const keyFor = async (...emails: string[]) => {
  const { privateKey, publicKey } = await generateKey({ type: 'ecc', curve: 'ed25519Legacy', userIDs: emails.map((email) => ({ name: 'A', email })), format: 'armored' })
  const signing = await readPrivateKey({ armoredKey: privateKey })
  const signed = async (text: string) => String(await sign({ message: await createMessage({ binary: new Uint8Array(Buffer.from(text)) }), signingKeys: signing, detached: true, format: 'armored' }))
  return { armored_public_key: publicKey, privateKey, signed, id: signing.getKeyID().toHex().toUpperCase() }
}

scenario('createUserGpgKeys, listUserGpgKeys, getUserGpgKeysById, deleteUserGpgKeysById, listUsersGpgKeys: keys by their address', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  const key = await keyFor('alice@example.com', 'other@example.com')
  const { armored_public_key } = key
  const made = (await w.as(alice).post('/user/gpg_keys', { armored_public_key })
    .gives(201, { key_id: key.id, primary_key_id: '', emails: [{ email: 'alice@example.com', verified: true }], can_sign: true, can_certify: true, can_encrypt_comms: false, verified: false, expires_at: '0001-01-01T00:00:00Z', subkeys: [{ primary_key_id: key.id, can_encrypt_comms: true, emails: null, subkeys: null }] })
    .emits('gpg-key.added')).body
  assert.match(made.public_key, /^[A-Za-z0-9+/]+=*$/)
  await w.as(alice).get('/user/gpg_keys').gives(200, [{ id: made.id, subkeys: [{}] }]).header('x-total-count', '1').header('link', undefined)
  await w.as(alice).get(`/user/gpg_keys/${made.id}`).gives(200, { key_id: key.id })
  await w.as(bob).get('/users/alice/gpg_keys').gives(200, [{ id: made.id }])
  await w.anonymous.get('/users/alice/gpg_keys').gives(401)
  await w.as(bob).get('/users/nobody/gpg_keys').gives(404)
  await w.anonymous.get('//alice.gpg').gives(200).says('BEGIN PGP PUBLIC KEY BLOCK')

  await w.as(bob).post('/user/gpg_keys', { armored_public_key }).gives(404)
  await w.as(alice).post('/user/gpg_keys', { armored_public_key }).gives(422).says('A key with the same id already exists').emits()
  await w.as(alice).post('/user/gpg_keys', { armored_public_key: 'no key' }).gives(422).emits()
  await w.as(alice).post('/user/gpg_keys', { armored_public_key: key.privateKey }).gives(422)
  await w.as(alice).post('/user/gpg_keys', {}).gives(422).says('Required')
  await w.anonymous.post('/user/gpg_keys', { armored_public_key }).gives(401)
  await w.as(bob).get(`/user/gpg_keys/${made.id}`).gives(404).empty()
  // a subkey is reached through its key only
  await w.as(alice).get(`/user/gpg_keys/${made.subkeys[0].id}`).gives(404)
  await w.anonymous.get(`/user/gpg_keys/${made.id}`).gives(401)
  await w.as(bob).delete(`/user/gpg_keys/${made.id}`).gives(204).emits()
  await w.anonymous.delete(`/user/gpg_keys/${made.id}`).gives(401)
  await w.as(alice).delete(`/user/gpg_keys/${made.id}`).gives(204).emits('gpg-key.removed')
  await w.as(alice).delete(`/user/gpg_keys/${made.id}`).gives(204).emits()
  await w.as(alice).get('/user/gpg_keys').gives(200, [])
  await w.as(alice).post('/user/gpg_keys', { armored_public_key }).gives(201)
})

scenario('getUserGpgKeyToken, createUserGpgKeyVerify: a key proved by what it signs', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  const [key, stranger] = [await keyFor('alice@example.com'), await keyFor('else@example.com')]
  const token = (await w.as(alice).get('/user/gpg_key_token').gives(200).header('content-type', /^text\/plain/)).text
  assert.match(token, /^[0-9a-f]{64}$/)
  await w.anonymous.get('/user/gpg_key_token').gives(401)
  await w.as(alice).post('/user/gpg_keys', { armored_public_key: key.armored_public_key }).gives(201, { verified: false })
  const verify = (body: object, who: typeof alice | null = alice) => w.as(who).post('/user/gpg_key_verify', body)
  const armored_signature = await key.signed(`${token}\n`)
  await verify({ key_id: key.id, armored_signature: await stranger.signed(token) }).gives(422)
  await verify({ key_id: key.id, armored_signature: 'x' }).gives(422)
  await verify({ key_id: '000', armored_signature }).gives(404)
  await verify({ key_id: stranger.id, armored_signature }).gives(404)
  await verify({ key_id: key.id }).gives(422)
  await verify({ key_id: key.id, armored_signature }, bob).gives(404)
  await verify({ key_id: key.id, armored_signature }, null).gives(401)
  await verify({ key_id: key.id.toLowerCase(), armored_signature }).gives(200, { verified: true, key_id: key.id })

  const foreign = { armored_public_key: stranger.armored_public_key }
  await w.as(alice).post('/user/gpg_keys', { ...foreign, armored_signature: await stranger.signed('else') }).gives(422).emits()
  await w.as(alice).post('/user/gpg_keys', { ...foreign, armored_signature: await stranger.signed(token) }).gives(201, { verified: true, emails: [] })
  w.later(300)
  const again = await keyFor('third@example.com')
  await w.as(alice).post('/user/gpg_keys', { armored_public_key: again.armored_public_key, armored_signature: await again.signed(token) }).gives(422)
})
