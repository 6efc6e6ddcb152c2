import { sshKey } from '../../../test/kit/keys.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('listAdminUsersBadges, createAdminUsersBadges, deleteAdminUsersBadges: given and taken, all or none', async (w) => {
  const [root, alice] = [await w.user('root', { admin: true }), await w.user('alice')]
  await w.cx.write((tx) => tx.insertInto('badge').values([{ slug: 'old', description: 'here for long', image_url: '' }, { slug: 'kind', description: '', image_url: 'https://example.com/k.png' }]).execute())
  const at = '/admin/users/alice/badges'
  await w.as(root).get(at).gives(200, []).header('x-total-count', '0')
  await w.as(root).post(at, { badge_slugs: ['old'] }).gives(204).empty()
  await w.as(root).get(at).gives(200, [{ Slug: 'old', Description: 'here for long', ImageURL: '' }]).header('x-total-count', '1')
  await w.as(root).post(at, { badge_slugs: ['kind', 'none'] }).gives(404)
  await w.as(root).post(at, { badge_slugs: ['kind', 'old'] }).gives(409)
  await w.as(root).post(at, { badge_slugs: [] }).gives(204)
  await w.as(root).post(at, {}).gives(422).says('[BadgeSlugs]: Required')
  await w.as(root).get(at).gives(200, [{ Slug: 'old' }])
  await w.as(root).post('/admin/users/nobody/badges', { badge_slugs: ['old'] }).gives(404)
  for (const [who, status] of [[alice, 403], [null, 401]] as const) {
    await w.as(who).get(at).gives(status)
    await w.as(who).post(at, { badge_slugs: [] }).gives(status)
    await w.as(who).delete(at, { badge_slugs: ['old'] }).gives(status)
  }
  await w.as(root).delete(at, { badge_slugs: ['none', 'old'] }).gives(204)
  await w.as(root).get(at).gives(200, [])
})

scenario('deleteAdminUsersKeysById, listAdminPackages: of everybody', async (w) => {
  const [root, alice, bob] = [await w.user('root', { admin: true }), await w.user('alice'), await w.user('bob')]
  const { id } = (await w.as(alice).post('/user/keys', { title: 'a', key: sshKey() }).gives(201)).body
  await w.as(root).delete(`/admin/users/bob/keys/${id}`).gives(403)
  await w.as(bob).delete(`/admin/users/alice/keys/${id}`).gives(403)
  await w.anonymous.delete(`/admin/users/alice/keys/${id}`).gives(401)
  await w.as(root).delete('/admin/users/alice/keys/999').gives(404)
  await w.as(root).delete(`/admin/users/none/keys/${id}`).gives(404)
  await w.as(root).delete(`/admin/users/alice/keys/${id}`).gives(204).emits('key.removed')
  await w.as(root).delete(`/admin/users/alice/keys/${id}`).gives(404)

  await w.as(alice).put('//api/packages/alice/generic/tool/1.0/a.bin', 'x', { 'content-type': 'application/octet-stream' }).gives(201)
  await w.as(bob).put('//api/packages/bob/generic/other/2.0/a.bin', 'y', { 'content-type': 'application/octet-stream' }).gives(201)
  await w.as(root).get('/admin/packages?q=OO').gives(200, [{ name: 'tool', version: '1.0', owner: { login: 'alice' } }]).header('x-total-count', '1')
  await w.as(root).get('/admin/packages?type=npm').gives(200, [])
  await w.as(root).get('/admin/packages?limit=1').gives(200, [{}]).header('x-total-count', '2').header('link', /rel="next"/)
  await w.as(alice).get('/admin/packages').gives(403)
  await w.anonymous.get('/admin/packages').gives(401)
})
