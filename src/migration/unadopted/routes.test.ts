import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { commit, git } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('listAdminUnadopted, createAdminUnadopted, deleteAdminUnadopted: folders laid there become repositories', async (w) => {
  const [root, alice] = [await w.user('root', { admin: true }), await w.user('alice')]
  const folder = join(w.cx.config.data, 'unadopted')
  const work = w.folder()
  await git(work, ['init', '-q', '-b', 'trunk'])
  await commit(work, 'a', '1')
  mkdirSync(join(folder, 'alice'), { recursive: true })
  for (const name of ['one', 'two']) await git(work, ['clone', '-q', '--bare', '.', join(folder, 'alice', `${name}.git`)])
  await git(work, ['clone', '-q', '--bare', '.', join(folder, 'nobody', 'lost.git')])
  symlinkSync(work, join(folder, 'alice', 'link.git'))
  await w.as(root).get('/admin/unadopted').gives(200, ['alice/one', 'alice/two', 'nobody/lost']).header('x-total-count', '3')
  await w.as(root).get('/admin/unadopted?pattern=Alice&limit=1&page=2').gives(200, ['alice/two']).header('x-total-count', '2')
  await w.as(alice).get('/admin/unadopted').gives(403)
  await w.anonymous.get('/admin/unadopted').gives(401)

  await w.as(alice).post('/admin/unadopted/alice/one').gives(403)
  await w.as(root).post('/admin/unadopted/alice/one').gives(204).emits('repo.created', 'ref.created')
  await w.as(alice).get('/repos/alice/one').gives(200, { default_branch: 'trunk', empty: false, permissions: { admin: true } })
  await w.as(alice).get('/repos/alice/one/contents/a').gives(200)
  assert.ok(!existsSync(join(folder, 'alice', 'one.git')))
  await w.as(root).post('/admin/unadopted/alice/one').gives(404).empty()
  for (const path of ['nobody/lost', 'alice/link', 'alice/..%2ftwo', '..%2f/x', 'alice/none']) await w.as(root).post(`/admin/unadopted/${path}`).gives(404)
  await w.repo(alice, 'two')
  await w.as(root).post('/admin/unadopted/alice/two').gives(409).emits()

  await w.as(alice).delete('/admin/unadopted/alice/two').gives(403)
  await w.as(root).delete('/admin/unadopted/alice/two').gives(204)
  await w.as(root).delete('/admin/unadopted/alice/two').gives(404)
  await w.as(root).delete('/admin/unadopted/alice/link').gives(404)
  assert.ok(existsSync(join(work, 'a')))
  await w.as(root).get('/admin/unadopted').gives(200, ['nobody/lost'])
})
