import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { countOf } from './commit-graph.ts'
import { count, writeCommitGraph } from './log.ts'
import { update } from './refs.ts'
import { run } from './run.ts'
import { commit, FORMATS, testbed } from './testbed.ts'

const bed = testbed()

for (const format of FORMATS) {
  test(`${format}: histories are counted as git counts them, over layers and merges of many`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const all: string[] = []
    const make = async (n: number, ...parents: string[]) => {
      const oid = await commit(git, dir, { f: String(n) }, parents)
      all.push(oid)
      return oid
    }
    const root = await make(0)
    const sides = await Promise.all([1, 2, 3, 4].map((n) => make(n, root)))
    const octopus = await make(5, ...sides)
    let tip = await make(6, octopus, sides[2])
    const keep = (ref: string, oid: string) => update(git, dir, [{ ref, new: oid }])
    await keep('refs/heads/main', tip)
    assert.equal(await countOf(git, dir, tip), null, 'there is none yet')
    await writeCommitGraph(git, dir)
    const other = await make(7)
    tip = await make(8, tip, other)
    for (let i = 9; i < 14; i++) tip = await make(i, tip)
    await keep('refs/heads/main', tip)
    await writeCommitGraph(git, dir)
    for (const oid of all) {
      assert.equal(await countOf(git, dir, oid), Number((await run(git, dir, ['rev-list', '--count', oid])).stdout.toString()), oid)
      assert.equal(await count(git, dir, { from: oid }), await countOf(git, dir, oid))
    }
    const later = await make(20, tip)
    assert.equal(await countOf(git, dir, later), null, 'what came later is git\'s to count')
    assert.equal(await count(git, dir, { from: later }), all.length)
    git.memory.drop(`${dir.path}\0`)
    const chain = join(dir.path, 'objects/info/commit-graphs/commit-graph-chain')
    writeFileSync(chain, `${'0'.repeat(40)}\n`)
    assert.equal(await countOf(git, dir, tip), null, 'a layer that has gone')
    rmSync(chain)
    assert.equal(await count(git, dir, { from: tip }), all.length - 1)
  })
}
