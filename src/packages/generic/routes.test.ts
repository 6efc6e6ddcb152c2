import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { contentKey } from '../../kernel/blobs.ts'
import { scenario } from '../../../test/kit/world.ts'
import { downloads } from '../ground/download.ts'
import { cleanUp } from '../ground/upkeep.ts'

const at = (rest: string) => `//api/packages/${rest}`
const octets = { 'content-type': 'application/octet-stream' }

scenario('genericPutFile, genericGetFile: bytes go in and come out, whole or in part', async (w) => {
  const alice = await w.user('alice')
  const path = at('alice/generic/tool/1.0.0/tool.bin')
  await w.as(alice).put(path, 'hello world', octets).gives(201).empty().emits('package.created')
  const got = await w.anonymous.get(path).gives(200).header('content-type', 'application/octet-stream').header('content-length', '11')
    .header('content-disposition', 'attachment; filename="tool.bin"').header('accept-ranges', 'bytes').header('x-content-type-options', 'nosniff').header('etag', undefined)
  assert.equal(got.text, 'hello world')
  assert.ok(Math.abs(Date.parse(got.headers['last-modified']) / 1000 - w.cx.now()) < 60)
  await w.anonymous.head(path).gives(200).header('content-length', '11').empty()
  for (const [range, text, content] of [['bytes=0-4', 'hello', 'bytes 0-4/11'], ['bytes=6-', 'world', 'bytes 6-10/11'], ['bytes=-3', 'rld', 'bytes 8-10/11'], ['bytes=9-99', 'ld', 'bytes 9-10/11']]) {
    const part = await w.anonymous.get(path, { range }).gives(206).header('content-range', content)
    assert.equal(part.text, text, range)
  }
  await w.anonymous.get(path, { range: 'bytes=11-' }).gives(416).header('content-range', 'bytes */11')
  for (const range of ['bytes=1-2,4-5', 'lines=1-2', 'bytes=5-2', 'bytes=-']) assert.equal((await w.anonymous.get(path, { range }).gives(200)).text, 'hello world', range)

  await w.as(alice).put(at('alice/generic/Tool/1.0.0/TOOL.BIN'), 'other', octets).gives(409).says('package file already exists').emits()
  await w.as(alice).put(at('alice/generic/tool/1.0.0/empty'), '', octets).gives(201).emits()
  assert.equal((await w.anonymous.get(at('alice/generic/tool/1.0.0/empty')).gives(200).header('content-length', '0')).text, '')
  await w.as(alice).put(at('alice/generic/tool/2.0.0/tool.bin'), 'hello world', octets).gives(201).emits('package.created')
  await w.anonymous.get(at('alice/generic/tool/3.0.0/tool.bin')).gives(404).says('package does not exist')
  await w.anonymous.get(at('alice/generic/none/1.0.0/tool.bin')).gives(404).says('package does not exist')
  await w.anonymous.get(at('alice/generic/tool/1.0.0/none')).gives(404).says('package file does not exist').header('content-type', /^text\/plain/)
  await downloads.flush(w.cx)
  const counts = await w.cx.db.selectFrom('package_version').select(['version', 'download_count']).orderBy('id').execute()
  assert.deepEqual(counts.map((row) => ({ ...row })), [{ version: '1.0.0', download_count: 10 }, { version: '2.0.0', download_count: 0 }])
})

scenario('genericPutFile: forms, names and sizes that are refused', async (w) => {
  const alice = await w.user('alice')
  const root = await w.user('root', { admin: true })
  const put = (rest: string, body = 'x', headers: Record<string, string> = octets) => w.as(alice).put(at(`alice/generic/${rest}`), body, headers)
  for (const name of ['a%20b', '..', '-', 'a%2Fb', '%C3%A4', 'a%00']) assert.ok([400, 404].includes((await put(`${name}/1/f`).emits()).status), name)
  await put('a%20b/1/f').gives(400).says('invalid package name')
  await put('tool/%201/f').gives(400).says('invalid package version')
  await put('tool/1%0A2/f').gives(400).says('invalid package version')
  for (const file of ['a%22b', 'a%2Fb', '%20f', 'a%0Ab', 'a%5Cb', '%C3%A4', `${'x'.repeat(256)}`]) await put(`tool/1/${file}`).gives(400).says('invalid filename').emits()
  await put('tool/1/a=b', 'x=1', { 'content-type': 'application/x-www-form-urlencoded' }).gives(415).emits()
  const form = ['--cut', 'content-disposition: form-data; name="note"', '', 'n', '--cut', 'content-disposition: form-data; name="file"; filename="up.bin"', '', 'formed', '--cut--', ''].join('\r\n')
  await put('tool/1/formed', form, { 'content-type': 'multipart/form-data; boundary=cut' }).gives(201)
  assert.equal((await w.anonymous.get(at('alice/generic/tool/1/formed')).gives(200)).text, 'formed')
  await put('tool/1/none', '--cut--\r\n', { 'content-type': 'multipart/form-data; boundary=cut' }).gives(400)
  await put('tool/1/large', 'x'.repeat(101)).gives(403).says('maximum allowed package type size exceeded').emits()
  await put('tool/1/just', 'x'.repeat(100)).gives(201)
  await w.as(root).put(at('root/generic/tool/1/large'), 'x'.repeat(101), octets).gives(201)
  await put('tool/v%2F1/(odd)%20[name];~!@%23$%25^&', 'odd').gives(201)
  assert.equal((await w.anonymous.get(at('alice/generic/tool/v%2F1/(odd)%20[name];~!@%23$%25^&')).gives(200)).text, 'odd')
}, { max_package: '100' })

