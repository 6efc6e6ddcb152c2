import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { grep, notes, objects, refs, start } from './index.ts'

test('notes and texts are found in a repository as git writes it', async () => {
  const path = mkdtempSync(join(tmpdir(), 'notes-'))
  const git = await start({ durable: false })
  const run = (...args: string[]) => execFileSync('git', ['-C', path, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args]).toString().trim()
  try {
    run('init', '-q', '--bare', '-b', 'main')
    const dir = { path, format: 'sha1' as const }
    const blob = await objects.writeBlob(git, dir, Buffer.from('one\nTWO -e x\n'))
    const tree = await objects.writeTree(git, dir, [{ mode: '100644', kind: 'file', name: 'a: b.txt', oid: blob }])
    const person = { name: 'A', email: 'a@example.com', date: 1, offset: 0 }
    const commit = await objects.writeCommit(git, dir, { tree, parents: [], message: 'm\n', author: person, committer: person })
    assert.equal(await notes.of(git, dir, commit), '')
    run('notes', 'add', '-m', 'Said later', commit)
    assert.equal(await notes.of(git, dir, commit), 'Said later\n')
    const note = run('rev-parse', `refs/notes/commits:${commit}`)
    const inner = await objects.writeTree(git, dir, [{ mode: '100644', kind: 'file', name: commit.slice(2), oid: note }])
    const outer = await objects.writeTree(git, dir, [{ mode: '040000', kind: 'dir', name: commit.slice(0, 2), oid: inner }])
    const fanned = await objects.writeCommit(git, dir, { tree: outer, parents: [], message: 'n\n', author: person, committer: person })
    run('update-ref', 'refs/notes/commits', fanned)
    assert.equal(await refs.read(dir, 'refs/notes/commits'), fanned)
    assert.equal(await notes.of(git, dir, commit), 'Said later\n')
    assert.deepEqual(await grep(git, dir, commit, 'two -e'), [{ path: 'a: b.txt', lines: [{ line: 2, text: 'TWO -e x', at: 0 }] }])
    assert.deepEqual(await grep(git, dir, commit, '--output=x'), [])
    assert.deepEqual(await grep(git, dir, commit, 'two', { exact: true }), [])
  } finally {
    await git.close()
    rmSync(path, { recursive: true, force: true })
  }
})
