import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as objects from './objects.ts'
import { run } from './run.ts'
import { FORMATS, testbed } from './testbed.ts'
import * as trees from './tree.ts'

const bed = testbed()

test('paths that must not enter a tree', () => {
  for (const good of ['a', 'a/b.txt', '.gitignore', '.github/x', 'ä/ö', 'a b', '-x', 'con', '.gitea/template', 'git', 'x.git', '...']) assert.equal(trees.validPath(good), true, good)
  for (const bad of ['', '/a', 'a/', 'a//b', '.', '..', 'a/../b', '../x', 'a/./b', '.git', '.git/config', 'a/.GIT/x', 'git~1', 'GIT~2/x', '.git::$INDEX_ALLOCATION/x',
    '.git.', '.git /x', '.g\u200cit/config', 'a\0b', 'a\nb', 'x\\..\\y', '..\\x', 'a\\.git\\b', 'a'.repeat(256), 'a/'.repeat(2100) + 'b', '\ud800', null]) {
    assert.equal(trees.validPath(bad), false, JSON.stringify(bad))
  }
})

for (const format of FORMATS) {
  test(`${format}: a path is found, a folder listed, links and submodules not followed`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const blob = await objects.writeBlob(git, dir, 'text')
    const link = await objects.writeBlob(git, dir, '../../etc')
    const tree = await trees.edit(git, dir, null, [
      { op: 'put', path: 'docs/a.md', oid: blob }, { op: 'put', path: 'docs/deep/b.md', oid: blob, mode: '100755' },
      { op: 'put', path: 'link', oid: link, mode: '120000' }, { op: 'put', path: 'mod', oid: 'a'.repeat(blob.length), mode: '160000' }])
    assert.equal((await trees.find(git, dir, tree, 'docs/deep/b.md'))!.kind, 'executable')
    assert.equal((await trees.find(git, dir, tree, 'link'))!.kind, 'symlink')
    assert.equal((await trees.find(git, dir, tree, 'mod'))!.kind, 'submodule')
    assert.equal((await trees.find(git, dir, tree, ''))!.oid, tree)
    for (const none of ['link/x', 'mod/x', 'docs/a.md/x', 'nope', '..', 'docs/', '/docs']) assert.equal(await trees.find(git, dir, tree, none), null, none)
    assert.deepEqual((await trees.listFolder(git, dir, tree, 'docs'))!.map((x) => x.path), ['docs/a.md', 'docs/deep'])
    assert.equal(await trees.listFolder(git, dir, tree, 'link'), null)
    const all = await trees.list(git, dir, tree, { recursive: true })
    assert.deepEqual(all.entries.map((x) => [x.path, x.size]), [['docs', null], ['docs/a.md', 4], ['docs/deep', null], ['docs/deep/b.md', 4], ['link', 9], ['mod', null]])
    const page = await trees.list(git, dir, tree, { recursive: true, skip: 2, limit: 2 })
    assert.deepEqual([page.entries.map((x) => x.path), page.total, page.truncated], [['docs/deep', 'docs/deep/b.md'], 6, true])
    assert.deepEqual((await trees.list(git, dir, trees.emptyTree(dir))).entries, [])
    assert.deepEqual(await trees.listFolder(git, dir, trees.emptyTree(dir)), [])
  })

  test(`${format}: edits give the tree git would have made`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const [one, two] = await Promise.all([objects.writeBlob(git, dir, '1'), objects.writeBlob(git, dir, '2')])
    const start = await trees.edit(git, dir, null, [{ op: 'put', path: 'a/b/c', oid: one, mode: '100755' }, { op: 'put', path: 'a/x', oid: one }, { op: 'put', path: 'z', oid: one }])
    const next = await trees.edit(git, dir, start, [{ op: 'put', path: 'a/b/c', oid: two }, { op: 'delete', path: 'z' }, { op: 'move', from: 'a/x', path: 'n/y', oid: two }])
    const list = async (tree: string) => (await trees.list(git, dir, tree, { recursive: true })).entries.filter((x) => x.kind !== 'dir').map((x) => `${x.mode} ${x.path} ${x.oid === one ? 1 : 2}`)
    assert.deepEqual(await list(next), ['100755 a/b/c 2', '100644 n/y 2'])
    assert.deepEqual(await list(await trees.edit(git, dir, next, [{ op: 'move', from: 'a', path: 'q/r' }])), ['100644 n/y 2', '100755 q/r/b/c 2'])
    assert.equal(await trees.edit(git, dir, next, [{ op: 'delete', path: 'a' }, { op: 'delete', path: 'n/y' }]), trees.emptyTree(dir))
    assert.equal(await trees.edit(git, dir, next, []), next)
    assert.doesNotMatch((await run(git, dir, ['fsck', '--strict', '--no-dangling'])).stderr, /error|warning|missing/)
  })
}

