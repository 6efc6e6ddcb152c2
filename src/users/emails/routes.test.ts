import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'
import { isEmail } from '../ground/addresses.ts'
import * as store from './store.ts'

scenario('listUserEmails, createUserEmails, deleteUserEmails: addresses come and go one by one', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.as(alice).get('/user/emails').gives(200, [{ email: 'alice@example.com', verified: true, primary: true, user_id: 0, username: '' }])
  await w.as(alice).post('/user/emails', { emails: ['Two@example.com'] })
    .gives(201, [{ email: 'alice@example.com' }, { email: 'Two@example.com', verified: true, primary: false }])
    .emits('account.changed')
  await w.as(alice).post('/user/emails', {}).gives(422).says('Email list empty').emits()
  await w.as(bob).post('/user/emails', { emails: ['two@EXAMPLE.com'] }).gives(422).says('Email address has been used: two@EXAMPLE.com').emits()
  await w.as(bob).post('/user/emails', { emails: ['three@example.com', 'no address', 'four@example.com'] }).gives(422).says('Email address "no address" invalid')
  await w.as(bob).get('/user/emails').gives(200, [{ email: 'bob@example.com' }, { email: 'three@example.com' }])
  await w.as(bob).delete('/user/emails', { emails: ['two@example.com'] }).gives(404).empty().emits()
  await w.as(bob).delete('/user/emails', { emails: ['bob@example.com'] }).gives(422).emits()
  await w.as(bob).delete('/user/emails', { emails: ['THREE@example.com'] }).gives(204).empty().emits('account.changed')
  await w.as(bob).delete('/user/emails').gives(204).emits()
  await w.as(bob).get('/user/emails').gives(200, [{ email: 'bob@example.com' }])
  for (const call of [w.anonymous.get('/user/emails'), w.anonymous.post('/user/emails', {}), w.anonymous.delete('/user/emails')]) await call.gives(401)
  const { rows, total } = await store.list(w.cx.db, 'ALICE', { page: 1, limit: 10, offset: 0 })
  assert.deepEqual([total, rows.map((row) => [row.email, row.username])], [2, [['alice@example.com', 'alice'], ['Two@example.com', 'alice']]])
  assert.equal((await store.list(w.cx.db, '%', { page: 1, limit: 10, offset: 0 })).total, 0)
})

scenario('isEmail: what counts as an address', async () => {
  for (const good of ['a@b', 'a.b+c@x-y.example', "o'neil@example.com"]) assert.ok(isEmail(good), good)
  for (const bad of ['', 'a', '@b', 'a@', '-a@b', 'a b@c', 'a@b c', 'a@-b', 'a@b..c', '.a@b', 'a..b@c', 'a@b\r\nBcc: x@y', 'ä@b', `${'x'.repeat(65)}@b`, 'a@b@']) assert.ok(!isEmail(bad), bad)
})
