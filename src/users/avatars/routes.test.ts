import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'
import { pictureOf } from '../ground/image.ts'
import { initialsHash, initialsOf, initialsPicture } from '../ground/initials.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pathOf = (url: string) => `/${new URL(url).pathname}`

scenario('createUserAvatar, deleteUserAvatar, showAvatar: a picture of one’s own and back', async (w) => {
  const alice = await w.user('alice')
  const avatar = async () => (await w.anonymous.get('/users/alice').gives(200)).body.avatar_url as string
  const before = await avatar()
  const pattern = await w.anonymous.get(pathOf(before)).gives(200).header('content-type', /^image\/svg\+xml/).header('content-security-policy', /sandbox/)
  assert.match(pattern.text, /^<svg [^>]+>.*<\/svg>$/)
  await w.as(alice).post('/user/avatar', { image: dot }).gives(204).empty().emits('account.changed')
  const own = await avatar()
  assert.notEqual(own, before)
  await w.anonymous.get(pathOf(own)).gives(200).header('content-type', 'image/png').header('x-content-type-options', 'nosniff')
  await w.as(alice).post('/user/avatar', { image: dot }).gives(204).emits()
  await w.as(alice).delete('/user/avatar').gives(204).emits('account.changed')
  await w.as(alice).delete('/user/avatar').gives(204).emits()
  assert.equal(await avatar(), before)
  await w.anonymous.get(pathOf(own)).gives(200).header('content-type', /svg/)
  for (const bad of ['x', '..%2f..%2fetc', 'a'.repeat(41)]) await w.anonymous.get(`//avatars/${bad}`).gives(404)
})

scenario('createUserAvatar, createOrgsAvatar, deleteOrgsAvatar: only pictures, only by those who may', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.org(alice, 'guild')
  await w.as(alice).post('/user/avatar', {}).gives(422).says('[Image]: Required')
  await w.as(alice).post('/user/avatar', { image: 'not base64!' }).gives(400)
  await w.as(alice).post('/user/avatar', { image: Buffer.from('<svg onload="alert(1)"/>').toString('base64') }).gives(422).emits()
  const huge = Buffer.from(dot, 'base64')
  huge.writeUInt32BE(5000, 16)
  await w.as(alice).post('/user/avatar', { image: huge.toString('base64') }).gives(422).emits()
  await w.anonymous.post('/user/avatar', { image: dot }).gives(401)
  await w.anonymous.delete('/user/avatar').gives(401)
  await w.as(bob).post('/orgs/guild/avatar', { image: dot }).gives(403).emits()
  await w.as(bob).delete('/orgs/guild/avatar').gives(403)
  const before = (await w.anonymous.get('/orgs/guild').gives(200)).body.avatar_url
  await w.as(alice).post('/orgs/guild/avatar', { image: dot }).gives(204).emits('account.changed')
  assert.notEqual((await w.anonymous.get('/orgs/guild').gives(200)).body.avatar_url, before)
  await w.as(alice).delete('/orgs/guild/avatar').gives(204)
  assert.equal((await w.anonymous.get('/orgs/guild').gives(200)).body.avatar_url, before)
})

scenario('pictureOf: kinds and sizes, and nothing from what is cut short', async () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  assert.deepEqual(pictureOf(Buffer.from(dot, 'base64')), { type: 'image/png', width: 1, height: 1 })
  assert.deepEqual(pictureOf(bytes('GIF89a\x03\x00\x02\x00')), { type: 'image/gif', width: 3, height: 2 })
  assert.deepEqual(pictureOf(bytes('\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x05\x00\x06\x01\x00\x00\x00')), { type: 'image/jpeg', width: 6, height: 5 })
  assert.deepEqual(pictureOf(bytes('RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x08\x00\x00')), { type: 'image/webp', width: 8, height: 9 })
  for (const cut of ['', 'GIF89a', '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR', '\xff\xd8\xff', 'RIFF\x00\x00\x00\x00WEBPVP8X', '<html>']) assert.equal(pictureOf(bytes(cut)), undefined, cut)
})

scenario('showAvatarNamed, showAvatarPng, showEmailAvatar: pictures by name, and never of whom one may not see', async (w) => {
  const alice = await w.user('alice')
  const hidden = await w.user('hidden', { visibility: 'private' })
  await w.as(hidden).post('/user/avatar', { image: dot }).gives(204)
  const own = (await w.anonymous.get('/users/alice').gives(200)).body.avatar_url as string
  await w.anonymous.get('//user/avatar/Alice/64').gives(302).header('location', own)
  await w.anonymous.get('//alice.png').gives(302).header('location', own)
  await w.anonymous.get('//nobody.png').gives(404)
  await w.anonymous.get('//hidden.png').gives(404)
  const shown = (await w.as(hidden).get('//user/avatar/hidden/64').gives(302)).headers.location as string
  const guessed = (await w.as(alice).get('//user/avatar/hidden/64').gives(302)).headers.location as string
  assert.notEqual(guessed, shown)
  assert.match((await w.anonymous.get(pathOf(guessed)).gives(200)).text, />H<\/text>/)
  const made = await w.anonymous.get(`//avatar/${'ab'.repeat(16)}`).gives(200).header('content-type', /svg/).header('etag', /^"[0-9a-f]{32}"$/)
  await w.anonymous.get(`//avatar/${'ab'.repeat(16)}`, { 'if-none-match': made.headers.etag }).gives(304).empty()
})

scenario('initials: letters of names in any script, and no markup in a picture', async () => {
  for (const [name, full, letters] of [['alice', '', 'A'], ['mary-jane', '', 'MJ'], ['adaLovelace', '', 'AL'], ['x', 'Ada King Lovelace', 'AL'], ['x', '山田太郎', '山'], ['x', 'عمر خيام', 'عخ'], ['_', '<b>', 'B'], ['_', '', ''], ['x', '😀 Smith', 'S']]) {
    assert.equal(initialsOf(name, full), letters, `${name} ${full}`)
  }
  assert.match(initialsPicture(initialsHash('account:1', 'AL'))!, />AL<\/text>/)
  assert.equal(initialsPicture(initialsHash('account:1', '<&')), undefined)
  assert.equal(initialsPicture(initialsHash('account:1', '')), undefined)
})
