import assert from 'node:assert/strict'
import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeTag } from './objects.ts'
import * as refs from './refs.ts'
import { run } from './run.ts'
import { ALICE, commit, FORMATS, testbed } from './testbed.ts'

const bed = testbed({ durable: true })

test('names that git or we would not want are refused', () => {
  for (const good of ['refs/heads/main', 'refs/heads/feat/x-1', 'refs/tags/v1.0', 'refs/pull/1/head', 'refs/heads/größe', 'refs/heads/a@b', 'refs/heads/a/-b']) {
    assert.equal(refs.validRefName(good), true, good)
  }
  for (const bad of ['main', 'refs/heads', 'refs/heads/', 'refs/heads/-x', 'refs/heads/a..b', 'refs/heads/../x', 'refs/heads/@{u}', 'refs/heads/a b', 'refs/heads/a\0',
    'refs/heads/a\n', 'refs/heads/a~1', 'refs/heads/a^', 'refs/heads/a:b', 'refs/heads/a?', 'refs/heads/[a', 'refs/heads/a\\', 'refs/heads/.a', 'refs/heads/a.lock',
    'refs/heads/a.lock/b', 'refs/heads/a//b', 'refs/heads/a.', 'refs/heads/@', 'refs/heads/\u202ea', `refs/heads/${'a'.repeat(300)}`, `refs/heads/${'f'.repeat(40)}`,
    `refs/tags/${'A'.repeat(64)}`, 'refs/heads/\ud800', 7, null, undefined]) {
    assert.equal(refs.validRefName(bad), false, String(bad))
  }
})

for (const format of FORMATS) {
  test(`${format}: refs are listed with their kinds and what tags point at`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    assert.deepEqual(await refs.list(git, dir), { heads: new Map(), tags: new Map(), others: new Map(), head: 'main' })
    const oid = await commit(git, dir, { a: '1' }, [], { ref: 'refs/heads/main' })
    const tag = await writeTag(git, dir, { object: oid, type: 'commit', name: 'v1', tagger: ALICE, message: 'one' })
    assert.deepEqual(await refs.update(git, dir, [{ ref: 'refs/tags/v1', old: null, new: tag }, { ref: 'refs/tags/light', new: oid }, { ref: 'refs/pull/1/head', new: oid }]), { ok: true })
    const check = async () => {
      const all = await refs.list(git, dir)
      assert.deepEqual(all.heads.get('main'), { name: 'refs/heads/main', oid, type: 'commit', peeled: null })
      assert.deepEqual(all.tags.get('v1'), { name: 'refs/tags/v1', oid: tag, type: 'tag', peeled: oid })
      assert.deepEqual([...all.tags.keys()].sort(), ['light', 'v1'])
      assert.deepEqual([...all.others.keys()], ['refs/pull/1/head'])
      assert.equal(await refs.read(dir, 'refs/tags/v1'), tag)
      assert.equal(await refs.read(dir, 'refs/heads/main'), oid)
      assert.equal(await refs.read(dir, 'refs/heads/mai'), null)
      assert.equal(await refs.read(dir, 'refs/heads'), null)
    }
    await check()
    await run(git, dir, ['pack-refs', '--all', '--prune'])
    assert.equal(existsSync(join(dir.path, 'refs/tags/v1')), false)
    await check()
  })
}

test('a version is asked of git once and carried on by what was moved', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const one = await commit(git, dir, { a: '1' }, [], { ref: 'refs/heads/main' })
  const first = await refs.list(git, dir, 1)
  const two = await commit(git, dir, { a: '2' }, [one], { ref: 'refs/heads/main' })
  assert.equal(await refs.list(git, dir, 1), first)
  assert.equal(first.heads.get('main')!.oid, one)
  await refs.advance(git, dir, 1, 2, [{ name: 'refs/heads/main', oid: two, type: 'commit', peeled: null }], [])
  rmSync(join(dir.path, 'refs/heads/main'))
  assert.equal((await refs.list(git, dir, 2)).heads.get('main')!.oid, two)
  assert.equal((await refs.list(git, dir, 3)).heads.size, 0)
  assert.equal((await refs.list(git, dir, 2)).heads.size, 0)
})