test('edits that cannot be', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const blob = await objects.writeBlob(git, dir, '1')
  const link = await objects.writeBlob(git, dir, '/tmp')
  const start = await trees.edit(git, dir, null, [{ op: 'put', path: 'd/f', oid: blob }, { op: 'put', path: 'l', oid: link, mode: '120000' }])
  const kind = (...changes: trees.Change[]) => trees.edit(git, dir, start, changes).then(() => 'ok', (error) => error.kind)
  assert.equal(await kind({ op: 'put', path: 'd', oid: blob }), 'conflict')
  assert.equal(await kind({ op: 'put', path: 'd/f/x', oid: blob }), 'conflict')
  assert.equal(await kind({ op: 'put', path: 'l/x', oid: blob }), 'conflict')
  assert.equal(await kind({ op: 'delete', path: 'nope' }), 'not-found')
  assert.equal(await kind({ op: 'move', from: 'nope', path: 'x' }), 'not-found')
  assert.equal(await kind({ op: 'move', from: 'l', path: 'd/f' }), 'exists')
  assert.equal(await kind({ op: 'put', path: '.git/hooks/x', oid: blob }), 'invalid-path')
  assert.equal(await kind({ op: 'move', from: 'l', path: '../l' }), 'invalid-path')
  assert.equal(await kind({ op: 'put', path: '.gitmodules', oid: link, mode: '120000' }), 'invalid-path')
  const over = await trees.edit(git, dir, start, [{ op: 'put', path: 'l', oid: blob }])
  assert.equal((await trees.find(git, dir, over, 'l'))!.kind, 'file')
})

test('names that are not UTF-8 survive an edit', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const blob = await objects.writeBlob(git, dir, '1')
  const odd = Buffer.from([0x66, 0xff, 0xfe])
  const start = await objects.writeTree(git, dir, [{ mode: '100644', kind: 'file', name: odd.toString(), bytes: odd, oid: blob }])
  const next = await trees.edit(git, dir, start, [{ op: 'put', path: 'a', oid: blob }])
  assert.ok((await objects.tree(git, dir, next)).some((x) => x.bytes?.equals(odd)))
})

test('a listing of more than anybody could read is cut off', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const blob = await objects.writeBlob(git, dir, 'text')
  let tree = await trees.edit(git, dir, null, [{ op: 'put', path: 'f', oid: blob }])
  for (let level = 0; level < 9; level++) tree = await trees.edit(git, dir, null, Array.from({ length: 10 }, (_, n) => ({ op: 'put' as const, path: `d${n}`, oid: tree, mode: '040000' })))
  const { entries, total, truncated } = await trees.list(git, dir, tree, { recursive: true, limit: 3, most: 10_000 })
  assert.deepEqual([entries.map((x) => x.path), total, truncated], [['d0', 'd0/d0', 'd0/d0/d0'], 10_000, true])
  await assert.rejects(trees.list(git, dir, 'f'.repeat(40)), /ls-tree/)
})
