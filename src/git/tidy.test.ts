import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeCommitGraph } from './log.ts'
import { info, oidOf, writeBlob } from './objects.ts'
import { update } from './refs.ts'
import { run, type GitDir } from './run.ts'
import { commit, FORMATS, testbed } from './testbed.ts'
import { endReaders } from './pool.ts'
import { pack, packIfNeeded } from './tidy.ts'

const bed = testbed()
const inPacks = (dir: GitDir) => readdirSync(join(dir.path, 'objects/pack')).sort()
const loose = (dir: GitDir) => readdirSync(join(dir.path, 'objects')).filter((one) => /^[0-9a-f]{2}$/.test(one)).flatMap((one) => readdirSync(join(dir.path, 'objects', one)).map((name) => join(dir.path, 'objects', one, name)))

/** A commit with so many files that all fall into the folder by which the number of objects is judged. */
async function filled(dir: GitDir, files: number, from?: string): Promise<string> {
  const texts: string[] = []
  for (let i = 0; texts.length < files; i++) if (oidOf(dir, 'blob', Buffer.from(`${from} ${i}\n`)).startsWith('17')) texts.push(`${from} ${i}\n`)
  const oid = await commit(bed.git, dir, Object.fromEntries(texts.map((text, i) => [`f${i}`, text])), from ? [from] : [])
  assert.ok((await update(bed.git, dir, [{ ref: 'refs/heads/main', new: oid }])).ok)
  return oid
}

for (const format of FORMATS) {
  test(`${format}: what has gathered is packed under one index with bitmaps, and what nobody points at yet stays`, async () => {
    const dir = await bed.repo(format)
    const first = await filled(dir, 2)
    assert.equal(await packIfNeeded(bed.git, dir), false, 'little is left alone')
    assert.deepEqual(inPacks(dir), [])
    const second = await filled(dir, 8, first)
    const stray = await writeBlob(bed.git, dir, 'somebody is about to point at this\n')
    assert.equal(await packIfNeeded(bed.git, dir), true)
    assert.ok(inPacks(dir).includes('multi-pack-index'))
    assert.ok(inPacks(dir).some((one) => /^multi-pack-index-.*\.bitmap$/.test(one)))
    assert.deepEqual(loose(dir), [])
    await endReaders(bed.git, dir)
    assert.equal((await info(bed.git, dir, stray))?.type, 'blob')
    await run(bed.git, dir, ['fsck', '--strict'])
    const before = inPacks(dir)
    assert.equal(await packIfNeeded(bed.git, dir), false, 'nothing is done twice')
    assert.deepEqual(inPacks(dir), before)
    const counted = await run(bed.git, dir, ['rev-list', '--count', '--use-bitmap-index', second])
    assert.equal(counted.stdout.toString().trim(), '2')
    assert.equal(await packIfNeeded(bed.git, dir), false)
    await filled(dir, 8, second)
    assert.equal(await packIfNeeded(bed.git, dir), true)
    await run(bed.git, dir, ['fsck', '--strict'])
  })
}

test('the old and unseen goes when everything is packed anew, the recent stays; walks by path keep their index', async () => {
  const dir = await bed.repo()
  await filled(dir, 3)
  await writeCommitGraph(bed.git, dir)
  const old = await writeBlob(bed.git, dir, 'old\n')
  const month = Date.now() / 1000 - 30 * 86_400
  utimesSync(join(dir.path, 'objects', old.slice(0, 2), old.slice(2)), month, month)
  const recent = await writeBlob(bed.git, dir, 'recent\n')
  await pack(bed.git, dir)
  await endReaders(bed.git, dir)
  assert.equal(await info(bed.git, dir, old), null)
  assert.equal((await info(bed.git, dir, recent))?.type, 'blob')
  await run(bed.git, dir, ['fsck', '--strict'])
  assert.ok(inPacks(dir).some((one) => one.endsWith('.bitmap')))
  assert.ok(existsSync(join(dir.path, 'packed-refs')))
  const [layer] = readdirSync(join(dir.path, 'objects/info/commit-graphs')).filter((one) => one.endsWith('.graph'))
  const { stdout } = await run(bed.git, dir, ['commit-graph', 'verify'])
  assert.equal(stdout.toString(), '')
  // BIDX and BDAT are the chunks of the filters
  assert.match(readFileSync(join(dir.path, 'objects/info/commit-graphs', layer)).toString('latin1'), /BIDX.{0,40}BDAT/s)
})

test('after two weeks of small packings everything is packed anew', async () => {
  const dir = await bed.repo()
  const first = await filled(dir, 8)
  assert.ok(await packIfNeeded(bed.git, dir))
  assert.ok(inPacks(dir).includes('multi-pack-index'))
  const weeks = Date.now() / 1000 - 15 * 86_400
  utimesSync(join(dir.path, 'codestead-packed'), weeks, weeks)
  await filled(dir, 8, first)
  assert.ok(await packIfNeeded(bed.git, dir))
  assert.equal(inPacks(dir).filter((one) => one.endsWith('.pack')).length, 1)
})

test('drafts of packs that were never finished go after a day', async () => {
  const dir = await bed.repo()
  await filled(dir, 1)
  const place = (name: string, days: number) => {
    writeFileSync(join(dir.path, 'objects/pack', name), '')
    utimesSync(join(dir.path, 'objects/pack', name), Date.now() / 1000 - days * 86_400, Date.now() / 1000 - days * 86_400)
  }
  place('tmp_pack_x', 2)
  place('.tmp-12-pack-y.idx', 2)
  place('tmp_pack_z', 0)
  await packIfNeeded(bed.git, dir)
  assert.deepEqual(inPacks(dir), ['tmp_pack_z'])
})
