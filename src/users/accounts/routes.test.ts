import assert from 'node:assert/strict'
import { findAccountByName } from '../../access/index.ts'
import { scenario, type World } from '../../../test/kit/world.ts'
import * as accounts from './verbs.ts'

const row = async (w: World, name: string) => (await findAccountByName(w.cx.db, name))!

scenario('getUsersSearch: people by login, full name and the address one may see', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  const rita = await w.user('rita', { restricted: true })
  await w.user('lim', { visibility: 'limited' })
  await w.user('hermit', { visibility: 'private' })
  await w.org(alice, 'guild')
  await w.as(alice).patch('/user/settings', { full_name: 'Änne Müller', hide_email: true }).gives(200)
  const found = async (who: typeof alice | null, query: string) => (await w.as(who).get(`/users/search?${query}`).gives(200, { ok: true })).body.data.map((one: any) => one.login)
  assert.deepEqual(await found(null, ''), ['alice', 'bob', 'rita', 'root'])
  assert.deepEqual(await found(bob, ''), ['alice', 'bob', 'lim', 'rita', 'root'])
  assert.deepEqual(await found(root, ''), ['alice', 'bob', 'hermit', 'lim', 'rita', 'root'])
  assert.deepEqual(await found(rita, ''), ['rita'])
  assert.deepEqual(await found(bob, 'q=%20LIC%20'), ['alice'])
  assert.deepEqual(await found(bob, `q=${encodeURIComponent('ÄNNE')}`), ['alice'])
  assert.deepEqual(await found(bob, 'q=alice@example'), [])
  assert.deepEqual(await found(alice, 'q=alice@example'), ['alice'])
  assert.deepEqual(await found(root, 'q=alice@example'), ['alice'])
  assert.deepEqual(await found(alice, 'q=bob@example'), ['bob'])
  assert.deepEqual(await found(null, 'q=bob@example'), [])
  assert.deepEqual(await found(bob, 'q=%25'), [])
  assert.deepEqual(await found(bob, `uid=${alice.id}`), ['alice'])
  assert.deepEqual(await found(bob, `uid=${alice.id}&q=bob`), [])
  assert.deepEqual(await found(bob, 'uid=-1'), ['Ghost'])
  await w.as(bob).get('/users/search?limit=2&page=2').gives(200).header('x-total-count', '5').header('link', /rel="prev"/)
})

scenario('an account can be edited: address, password, rights', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  const [admin, target] = [await row(w, 'root'), await row(w, 'alice')]
  await assert.rejects(accounts.edit(w.cx, target, { email: 'bob@example.com' }, admin), { kind: 'bad' })
  await assert.rejects(accounts.edit(w.cx, target, { email: 'nonsense' }, admin), { kind: 'bad' })
  await assert.rejects(accounts.edit(w.cx, admin, { is_admin: false }, admin), { kind: 'bad' })
  await accounts.edit(w.cx, target, { email: 'new@example.com', password: 'another one', is_admin: true, full_name: 'A' }, admin)
  await w.as(alice).get('/user').gives(401)
  const again = { ...alice, password: 'another one' }
  await w.as(again).get('/user').gives(200, { email: 'new@example.com', is_admin: true, full_name: 'A' })
  await w.as(again).get('/user/emails').gives(200, [{ email: 'new@example.com', primary: true }])
  await accounts.edit(w.cx, admin, { is_admin: false }, admin)
  await w.as(root).get('/user').gives(200, { is_admin: false })
  await accounts.setPassword(w.cx, await row(w, 'bob'), 'third secret', { mustChange: true })
  await w.as({ ...bob, password: 'third secret' }).get('/user').gives(403)
})

scenario('an account is renamed, and a removed one leaves no trace but what it wrote', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.user('root', { admin: true })
  const root = await row(w, 'root')
  await accounts.rename(w.cx, await row(w, 'alice'), 'Alba', root)
  await w.anonymous.get('/users/alice/keys').gives(401)
  await w.anonymous.get('/users/alice').gives(307).header('location', /\/users\/Alba$/)
  const alba = { ...alice, name: 'alba' }
  await w.as(bob).put('/user/following/alice').gives(307).header('location', /\/user\/following\/Alba$/)
  await w.as(bob).put('/user/following/alba').gives(204)
  await w.as(alba).put('/user/following/bob').gives(204)
  await w.repo(alba, 'demo')
  await w.org(alba, 'guild')
  const target = await row(w, 'alba')
  await assert.rejects(accounts.remove(w.cx, target, target), { kind: 'invalid', message: 'you cannot delete yourself' })
  await assert.rejects(accounts.remove(w.cx, await row(w, 'guild'), root), { kind: 'invalid' })
  await assert.rejects(accounts.remove(w.cx, root, target), /last admin/)
  await assert.rejects(accounts.remove(w.cx, target, root), /ownership of repositories/)
  const dora = await w.user('dora')
  const team = (await w.as(alba).get('/orgs/guild/teams').gives(200)).body[0]
  await w.as(alba).put(`/teams/${team.id}/members/dora`).gives(204)
  await assert.rejects(accounts.remove(w.cx, await row(w, 'dora'), root), /membership of organizations/)
  await w.org(dora, 'hers')
  await w.repo(dora, 'own')
  await w.as(dora).post('/orgs/hers/repos', { name: 'there' }).gives(201)
  await w.as(dora).put('/user/following/bob').gives(204)
  await accounts.remove(w.cx, await row(w, 'dora'), root, { purge: true })
  await w.anonymous.get('/users/dora').gives(404).empty()
  await w.anonymous.get('/orgs/hers').gives(404).empty()
  await w.as(alba).get('/orgs/guild/members').gives(200, [{ login: 'Alba' }])
  await w.anonymous.get('/users/bob').gives(200, { followers_count: 1, following_count: 1 })
  await w.as(dora).get('/user').gives(401)
})
