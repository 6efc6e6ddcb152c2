import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { scenario } from '../../../test/kit/world.ts'

scenario('repoSettingsLargeFiles: what is stored, with its size and the sum', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'one', { auto_init: true })
  const browser = await w.browsing(ada)
  const at = '//ada/one/settings/lfs'
  assert.match((await browser.get(at).gives(200)).text, /No large files/)
  const oids: string[] = []
  for (const size of [10, 4096]) {
    const bytes = Buffer.alloc(size, size)
    const oid = createHash('sha256').update(bytes).digest('hex')
    oids.push(oid)
    await w.as(ada, { headers: { 'content-type': 'application/octet-stream' } }).put(`//ada/one.git/info/lfs/objects/${oid}/${size}`, bytes).gives(200)
  }
  assert.match((await browser.get(at).gives(200)).text, new RegExp(`${oids[1]}[^]*4.0 KiB[^]*${oids[0]}[^]*10 B[^]*2 files, 4.0 KiB together`))
  const one = (await browser.get(`${at}?q=${oids[0].slice(0, 12).toUpperCase()}`).gives(200)).text
  assert.match(one, /1 file, 10 B together/)
  assert.doesNotMatch(one, new RegExp(oids[1]))
  assert.match((await browser.get(`${at}?q=%25`).gives(200)).text, /begins so/)
  await browser.get(`//ada/one.git/info/lfs/objects/${oids[0]}`).gives(200)
})

scenario('repoSettingsLocks, repoSettingsUnlock: taken once, given back by administrators', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'one', { auto_init: true })
  await w.repo(ada, 'two', { auto_init: true })
  await w.as(ada).put('/repos/ada/one/collaborators/bob', { permission: 'write' }).gives(204)
  const [browser, other] = [await w.browsing(ada), await w.browsing(bob)]
  const at = '//ada/one/settings/lfs/locks'
  await browser.post(at, { path: 'art/cover.psd' }).gives(303)
  assert.match((await browser.get(at).gives(200)).text, /<bdi>art\/cover\.psd<\/bdi>[^]*locked by/)
  assert.match((await browser.post(at, { path: 'art/cover.psd' }).gives(422)).text, /locked by ada already[^]*value="art\/cover\.psd"/)
  assert.match((await browser.post(at, { path: '../x' }).gives(422)).text, /path of a file/)
  const media = 'application/vnd.git-lfs+json'
  const lfs = w.as(bob, { headers: { accept: media, 'content-type': media } })
  await lfs.post('//ada/one.git/info/lfs/locks', JSON.stringify({ path: 'a.bin' })).gives(201)
  const ids = [...(await browser.get(at).gives(200)).text.matchAll(/name="id" value="(\d+)"/g)].map((one) => one[1])
  assert.equal(ids.length, 2)
  await other.post(`${at}/unlock`, { id: ids[0] }).gives(403)
  await browser.post('//ada/two/settings/lfs/locks/unlock', { id: ids[1] }).gives(404)
  for (const id of ids) await browser.post(`${at}/unlock`, { id }).gives(303)
  assert.match((await browser.get(at).gives(200)).text, /Nothing is locked/)
  await w.as(ada).patch('/repos/ada/one', { archived: true }).gives(200)
  await browser.post(at, { path: 'b.bin' }).gives(423)
})
