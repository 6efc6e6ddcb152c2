import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const addresses = ['', '/users', '/users/new', '/users/ada/edit', '/orgs', '/repos', '/emails', '/monitor/cron', '/monitor/queue', '/config']

scenario('administration is for administrators', async (w) => {
  const [root, ada] = [await w.user('root', { admin: true }), await w.user('ada')]
  const [admin, other] = [await w.browsing(root), await w.browsing(ada)]
  for (const one of addresses) {
    await w.anonymous.get(`//-/admin${one}`).gives(303).header('location', /user\/login/)
    await other.get(`//-/admin${one}`).gives(403)
    await admin.get(`//-/admin${one}`).gives(200)
  }
})

scenario('adminUserNew, adminUserEdit, adminUserDelete: through the operations of the API', async (w) => {
  const [root, ada] = [await w.user('root', { admin: true }), await w.user('ada')]
  const admin = await w.browsing(root)
  const refused = await admin.post('//-/admin/users/new', { username: 'root', email: 'kept@example.com', password: 'long enough' }).gives(422).emits()
  assert.match(refused.text, /kept@example\.com/)
  await admin.post('//-/admin/users/new', { username: 'bob', email: 'bob@example.com', password: 'long enough' }).gives(303).emits('account.created')
  await admin.post('//-/admin/users/bob/edit', { email: 'bob@example.com', full_name: 'Bob', active: 'true', restricted: 'true' }).gives(303)
  await w.as(root).get('/users/bob').gives(200, { full_name: 'Bob', restricted: true, active: true, is_admin: false })
  assert.match((await admin.get('//-/admin/users?kind=restricted')).text, /<bdi>bob<\/bdi>/)
  await (await w.browsing(ada)).post('//-/admin/users/bob/delete').gives(403).emits()
  await admin.post('//-/admin/users/bob/delete').gives(303).emits('account.removed')
})

scenario('adminCronRun, adminConfig: tasks are started, secrets are not shown', async (w) => {
  const admin = await w.browsing(await w.user('root', { admin: true }))
  await admin.post('//-/admin/monitor/cron', { task: 'sweep_storage' }).gives(303)
  await admin.post('//-/admin/monitor/cron', { task: 'nothing' }).gives(404)
  const { text } = await admin.get('//-/admin/config').gives(200)
  assert.match(text, /metrics_token/)
  assert.doesNotMatch(text, /sesame/)
  const row = (key: string) => new RegExp(`<code>${key}</code></td><td>(.*?)</td>`).exec(text)![1]
  for (const key of ['ssh_host', 'secret_key_file', 'workers', 'max_body']) assert.doesNotMatch(row(key), /badge/, key)
  for (const key of ['metrics_token', 'page_size']) assert.match(row(key), /badge/, key)
  assert.match(row('max_body'), /<code>32MiB<\/code>/)
  assert.match(row('max_attachment'), /<code>3KiB<\/code>.*badge/)
}, { metrics_token: 'sesame', page_size: '30', max_attachment: '3072' })
