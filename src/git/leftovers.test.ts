import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sweepTemporary } from './leftovers.ts'
import { sweepLocks } from './refs.ts'
import { run } from './run.ts'
import type { GitDir } from './run.ts'
import { pack } from './tidy.ts'
import { bench } from './transport-kit.ts'
import type { Bench } from './transport-kit.ts'

let it: Bench
before(async () => { it = await bench() })
after(() => it.close())

function leave(dir: GitDir, name: string, ageMs: number): string {
  const path = join(dir.path, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  const then = new Date(Date.now() - ageMs)
  utimesSync(path, then, then)
  return path
}

const locks = ['packed-refs.lock', 'packed-refs.new', 'HEAD.lock', 'refs/heads/main.lock', 'refs/heads/new.lock', 'refs/heads/gone.lock', 'refs/heads/deep/er.lock', 'shallow.lock', 'config.lock',
  'gc.pid.lock', 'objects/info/commit-graph.lock', 'objects/info/commit-graphs/commit-graph-chain.lock', 'objects/pack/multi-pack-index.lock']

test('no lock that a killed git left stands in the way of the next push, nor of packing', async () => {
  const dir = await it.repo('locks')
  const tree = await it.work('locks-tree')
  const remote = `${it.url}/locks.git`
  for (const lock of locks) {
    await it.ok(tree, ['push', '-q', '--force', remote, 'main', 'main:gone', ':refs/heads/new', ':refs/heads/deep/er'])
    await run(it.git, dir, ['pack-refs', '--all'])
    const path = leave(dir, lock, 10_000)
    await it.commit(tree, 'a')
    const ran = await it.run(tree, ['push', '-q', remote, ...(lock === 'HEAD.lock' ? ['--atomic'] : []), 'main', 'main:new', 'main:deep/er', ':gone'])
    assert.equal(ran.code, 0, `${lock}: ${ran.stderr}`)
    const blocking = /^(HEAD|packed-refs|refs\/)/.test(lock)
    assert.equal(existsSync(path), !blocking, lock)
    if (!blocking) assert.deepEqual(await sweepLocks(it.git, dir, 5000), [lock])
    await pack(it.git, dir)
  }
})

test('a lock that somebody may hold is waited for and left alone', async () => {
  const dir = await it.repo('held')
  const tree = await it.work('held-tree')
  await it.ok(tree, ['push', '-q', `${it.url}/held.git`, 'main'])
  for (const lock of locks) {
    leave(dir, lock, 0)
    assert.deepEqual(await sweepLocks(it.git, dir, 5000), [], lock)
  }
})

test('unfinished packs and objects go after a day, finished ones stay', async () => {
  const dir = await it.repo('files')
  const tree = await it.work('files-tree')
  await it.ok(tree, ['push', '-q', `${it.url}/files.git`, 'main'])
  await pack(it.git, dir)
  await it.commit(tree, 'loose')
  await it.ok(tree, ['push', '-q', `${it.url}/files.git`, 'main'])
  const names = ['pack/tmp_pack_a1B2c3', 'pack/tmp_idx_a1B2c3', 'pack/tmp_rev_a1B2c3', 'pack/.tmp-123-pack-aa.pack', 'info/commit-graphs/tmp_graph_a1', 'ab/tmp_obj_a1B2c3'].map((name) => `objects/${name}`)
  const [old, fresh] = [names.map((name) => leave(dir, name, 90_000_000)), leave(dir, 'objects/pack/tmp_pack_new', 3_600_000)]
  for (const name of readdirSync(join(dir.path, 'objects/pack')).filter((one) => one.startsWith('pack-'))) utimesSync(join(dir.path, 'objects/pack', name), 1, 1)
  assert.deepEqual((await sweepTemporary(it.git, dir)).sort(), names.sort())
  assert.ok(old.every((path) => !existsSync(path)) && existsSync(fresh))
  await it.ok(dir.path, ['fsck', '--strict'])
  assert.equal((await it.ok(dir.path, ['rev-parse', 'main'])), await it.ok(tree, ['rev-parse', 'main']))
})
