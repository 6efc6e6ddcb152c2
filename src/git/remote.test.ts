import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { look } from './remote.ts'
import { commit, FORMATS, testbed } from './testbed.ts'

const bed = testbed()

for (const format of FORMATS) {
  test(`names that nobody may push are not taken over from elsewhere (${format})`, async () => {
    const dir = await bed.repo(format)
    const oid = await commit(bed.git, dir, { a: 'a' })
    const update = (ref: string) => execFileSync('git', ['update-ref', ref, oid], { cwd: dir.path, stdio: 'ignore' })
    const fine = ['refs/heads/main', 'refs/heads/a/b', 'refs/tags/v1', 'refs/pull/1/head']
    const odd = [`refs/heads/${oid}`, `refs/tags/${'ab'.repeat(20)}`, 'refs/heads/refs/heads/main', 'refs/heads/-x']
    for (const ref of [...fine, ...odd]) update(ref)
    const found = await look(bed.git, { url: dir.path })
    assert.deepEqual([...found.refs.keys()].toSorted(), fine.toSorted())
    assert.equal(found.format, format)
  })
}
