import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const paths = ['/admin/users', '/admin/orgs', '/admin/emails', '/admin/emails/search', '/admin/cron']

scenario('listAdminUsers, listAdminOrgs, listAdminEmails, listAdminEmailsSearch, listAdminCron: administrators only, with the right scope', async (w) => {
  const root = await w.user('root', { admin: true })
  const alice = await w.user('alice')
  const token = (await w.as(root).post('/users/root/tokens', { name: 'x', scopes: ['read:user'] })).body.sha1
  for (const path of paths) {
    await w.anonymous.get(path).gives(401)
    await w.as(alice).get(path).gives(403)
    await w.as(root, { token }).get(path).gives(403)
    await w.as(root).get(path).gives(200)
  }
})

scenario('createAdminUsers, editAdminUsers, deleteAdminUsers: an account from beginning to end', async (w) => {
  const root = await w.user('root', { admin: true })
  const alice = await w.user('alice')
  const body = { username: 'new-one', email: 'new@example.com', password: 'long enough' }
  await w.as(alice).post('/admin/users', body).gives(403).emits()
  await w.as(root).post('/admin/users', { ...body, username: 'a..b' }).gives(422).says('[Username]: invalid username').emits()
  await w.as(root).post('/admin/users', { ...body, username: 'api' }).gives(422).says('reserved').emits()
  await w.as(root).post('/admin/users', { ...body, password: 'short' }).gives(400).emits()
  await w.as(root).post('/admin/users', { ...body, email: 'nothing' }).gives(422).says('[Email]: Email').emits()
  await w.as(root).post('/admin/users', { ...body, email: 'x@localhost' }).gives(422).says('[Email]: Email').emits()
  await w.as(root).post('/admin/users', { ...body, source_id: 9 }).gives(422).emits()
  await w.as(root).post('/admin/users', { ...body, email: 'alice@example.com' }).gives(422).emits()
  await w.as(root).post('/admin/users', body).gives(201, { login: 'new-one', active: true, is_admin: false }).emits('account.created')
  await w.as(root).post('/admin/users', { ...body, email: 'other@example.com' }).gives(422).says('already exists').emits()
  const person = { id: 0, name: 'new-one', password: 'long enough' }
  await w.as(person).get('/user').gives(403)
  await w.as(root).patch('/admin/users/new-one', { must_change_password: false, admin: true, website: 'https://x.example', email: 'changed@example.com' }).gives(200, { is_admin: true, email: 'changed@example.com', website: 'https://x.example' })
  await w.as(person).get('/user').gives(200, { is_admin: true })
  await w.as(root).patch('/admin/users/new-one', { prohibit_login: true }).gives(200, { prohibit_login: true })
  await w.as(person).get('/user').gives(401)
  await w.as(root).patch('/admin/users/new-one', { website: 'ftp:nothing' }).gives(422).emits()
  await w.as(root).patch('/admin/users/nobody', { admin: true }).gives(404).empty()
  await w.as(root).patch('/admin/users/new-one', { admin: false }).gives(200)
  await w.as(root).patch('/admin/users/root', { admin: false }).gives(400)
  await w.as(root).delete('/admin/users/root').gives(422).emits()
  await w.as(root).delete('/admin/users/new-one').gives(204)
  await w.as(root).delete('/admin/users/new-one').gives(404).empty()
})

scenario('createAdminUsersRename, createAdminUsersKeys, createAdminUsersOrgs, getAdminUsersOrgs, createAdminUsersRepos: for somebody else', async (w) => {
  const root = await w.user('root', { admin: true })
  await w.user('alice')
  await w.as(root).post('/admin/users/alice/rename', { new_username: 'alicia' }).gives(204).emits('account.renamed')
  await w.as(root).post('/admin/users/nobody/rename', { new_username: 'x' }).gives(404)
  await w.as(root).get('/users/alice').gives(307)
  await w.as(root).post('/admin/users/alicia/orgs', { username: 'guild' }).gives(201, { name: 'guild' })
  await w.as(root).get('/admin/users/alicia/orgs').gives(200, [{ name: 'guild' }]).header('x-total-count', '1')
  await w.as(root).post('/admin/users/alicia/repos', { name: 'gift' }).gives(201, { full_name: 'alicia/gift', owner: { login: 'alicia' } })
  await w.as(root).post('/admin/users/alicia/repos', { name: 'gift' }).gives(409)
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGPKSUTyz1HwHReFVvD5obVsALAgJRNarH4TRpNePnAS x'
  await w.as(root).post('/admin/users/alicia/keys', { title: 'k', key }).gives(201, { title: 'k', user: { login: 'alicia' } })
  await w.as(root).post('/admin/users/alicia/keys', { title: 'k' }).gives(422)
  await w.as(root).get('/admin/orgs').gives(200, [{ name: 'guild' }])
})

