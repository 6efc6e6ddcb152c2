import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as diff from './diff.ts'
import { Missing, writeBlob } from './objects.ts'
import { run } from './run.ts'
import { collect } from './stream.ts'
import { commit, FORMATS, testbed } from './testbed.ts'
import { edit } from './tree.ts'

const bed = testbed()
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`).join('')

for (const format of FORMATS) {
  test(`${format}: changed files with their kinds, counts and names`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const c1 = await commit(git, dir, { keep: 'k', edit: lines(1, 20), old: lines(1, 40), gone: 'a\nb\n', 'ä "q"': '1\n', bin: 'a\0b' })
    const c2 = await commit(git, dir, { edit: lines(1, 10) + 'x\n' + lines(12, 21), old: null, 'dir/new': lines(1, 40), gone: null, tab: 'tab\n', 'ä "q"': '1\n2\n', bin: 'a\0c' }, [c1])
    const { files, additions, deletions } = await diff.changes(git, dir, c1, c2)
    assert.deepEqual(files.map((x) => [x.path, x.status, x.additions, x.deletions, x.binary, x.oldPath]), [
      ['bin', 'modified', 0, 0, true, undefined], ['dir/new', 'renamed', 0, 0, false, 'old'], ['edit', 'modified', 2, 1, false, undefined],
      ['gone', 'deleted', 0, 2, false, undefined], ['tab', 'added', 1, 0, false, undefined], ['ä "q"', 'modified', 1, 0, false, undefined]])
    assert.deepEqual([additions, deletions], [4, 3])
    assert.equal(files[1].similarity, 100)
    assert.equal(files[3].newMode, '000000')
    assert.match(files[4].oldOid, /^0+$/)
    assert.deepEqual(await diff.ofCommit(git, dir, c2), { files, additions, deletions })
    const root = await diff.ofCommit(git, dir, c1)
    assert.deepEqual([root.files.length, root.files.every((x) => x.status === 'added'), root.additions], [6, true, 64])
    assert.deepEqual(root, await diff.changes(git, dir, null, c1))
    assert.deepEqual((await diff.changes(git, dir, c2, c2)).files, [])
    await assert.rejects(diff.changes(git, dir, c1, 'f'.repeat(c1.length)), Missing)
  })
}

test('a merge is compared with its first parent, and asking backwards does not spoil it', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const c1 = await commit(git, dir, { a: '1\n' })
  const side = await commit(git, dir, { b: '1\n' }, [c1])
  const main = await commit(git, dir, { c: '1\n' }, [c1])
  const merge = await commit(git, dir, { b: '1\n' }, [main, side])
  assert.deepEqual((await diff.changes(git, dir, merge, c1)).files.map((x) => `${x.status} ${x.path}`), ['deleted b', 'deleted c'])
  assert.deepEqual((await diff.ofCommit(git, dir, merge)).files.map((x) => x.path), ['b'])
  assert.deepEqual((await diff.ofCommit(git, dir, c1)).files.map((x) => x.path), ['a'])
})

test('many pairs at once, beyond the life of one reader', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const trees: string[] = []
  for (let i = 0; i < 30; i++) trees.push(await edit(git, dir, null, [{ op: 'put', path: `f${i}`, oid: await writeBlob(git, dir, `${i}\n`.repeat(i + 1)) }]))
  const pairs = trees.flatMap((a) => trees.map((b) => [a, b])).filter(([a, b]) => a !== b)
  const found = await Promise.all(pairs.map(([a, b]) => diff.changes(git, dir, a, b)))
  pairs.forEach(([a, b], i) => assert.deepEqual([found[i].additions, found[i].deletions], [trees.indexOf(b) + 1, trees.indexOf(a) + 1]))
})

test('hunks carry the line numbers of both sides', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const c1 = await commit(git, dir, { f: lines(1, 30), g: '@@ -1 +1 @@\n-- x\n', h: 'no end' })
  const c2 = await commit(git, dir, { f: lines(1, 4) + 'five\n' + lines(6, 25) + lines(27, 30), g: 'diff --git a/x b/x\n++ y\n', h: 'no end\nnow\n' }, [c1])
  const [f, g, h] = await diff.hunks(git, dir, c1, c2, { context: 1 })
  assert.deepEqual(f.hunks.map((x) => [x.oldStart, x.oldLines, x.newStart, x.newLines]), [[4, 3, 4, 3], [25, 3, 25, 2]])
  assert.deepEqual(f.hunks[0].lines, [
    { kind: 'context', old: 4, new: 4, text: 'line 4' }, { kind: 'removed', old: 5, new: null, text: 'line 5' },
    { kind: 'added', old: null, new: 5, text: 'five' }, { kind: 'context', old: 6, new: 6, text: 'line 6' }])
  assert.deepEqual(g.hunks[0].lines.map((x) => x.kind[0] + x.text), ['r@@ -1 +1 @@', 'r-- x', 'adiff --git a/x b/x', 'a++ y'])
  assert.deepEqual(h.hunks[0].lines.map((x) => [x.kind, x.text, x.noEol]), [['removed', 'no end', true], ['added', 'no end', undefined], ['added', 'now', undefined]])
  assert.deepEqual(await diff.fileHunks(git, dir, c1, c2, { path: 'f' }, { context: 1 }), f)
  assert.equal(await diff.fileHunks(git, dir, c1, c2, { path: 'nope' }), null)
  const short = await diff.hunks(git, dir, c1, c2, { maxLines: 4, context: 1 })
  assert.deepEqual([short[0].truncated, short[0].hunks.length, short[1].truncated], [true, 1, false])
})

test('a renamed file has only the hunks of its edit', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const c1 = await commit(git, dir, { old: lines(1, 50) })
  const c2 = await commit(git, dir, { old: null, 'ne w': lines(1, 49) + 'end\n' }, [c1])
  const found = await diff.fileHunks(git, dir, c1, c2, { path: 'ne w', oldPath: 'old' })
  assert.equal(found!.hunks.length, 1)
  assert.equal(found!.hunks[0].oldStart, 47)
})

test('a patch can be streamed, and as mails', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const c1 = await commit(git, dir, { a: '1\n' }, [], { message: 'first\n' })
  const c2 = await commit(git, dir, { a: '2\n', b: 'x\0y' }, [c1], { message: 'second\n' })
  const c3 = await commit(git, dir, { c: '3\n' }, [c2], { message: 'third\n' })
  const text = (await collect(await diff.patch(git, dir, c1, c3, { binary: true }))).toString()
  assert.match(text, /^diff --git a\/a b\/a\nindex [0-9a-f]{40}[^]*GIT binary patch/)
  assert.doesNotMatch((await collect(await diff.patch(git, dir, c1, c3, { paths: ['c'] }))).toString(), /a\/a/)
  const mails = (await collect(await diff.formatPatch(git, dir, c1, c3))).toString()
  assert.deepEqual(mails.match(/^Subject: .*$/gm), ['Subject: [PATCH 1/2] second', 'Subject: [PATCH 2/2] third'])
  assert.match((await collect(await diff.formatPatch(git, dir, null, c1))).toString(), /^From [0-9a-f]{40} [^]*Subject: \[PATCH\] first/)
  await assert.rejects(diff.formatPatch(git, dir, '--output=/tmp/p', c1), TypeError)
  await run(git, dir, ['prune', '--expire=now'])
  await assert.rejects(async () => collect(await diff.formatPatch(git, dir, null, c3)), Missing)
})
