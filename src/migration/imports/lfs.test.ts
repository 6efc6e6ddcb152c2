import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { openWorld, scenario } from '../../../test/kit/world.ts'
import { largeFiles } from '../../code/index.ts'
import { contentKey } from '../../kernel/blobs.ts'

const near = { outbound_allow: '127.0.0.1/32' }

scenario('createReposMigrate: large files come along when wished, each held to its hash', async (w) => {
  const there = await openWorld()
  const files = ['a large file', 'another one', 'gone'].map((text) => ({ text, oid: createHash('sha256').update(text).digest('hex'), size: text.length }))
  let spoil = false
  let asked: { oid: string; size: number }[] = []
  const server = createServer(async (request, reply) => {
    const root = `http://${request.headers.host}`
    if (request.method === 'GET') {
      assert.equal(request.headers['x-let-in'], 'yes')
      return void reply.end(spoil ? 'something else' : files.find((one) => request.url === `/file/${one.oid}`)!.text)
    }
    const body = JSON.parse(Buffer.concat((await Array.fromAsync(request)) as Buffer[]).toString())
    asked = body.objects
    assert.equal(body.operation, 'download')
    const objects = asked.map((one) => (one.oid === files[2].oid ? { ...one, error: { code: 404, message: 'gone' } } : { ...one, actions: { download: { href: `${root}/file/${one.oid}`, header: { 'X-Let-In': 'yes', Host: 'elsewhere' } } } }))
    reply.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' }).end(JSON.stringify({ objects }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const ann = await there.user('ann')
    await there.repo(ann, 'source')
    const tree = await workTree(there, ann, 'ann/source')
    for (const [i, { oid, size }] of files.entries()) await commit(tree, `${i}.bin`, `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`)
    // one that only history knows
    await commit(tree, '1.bin', 'small now\n')
    await git(tree, ['push', '-q', 'origin', 'main'])
    const bob = await w.user('bob')
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/store`
    const post = (more: object) => w.as(bob).post('/repos/migrate', { clone_addr: `${there.cx.root}/ann/source.git`, repo_name: 'copy', lfs: true, lfs_endpoint: endpoint, ...more })
    await post({ lfs_endpoint: 'http://10.0.0.1/lfs' }).gives(422).emits()
    await post({ lfs_endpoint: 'file:///etc' }).gives(422).emits()
    spoil = true
    await post({}).gives(422).emits()
    spoil = false
    const { body } = await post({}).gives(201)
    assert.deepEqual(asked.map((one) => one.oid).sort(), files.map((one) => one.oid).sort())
    const kept = files.slice(0, 2)
    assert.deepEqual(await largeFiles.list(w.cx.db, body.id), kept.map(({ oid, size }) => ({ oid, size })).sort((a, b) => (a.oid < b.oid ? -1 : 1)))
    for (const { oid, text } of kept) assert.equal(Buffer.concat(await Array.fromAsync((await w.cx.blobs.get(contentKey('lfs', oid)))!)).toString(), text)
    asked = []
    await post({ lfs: false, repo_name: 'light' }).gives(201)
    assert.deepEqual(asked, [])
  } finally {
    server.close()
    server.closeAllConnections()
    await there.close()
  }
}, near)