scenario('listAdminUsers, listAdminEmailsSearch: filters and order', async (w) => {
  const root = await w.user('root', { admin: true })
  await w.user('bella')
  await w.user('anton', { restricted: true })
  await w.as(root).get('/admin/users').gives(200, [{ login: 'anton' }, { login: 'bella' }, { login: 'root' }]).header('x-total-count', '3')
  await w.as(root).get('/admin/users?is_admin=true').gives(200, [{ login: 'root' }])
  await w.as(root).get('/admin/users?is_restricted=1&is_active=yes').gives(200, [])
  await w.as(root).get('/admin/users?q=BELLA@').gives(200, [{ login: 'bella' }])
  await w.as(root).get('/admin/users?sort=id&order=desc&limit=1').gives(200, [{ login: 'anton' }]).header('link', /rel="next"/)
  await w.as(root).get('/admin/users?sort=id&order=up').gives(422)
  await w.as(root).get('/admin/users?sort=lastlogin').gives(422)
  await w.as(root).get('/admin/users?visibility=secret').gives(422)
  await w.as(root).get('/admin/emails').gives(200, [{ email: 'anton@example.com', primary: true, verified: true, username: 'anton' }, {}, {}])
  await w.as(root).get('/admin/emails/search?q=%20bel%20').gives(200, [{ username: 'bella' }]).header('x-total-count', '1')
})

scenario('createAdminCronByTask, listAdminCron: tasks run on demand', async (w) => {
  const root = await w.user('root', { admin: true })
  const bob = await w.user('bob')
  await w.as(bob).post('/admin/cron/repo_health_check').gives(403)
  await w.as(root).post('/admin/cron/nothing').gives(404).empty()
  const tasks = (await w.as(root).get('/admin/cron').gives(200)).body
  const name = tasks[0].name
  await w.as(root).post(`/admin/cron/${name}`).gives(204).empty()
  await w.as(root).get('/admin/cron?limit=1').gives(200, [{ name, exec_times: 1 }]).header('x-total-count', String(tasks.length)).header('link', undefined)
})

scenario('createAdminCronByTask: storage is swept, and old facts that nobody waits for go', async (w) => {
  const root = await w.user('root', { admin: true })
  w.later(40 * 86400)
  await w.user('fresh')
  await w.settled()
  await w.as(root).post('/admin/cron/sweep_storage').gives(204)
  const facts = await w.cx.db.selectFrom('fact').select('data').where('name', '=', 'account.created').execute()
  assert.equal(facts.length, 1)
})

scenario('getVersion, getSettingsApi, getSettingsAttachment, getSettingsRepository, getSettingsUi: anybody may ask', async (w) => {
  await w.anonymous.get('/version').gives(200)
  await w.anonymous.get('/settings/api').gives(200, { max_response_items: 50, default_paging_num: 30 })
  await w.anonymous.get('/settings/attachment').gives(200, { max_size: 100 })
  await w.anonymous.get('/settings/repository').gives(200, { stars_disabled: false })
  await w.anonymous.get('/settings/ui').gives(200)
})

scenario('createAdminUsersRename, createAdminUsersOrgs, getAdminUsersOrgs: what is for people is not for organizations, and old names lead on', async (w) => {
  const root = await w.user('root', { admin: true })
  const alice = await w.user('alice')
  const made = await w.as(root).post('/admin/users/alice/orgs', { username: 'guild', email: 'guild@example.com', repo_admin_change_team_access: true }).gives(201)
  assert.deepEqual([made.body.email, made.body.repo_admin_change_team_access], ['', false])
  await w.as(root).post('/admin/users/guild/rename', { new_username: 'league' }).gives(422).says('target is an organization but not user').emits()
  await w.as(root).post('/admin/users/alice/rename', { new_username: 'alicia' }).gives(204)
  await w.as(root).get('/admin/users/alice/orgs?page=1').gives(307).header('location', /\/api\/v1\/admin\/users\/alicia\/orgs\?page=1$/)
  await w.as(root).get('/users/root/following/alice').gives(307).header('location', /\/api\/v1\/users\/root\/following\/alicia$/)
  await w.as(root).get('/admin/users/nobody/orgs').gives(404).empty()
  const token = (await w.as({ ...alice, name: 'alicia' }).post('/users/alicia/tokens', { name: 't', scopes: ['all'] }).gives(201)).body.sha1
  await w.as(root).patch('/admin/users/alicia', { prohibit_login: true }).gives(200)
  await w.as(alice, { token }).get('/version').gives(403)
  await w.as({ ...alice, name: 'alicia' }).get('/version').gives(401)
  for (const path of ['/users/gitea-actions', '/admin/users/gitea-actions/orgs']) await w.as(root).get(path).gives(404).empty()
})
