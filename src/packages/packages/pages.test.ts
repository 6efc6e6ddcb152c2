import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('packages are listed, shown, linked and deleted in the browser', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'one')
  for (const version of ['1.0', '2.0']) await w.as(ada).put(`//api/packages/ada/generic/tool/${version}/tool.bin`, 'bytes', { 'content-type': 'application/octet-stream' }).gives(201)
  const [browser, other] = [await w.browsing(ada), await w.browsing(bob)]
  await w.anonymous.get('//ada/-/packages').gives(303).header('location', /user\/login/)
  assert.match((await other.get('//ada/-/packages').gives(200)).text, /<bdi>tool<\/bdi>/)
  assert.doesNotMatch((await other.get('//ada/-/packages?q=nothing').gives(200)).text, /<bdi>tool<\/bdi>/)
  const at = '//ada/-/packages/generic/tool'
  await other.get(at).gives(303).header('location', /tool\/2\.0$/)
  assert.match((await other.get(`${at}/1.0`).gives(200)).text, /tool\.bin/)
  await other.get(`${at}/3.0`).gives(404)
  await other.post(`${at}/delete`, { version: '1.0' }).gives(403).emits()
  await browser.post(`${at}/link`, { repo: 'one', version: '1.0' }).gives(303)
  assert.match((await other.get('//ada/one/packages').gives(200)).text, /<bdi>tool<\/bdi>/)
  await browser.post(`${at}/unlink`, { version: '1.0' }).gives(303)
  await browser.post(`${at}/delete`, { version: '1.0' }).gives(303).emits('package.removed')
  await browser.post(`${at}/delete`).gives(303).emits('package.removed')
  await other.get(at).gives(404)
})

scenario('listPackages, repoPackagesPage: those of one repository, however many the owner has', async (w) => {
  const ada = await w.user('ada')
  const [one, two] = [await w.repo(ada, 'one'), await w.repo(ada, 'two')]
  const put = (name: string) => w.as(ada).put(`//api/packages/ada/generic/${name}/1.0/a.bin`, 'bytes', { 'content-type': 'application/octet-stream' }).gives(201)
  await put('first')
  await w.as(ada).post('/packages/ada/generic/first/-/link/one').gives(201)
  // newer ones fill the first page of the owner
  for (let i = 0; i < 51; i++) await put(`other${i}`)
  await w.as(ada).get(`/packages/ada?repo_id=${one.id}`).gives(200, [{ name: 'first', repository: { name: 'one' } }]).header('x-total-count', '1')
  await w.as(ada).get(`/packages/ada?repo_id=${two.id}`).gives(200, [])
  await w.as(ada).get('/packages/ada?repo_id=x&limit=1').gives(200, [{}]).header('x-total-count', '52')
  const browser = await w.browsing(ada)
  assert.match((await browser.get('//ada/one/packages').gives(200)).text, /<bdi>first<\/bdi>/)
  assert.doesNotMatch((await browser.get('//ada/two/packages').gives(200)).text, /<bdi>(first|other)/)
})
