import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('createOrgs, getOrgs, editOrgs, deleteOrgs: the life of an organization', async (w) => {
  const alice = await w.user('alice')
  const made = await w.as(alice).post('/orgs', { username: 'Guild', full_name: 'The Guild', email: 'guild@example.com', website: 'https://guild.example', location: 'Here', description: 'us' })
    .gives(201, { name: 'Guild', username: 'Guild', full_name: 'The Guild', email: 'guild@example.com', visibility: 'public', repo_admin_change_team_access: false })
    .emits('org.created')
  assert.deepEqual(Object.keys(made.body), ['id', 'name', 'full_name', 'email', 'avatar_url', 'description', 'website', 'location', 'visibility', 'repo_admin_change_team_access', 'username'])
  await w.anonymous.get('/orgs/guild').gives(200, { name: 'Guild', email: '' })
  await w.as(alice).get('/orgs/GUILD').gives(200, { email: 'guild@example.com' })
  await w.anonymous.get('/users/guild').gives(200, { login: 'Guild', type: 'Organization' })
  await w.as(alice).patch('/orgs/guild', { visibility: '', email: '', description: 'ours', repo_admin_change_team_access: true }).gives(200, { visibility: 'public', email: '', description: 'ours', full_name: 'The Guild', repo_admin_change_team_access: true }).emits('org.changed')
  await w.as(alice).patch('/orgs/guild').gives(200, { description: 'ours' })
  await w.as(alice).get('/orgs/guild/teams').gives(200, [{ name: 'Owners', permission: 'owner', includes_all_repositories: true, can_create_org_repo: true, visibility: 'limited', organization: null }])
  await w.as(alice).delete('/orgs/guild').gives(204).empty().emits('org.removed')
  await w.as(alice).delete('/orgs/guild').gives(404).empty().emits()
  await w.as(alice).get('/user/orgs').gives(200, [])
  await w.as(alice).get('/user/teams').gives(200, [])
})

scenario('createOrgs: names share one space with people, and bad input is refused', async (w) => {
  const alice = await w.user('alice')
  const post = (body: unknown) => w.as(alice).post('/orgs', body)
  await w.anonymous.post('/orgs', { username: 'x' }).gives(401).emits()
  await post({}).gives(422).says('[UserName]: Required')
  await post({ username: 'a--b' }).gives(422).says('[UserName]: invalid username')
  await post({ username: 'x'.repeat(41) }).gives(422).says('[UserName]: MaxSize')
  await post({ username: '../x' }).gives(422).emits()
  await post({ username: 'API' }).gives(422).says('name is reserved [name: api]')
  await post({ username: 'x.keys' }).gives(422).says('[pattern: *.keys]')
  await post({ username: 'ALICE' }).gives(422).says('user already exists [name: ALICE]').emits()
  await post({ username: 'x', visibility: 'open' }).gives(422).says('[Visibility]: In')
  await post({ username: 'x', website: 'javascript:alert(1)' }).gives(422).says('[Website]: Url')
  await post({ username: 'x', type: 'user', is_admin: true, id: 1 }).gives(201, { name: 'x' })
  await w.as(alice).patch('/orgs/x', { email: 'not an address' }).gives(422).emits()
  await w.as(alice).get('/orgs/alice').gives(404).empty()
})

scenario('editOrgs, deleteOrgs, createOrgsRename: owners only, strangers of a hidden organization learn nothing', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  await w.org(alice, 'open')
  await w.org(alice, 'hid', { visibility: 'private' })
  for (const [org, status] of [['open', 403], ['hid', 404], ['none', 404]] as const) {
    await w.as(bob).patch(`/orgs/${org}`, { description: 'x' }).gives(status).emits()
    await w.as(bob).delete(`/orgs/${org}`).gives(status).emits()
    await w.as(bob).post(`/orgs/${org}/rename`, { new_name: 'z' }).gives(status).emits()
  }
  await w.anonymous.patch('/orgs/open', {}).gives(401)
  await w.anonymous.get('/orgs/hid').gives(404).empty()
  await w.as(bob).get('/orgs/hid').gives(404).empty()
  await w.as(root).patch('/orgs/hid', { description: 'seen' }).gives(200, { description: 'seen' })
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 't', scopes: ['read:organization'] }).gives(201)).body.sha1
  await w.as(alice, { token }).get('/orgs/hid').gives(200)
  await w.as(alice, { token }).patch('/orgs/hid', {}).gives(403)
  const narrow = (await w.as(alice).post('/users/alice/tokens', { name: 'p', scopes: ['public-only', 'write:organization', 'read:user'] }).gives(201)).body.sha1
  await w.as(alice, { token: narrow }).get('/orgs/hid').gives(403)
  await w.as(alice, { token: narrow }).get('/user/orgs').gives(200, [])
})

scenario('deleteOrgs: refused while it owns repositories', async (w) => {
  const alice = await w.user('alice')
  await w.org(alice, 'guild')
  await w.as(alice).post('/orgs/guild/repos', { name: 'engine' }).gives(201)
  await w.as(alice).delete('/orgs/guild').gives(422).says('user still has ownership of repositories').emits()
  await w.as(alice).get('/orgs/guild').gives(200)
})

