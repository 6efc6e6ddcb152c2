import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

const put = (w: World, by: Person, path: string, text = 'x') => w.as(by).put(`//api/packages/${path}`, text, { 'content-type': 'application/octet-stream' }).gives(201)

scenario('getPackagesByVersion, listPackagesFilesByVersion, deletePackagesByVersion: a version', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await put(w, alice, 'alice/generic/Tool/1.0.0-RC/tool.bin', 'bytes')
  const P = '/packages/alice/generic/tool/1.0.0-rc'
  const got = await w.as(bob).get(P).gives(200, { name: 'Tool', version: '1.0.0-RC', type: 'generic', owner: { login: 'alice', active: false }, creator: { login: 'alice' }, repository: null })
  assert.match(got.body.html_url, /\/alice\/-\/packages\/generic\/tool\/1\.0\.0-rc$/)
  await w.as(alice).get('/packages/ALICE/generic/TOOL/1.0.0-RC').gives(200, { id: got.body.id, owner: { active: true } })
  const hash = (name: string) => createHash(name).update('bytes').digest('hex')
  await w.as(bob).get(`${P}/files`).gives(200, [{ name: 'tool.bin', size: 5, md5: hash('md5'), sha1: hash('sha1'), sha256: hash('sha256'), sha512: hash('sha512') }]).header('x-total-count', undefined)
  await w.anonymous.get(P).gives(401)
  await w.anonymous.get(`${P}/files`).gives(401)
  for (const path of ['/packages/nobody/generic/tool/1', '/packages/alice/npm/tool/1.0.0-rc', '/packages/alice/generic/none/1', '/packages/alice/generic/tool/2']) {
    await w.as(alice).get(path).gives(404).empty()
    await w.as(alice).get(`${path}/files`).gives(404)
    await w.as(alice).delete(path).gives(404)
  }
  await w.anonymous.delete(P).gives(401)
  await w.as(bob).delete(P).gives(403).emits()
  const reads = (await w.as(alice).post('/users/alice/tokens', { name: 'r', scopes: ['read:package'] }).gives(201)).body.sha1
  const other = (await w.as(alice).post('/users/alice/tokens', { name: 'o', scopes: ['write:repository'] }).gives(201)).body.sha1
  await w.as(alice, { token: reads }).get(P).gives(200)
  await w.as(alice, { token: reads }).delete(P).gives(403)
  await w.as(alice, { token: other }).get(P).gives(403)
  await w.as(alice).delete(P).gives(204).empty().emits('package.removed')
  await w.as(alice).delete(P).gives(404).empty().emits()
  await put(w, alice, 'alice/generic/tool/v%2F1/f')
  await w.as(alice).get('/packages/alice/generic/tool/v%2F1').gives(200, { name: 'Tool', version: 'v/1' })
})

scenario('getPackagesByVersion: hidden owners', async (w) => {
  const bob = await w.user('bob')
  const hermit = await w.user('hermit', { visibility: 'private' })
  const root = await w.user('root', { admin: true })
  await put(w, hermit, 'hermit/generic/tool/1/f')
  await w.as(bob).get('/packages/hermit/generic/tool/1').gives(403)
  await w.as(bob).get('/packages/hermit').gives(403)
  await w.as(bob).get('/packages/hermit/generic/tool/2').gives(404)
  await w.as(root).get('/packages/hermit/generic/tool/1').gives(200)
  const open = (await w.as(hermit).post('/users/hermit/tokens', { name: 'p', scopes: ['read:package', 'public-only'] }).gives(201)).body.sha1
  await w.as(hermit, { token: open }).get('/packages/hermit/generic/tool/1').gives(403)
  await w.org(hermit, 'cave', { visibility: 'private' })
  await put(w, hermit, 'cave/generic/tool/1/f')
  await w.as(bob).get('/packages/cave').gives(403)
  const team = (await w.as(hermit).post('/orgs/cave/teams', { name: 'coders', units_map: { 'repo.code': 'read' } }).gives(201)).body
  await w.as(hermit).put(`/teams/${team.id}/members/bob`).gives(204)
  await w.as(bob).get('/packages/cave').gives(200, [{ name: 'tool' }])
  await w.as(bob).delete('/packages/cave/generic/tool/1').gives(403)
})

