import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'
import { runner } from '../testbed.ts'

scenario('listAdminActionsRunners, createAdminActionsRunnersRegistrationToken, getAdminActionsRunnersByRunnerId, editAdminActionsRunnersByRunnerId, deleteAdminActionsRunnersByRunnerId: the site’s runners', async (w) => {
  const root = await w.user('root', { admin: true })
  const alice = await w.user('alice')
  const at = '/admin/actions/runners'
  await w.anonymous.get(at).gives(401)
  await w.as(alice).get(at).gives(403)
  await w.as(alice).post(`${at}/registration-token`).gives(403)
  const { token } = (await w.as(root).post(`${at}/registration-token`).gives(200)).body
  assert.match(token, /^[0-9a-f]{40}$/)
  await w.as(root).post(`${at}/registration-token`).gives(200, { token })
  const one = await runner(w, token, { labels: ['linux', 'big'] })
  await w.as(root).get(at).gives(200, { total_count: 1, runners: [{ id: one.id, name: 'bench', status: 'online', busy: false, disabled: false, ephemeral: false, labels: [{ id: 0, name: 'linux', type: 'custom' }, { id: 1, name: 'big', type: 'custom' }] }] })
    .header('x-total-count', undefined).header('link', undefined)
  await w.as(root).get(`${at}/${one.id}`).gives(200, { name: 'bench' })
  await w.as(root).patch(`${at}/${one.id}`, {}).gives(422).says('[Disabled]: Required')
  await w.as(root).patch(`${at}/${one.id}`).gives(422)
  await w.as(root).patch(`${at}/99`, {}).gives(404).empty()
  const before = (await one.fetchTask({ tasksVersion: 0n })).tasksVersion
  await w.as(root).patch(`${at}/${one.id}`, { disabled: true }).gives(200, { disabled: true })
  assert.notEqual((await one.fetchTask({ tasksVersion: before })).tasksVersion, before)
  await w.as(root).patch(`${at}/${one.id}`, { disabled: true }).gives(200, { disabled: true })
  await w.as(root).get(`${at}?disabled=true`).gives(200, { total_count: 1 })
  await w.as(root).get(`${at}?disabled=false`).gives(200, { total_count: 0, runners: [] })
  await w.as(root).get(`${at}/x`).gives(404).empty()
  w.later(61)
  await w.as(root).get(`${at}/${one.id}`).gives(200, { status: 'offline' })
  await w.as(root).delete(`${at}/${one.id}`).gives(204).empty()
  await w.as(root).delete(`${at}/${one.id}`).gives(404).empty()
  await assert.rejects(one.fetchTask({ tasksVersion: 0n }), /code = Unauthenticated desc = unregistered runner/)
  const narrow = (await w.as(root).post('/users/root/tokens', { name: 'x', scopes: ['read:admin'] })).body.sha1
  await w.as(root, { token: narrow }).get(at).gives(200)
  await w.as(root, { token: narrow }).post(`${at}/registration-token`).gives(403)
})

scenario('listReposActionsRunners, createReposActionsRunnersRegistrationToken, getReposActionsRunnersByRunnerId, editReposActionsRunnersByRunnerId, deleteReposActionsRunnersByRunnerId: a repository’s own', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  const root = await w.user('root', { admin: true })
  await w.repo(alice, 'one')
  await w.repo(alice, 'two', { private: true })
  const at = '/repos/alice/one/actions/runners'
  await w.anonymous.get(at).gives(401)
  await w.as(bob).get(at).gives(403)
  await w.as(bob).get('/repos/alice/two/actions/runners').gives(404)
  await w.as(bob).post(`${at}/registration-token`).gives(403)
  const { token } = (await w.as(alice).post(`${at}/registration-token`).gives(200)).body
  assert.notEqual((await w.as(alice).post('/repos/alice/two/actions/runners/registration-token').gives(200)).body.token, token)
  const one = await runner(w, token)
  await w.as(alice).get(at).gives(200, { total_count: 1 })
  await w.as(alice).get('/repos/alice/two/actions/runners').gives(200, { total_count: 0, runners: [] })
  for (const foreign of ['/repos/alice/two/actions/runners', '/user/actions/runners']) {
    await w.as(alice).get(`${foreign}/${one.id}`).gives(404).empty()
    await w.as(alice).patch(`${foreign}/${one.id}`, { disabled: true }).gives(404)
    await w.as(alice).delete(`${foreign}/${one.id}`).gives(404)
  }
  await w.as(root).get(`/admin/actions/runners/${one.id}`).gives(200)
  await w.as(alice).patch(`${at}/${one.id}`, { disabled: true }).gives(200, { disabled: true })
  await w.as(alice).delete(`${at}/${one.id}`).gives(204)
})

scenario('listOrgsActionsRunners, createOrgsActionsRunnersRegistrationToken, getOrgsActionsRunnersByRunnerId, editOrgsActionsRunnersByRunnerId, deleteOrgsActionsRunnersByRunnerId, listUserActionsRunners, createUserActionsRunnersRegistrationToken, getUserActionsRunnersByRunnerId, editUserActionsRunnersByRunnerId, deleteUserActionsRunnersByRunnerId: owners’ runners', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.org(alice, 'acme')
  for (const at of ['/orgs/acme/actions/runners', '/user/actions/runners']) {
    const { token } = (await w.as(alice).post(`${at}/registration-token`).gives(200)).body
    const one = await runner(w, token)
    await w.as(alice).get(at).gives(200, { total_count: 1, runners: [{ id: one.id }] })
    await w.as(alice).patch(`${at}/${one.id}`, { disabled: true }).gives(200, { disabled: true })
    await w.as(bob).get(`${at}/${one.id}`).gives(at.startsWith('/orgs') ? 403 : 404)
    await w.as(alice).get(`${at}/${one.id}`).gives(200)
    await w.as(alice).delete(`${at}/${one.id}`).gives(204)
  }
  await w.as(bob).post('/orgs/acme/actions/runners/registration-token').gives(403)
  await w.as(alice).get('/orgs/nothing/actions/runners').gives(404)
})

scenario('runners: registration and credentials', async (w) => {
  const root = await w.user('root', { admin: true })
  const { token } = (await w.as(root).post('/admin/actions/runners/registration-token').gives(200)).body
  await assert.rejects(runner(w, 'nonsense'), /runner registration token not found/)
  await assert.rejects(runner(w, ''), /missing runner token, name/)
  const one = await runner(w, token)
  const base = await w.listening()
  const call = (headers: Record<string, string>) => fetch(`${base}/api/actions/runner.v1.RunnerService/FetchTask`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' })
  const refused = await call({ 'x-runner-uuid': 'x', 'x-runner-token': 'y' })
  assert.equal(refused.status, 500)
  assert.deepEqual(await refused.json(), { code: 'unknown', message: 'rpc error: code = Unauthenticated desc = unregistered runner' })
  const ping = await fetch(`${base}/api/actions/ping.v1.PingService/Ping`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"data":"x"}' })
  assert.equal(ping.status, 200)
  assert.equal((await fetch(`${base}/api/actions/runner.v1.RunnerService/Nothing`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).status, 404)
  const said = await one.declare({ version: 'v2', labels: ['arm'], capabilities: ['cancelling'] })
  assert.deepEqual([said.runner!.labels, said.runner!.token], [['arm'], ''])
})