scenario('createOrgsRename: the old name leads to the new one until somebody takes it', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.org(alice, 'guild')
  await w.as(alice).post('/orgs/guild/rename', { new_name: 'guild' }).gives(204).emits()
  await w.as(alice).post('/orgs/guild/rename', { new_name: 'bob' }).gives(422).says('user already exists').emits()
  await w.as(alice).post('/orgs/guild/rename', { new_name: 'user' }).gives(422).says('reserved')
  await w.as(alice).post('/orgs/guild/rename', { new_name: '-x' }).gives(422).says('name is invalid [-x]')
  await w.as(alice).post('/orgs/guild/rename', {}).gives(422).says('[NewName]: Required')
  await w.as(alice).post('/orgs/guild/rename', { new_name: 'Guild' }).gives(204).emits('account.renamed')
  await w.as(alice).post('/orgs/guild/rename', { new_name: 'union' }).gives(204).emits('account.renamed')
  await w.anonymous.get('/orgs/guild?x=1').gives(307).header('location', /\/api\/v1\/orgs\/union\?x=1$/)
  await w.anonymous.get('/users/guild').gives(307).header('location', /\/api\/v1\/users\/union$/)
  await w.as(alice).patch('/orgs/union', { visibility: 'private' }).gives(200)
  await w.as(bob).get('/orgs/guild').gives(404).empty()
  await w.org(bob, 'guild')
  await w.as(bob).get('/orgs/guild').gives(200, { name: 'guild' })
})

scenario('listOrgs, listUserOrgs, listUsersOrgs: who is shown which organizations', async (w) => {
  const [alice, bob, root] = [await w.user('alice'), await w.user('bob'), await w.user('root', { admin: true })]
  const rita = await w.user('rita', { restricted: true })
  for (const [name, visibility] of [['pub', 'public'], ['lim', 'limited'], ['hid', 'private']]) await w.org(alice, name, { visibility })
  const names = async (who: typeof alice | null, path: string) => (await w.as(who).get(path).gives(200)).body.map((one: any) => one.name)
  assert.deepEqual(await names(null, '/orgs'), ['pub'])
  assert.deepEqual(await names(bob, '/orgs'), ['lim', 'pub'])
  assert.deepEqual(await names(alice, '/orgs'), ['lim', 'pub'])
  assert.deepEqual(await names(root, '/orgs'), ['hid', 'lim', 'pub'])
  assert.deepEqual(await names(rita, '/orgs'), [])
  assert.deepEqual(await names(alice, '/user/orgs'), ['hid', 'lim', 'pub'])
  assert.deepEqual(await names(root, '/users/alice/orgs'), ['hid', 'lim', 'pub'])
  assert.deepEqual(await names(bob, '/users/alice/orgs'), [])
  for (const org of ['pub', 'lim', 'hid']) await w.as(alice).put(`/orgs/${org}/public_members/alice`).gives(204)
  assert.deepEqual(await names(bob, '/users/alice/orgs'), ['lim', 'pub'])
  assert.deepEqual(await names(rita, '/users/alice/orgs'), ['pub'])
  await w.anonymous.get('/user/orgs').gives(401)
  await w.anonymous.get('/users/alice/orgs').gives(401)
  await w.as(bob).get('/users/nobody/orgs').gives(404).empty()
  await w.as(bob).get('/orgs?limit=1').gives(200, [{ name: 'lim' }]).header('x-total-count', '2').header('link', /rel="next"/)
})

scenario('getUsersOrgsPermissions: by the best team', async (w) => {
  const [alice, bob, carol] = [await w.user('alice'), await w.user('bob'), await w.user('carol')]
  await w.org(alice, 'guild')
  await w.org(alice, 'hid', { visibility: 'private' })
  const team = (await w.as(alice).post('/orgs/guild/teams', { name: 'crew', permission: 'write', can_create_org_repo: true }).gives(201)).body
  await w.as(alice).put(`/teams/${team.id}/members/bob`).gives(204)
  await w.as(carol).get('/users/alice/orgs/guild/permissions').gives(200, { is_owner: true, is_admin: true, can_write: true, can_read: true, can_create_repository: true })
  await w.as(carol).get('/users/bob/orgs/guild/permissions').gives(200, { is_owner: false, is_admin: false, can_write: true, can_read: true, can_create_repository: true })
  await w.as(bob).get('/users/carol/orgs/guild/permissions').gives(200, { can_read: false, can_create_repository: false })
  await w.as(bob).get('/users/carol/orgs/bob/permissions').gives(200, { is_owner: false })
  await w.as(bob).get('/users/alice/orgs/hid/permissions').gives(404).empty()
  await w.as(bob).get('/users/nobody/orgs/guild/permissions').gives(404).empty()
  await w.anonymous.get('/users/alice/orgs/guild/permissions').gives(401)
})
