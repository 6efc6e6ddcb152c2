import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('listGitignoreTemplates, getGitignoreTemplatesByName: names in byte order, texts by exact name', async (w) => {
  const { body: names } = await w.anonymous.get('/gitignore/templates').gives(200)
  assert.deepEqual(names, [...names].sort())
  assert.ok(names.includes('Node') && names.includes('C++'))
  for (const name of names) assert.ok((await w.anonymous.get(`/gitignore/templates/${encodeURIComponent(name)}`).gives(200, { name })).body.source.length > 10)
  for (const name of ['node', '..%2Flabels', 'constructor', '%00']) await w.anonymous.get(`/gitignore/templates/${name}`).gives(404)
  await w.as({ id: 0, name: 'nobody', password: 'x' }).get('/gitignore/templates').gives(401)
})

scenario('listLicenses, getLicensesByName: whole texts under their SPDX names', async (w) => {
  const { body: list } = await w.anonymous.get('/licenses').gives(200)
  assert.ok(list.length >= 12)
  for (const { key, name, url } of list) {
    assert.equal(name, key)
    const { body } = await w.anonymous.get(new URL(url).pathname.replace('/api/v1', '')).gives(200, { key, url })
    assert.ok(body.body.length > 500, key)
  }
  await w.anonymous.get('/licenses/mit').gives(404).empty()
})

scenario('listLabelTemplates, listLabelTemplatesByName: two sets', async (w) => {
  await w.anonymous.get('/label/templates').gives(200, ['Advanced', 'Default'])
  const { body } = await w.anonymous.get('/label/templates/Default').gives(200)
  assert.deepEqual(body.map((one: any) => `${one.name} ${one.color}`), ['bug ee0701', 'duplicate cccccc', 'enhancement 84b6eb', 'help wanted 128a0c', 'invalid e6e6e6', 'question cc317c', 'wontfix ffffff'])
  const advanced = (await w.anonymous.get('/label/templates/Advanced').gives(200)).body
  assert.deepEqual([advanced.length, advanced.filter((one: any) => one.exclusive).length], [18, 11])
  await w.anonymous.get('/label/templates/default').gives(404).empty()
  await w.anonymous.get('/label/templates/constructor').gives(404).empty()
})
