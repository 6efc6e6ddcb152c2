import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as diff from './diff.ts'
import { commit as readCommit, writeBlob, writeCommit, writeTree } from './objects.ts'
import { GitError, run, type GitDir } from './run.ts'
import { ALICE, commit, FORMATS, testbed } from './testbed.ts'
import { emptyTree } from './tree.ts'
import { differing, TooMany, weigh } from './weight.ts'

const bed = testbed()
const rows = (text: Buffer) => text.toString('latin1').split('\0').length - 1

/** Folders of ten times the same, ten deep. */
async function bomb(dir: GitDir, text: string): Promise<string> {
  const { git } = bed
  const ten = (mode: string, kind: 'file' | 'dir', oid: string) => writeTree(git, dir, Array.from({ length: 10 }, (_, i) => ({ mode, kind, name: `n${i}`, oid })))
  let tree = await ten('100644', 'file', await writeBlob(git, dir, Buffer.from(text)))
  for (let level = 0; level < 9; level++) tree = await ten('040000', 'dir', tree)
  return tree
}

for (const format of FORMATS) {
  test(`${format}: files are counted as git would list them`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const c1 = await commit(git, dir, { a: '1', 'd/a': '1', 'd/b': '2', 'd/e/f': '3', 'same/x': '4', 'same/y/z': '5', was: '6' })
    const c2 = await commit(git, dir, { 'a/in': '1', 'd/a': '2', 'd/b': '2', 'd/e': '3', 'same/x': '4', 'same/y/z': '5', 'new/x': '4', 'new/y/z': '5' })
    const [one, two] = [(await readCommit(git, dir, c1)).tree, (await readCommit(git, dir, c2)).tree]
    for (const tree of [one, two]) assert.equal(await weigh(git, dir, tree), rows((await run(git, dir, ['ls-tree', '-r', '-z', tree])).stdout))
    for (const [from, to] of [[one, two], [two, one], [one, one]]) {
      assert.equal(await differing(git, dir, from, to), rows((await run(git, dir, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to])).stdout))
    }
    assert.equal(await differing(git, dir, emptyTree(dir), two), await weigh(git, dir, two))
    assert.equal(await weigh(git, dir, emptyTree(dir)), 0)
  })
}

test('what stands for more than can be listed is counted at once, and not compared', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const [one, two] = [await bomb(dir, '1'), await bomb(dir, '2')]
  assert.equal(await weigh(git, dir, one), 10 ** 10)
  assert.equal(await differing(git, dir, one, two), 10 ** 10)
  assert.equal(await differing(git, dir, emptyTree(dir), two), 10 ** 10)
  const first = await writeCommit(git, dir, { tree: one, parents: [], author: ALICE, committer: ALICE, message: 'one\n' })
  const next = await writeCommit(git, dir, { tree: two, parents: [first], author: ALICE, committer: ALICE, message: 'two\n' })
  await assert.rejects(diff.patch(git, dir, first, next), TooMany)
  await assert.rejects(diff.hunks(git, dir, null, first), TooMany)
  await assert.rejects(diff.formatPatch(git, dir, first, next), TooMany)
  diff.expectMany(git, dir)
  await assert.rejects(diff.changes(git, dir, first, next), TooMany)
  assert.deepEqual(await diff.ofCommit(git, dir, next), { files: [], additions: 0, deletions: 0, tooMany: true })
  // who is not warned is stopped
  await assert.rejects(run(git, dir, ['diff-tree', '-r', '--root', '--name-only', next], { memory: 32 * 1024 * 1024 }), (error) => error instanceof GitError && error.reason === 'output')
})
