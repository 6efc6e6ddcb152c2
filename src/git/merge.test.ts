import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as merge from './merge.ts'
import * as objects from './objects.ts'
import { run, type Git, type GitDir } from './run.ts'
import { ALICE, commit, FORMATS, testbed } from './testbed.ts'
import { find } from './tree.ts'

const bed = testbed({ durable: true })
const BOB = { name: 'Bob', email: 'bob@example.org', date: 1_800_000_000, offset: 0 }
const by = (message: string): merge.By => ({ author: BOB, committer: BOB, message })
const lines = (...words: string[]) => words.map((x) => `${x}\n`).join('')

async function text(git: Git, dir: GitDir, oid: string, path: string): Promise<string | null> {
  const entry = await find(git, dir, (await objects.commit(git, dir, oid)).tree, path)
  return entry && (await objects.blob(git, dir, entry.oid)).toString()
}

async function objectCount(git: Git, dir: GitDir): Promise<string> {
  return (await run(git, dir, ['count-objects'])).stdout.toString()
}

for (const format of FORMATS) {
  test(`${format}: merge, squash, rebase and their like agree on the files and keep what they should`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const base = await commit(git, dir, { f: lines('1', '2', '3', '4', '5'), g: 'g\n' }, [], { message: 'base\n' })
    const ours = await commit(git, dir, { f: lines('one', '2', '3', '4', '5') }, [base], { message: 'ours\n' })
    const t1 = await commit(git, dir, { f: lines('1', '2', '3', '4', 'five') }, [base], { message: 't1\n' })
    const t2 = await commit(git, dir, { h: 'h\n', g: null }, [t1], { message: 't2\n' })
    const wanted = lines('one', '2', '3', '4', 'five')

    const merged = await merge.merge(git, dir, ours, t2, by('merge\n'))
    const m = await objects.commit(git, dir, merged.oid!)
    assert.deepEqual([m.parents, m.message, m.author.name], [[ours, t2], 'merge\n', 'Bob'])
    assert.equal(await text(git, dir, m.oid, 'f'), wanted)
    assert.equal(await text(git, dir, m.oid, 'g'), null)

    const squashed = await objects.commit(git, dir, (await merge.squash(git, dir, ours, t2, by('all\n'))).oid!)
    assert.deepEqual([squashed.parents, squashed.tree], [[ours], m.tree])

    const rebased = await merge.rebase(git, dir, ours, [t1, t2], { committer: BOB })
    assert.ok(rebased.conflicts === null)
    const head = await objects.commit(git, dir, rebased.oid)
    assert.deepEqual([head.tree, rebased.tree, head.author.name, head.committer.name, head.message], [m.tree, m.tree, 'Alice', 'Bob', 't2\n'])
    assert.deepEqual((await objects.commit(git, dir, head.parents[0])).parents, [ours])
    assert.deepEqual([...rebased.commits], [[t1, head.parents[0]], [t2, head.oid]])

    const both = await merge.rebaseMerge(git, dir, ours, [t1, t2], { committer: BOB }, by('merge\n'))
    assert.deepEqual((await objects.commit(git, dir, both.oid!)).parents, [ours, rebased.oid])

    const picked = await objects.commit(git, dir, (await merge.cherryPick(git, dir, t2, ours, by('pick\n'))).oid!)
    assert.deepEqual([picked.parents, await text(git, dir, picked.oid, 'h'), await text(git, dir, picked.oid, 'f')], [[ours], 'h\n', lines('one', '2', '3', '4', '5')])
    const reverted = (await merge.revert(git, dir, t1, m.oid, by('undo\n'))).oid!
    assert.equal(await text(git, dir, reverted, 'f'), lines('one', '2', '3', '4', '5'))
    const undone = (await merge.revert(git, dir, m.oid, m.oid, by('undo the merge\n'), { mainline: 1 })).oid!
    assert.equal((await objects.commit(git, dir, undone)).tree, (await objects.commit(git, dir, ours)).tree)
    const root = (await merge.cherryPick(git, dir, base, await commit(git, dir, { q: 'q\n' }), by('root\n'))).oid!
    assert.equal(await text(git, dir, root, 'g'), 'g\n')

    assert.equal(await merge.canFastForward(git, dir, base, t2), true)
    assert.equal(await merge.canFastForward(git, dir, ours, t2), false)
    assert.doesNotMatch((await run(git, dir, ['fsck', '--strict'])).stdout.toString(), /missing|broken|error/)
    assert.doesNotMatch((await run(git, dir, ['cat-file', '--batch-all-objects', '--batch'])).stdout.toString(), /merge@invalid/)
    assert.deepEqual(readdirSync(join(dir.path, 'objects')).filter((x) => x.startsWith('tmp_')), [])
  })

  test(`${format}: a conflict names its paths and leaves no object behind`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const base = await commit(git, dir, { f: 'base\n', 'sub/x ': 'base\n', k: 'k\n' })
    const ours = await commit(git, dir, { f: 'ours\n', 'sub/x ': 'ours\n' }, [base])
    const theirs = await commit(git, dir, { f: 'theirs\n', 'sub/x ': 'theirs\n', k: 'n\n' }, [base])
    const before = await objectCount(git, dir)
    const names = ['f', 'sub/x ']
    assert.deepEqual(await merge.mergeTrees(git, dir, ours, theirs), { tree: null, conflicts: names, unrelated: false })
    assert.deepEqual(await merge.merge(git, dir, ours, theirs, by('m')), { oid: null, tree: null, conflicts: names, unrelated: false })
    assert.deepEqual((await merge.squash(git, dir, ours, theirs, by('m'))).conflicts, names)
    assert.deepEqual(await merge.rebase(git, dir, ours, [theirs], { committer: BOB }), { oid: null, tree: null, at: theirs, conflicts: names, unrelated: false })
    assert.deepEqual((await merge.cherryPick(git, dir, theirs, ours, by('m'))).conflicts, names)
    assert.deepEqual((await merge.revert(git, dir, theirs, ours, by('m'))).conflicts, names)
    const lone = await commit(git, dir, { f: 'base\n' })
    const after = await objectCount(git, dir)
    assert.deepEqual(await merge.mergeTrees(git, dir, ours, lone), { tree: null, conflicts: [], unrelated: true })
    assert.equal(await objectCount(git, dir), after)
    assert.notEqual(after, before)
  })
}

