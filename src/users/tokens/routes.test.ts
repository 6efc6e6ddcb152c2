import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('createUsersTokens, listUsersTokens, deleteUsersTokensByToken: a token is shown once, works, and dies', async (w) => {
  const alice = await w.user('alice')
  const made = await w.as(alice).post('/users/alice/tokens', { name: 'ci', scopes: ['write:repository', 'read:repository', 'read:user'] })
    .gives(201, { name: 'ci', scopes: ['write:repository', 'read:user'], created_at: '0001-01-01T00:00:00Z', last_used_at: '0001-01-01T00:00:00Z' })
    .emits('token.created')
  assert.match(made.body.sha1, /^[0-9a-f]{40}$/)
  assert.equal(made.body.token_last_eight, made.body.sha1.slice(-8))
  const token = made.body.sha1
  await w.as(alice, { token }).get('/user').gives(200, { login: 'alice', email: 'alice@example.com' })
  for (const [user, password] of [['anything', token], [token, ''], [token, 'x-oauth-basic']]) {
    await w.as({ id: 0, name: user, password }).get('/user').gives(200, { login: 'alice' })
  }
  await w.as(alice, { headers: { authorization: `Bearer ${token}` } }).get('/user').gives(200, { login: 'alice' })
  await w.as(alice).get('/users/alice/tokens').gives(200, [{ name: 'ci', sha1: '' }]).header('x-total-count', '1').header('link', undefined)
  await w.as(alice).delete('/users/alice/tokens/ci').gives(204).empty().emits('token.removed')
  await w.as(alice, { token }).get('/user').gives(401)
  await w.as(alice).delete('/users/alice/tokens/ci').gives(404).empty().emits()
})

scenario('createUsersTokens: bad input is refused and nothing is announced', async (w) => {
  const alice = await w.user('alice')
  const post = (body: unknown) => w.as(alice).post('/users/alice/tokens', body)
  await post({ scopes: ['all'] }).gives(422).says('[Name]: Required').emits()
  await post({ name: 'x' }).gives(400).says('must have a scope').emits()
  await post({ name: 'x', scopes: ['write:moon'] }).gives(400).emits()
  await post({ name: 1, scopes: ['all'] }).gives(422).says('[]: ').emits()
  await post('{').gives(422).emits()
  await post({ name: 'x', scopes: ['all'], hash: 'mine', account_id: 99 }).gives(201, { scopes: ['all'] })
  await post({ name: 'x', scopes: ['all'] }).gives(400).says('used already').emits()
})

scenario('createUsersTokens, deleteUsersTokensByToken: words of scopes, their order, and numbers that are ids', async (w) => {
  const alice = await w.user('alice')
  const post = (name: string, scopes: string[]) => w.as(alice).post('/users/alice/tokens', { name, scopes })
  const words = ['public-only', 'read:activitypub', 'write:admin', 'read:misc', 'read:notification', 'read:organization', 'read:package', 'read:issue', 'read:repository', 'write:user']
  const first = await post('first', ['write:user,read:repository,', '', ...words.toReversed()]).gives(201, { scopes: words })
  await post('first', ['write:moon']).gives(400).says('used already')
  await post('none', ['']).gives(400).says('must have a scope')
  await post('none', [',']).gives(400)
  const second = await post('4711', ['all', 'public-only']).gives(201, { scopes: ['public-only', 'all'] })
  const third = await post('third', ['public-only']).gives(201, { scopes: ['public-only'] })
  await w.as(alice).delete('/users/alice/tokens/4711').gives(404).empty()
  await w.as(alice).delete(`/users/alice/tokens/0x${first.body.id.toString(16)}`).gives(204)
  await w.as(alice).delete(`/users/alice/tokens/0o${second.body.id.toString(8)}`).gives(204)
  await w.as(alice).delete(`/users/alice/tokens/${third.body.id}`).gives(204)
  await w.as(alice).get('/users/alice/tokens').gives(200, [])
  await w.as(alice, { sudo: 'alice' }).get('/user').gives(403).says('Only administrators allowed to sudo.')
})

