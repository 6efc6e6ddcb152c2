import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { archive, bundle } from './archive.ts'
import { blame } from './blame.ts'
import * as objects from './objects.ts'
import { collect } from './stream.ts'
import { commit, FORMATS, testbed } from './testbed.ts'

const bed = testbed()

for (const format of FORMATS) {
  test(`${format}: files as archives, history as a bundle that clones`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const c1 = await commit(git, dir, { 'a.txt': 'hello\n', 'docs/-b': 'x\n' })
    const c2 = await commit(git, dir, { 'a.txt': 'bye\n' }, [c1])
    const zip = await collect(await archive(git, dir, c1, { format: 'zip', prefix: 'demo' }))
    assert.equal(zip.toString('latin1', 0, 2), 'PK')
    assert.ok(zip.includes('demo/docs/-b'))
    const tar = gunzipSync(await collect(await archive(git, dir, c1, { format: 'tar.gz', prefix: '--output=x' })))
    assert.ok(tar.includes('--output=x/a.txt') && tar.includes('hello\n'))
    const part = await collect(await archive(git, dir, c1, { format: 'tar', paths: ['docs'] }))
    assert.ok(part.includes('docs/-b') && !part.includes('a.txt'))
    await assert.rejects(archive(git, dir, c1, { format: 'tar', prefix: '../x' }), TypeError)
    await assert.rejects(async () => collect(await archive(git, dir, c1, { format: 'tar', paths: ['nope'] })), /pathspec/)

    const whole = join(bed.folder, `${format}.bundle`)
    writeFileSync(whole, await collect(await bundle(git, dir, [{ ref: 'refs/heads/main', oid: c1 }, { ref: 'HEAD', oid: c1 }])))
    const clone = join(bed.folder, `${format}-clone`)
    execFileSync('git', ['clone', '-q', whole, clone])
    assert.equal(execFileSync('git', ['-C', clone, 'rev-parse', 'HEAD']).toString().trim(), c1)
    const rest = join(bed.folder, `${format}-rest.bundle`)
    writeFileSync(rest, await collect(await bundle(git, dir, [{ ref: 'refs/heads/main', oid: c2 }], { not: [c1] })))
    execFileSync('git', ['-C', clone, 'fetch', '-q', rest, 'main'])
    assert.equal(execFileSync('git', ['-C', clone, 'rev-parse', 'FETCH_HEAD']).toString().trim(), c2)
    await assert.rejects(bundle(git, dir, [{ ref: 'refs/heads/a\nb', oid: c1 }]), TypeError)
  })

  test(`${format}: each line knows its commit, also under an earlier name`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const c1 = await commit(git, dir, { 'o "ld': '1\n2\n3\n4\n5\n6\n' })
    const c2 = await commit(git, dir, { 'o "ld': null, new: '1\n2\nthree\n4\n5\n6\n' }, [c1])
    const groups = await blame(git, dir, c2, 'new')
    assert.deepEqual(groups, [
      { oid: c1, line: 1, lines: ['1', '2'], originalLine: 1, originalPath: 'o "ld', previous: null },
      { oid: c2, line: 3, lines: ['three'], originalLine: 3, originalPath: 'new', previous: { oid: c1, path: 'o "ld' } },
      { oid: c1, line: 4, lines: ['4', '5', '6'], originalLine: 4, originalPath: 'o "ld', previous: null }])
    assert.deepEqual((await blame(git, dir, c2, 'new', { from: 2, to: 3 })).map((x) => [x.line, x.lines.length]), [[2, 1], [3, 1]])
    const c3 = await commit(git, dir, { code: 'function alpha() { return 1 }\nend\n' }, [c2])
    const c4 = await commit(git, dir, { code: 'function  alpha() {return 1}\nend\n' }, [c3])
    assert.deepEqual((await blame(git, dir, c4, 'code')).map((x) => x.oid), [c4, c3])
    assert.deepEqual([...new Set((await blame(git, dir, c4, 'code', { ignore: [c4] })).map((x) => x.oid))], [c3])
    await assert.rejects(blame(git, dir, c2, '--contents=/etc/passwd'), /no such path/)
    await assert.rejects(blame(git, dir, 'HEAD', 'new'), TypeError)
  })
}

test('an archive nobody reads on ends its child', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const blob = await objects.writeBlob(git, dir, Buffer.alloc(20_000_000, 'x'))
  const tree = await objects.writeTree(git, dir, [{ mode: '100644', kind: 'file', name: 'big', oid: blob }])
  const streams = []
  for (let i = 0; i < git.limits.heavy; i++) streams.push(await archive(git, dir, tree, { format: 'tar' }))
  for (const stream of streams) stream.destroy()
  const next = await archive(git, dir, tree, { format: 'tar' })
  let size = 0
  for await (const chunk of next) size += chunk.length
  assert.ok(size > 20_000_000)
})