scenario('genericPutFile, genericGetFile, genericDeleteFile: who may, and how refusals look to tools', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  const hermit = await w.user('hermit', { visibility: 'private' })
  const limited = await w.user('limited', { visibility: 'limited' })
  for (const person of [alice, hermit, limited]) await w.as(person).put(at(`${person.name}/generic/tool/1/f`), 'x', octets).gives(201)
  await w.anonymous.put(at('alice/generic/tool/2/f'), 'x', octets).gives(401).says('reqPackageAccess').header('www-authenticate', /^Basic /).header('content-type', /^text\/plain/).emits()
  await w.as(bob).put(at('alice/generic/tool/2/f'), 'x', octets).gives(401).emits()
  await w.as(bob).delete(at('alice/generic/tool/1/f')).gives(401).emits()
  await w.as(bob).delete(at('alice/generic/tool/1')).gives(401).emits()
  await w.as({ ...alice, password: 'wrong' }).get(at('alice/generic/tool/1/f')).gives(401).header('www-authenticate', undefined).header('content-type', /^text\/plain/)
  await w.anonymous.get(at('nobody/generic/tool/1/f')).gives(404)
  await w.anonymous.get(at('limited/generic/tool/1/f')).gives(401)
  await w.as(bob).get(at('limited/generic/tool/1/f')).gives(200)
  await w.as(bob).get(at('hermit/generic/tool/1/f')).gives(401)
  await w.as(hermit).get(at('hermit/generic/tool/1/f')).gives(200)
  const token = async (...scopes: string[]) => (await w.as(hermit).post('/users/hermit/tokens', { name: scopes.join(), scopes }).gives(201)).body.sha1
  const [reads, writes, other, open] = [await token('read:package'), await token('write:package'), await token('write:repository'), await token('write:package', 'public-only')]
  await w.as(hermit, { token: reads }).get(at('hermit/generic/tool/1/f')).gives(200)
  await w.as(hermit, { token: reads }).put(at('hermit/generic/tool/2/f'), 'x', octets).gives(401)
  await w.as(hermit, { token: other }).get(at('hermit/generic/tool/1/f')).gives(401)
  await w.as(hermit, { token: open }).get(at('hermit/generic/tool/1/f')).gives(403)
  await w.as({ id: 0, name: 'hermit', password: writes }).put(at('hermit/generic/tool/2/f'), 'x', octets).gives(201)

  await w.org(alice, 'acme', { visibility: 'private' })
  await w.as(alice).put(at('acme/generic/tool/1/f'), 'x', octets).gives(201)
  await w.as(bob).get(at('acme/generic/tool/1/f')).gives(401)
  const team = (await w.as(alice).post('/orgs/acme/teams', { name: 'packers', units_map: { 'repo.packages': 'read' } }).gives(201)).body
  await w.as(alice).put(`/teams/${team.id}/members/bob`).gives(204)
  await w.as(bob).get(at('acme/generic/tool/1/f')).gives(200)
  await w.as(bob).put(at('acme/generic/tool/1/g'), 'x', octets).gives(401)
  await w.as(alice).patch(`/teams/${team.id}`, { units_map: { 'repo.packages': 'write' } }).gives(200)
  await w.as(bob).put(at('acme/generic/tool/1/g'), 'x', octets).gives(201)
})

scenario('genericDeleteFile, genericDeleteVersion: the last file takes the version along', async (w) => {
  const alice = await w.user('alice')
  for (const file of ['a', 'b']) await w.as(alice).put(at(`alice/generic/tool/1/${file}`), file, octets).gives(201)
  await w.as(alice).put(at('alice/generic/tool/2/a'), 'a', octets).gives(201)
  await w.as(alice).delete(at('alice/generic/tool/1/none')).gives(404).says('package file does not exist').emits()
  await w.as(alice).delete(at('alice/generic/tool/1/A')).gives(204).empty().emits()
  await w.as(alice).delete(at('alice/generic/tool/1/b')).gives(204).emits('package.removed')
  await w.as(alice).delete(at('alice/generic/tool/1/b')).gives(404).says('package does not exist')
  await w.as(alice).delete(at('alice/generic/tool/2')).gives(204).emits('package.removed')
  await w.as(alice).delete(at('alice/generic/tool/2')).gives(404)
  const told = await w.cx.db.selectFrom('fact').select('data').where('name', '=', 'package.removed').orderBy('id').execute()
  assert.deepEqual(told.map((row) => JSON.parse(JSON.parse(row.data).removed).version), ['1', '2'])
})

scenario('cleanup_packages: bytes go a day after their last file, and only then', async (w) => {
  const alice = await w.user('alice')
  const key = (text: string) => contentKey('packages', createHash('sha256').update(text).digest('hex'))
  const there = async (text: string) => (await w.cx.blobs.stat(key(text))) !== null
  for (const [file, text] of [['1/a', 'shared'], ['2/a', 'shared'], ['1/b', 'single']]) await w.as(alice).put(at(`alice/generic/tool/${file}`), text, octets).gives(201)
  await w.cx.blobs.putContent('packages', Buffer.from('stray'))
  await w.as(alice).delete(at('alice/generic/tool/1')).gives(204)
  assert.equal(await cleanUp(w.cx), 0)
  assert.ok(await there('single'))
  w.later(90_000)
  assert.equal(await cleanUp(w.cx), 2)
  assert.deepEqual([await there('shared'), await there('single'), await there('stray')], [true, false, false])
  assert.equal((await w.anonymous.get(at('alice/generic/tool/2/a')).gives(200)).text, 'shared')
  await w.as(alice).delete(at('alice/generic/tool/2')).gives(204)
  await w.cx.jobs.runCron(w.cx, 'cleanup_packages')
  assert.deepEqual(await w.cx.db.selectFrom('package').select('id').execute(), [])
  assert.ok(!(await there('shared')))
})
