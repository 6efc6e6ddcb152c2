import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as diff from './diff.ts'
import * as history from './history.ts'
import * as log from './log.ts'
import { commit as readCommit, formatCommit, knownCommit, writeBlob, writeCommit, writeObject, writeTree } from './objects.ts'
import { endReaders } from './pool.ts'
import { ALICE, commit, FORMATS, testbed } from './testbed.ts'

const bed = testbed()

for (const format of FORMATS) {
  test(`${format}: a page read at once is what would be read commit by commit`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    // names that only a push brings
    const file = async (name: string, text: string) => ({ mode: '100644', kind: 'file' as const, name, oid: await writeBlob(git, dir, text) })
    const tree = await writeTree(git, dir, [await file('a', '1\n2\n3\n4\n5\n'), await file('commit 1\n', 'x\n'), await file('\x01', 'y\n'), await file('bin', 'a\0b')])
    let at = await writeCommit(git, dir, { tree, parents: [], author: ALICE, committer: ALICE, message: 'first\n' })
    const same = (message: string, more: object = {}) => writeCommit(git, dir, { tree, parents: [at], author: ALICE, committer: ALICE, message, ...more })
    for (const message of ['plain\n', 'no end', 'spaces  \n\n  kept \n\n', '\n\nlate\n', '', ':looks like changes\n\n:000000 100644\n', 'commit 1\n']) at = await same(message)
    at = await same('signed\n', { signature: '-----BEGIN SSH SIGNATURE-----\nabc\n\ndef\n-----END SSH SIGNATURE-----\n' })
    const latin = Buffer.concat([formatCommit(format, { tree, parents: [at], author: ALICE, committer: ALICE, message: 'gr' }), Buffer.from([0xfc, 0xdf, 10])])
    at = await writeObject(git, dir, 'commit', latin)
    const side = await commit(git, dir, { side: '1\n' }, [at])
    at = await commit(git, dir, { a: null, moved: '1\n2\n3\n4\n5\n' }, [at])
    at = await commit(git, dir, { side: '1\n' }, [at, side])
    const oids = await log.list(git, dir, { from: at, limit: 30 })
    assert.equal(oids.length, 13)
    const told = async () => Promise.all(oids.map(async (oid) => ({ ...(await readCommit(git, dir, oid)), ...(await diff.ofCommit(git, dir, oid)) })))
    git.memory.drop('')
    const single = await told()
    git.memory.drop('')
    assert.equal(history.known(git, dir, at, 30), false)
    assert.deepEqual(await history.prepare(git, dir, at, 30), oids)
    const odd = ['spaces  \n\n  kept \n\n', '\n\nlate\n']
    for (const { oid, message } of single) assert.equal(knownCommit(git, dir, oid) !== undefined, !odd.includes(message) && !message.startsWith('gr'), JSON.stringify(message))
    assert.ok(oids.every((oid) => diff.knows(git, dir, oid)))
    assert.deepEqual(await told(), single)
    assert.equal(history.known(git, dir, at, 30), true)
    git.memory.drop('')
    history.learn(git, dir, JSON.parse(JSON.stringify(await history.read(git, dir, at, 30))))
    assert.deepEqual(await told(), single)
  })
}

test('of a few new commits only those are asked for, and a walk along unknown ones asks once', async () => {
  const { git } = bed
  const dir = await bed.repo()
  let at = await commit(git, dir, { a: '0' })
  for (let i = 1; i <= 40; i++) at = await commit(git, dir, { a: String(i) }, [at])
  const newest = await log.list(git, dir, { from: at, limit: 30 })
  git.memory.drop('')
  const both = await Promise.all([1, 2].map(() => history.prepare(git, dir, at, 30)))
  assert.deepEqual(both, [newest, newest], 'by one child for both')
  assert.ok(newest.every((oid) => diff.knows(git, dir, oid)))
  assert.equal(await history.prepare(git, dir, at, 30), undefined, 'it is known')
  assert.equal(await history.prepare(git, dir, newest[20], 20), undefined, 'whoever comes again is answered by the long-lived ones')
  assert.equal(history.known(git, dir, newest[20], 20), false)
  const next = await commit(git, dir, { a: 'next' }, [at])
  await readCommit(git, dir, next)
  assert.equal(history.known(git, dir, next, 30), true)
  assert.equal(history.known(git, dir, next, 40), false)
  git.memory.drop('')
  await endReaders(git, dir)
  assert.equal((await log.list(git, dir, { from: next, limit: 30 })).length, 30)
  assert.equal(await log.count(git, dir, { from: at, limit: 100 }), 41)
  assert.equal(log.knownCount(git, dir, next), 42, 'one more than its parent')
  assert.equal(log.knownCount(git, dir, 'f'.repeat(40)), undefined)
})