scenario('createUsersTokens: Basic by the user or an administrator, never more than the parent token', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  const root = await w.user('root', { admin: true })
  const body = { name: 'x', scopes: ['all'] }
  await w.anonymous.post('/users/alice/tokens', body).gives(403).emits()
  await w.anonymous.get('/users/alice/tokens').gives(403)
  await w.as(bob).post('/users/alice/tokens', body).gives(403).emits()
  await w.as(bob).get('/users/alice/tokens').gives(403)
  await w.as(bob).delete('/users/alice/tokens/x').gives(403)
  await w.as(alice).post('/users/nobody/tokens', body).gives(404).empty()
  await w.as(root).post('/users/alice/tokens', body).gives(201)
  const narrow = (await w.as(alice).post('/users/alice/tokens', { name: 'narrow', scopes: ['write:user'] }).gives(201)).body.sha1
  await w.as(alice, { token: narrow }).post('/users/alice/tokens', body).gives(401)
  const inBasic = { id: 0, name: 'alice', password: narrow }
  await w.as(inBasic).post('/users/alice/tokens', { name: 'wide', scopes: ['all'] }).gives(403).emits()
  await w.as(inBasic).post('/users/alice/tokens', { name: 'same', scopes: ['read:user'] }).gives(201)
})

scenario('getUser, getUsers: who sees what', async (w) => {
  const alice = await w.user('alice')
  await w.user('hermit', { visibility: 'private' })
  await w.anonymous.get('/user').gives(401)
  await w.as({ id: 0, name: 'alice', password: 'wrong' }).get('/users/alice').gives(401)
  await w.as({ id: 0, name: 'nobody', password: 'wrong' }).get('/users/alice').gives(401)
  await w.anonymous.get('/users/alice').gives(200, { login: 'alice', email: `${alice.id}+alice@noreply.localhost`, type: 'User', active: false })
  await w.as(alice).get('/users/ALICE').gives(200, { email: 'alice@example.com', active: true })
  await w.as(alice).get('/users/hermit').gives(404).empty()
  await w.anonymous.get('/users/hermit').gives(404).empty()
  const root = await w.user('root', { admin: true })
  await w.as(root, { sudo: 'alice' }).get('/user').gives(200, { login: 'alice' })
  await w.as(alice, { sudo: 'root' }).get('/user').gives(403)
  await w.as(root, { sudo: 'nobody' }).get('/user').gives(404)
  // the address comes before the header, the first name before others, and nobody is no administrator
  await w.as(root, { sudo: 'nobody' }).get('/user?sudo=ALICE').gives(200, { login: 'alice' })
  await w.as(root, { sudo: 'alice' }).get('/user?sudo=').gives(200, { login: 'alice' })
  await w.as(root).get('/user?sudo=alice&sudo=root').gives(200, { login: 'alice' })
  await w.as(null, { sudo: 'alice' }).get('/users/alice').gives(403)
  await w.as(alice).patch('/user').gives(405).header('allow', 'GET')
  await w.anonymous.get('/nothing').gives(404)
})

scenario('getToken, deleteToken: a token looks at itself and gives itself up', async (w) => {
  const alice = await w.user('alice')
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'ci', scopes: ['public-only', 'read:misc'] }).gives(201)).body.sha1
  await w.as(alice, { token }).get('/token').gives(200, { name: 'ci', scopes: ['public-only', 'read:misc'], user: { id: alice.id, login: 'alice' } })
  await w.as(alice).get('/token').gives(404).empty()
  await w.as({ id: 0, name: 'alice', password: token }).get('/token').gives(404)
  await w.anonymous.get('/token').gives(401)
  await w.anonymous.delete('/token').gives(401)
  await w.as(alice).delete('/token').gives(404).emits()
  await w.as(alice, { token }).delete('/token').gives(204).empty().emits('token.removed')
  await w.as(alice, { token }).get('/token').gives(401)
})
