import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commit, git } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('adminUnadopted, adminAdopt, adminUnadoptedDelete: administrators take folders over, or delete them', async (w) => {
  const [root, ada] = [await w.user('root', { admin: true }), await w.user('ada')]
  const [roots, adas] = [await w.browsing(root), await w.browsing(ada)]
  const at = '//-/admin/repos/unadopted'
  assert.match((await roots.get(at).gives(200)).text, /nothing to take over/)
  await adas.get(at).gives(403)
  await w.anonymous.get(at).gives(303).header('location', /user\/login/)
  const folder = join(w.cx.config.data, 'unadopted')
  const work = w.folder()
  await git(work, ['init', '-q', '-b', 'main'])
  await commit(work, 'a', '1')
  for (const name of ['ada/one', 'ada/two', 'nobody/lost']) await git(work, ['clone', '-q', '--bare', '.', join(folder, `${name}.git`)])
  const { text } = await roots.get(at).gives(200)
  for (const name of ['ada/one', 'ada/two', 'nobody/lost']) assert.match(text, new RegExp(`<bdi>${name}</bdi>`))
  assert.doesNotMatch((await roots.get(`${at}?q=TWO`).gives(200)).text, /ada\/one/)
  await adas.post(`${at}/adopt`, { name: 'ada/one' }).gives(403).emits()
  await roots.post(`${at}/adopt`, { name: 'ada/one' }, { origin: 'http://evil.example' }).gives(403).emits()
  await roots.post(`${at}/adopt`, { name: 'ada/one' }).gives(303).header('location', /\/ada\/one$/).emits('repo.created', 'ref.created')
  await w.anonymous.get('/repos/ada/one/contents/a').gives(200)
  for (const name of ['nobody/lost', 'ada/one', '../x', 'ada/../two', 'x']) assert.match((await roots.post(`${at}/adopt`, { name }).gives(422).emits()).text, /could not be taken over/)
  await adas.post(`${at}/delete`, { name: 'ada/two' }).gives(403)
  await roots.post(`${at}/delete`, { name: 'ada/two' }).gives(303).emits()
  assert.ok(!existsSync(join(folder, 'ada', 'two.git')) && existsSync(join(folder, 'nobody', 'lost.git')))
})
