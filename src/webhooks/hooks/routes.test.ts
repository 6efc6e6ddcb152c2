import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const config = { url: 'https://example.com/hook', content_type: 'json' }
const body = { type: 'gitea', config: { ...config, secret: 's3cret' }, events: ['push', 'issues'], authorization_header: 'Bearer x', active: true }
const issueEvents = ['issue_assign', 'issue_comment', 'issue_label', 'issue_milestone', 'issues', 'push']

scenario('createReposHooks, getReposHooksById, listReposHooks, editReposHooksById, deleteReposHooksById: the life of a hook', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  const made = await w.as(ann).post('/repos/ann/engine/hooks', body)
    .gives(201, { type: 'gitea', name: '', branch_filter: '', config, events: issueEvents, authorization_header: '', active: true }).emits('hook.created')
  assert.deepEqual(Object.keys(made.body.config).sort(), ['content_type', 'url'])
  const { id } = made.body
  const row = await w.cx.db.selectFrom('hook').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.doesNotMatch(JSON.stringify(row), /s3cret|Bearer/)
  await w.as(ann).get(`/repos/ann/engine/hooks/${id}`).gives(200, { id, events: issueEvents })
  await w.as(ann).get('/repos/ann/engine/hooks').gives(200, [{ id }]).header('x-total-count', '1').header('link', undefined)
  await w.as(ann).patch(`/repos/ann/engine/hooks/${id}`, { name: ' mine ', config: { url: 'http://example.com/other' } })
    .gives(200, { name: 'mine', config: { url: 'http://example.com/other', content_type: 'json' }, events: ['push'], active: true }).emits('hook.edited')
  const after = await w.cx.db.selectFrom('hook').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  assert.equal(after.secret, row.secret)
  assert.equal(after.authorization, '')
  await w.as(ann).patch(`/repos/ann/engine/hooks/${id}`, { active: false, branch_filter: 'main', events: ['PULL_REQUEST_ONLY', 'moon'] })
    .gives(200, { active: false, branch_filter: 'main', events: ['pull_request'] })
  await w.as(ann).delete(`/repos/ann/engine/hooks/${id}`).gives(204).empty().emits('hook.removed')
  await w.as(ann).delete(`/repos/ann/engine/hooks/${id}`).gives(404).empty().emits()
  await w.as(ann).get(`/repos/ann/engine/hooks/${id}`).gives(404).empty()
  await w.as(ann).patch(`/repos/ann/engine/hooks/${id}`, {}).gives(404).empty()
})

scenario('createReposHooks, editReposHooksById: bad input is refused in order', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  const post = (body: object) => w.as(ann).post('/repos/ann/engine/hooks', body)
  await post({ config }).gives(422).says('[Type]: Required').emits()
  await post({ type: 'moon' }).gives(422).says('[Config]: Required')
  await post({ type: 'moon', config: {}, branch_filter: '[a' }).gives(422).says('[BranchFilter]')
  await post({ type: 'moon', config: {} }).gives(422).says('Invalid hook type: moon')
  await post({ type: 'gitea', config: {} }).gives(422).says('Missing config option: url')
  await post({ type: 'gitea', config: { url: 'x' } }).gives(422).says('Missing config option: content_type')
  await post({ type: 'gitea', config: { url: 'ftp://example.com', content_type: 'json' } }).gives(422)
  await post({ type: 'gitea', config: { url: 'https://example.com', content_type: 'xml' } }).gives(422)
  await post({ type: 'gitea', config: { ...config, is_system_webhook: 'perhaps' } }).gives(422)
  await post({ type: 'gitea', config, authorization_header: 'x\r\nHost: evil' }).gives(422)
  await post({ type: 'slack', config }).gives(422).says('channel')
  await post({ type: 'slack', config: { ...config, channel: ' ' } }).gives(400)
  await post({ type: 'slack', config: { ...config, channel: '#dev', color: 'red' } }).gives(201, { active: false, config: { channel: '#dev', username: '', icon_url: '', color: 'red' }, events: ['push'] })
  const { id } = (await post({ type: 'gitea', config }).gives(201)).body
  await w.as(ann).patch(`/repos/ann/engine/hooks/${id}`, { config: { content_type: 'xml' } }).gives(422).emits()
  await w.as(ann).patch(`/repos/ann/engine/hooks/${id}`, { branch_filter: '{' }).gives(422)
})

