import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { copy } from './copy.ts'
import * as init from './init.ts'
import * as objects from './objects.ts'
import * as refs from './refs.ts'
import { start } from './run.ts'

const who = { name: 'A', email: 'a@example.com', date: 1_700_000_000, offset: 0 }

for (const format of ['sha1', 'sha256'] as const) {
  test(`branches and tags are copied, hidden refs are not (${format})`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'copy-'))
    const git = await start({ durable: false })
    try {
      const from = await init.create(git, join(folder, 'from.git'), { format })
      const to = await init.create(git, join(folder, 'to.git'), { format })
      const write = async (text: string) => {
        const oid = await objects.writeBlob(git, from, text)
        const tree = await objects.writeTree(git, from, [{ mode: '100644', kind: 'file', name: 'f', oid }])
        return objects.writeCommit(git, from, { tree, parents: [], author: who, committer: who, message: 'm\n' })
      }
      const [one, two] = [await write('one'), await write('two')]
      assert.deepEqual(await refs.update(git, from, [{ ref: 'refs/heads/main', new: one }, { ref: 'refs/tags/v1', new: one }, { ref: 'refs/pull/1/head', new: two }]), { ok: true })
      await copy(git, from, to)
      const got = await refs.list(git, to)
      assert.deepEqual([got.heads.get('main')?.oid, got.tags.get('v1')?.oid, got.others.size], [one, one, 0])
      assert.equal((await objects.commit(git, to, one)).message, 'm\n')
      assert.equal(await objects.info(git, to, two), null)
    } finally {
      await git.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
