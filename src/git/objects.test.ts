import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import * as objects from './objects.ts'
import { parsePerson } from './parse.ts'
import { endReaders } from './pool.ts'
import * as refs from './refs.ts'
import { run, start } from './run.ts'
import { ALICE, commit, FORMATS, testbed } from './testbed.ts'

const bed = testbed()
const BOB = { name: 'Bob Böb', email: 'bob@example.org', date: 1_700_000_123, offset: -330 }

for (const format of FORMATS) {
  test(`${format}: what is written reads back, and git agrees with every byte`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const blob = await objects.writeBlob(git, dir, 'hello\n')
    const streamed = await objects.writeBlob(git, dir, { stream: Readable.from([Buffer.from('hel'), Buffer.from('lo\n')]), size: 6 })
    assert.equal(streamed, blob)
    const sub = await objects.writeTree(git, dir, [{ mode: '100755', kind: 'executable', name: 'run.sh', oid: blob }])
    const tree = await objects.writeTree(git, dir, [
      { mode: '100644', kind: 'file', name: 'a.b', oid: blob }, { mode: '040000', kind: 'dir', name: 'a', oid: sub },
      { mode: '100644', kind: 'file', name: 'a-b', oid: blob }, { mode: '120000', kind: 'symlink', name: 'ä', oid: blob }])
    assert.deepEqual((await objects.tree(git, dir, tree)).map((x) => [x.name, x.kind]), [['a-b', 'file'], ['a.b', 'file'], ['a', 'dir'], ['ä', 'symlink']])
    const signature = '-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n'
    const fields = { tree, parents: [], author: ALICE, committer: BOB, message: 'subject\n\nbödy\n' }
    const oid = await objects.writeCommit(git, dir, { ...fields, signature })
    const got = await objects.commit(git, dir, oid)
    assert.deepEqual({ ...got, signature: null }, { oid, ...fields, signature: null })
    assert.equal(got.signature!.text, signature.trimEnd())
    assert.ok(got.signature!.payload.equals(objects.formatCommit(format, fields)))
    const tagFields = { object: oid, type: 'commit' as const, name: 'v1', tagger: ALICE, message: 'release\n' }
    const tagOid = await objects.writeTag(git, dir, { ...tagFields, signature })
    const tag = await objects.tag(git, dir, tagOid)
    assert.deepEqual({ ...tag, signature: null }, { oid: tagOid, ...tagFields, signature: null })
    assert.equal(tag.signature!.text, signature)
    assert.ok(tag.signature!.payload.equals(objects.formatTag(tagFields)))
    await refs.update(git, dir, [{ ref: 'refs/tags/v1', new: tagOid }, { ref: 'refs/heads/main', new: oid }])
    const { stdout, stderr } = await run(git, dir, ['fsck', '--strict', '--full'])
    assert.equal(stdout.toString() + stderr, '')
    assert.deepEqual(await objects.info(git, dir, blob), { oid: blob, type: 'blob', size: 6 })
  })
}

test('a stream that lies about its size leaves no object', async () => {
  const dir = await bed.repo()
  for (const size of [2, 4]) {
    await assert.rejects(objects.writeBlob(bed.git, dir, { stream: Readable.from([Buffer.from('abc')]), size }), /bytes than announced/)
  }
  assert.match((await run(bed.git, dir, ['count-objects', '-v'])).stdout.toString(), /^count: 0$[^]*^garbage: 0$/m)
})

test('people as they occur in old history', () => {
  assert.deepEqual(parsePerson('A <a@b> 12 +0130'), { name: 'A', email: 'a@b', date: 12, offset: 90 })
  assert.deepEqual(parsePerson('<> 12 -0000'), { name: '', email: '', date: 12, offset: 0 })
  assert.deepEqual(parsePerson('A <a <x>@b> 7 -0800'), { name: 'A <a', email: 'x>@b', date: 7, offset: -480 })
  assert.deepEqual(parsePerson('nobody'), { name: '', email: '', date: 0, offset: 0 })
})

test('a name cannot end its line or begin another field', async () => {
  const dir = await bed.repo()
  const tree = await objects.writeTree(bed.git, dir, [])
  const evil = { name: 'x\nparent 123 <', email: 'a@b>\nfoo', date: 1, offset: 0 }
  const oid = await objects.writeCommit(bed.git, dir, { tree, parents: [], author: evil, committer: { ...evil, name: '' }, message: 'm' })
  const got = await objects.commit(bed.git, dir, oid)
  assert.deepEqual([got.author.name, got.author.email, got.committer.name, got.parents], ['xparent 123', 'a@bfoo', 'a@bfoo', []])
  assert.equal((await run(bed.git, dir, ['fsck', '--strict'])).stderr.includes('error'), false)
})