scenario('repository hooks belong to administrators of the repository, ids to their own repository', async (w) => {
  const ann = await w.user('ann')
  const bob = await w.user('bob')
  await w.repo(ann, 'engine')
  await w.repo(ann, 'hidden', { private: true })
  await w.repo(bob, 'other')
  const { id } = (await w.as(ann).post('/repos/ann/engine/hooks', body).gives(201)).body
  for (const path of ['/repos/ann/engine/hooks', `/repos/ann/engine/hooks/${id}`]) {
    await w.anonymous.get(path).gives(401)
    await w.as(bob).get(path).gives(403)
  }
  await w.as(bob).post('/repos/ann/engine/hooks', body).gives(403).emits()
  await w.as(bob).patch(`/repos/ann/engine/hooks/${id}`, {}).gives(403)
  await w.as(bob).delete(`/repos/ann/engine/hooks/${id}`).gives(403)
  await w.as(bob).get('/repos/ann/hidden/hooks').gives(404).empty()
  await w.as(bob).get(`/repos/bob/other/hooks/${id}`).gives(404).empty()
  await w.as(bob).patch(`/repos/bob/other/hooks/${id}`, {}).gives(404)
  await w.as(bob).delete(`/repos/bob/other/hooks/${id}`).gives(404)
  await w.as(bob).get(`/user/hooks/${id}`).gives(404)
  await w.as(ann).get('/repos/ann/engine/hooks/x').gives(404)
})

scenario('listOrgsHooks, createOrgsHooks, getOrgsHooksById, editOrgsHooksById, deleteOrgsHooksById and the same of listUserHooks, createUserHooks, getUserHooksById, editUserHooksById, deleteUserHooksById', async (w) => {
  const ann = await w.user('ann')
  const bob = await w.user('bob')
  await w.org(ann, 'crew')
  const narrow = (await w.as(ann).post('/users/ann/tokens', { name: 't', scopes: ['public-only', 'write:user'] }).gives(201)).body.sha1
  await w.as(ann, { token: narrow }).get('/user/hooks').gives(403)
  await w.as(ann, { token: narrow }).get('/orgs/crew/hooks').gives(403)
  for (const at of ['/orgs/crew/hooks', '/user/hooks']) {
    await w.anonymous.get(at).gives(401)
    const { id } = (await w.as(ann).post(at, body).gives(201, { events: issueEvents }).emits('hook.created')).body
    await w.as(ann).post(at, body).gives(201)
    await w.as(ann).get(`${at}?limit=1`).gives(200, [{ id }]).header('x-total-count', '2').header('link', /rel="next"/)
    await w.as(bob).get(`${at}/${id}`).gives(at.startsWith('/orgs') ? 403 : 404)
    await w.as(ann).get(`${at}/${id}`).gives(200, { id })
    await w.as(ann).patch(`${at}/${id}`, { active: false }).gives(200, { active: false })
    await w.as(ann).delete(`${at}/${id}`).gives(204).emits('hook.removed')
    await w.as(ann).delete(`${at}/${id}`).gives(404).empty()
  }
  await w.as(ann).get('/orgs/nobody/hooks').gives(404).empty()
})

scenario('listAdminHooks, createAdminHooks, getAdminHooksById, editAdminHooksById, deleteAdminHooksById: system and default hooks', async (w) => {
  const root = await w.user('root', { admin: true })
  const ann = await w.user('ann')
  await w.anonymous.get('/admin/hooks').gives(401)
  await w.as(ann).get('/admin/hooks').gives(403)
  await w.as(ann).post('/admin/hooks', body).gives(403).emits()
  const system = (await w.as(root).post('/admin/hooks', { ...body, config: { ...body.config, is_system_webhook: 'true' } }).gives(201)).body.id
  const template = (await w.as(root).post('/admin/hooks', { ...body, name: 'everywhere' }).gives(201)).body.id
  await w.as(root).get('/admin/hooks').gives(200, [{ id: system }]).header('x-total-count', '1')
  await w.as(root).get('/admin/hooks?type=constructor').gives(200, [{ id: system }])
  await w.as(root).get('/admin/hooks?type=default').gives(200, [{ id: template }])
  await w.as(root).get('/admin/hooks?type=all').gives(200, [{ id: system }, { id: template }])
  await w.as(root).get(`/admin/hooks/${template}`).gives(200, { name: 'everywhere' })
  await w.as(root).patch(`/admin/hooks/${template}`, { active: true, events: ['push'] }).gives(200, { events: ['push'] })
  await w.as(root).patch('/admin/hooks/999', {}).gives(404).empty()
  await w.repo(ann, 'engine')
  const [copy] = (await w.as(ann).get('/repos/ann/engine/hooks').gives(200, [{ name: 'everywhere', active: true, events: ['push'] }])).body
  const stored = await w.cx.db.selectFrom('hook').select(['id', 'secret']).where('id', 'in', [template, copy.id]).orderBy('id').execute()
  assert.notEqual(stored[0].secret, stored[1].secret)
  assert.equal(w.cx.secrets.decrypt(stored[1].secret, `hook.secret ${copy.id}`), 's3cret')
  await w.as(root).get(`/admin/hooks/${copy.id}`).gives(404).empty()
  await w.as(root).delete(`/admin/hooks/${system}`).gives(204)
  await w.as(root).delete(`/admin/hooks/${system}`).gives(404)
})
