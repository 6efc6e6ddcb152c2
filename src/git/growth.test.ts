import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { grown } from './growth.ts'
import * as objects from './objects.ts'
import * as refs from './refs.ts'
import { ALICE, commit, FORMATS, testbed } from './testbed.ts'
import type { GitDir } from './run.ts'

const bed = testbed()

/** A repository with a branch, and a quarantine beside its objects. */
async function start(format: GitDir['format'] = 'sha1') {
  const dir = await bed.repo(format)
  const main = await commit(bed.git, dir, { 'a/b/c.txt': 'one', 'a/x.txt': 'two', 'README.md': 'three' }, [], { ref: 'refs/heads/main' })
  const quarantine = await mkdtemp(join(dir.path, 'objects', 'tmp_objdir-incoming-'))
  await mkdir(join(quarantine, 'pack'))
  const shadow: GitDir = { ...dir, quarantine }
  const ask = async (...tips: string[]) => grown(bed.git, shadow, await refs.list(bed.git, dir), tips)
  return { dir, shadow, main, ask }
}

for (const format of FORMATS) {
  test(`commits on top of a branch are whole (${format})`, async () => {
    const { shadow, main, ask } = await start(format)
    const first = await commit(bed.git, shadow, { 'a/b/c.txt': 'changed', 'new/folder/file': 'x' }, [main])
    const second = await commit(bed.git, shadow, { 'README.md': null }, [first])
    assert.equal(await ask(second), true)
    assert.equal(await ask(first, main), true)
  })
}

test('a commit without files may be the beginning', async () => {
  const dir = await bed.repo()
  const base = await objects.writeCommit(bed.git, dir, { tree: await objects.writeTree(bed.git, dir, []), parents: [], author: ALICE, committer: ALICE, message: 'base\n' })
  await refs.update(bed.git, dir, [{ ref: 'refs/heads/main', new: base }])
  const quarantine = await mkdtemp(join(dir.path, 'objects', 'tmp_objdir-incoming-'))
  const shadow: GitDir = { ...dir, quarantine }
  const next = await commit(bed.git, shadow, { 'a/b': 'c' }, [base])
  assert.equal(await grown(bed.git, shadow, await refs.list(bed.git, dir), [next]), true)
})

test('what leans on an object that no ref names is left to git', async () => {
  const { dir, shadow, main, ask } = await start()
  const stray = await objects.writeBlob(bed.git, dir, 'nobody names me')
  const from = (await objects.commit(bed.git, dir, main)).tree
  const tree = await objects.writeTree(bed.git, shadow, [...(await objects.tree(bed.git, dir, from)), { mode: '100644', kind: 'file', name: 'stray', oid: stray }])
  const next = await objects.writeCommit(bed.git, shadow, { tree, parents: [main], author: ALICE, committer: ALICE, message: 'x\n' })
  assert.equal(await ask(next), false)
})

test('what is missing, or grows on what no ref names, is left to git', async () => {
  const { dir, shadow, main, ask } = await start()
  const aside = await commit(bed.git, dir, { 'a/x.txt': 'aside' }, [main])
  assert.equal(await ask(await commit(bed.git, shadow, { y: 'y' }, [aside])), false)
  const { dir: other, shadow: its, main: base, ask: question } = await start()
  const next = await commit(bed.git, its, { 'a/x.txt': 'changed' }, [base])
  assert.equal(await question(next), true)
  const blob = await objects.writeBlob(bed.git, other, 'changed')
  await rm(join(its.quarantine!, blob.slice(0, 2)), { recursive: true })
  assert.equal(await question(next), false)
  assert.equal(await question('1'.repeat(40)), false)
})

test('a few folders that stand for more files than there are seconds take no time', async () => {
  const { shadow, main, ask } = await start()
  let tree = await objects.writeTree(bed.git, shadow, [{ mode: '100644', kind: 'file', name: 'f', oid: await objects.writeBlob(bed.git, shadow, 'x') }])
  for (let level = 0; level < 10; level++) tree = await objects.writeTree(bed.git, shadow, Array.from({ length: 10 }, (_, i) => ({ mode: '040000', kind: 'dir' as const, name: `d${i}`, oid: tree })))
  assert.equal(await ask(await objects.writeCommit(bed.git, shadow, { tree, parents: [main], author: ALICE, committer: ALICE, message: 'x\n' })), true)
})