test('refs move together or not at all, and say why not', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const one = await commit(git, dir, { a: '1' }, [], { ref: 'refs/heads/main' })
  const two = await commit(git, dir, { a: '2' }, [one])
  const kind = async (...updates: refs.RefUpdate[]) => {
    const result = await refs.update(git, dir, updates)
    return result.ok ? 'ok' : result.kind
  }
  assert.equal(await kind({ ref: 'refs/heads/x', old: null, new: two }, { ref: 'refs/heads/main', old: two, new: one }), 'stale')
  assert.equal(await refs.read(dir, 'refs/heads/x'), null)
  assert.equal(await kind({ ref: 'refs/heads/main', old: null, new: two }), 'stale')
  assert.equal(await kind({ ref: 'refs/heads/nope', old: one, new: two }), 'stale')
  assert.equal(await kind({ ref: 'refs/heads/nope', old: one, new: null }), 'stale')
  assert.equal(await kind({ ref: 'refs/heads/main/below', old: null, new: two }), 'invalid')
  assert.equal(await kind({ ref: 'refs/heads/y', old: null, new: 'f'.repeat(40) }), 'invalid')
  assert.equal(await kind({ ref: 'refs/heads/-y', old: null, new: one }), 'invalid')
  const tree = (await run(git, dir, ['rev-parse', `${one}^{tree}`])).stdout.toString().trim()
  assert.equal(await kind({ ref: 'refs/heads/y', old: null, new: tree }), 'invalid')
  assert.equal(await kind({ ref: 'refs/heads/main', old: one, new: two }), 'ok')
  assert.equal(await kind({ ref: 'refs/heads/main', old: two, new: null }), 'ok')
  assert.equal(await refs.read(dir, 'refs/heads/main'), null)
})

test('of parallel movers from one value exactly one wins', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const root = await commit(git, dir, { a: '1' }, [], { ref: 'refs/heads/main' })
  const rivals = await Promise.all(Array.from({ length: 6 }, (_, i) => commit(git, dir, { a: `r${i}` }, [root])))
  const results = await Promise.all(rivals.map((oid) => refs.update(git, dir, [{ ref: 'refs/heads/main', old: root, new: oid }])))
  assert.equal(results.filter((x) => x.ok).length, 1)
  for (const x of results) if (!x.ok) assert.ok(x.kind === 'stale' || x.kind === 'locked', x.message)
})

test('a lock left behind blocks until it is swept, a fresh one stays', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const one = await commit(git, dir, { a: '1' }, [], { ref: 'refs/heads/main' })
  const lock = join(dir.path, 'refs/heads/main.lock')
  writeFileSync(lock, '')
  const blocked = await refs.update(git, dir, [{ ref: 'refs/heads/main', old: one, new: null }], 0)
  assert.equal(!blocked.ok && blocked.kind, 'locked')
  assert.deepEqual(await refs.sweepLocks(git, dir, 60_000), [])
  utimesSync(lock, 0, 0)
  assert.deepEqual(await refs.sweepLocks(git, dir, 60_000), ['refs/heads/main.lock'])
  assert.deepEqual(await refs.update(git, dir, [{ ref: 'refs/heads/main', old: one, new: null }]), { ok: true })
})

test('HEAD names a branch, born or not', async () => {
  const dir = await bed.repo()
  await refs.setHead(bed.git, dir, 'feat/next')
  assert.equal(await refs.readHead(dir), 'feat/next')
  assert.equal((await run(bed.git, dir, ['symbolic-ref', 'HEAD'])).stdout.toString(), 'refs/heads/feat/next\n')
  await assert.rejects(refs.setHead(bed.git, dir, '../x'), TypeError)
})

test('one loose branch is moved without a child, and only from the value expected', async () => {
  const { git } = bed
  const dir = await bed.repo('sha1')
  const one = await commit(git, dir, { 'a': '1' })
  const two = await commit(git, dir, { 'a': '2' }, [one])
  assert.deepEqual(await refs.update(git, dir, [{ ref: 'refs/heads/main', old: null, new: one }]), { ok: true })
  assert.deepEqual(await refs.update(git, dir, [{ ref: 'refs/heads/main', old: one, new: two }]), { ok: true })
  assert.equal(await refs.read(dir, 'refs/heads/main'), two)
  const stale = await refs.update(git, dir, [{ ref: 'refs/heads/main', old: one, new: two }])
  assert.equal(!stale.ok && stale.kind, 'stale')
  writeFileSync(join(dir.path, 'refs/heads/main.lock'), '')
  const locked = await refs.update(git, dir, [{ ref: 'refs/heads/main', old: two, new: one }], 0)
  assert.equal(!locked.ok && locked.kind, 'locked')
  rmSync(join(dir.path, 'refs/heads/main.lock'))
  await run(git, dir, ['pack-refs', '--all', '--prune'])
  assert.deepEqual(await refs.update(git, dir, [{ ref: 'refs/heads/main', old: two, new: one }]), { ok: true })
  assert.equal(await refs.read(dir, 'refs/heads/main'), one)
})
