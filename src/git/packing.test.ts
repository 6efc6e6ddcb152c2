import assert from 'node:assert/strict'
import { once } from 'node:events'
import { truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { LARGE, inTurn, packing } from './packing.ts'
import { list } from './refs.ts'
import { talk } from './relay.ts'
import { rpc } from './smart-http.ts'
import { bench, type Bench } from './transport-kit.ts'

let it: Bench
before(async () => { it = await bench() })
after(() => it.close())

/** Git does not see a pack without its index, but it takes its room. */
async function seeded(name: string, large: boolean) {
  const dir = await it.repo(name)
  const tree = await it.work(`${name}-tree`)
  await it.ok(tree, ['push', '-q', `${it.url}/${name}.git`, 'main'])
  const pack = join(dir.path, 'objects/pack/pack-0.pack')
  if (large) await writeFile(pack, '').then(() => truncate(pack, LARGE))
  return { dir, tree, tip: (await it.ok(tree, ['rev-parse', 'HEAD'])).trim() }
}

async function full(): Promise<() => void> {
  const places = await Promise.all(Array.from({ length: it.git.limits.heavy }, () => packing(it.git).enter()))
  return () => places.forEach((leave) => leave())
}

const cloned = (name: string, to: string, ...more: string[]) => it.ok(it.folder, [...more, 'clone', '-q', '--bare', `${it.url}/${name}.git`, to])
const until = async (look: () => boolean) => { while (!look()) await new Promise(setImmediate) }
const lane = () => packing(it.git)

test('whole packs of large repositories wait their turn, small ones and those who ask for news pass by', async () => {
  const { tree } = await seeded('large', true)
  await cloned('large', 'earlier', '-c', 'protocol.version=1')
  const tip = await it.commit(tree, 'news')
  await it.ok(tree, ['push', '-q', `${it.url}/large.git`, 'main'])
  await seeded('small', false)
  const leave = await full()
  const waiting = [cloned('large', 'one'), cloned('large', 'other'), cloned('large', 'old', '-c', 'protocol.version=0')]
  await until(() => lane().waiting === 2)
  await cloned('small', 'small')
  await it.ok(join(it.folder, 'earlier'), ['fetch', '-q', `${it.url}/large.git`, 'main'])
  assert.equal((await it.ok(join(it.folder, 'earlier'), ['rev-parse', 'FETCH_HEAD'])).trim(), tip)
  leave()
  await Promise.all(waiting)
  assert.equal((await it.ok(join(it.folder, 'other'), ['rev-parse', 'HEAD'])).trim(), tip)
  await until(() => lane().idle)
})

test('a client that leaves the line leaves no git behind, and where too many wait one is told when to come again', async () => {
  const { dir, tip } = await seeded('crowded', true)
  const server = createServer((request, reply) => {
    const asked = { contentType: request.headers['content-type'], contentEncoding: undefined, gitProtocol: 'version=2', body: request }
    rpc(it.git, dir, () => list(it.git, dir), 'git-upload-pack', asked, { reply })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line = (text: string) => `${(text.length + 5).toString(16).padStart(4, '0')}${text}\n`
  const ask = (depth: number, signal?: AbortSignal) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
    method: 'POST', signal, headers: { 'content-type': 'application/x-git-upload-pack-request' },
    body: `${line('command=fetch')}${line('object-format=sha1')}0001${line(`want ${tip}`)}${line(`deepen ${depth}`)}${line('done')}0000`,
  })
  const leave = await full()
  const enough = new AbortController()
  const gone = new AbortController()
  const leaving = ask(1, gone.signal)
  await until(() => lane().waiting === 1)
  gone.abort()
  await assert.rejects(leaving)
  await until(() => lane().waiting === 0)
  const others = Array.from({ length: 256 }, () => lane().enter(enough.signal).catch(() => {}))
  const refused = await ask(2)
  assert.deepEqual([refused.status, await refused.text()], [503, 'too many git commands are waiting\n'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  enough.abort()
  await Promise.all(others)
  let most = 0
  const begin = it.git.link.start.bind(it.git.link)
  let running = 0
  it.git.link.start = async (spec) => {
    if (spec.args[0] !== 'upload-pack') return begin(spec)
    most = Math.max(most, ++running)
    const child = await begin(spec)
    child.done.then(() => running--)
    return child
  }
  const waits = Array.from({ length: 64 }, async (_, depth) => Buffer.from(await (await ask(3 + depth)).arrayBuffer()).toString('latin1'))
  await until(() => lane().waiting === 64)
  leave()
  for (const pack of await Promise.all(waits)) assert.match(pack, /packfile/)
  it.git.link.start = begin
  assert.equal(most, it.git.limits.heavy)
  server.close()
  await until(() => lane().idle)
})

test('a git that is held up by its reader gives its place to the next', async () => {
  const { dir } = await seeded('slow', true)
  const file = join(it.folder, 'big')
  await writeFile(file, Buffer.alloc(8_000_000))
  const big = (await it.ok(dir.path, ['hash-object', '-w', file])).trim()
  const gits = await Promise.all(Array.from({ length: it.git.limits.heavy + 1 }, async () => {
    const child = await inTurn(it.git, dir, () => talk(it.git, dir, ['cat-file', 'blob', big], {}))
    child.stdout.pause()
    return child
  }))
  for (const child of gits) child.stdout.resume()
  for (const child of gits) assert.equal((await child.done).code, 0)
  assert.ok(lane().idle)
})