scenario('listPackages, listPackagesByName, getPackagesLatestByName, deletePackagesByName: lists', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  for (const path of ['Tool/1', 'Tool/2', 'other/1']) {
    await put(w, alice, `alice/generic/${path}/f`)
    w.later(10)
  }
  await w.as(bob).get('/packages/alice').gives(200, [{ name: 'other' }, { name: 'Tool', version: '2' }, { name: 'Tool', version: '1' }]).header('x-total-count', '3')
  await w.as(bob).get('/packages/alice?limit=1&page=2').gives(200, [{ name: 'Tool', version: '2' }]).header('link', /rel="next"/)
  await w.as(bob).get('/packages/alice?q=TOO').gives(200, [{ version: '2' }, { version: '1' }])
  await w.as(bob).get('/packages/alice?q=%25').gives(200, [])
  await w.as(bob).get('/packages/alice?type=generic').gives(200).header('x-total-count', '3')
  await w.as(bob).get('/packages/alice?type=moon').gives(200, [])
  await w.anonymous.get('/packages/alice').gives(401)
  await w.as(bob).get('/packages/nobody').gives(404).empty()
  await w.as(bob).get('/packages/alice/generic/tool').gives(200, [{ version: '2' }, { version: '1' }]).header('x-total-count', '2')
  await w.as(bob).get('/packages/alice/generic/none').gives(404)
  await w.as(bob).get('/packages/alice/generic/tool/-/latest').gives(200, { version: '2' })
  await w.as(bob).get('/packages/alice/generic/none/-/latest').gives(404)
  await w.as(bob).delete('/packages/alice/generic/tool').gives(403).emits()
  await w.as(alice).delete('/packages/alice/generic/tool').gives(204).emits('package.removed', 'package.removed')
  await w.as(alice).delete('/packages/alice/generic/tool').gives(404).empty()
  await w.as(bob).get('/packages/alice').gives(200, [{ name: 'other' }])
})

scenario('createPackagesLinkByRepoName, createPackagesUnlinkByName: a package and its repository', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'demo', { private: true })
  await w.repo(bob, 'his')
  await put(w, alice, 'alice/generic/tool/1/f')
  const P = '/packages/alice/generic/tool'
  await w.as(alice).post(`${P}/-/unlink`).gives(400)
  await w.as(alice).post(`${P}/-/link/his`).gives(404).empty()
  await w.as(bob).post(`${P}/-/link/demo`).gives(403)
  await w.as(alice).post(`${P}/-/link/demo`).gives(201).empty()
  await w.as(alice).post(`${P}/-/link/demo`).gives(400)
  await w.as(alice).get(`${P}/1`).gives(200, { repository: { full_name: 'alice/demo' } })
  await w.as(bob).get(`${P}/1`).gives(200, { repository: null })
  await w.as(bob).post(`${P}/-/unlink`).gives(403)
  await w.as(alice).post(`${P}/-/unlink`).gives(204).empty()
  await w.org(alice, 'acme')
  await w.as(alice).post(`${P}/-/link/demo`).gives(201)
  await w.as(alice).post('/repos/alice/demo/transfer', { new_owner: 'acme' }).gives(202)
  await w.as(alice).get(`${P}/1`).gives(200, { repository: null })
})

scenario('an account that owns packages stays until they are gone', async (w) => {
  const alice = await w.user('alice')
  await w.org(alice, 'acme')
  await put(w, alice, 'acme/generic/tool/1/f')
  await w.as(alice).delete('/orgs/acme').gives(422).says('packages')
  await w.as(alice).delete('/packages/acme/generic/tool/1').gives(204)
  await w.as(alice).delete('/orgs/acme').gives(204)
})