test('asking whether it would merge keeps nothing; a chosen base decides', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const base = await commit(git, dir, { f: lines('1', '2', '3', '4', '5') })
  const ours = await commit(git, dir, { f: lines('one', '2', '3', '4', '5') }, [base])
  const theirs = await commit(git, dir, { f: lines('1', '2', '3', '4', 'five') }, [base])
  const before = await objectCount(git, dir)
  const asked = await merge.mergeTrees(git, dir, ours, theirs, { dry: true })
  assert.match(asked.tree!, /^[0-9a-f]{40}$/)
  assert.equal(await objectCount(git, dir), before)
  assert.equal(await objects.info(git, dir, asked.tree!), null)
  assert.deepEqual(await merge.mergeTrees(git, dir, ours, theirs), asked)
  assert.notEqual(await objects.info(git, dir, asked.tree!), null)
  assert.deepEqual(await merge.mergeTrees(git, dir, ours, theirs, { base }), asked)
  assert.deepEqual((await merge.mergeTrees(git, dir, ours, theirs, { base: null })).conflicts, ['f'])
  assert.equal((await merge.mergeTrees(git, dir, ours, theirs, { base: theirs })).tree, (await objects.commit(git, dir, ours)).tree)
})

test('a rebase keeps commits that already stand there and drops those with nothing left to change', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const base = await commit(git, dir, { f: '1\n' })
  const next = await commit(git, dir, { g: '1\n' }, [base])
  const kept = await merge.rebase(git, dir, base, [next], { committer: BOB })
  assert.equal(kept.oid, next)
  const same = await commit(git, dir, { g: '1\n' }, [base], { message: 'the same\n' })
  const dropped = await merge.rebase(git, dir, next, [same], { committer: BOB })
  assert.equal(dropped.oid, next)
  assert.ok(dropped.conflicts === null && dropped.commits.get(same) === null)
  const reworded = await merge.rebase(git, dir, base, [next], { committer: BOB, message: (x) => `${x.message}\nReviewed-by: Bob\n` })
  assert.match((await objects.commit(git, dir, reworded.oid!)).message, /Reviewed-by: Bob/)
})

test('what is made can be signed', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const base = await commit(git, dir, { f: '1\n' })
  const ours = await commit(git, dir, { g: '1\n' }, [base])
  const theirs = await commit(git, dir, { h: '1\n' }, [base])
  let payload: Buffer = Buffer.alloc(0)
  const made = await merge.merge(git, dir, ours, theirs, { ...by('signed\n'), author: ALICE, sign: async (bytes) => { payload = bytes; return '-----BEGIN SSH SIGNATURE-----\nx\n-----END SSH SIGNATURE-----\n' } })
  const got = await objects.commit(git, dir, made.oid!)
  assert.ok(got.signature!.payload.equals(payload))
  assert.equal(got.signature!.text, '-----BEGIN SSH SIGNATURE-----\nx\n-----END SSH SIGNATURE-----')
})
