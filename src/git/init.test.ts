import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as init from './init.ts'
import { run } from './run.ts'
import { commit, FORMATS, testbed } from './testbed.ts'

const bed = testbed({ durable: true })

for (const format of FORMATS) {
  test(`a new ${format} repository is one git agrees with`, async () => {
    const dir = await init.create(bed.git, join(bed.folder, 'deep/down', `${format}.git`), { format, defaultBranch: 'trunk' })
    assert.equal((await run(bed.git, dir, ['rev-parse', '--is-bare-repository', '--show-object-format'])).stdout.toString(), `true\n${format}\n`)
    assert.equal((await run(bed.git, dir, ['symbolic-ref', 'HEAD'])).stdout.toString(), 'refs/heads/trunk\n')
    assert.equal(await init.isEmpty(dir), true)
    const before = await init.size(dir)
    await commit(bed.git, dir, { a: 'a' }, [], { ref: 'refs/heads/trunk' })
    await run(bed.git, dir, ['fsck', '--strict'])
    assert.equal(await init.isEmpty(dir), false)
    assert.ok(await init.size(dir) > before)
    await run(bed.git, dir, ['pack-refs', '--all', '--prune'])
    assert.equal(await init.isEmpty(dir), false)
    assert.deepEqual(await init.detect(dir.path), dir)
  })
}

test('two makers of one path: one succeeds', async () => {
  const path = join(bed.folder, 'twice.git')
  const results = await Promise.allSettled([init.create(bed.git, path), init.create(bed.git, path), init.create(bed.git, path)])
  assert.equal(results.filter((x) => x.status === 'fulfilled').length, 1)
  for (const x of results) if (x.status === 'rejected') assert.equal(x.reason.name, 'Exists')
  assert.deepEqual(readdirSync(bed.folder).filter((x) => x.includes('.new-')), [])
})

test('bad names and paths make nothing', async () => {
  for (const defaultBranch of ['-x', 'a..b', 'a b', '', 'a.lock']) {
    await assert.rejects(init.create(bed.git, join(bed.folder, 'never.git'), { defaultBranch }), TypeError)
  }
  await assert.rejects(init.create(bed.git, 'relative.git'), TypeError)
  assert.equal(existsSync(join(bed.folder, 'never.git')), false)
})

test('moving and removing leave nothing behind, not even in memory', async () => {
  const dir = await bed.repo()
  await commit(bed.git, dir, { a: 'a' }, [], { ref: 'refs/heads/main' })
  const moved = await init.move(bed.git, dir, join(bed.folder, 'moved.git'))
  assert.equal(existsSync(dir.path), false)
  await assert.rejects(init.move(bed.git, moved, (await bed.repo()).path), init.Exists)
  await init.remove(bed.git, moved)
  await init.remove(bed.git, moved)
  assert.equal(existsSync(moved.path), false)
  assert.deepEqual(readdirSync(bed.folder).filter((x) => x.includes('.gone-')), [])
})

test('a configuration brought along is replaced', async () => {
  const dir = await bed.repo('sha256')
  writeFileSync(join(dir.path, 'config'), readFileSync(join(dir.path, 'config'), 'utf8') + '[core]\n\tsshCommand = touch /tmp/p\n')
  writeFileSync(join(dir.path, 'objects/info/alternates'), '/etc\n')
  await init.writeConfig(bed.git, dir)
  assert.doesNotMatch(readFileSync(join(dir.path, 'config'), 'utf8'), /sshCommand/)
  assert.equal(existsSync(join(dir.path, 'objects/info/alternates')), false)
  assert.equal((await run(bed.git, dir, ['rev-parse', '--show-object-format'])).stdout.toString(), 'sha256\n')
})
