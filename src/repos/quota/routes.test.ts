import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { scenario, type World } from '../../../test/kit/world.ts'

const MIB = 1024 * 1024
type Person = Awaited<ReturnType<World['user']>>

/** A repository of some 20 KiB, measured. */
async function filled(w: World, alice: Person) {
  const { id } = await w.repo(alice, 'demo', { auto_init: true })
  await w.as(alice).post('/repos/alice/demo/contents/a.bin', { content: randomBytes(20_000).toString('base64') }).gives(201)
  await w.cx.write((tx) => w.cx.jobs.enqueue(tx, 'code.tidy', { repo_id: id }))
  await w.settled()
}

scenario('getUserQuota, getOrgsQuota, getAdminUsersQuota, putAdminUsersQuota: what is stored and what may be', async (w) => {
  const [root, alice, bob] = [await w.user('root', { admin: true }), await w.user('alice'), await w.user('bob')]
  await w.as(alice).post('/orgs', { username: 'guild' }).gives(201)
  const none = { allowed: 10 * MIB, is_default: true, left: 10 * MIB, used: { total: 0, git: 0, lfs: 0, packages: 0, attachments: 0 } }
  await w.as(alice).get('/user/quota').gives(200, none).emits()
  await w.as(alice).get('/orgs/guild/quota').gives(200, none)
  await w.as(root).get('/admin/users/guild/quota').gives(200, none)

  await filled(w, alice)
  const { body } = await w.as(alice).get('/user/quota').gives(200)
  assert.ok(body.used.git > 0 && body.used.git === body.used.total && body.left === 10 * MIB - body.used.git)

  await w.as(root).put('/admin/users/alice/quota', { allowed: 5 * MIB }).gives(200, { allowed: 5 * MIB, is_default: false, used: body.used })
  await w.as(alice).get('/user/quota').gives(200, { allowed: 5 * MIB, is_default: false })
  await w.as(root).put('/admin/users/guild/quota', { allowed: 0 }).gives(200, { allowed: 0, is_default: false, left: null })
  await w.as(root).put('/admin/users/alice/quota', { allowed: null }).gives(200, { allowed: 10 * MIB, is_default: true })
  await w.as(root).put('/admin/users/alice/quota', { allowed: 1 }).gives(200, { left: 0 })
  await w.as(root).put('/admin/users/alice/quota', {}).gives(200, { is_default: true })

  await w.as(root).put('/admin/users/alice/quota', { allowed: -1 }).gives(422)
  await w.as(root).put('/admin/users/alice/quota', { allowed: 'much' }).gives(422)
  await w.as(root).put('/admin/users/nobody/quota', { allowed: 1 }).gives(404)
  await w.as(root).get('/admin/users/nobody/quota').gives(404)
  await w.as(root).get('/admin/users/codestead-actions/quota').gives(404)
  for (const path of ['/user/quota', '/orgs/guild/quota', '/admin/users/alice/quota']) await w.anonymous.get(path).gives(401)
  await w.as(bob).get('/orgs/guild/quota').gives(403)
  await w.as(bob).get('/orgs/nobody/quota').gives(404)
  await w.as(bob).get('/admin/users/alice/quota').gives(403)
  await w.as(alice).put('/admin/users/alice/quota', { allowed: 0 }).gives(403)
}, { max_storage_per_owner: '10MiB' })

scenario('storage pages: a bar for oneself and for an organization, a field for the administrator, the size in the settings', async (w) => {
  const [root, alice, bob] = [await w.user('root', { admin: true }), await w.user('alice'), await w.user('bob')]
  await filled(w, alice)
  await w.as(alice).post('/orgs', { username: 'guild' }).gives(201)
  const her = await w.browsing(alice)
  const mine = (await her.get('//user/settings/storage').gives(200)).text
  assert.match(mine, /KiB used/)
  assert.match(mine, /There is no limit/)
  assert.match(mine, /class="usage-git"[^>]* width="1000.0"/)
  assert.match(mine, /<bdi>demo<\/bdi>/)
  assert.match((await her.get('//org/guild/settings/storage').gives(200)).text, /Nothing is stored yet/)
  await (await w.browsing(bob)).get('//org/guild/settings/storage').gives(403)
  await w.anonymous.get('//user/settings/storage').gives(303)
  assert.match((await her.get('//alice/demo/settings').gives(200)).text, /Takes [\d.]+ KiB, large files included/)

  const admins = await w.browsing(root)
  assert.match((await admins.get('//-/admin/users/alice/edit').gives(200)).text, /Leave empty for what the site allows \(any amount\)/)
  await admins.post('//-/admin/users/alice/edit', { email: 'alice@example.com', active: 'true', quota: 'much' }).gives(422)
  await admins.post('//-/admin/users/alice/edit', { email: 'alice@example.com', active: 'true', quota: '3' }).gives(303)
  await w.as(alice).get('/user/quota').gives(200, { allowed: 3 * MIB })
  assert.match((await her.get('//user/settings/storage').gives(200)).text, /KiB of 3.0 MiB used/)
  assert.match((await admins.get('//-/admin/users/alice/edit').gives(200)).text, /name="quota"[^>]*value="3"/)
  await w.as(root).put('/admin/users/alice/quota', { allowed: 10 }).gives(200)
  assert.match((await her.get('//user/settings/storage').gives(200)).text, /There is no room left/)
  await admins.post('//-/admin/users/alice/edit', { email: 'alice@example.com', active: 'true', quota: '' }).gives(303)
  await w.as(alice).get('/user/quota').gives(200, { is_default: true })
})