test('missing, wrong kind and too large are told apart', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const blob = await objects.writeBlob(git, dir, Buffer.alloc(5_000_000, 'x'))
  assert.equal(await objects.info(git, dir, 'f'.repeat(40)), null)
  await assert.rejects(objects.commit(git, dir, 'f'.repeat(40)), objects.Missing)
  await assert.rejects(objects.commit(git, dir, blob), objects.Missing)
  await assert.rejects(objects.blob(git, dir, blob), objects.TooLarge)
  assert.equal((await objects.blob(git, dir, blob, { max: 6_000_000 })).length, 5_000_000)
  const { size, stream } = await objects.blobStream(git, dir, blob)
  let seen = 0
  for await (const chunk of stream) seen += chunk.length
  assert.equal(seen, size)
  await assert.rejects(objects.blob(git, dir, '--help'), TypeError)
})

test('many questions at once get each its own answer', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const oids = await Promise.all(Array.from({ length: 300 }, (_, i) => objects.writeBlob(git, dir, `blob ${i}\n`.repeat(i))))
  const texts = await Promise.all(oids.map((oid) => objects.blob(git, dir, oid)))
  texts.forEach((text, i) => assert.equal(text.toString(), `blob ${i}\n`.repeat(i)))
})

test('more repositories than readers take turns, and an ended reader is replaced', async () => {
  const few = await start({ durable: false, limits: { readers: 2 } })
  try {
    const dirs = await Promise.all(Array.from({ length: 6 }, () => bed.repo()))
    const oids = await Promise.all(dirs.map((dir, i) => objects.writeBlob(few, dir, `${i}`)))
    for (let round = 0; round < 3; round++) {
      const texts = await Promise.all(dirs.map((dir, i) => objects.blob(few, dir, oids[i])))
      assert.deepEqual(texts.map(String), ['0', '1', '2', '3', '4', '5'])
    }
    await endReaders(few, dirs[5])
    assert.equal(String(await objects.blob(few, dirs[5], oids[5])), '5')
    process.kill(await few.link.pid(), 'SIGKILL')
    assert.equal(String(await objects.blob(few, dirs[5], oids[5])), '5')
  } finally {
    await few.close()
  }
})

for (const format of FORMATS) {
  test(`${format}: what a user types is found as branch, then tag, then id, and as nothing else`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const one = await commit(git, dir, { a: '1' }, [], { ref: 'refs/heads/main' })
    const two = await commit(git, dir, { a: '2' }, [one], { ref: 'refs/heads/feat/x' })
    const tag = await objects.writeTag(git, dir, { object: two, type: 'commit', name: 'main', tagger: ALICE, message: '' })
    await refs.update(git, dir, [{ ref: 'refs/tags/main', new: tag }, { ref: 'refs/tags/v1', new: tag }, { ref: 'refs/tags/refs/heads/ghost', new: tag }])
    for (const snapshot of [undefined, await refs.list(git, dir)]) {
      const at = async (text: string, more: objects.ResolveOptions = {}) => objects.resolve(git, dir, text, { refs: snapshot, ...more })
      assert.deepEqual(await at('main'), { oid: one, type: 'commit', kind: 'branch', ref: 'refs/heads/main' })
      assert.deepEqual(await at('HEAD'), { oid: one, type: 'commit', kind: 'branch', ref: 'refs/heads/main' })
      assert.deepEqual(await at('main', { prefer: ['tags'] }), { oid: two, type: 'commit', kind: 'tag', ref: 'refs/tags/main' })
      assert.equal((await at('v1', { want: 'any' }))!.oid, tag)
      assert.equal((await at('feat/x'))!.oid, two)
      assert.equal((await at('refs/heads/feat/x'))!.oid, two)
      assert.equal((await at(two))!.kind, 'commit')
      assert.equal((await at(two.slice(0, 10)))!.oid, two)
      assert.equal((await at(tag.slice(0, 10)))!.oid, two)
      assert.equal((await at('main', { want: 'tree' }))!.type, 'tree')
      assert.equal((await at('feat/x~1', { relative: true }))!.oid, one)
      assert.equal((await at('feat/x^', { relative: true }))!.oid, one)
      for (const bad of ['', '-d', '--output=/tmp/p', '..', 'main..feat/x', '@', '@{u}', '@{-1}', ':/change', 'main^{/x}', 'main^', 'main~1', 'main:a', 'refs/heads/-x',
        'a.lock', 'main\0', 'main\n', `main\ninfo ${one}`, 'refs/heads/ghost', 'heads/main', 'f'.repeat(format === 'sha1' ? 40 : 64), 'fff', '../config', 'refs/heads/../../HEAD']) {
        assert.equal(await at(bad), null, JSON.stringify(bad))
      }
    }
  })
}
