import assert from 'node:assert/strict'
import { test } from 'node:test'
import { follow } from './follow.ts'
import * as log from './log.ts'
import { run } from './run.ts'
import { commit, FORMATS, testbed } from './testbed.ts'

const bed = testbed()
const long = (n: number, change = '') => Array.from({ length: 40 }, (_, i) => (i === n ? `line ${i} ${change}\n` : `line ${i}\n`)).join('')
const all = { skip: 0, limit: 100 }

for (const format of FORMATS) {
  test(`${format}: a file is followed through its names, page by page`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const c1 = await commit(git, dir, { 'old name': long(0), other: '1' })
    const c2 = await commit(git, dir, { 'old name': long(1, 'x') }, [c1])
    const c3 = await commit(git, dir, { other: '2' }, [c2])
    const c4 = await commit(git, dir, { 'old name': null, 'src/mïddle "A"': long(1, 'x') }, [c3])
    const c5 = await commit(git, dir, { 'src/mïddle "A"': long(1, 'y') }, [c4])
    // renamed and changed at once, and another takes the first name
    const c6 = await commit(git, dir, { 'src/mïddle "A"': null, new: long(1, 'z'), 'old name': 'something else entirely\n' }, [c5])
    const c7 = await commit(git, dir, { new: long(1, 'zz') }, [c6])
    const c8 = await commit(git, dir, { other: '3' }, [c7])
    for (const graph of [false, true]) {
      if (graph) await log.writeCommitGraph(git, dir)
      git.memory.drop('')
      const found = await follow(git, dir, c8, 'new', all)
      assert.deepEqual(found, [
        { oid: c7, path: 'new' }, { oid: c6, path: 'new', from: 'src/mïddle "A"' }, { oid: c5, path: 'src/mïddle "A"' },
        { oid: c4, path: 'src/mïddle "A"', from: 'old name' }, { oid: c2, path: 'old name' }, { oid: c1, path: 'old name' },
      ])
      const stock = (await run(git, dir, ['log', '--follow', '--format=%H', c8, '--', 'new'])).stdout.toString().trim().split('\n')
      assert.deepEqual(found.map((one) => one.oid), stock)
      for (let skip = 0; skip < 7; skip++) assert.deepEqual(await follow(git, dir, c8, 'new', { skip, limit: 2 }), found.slice(skip, skip + 2))
      assert.deepEqual(await follow(git, dir, c8, 'other', all), [c8, c3, c1].map((oid) => ({ oid, path: 'other' })))
      assert.deepEqual(await follow(git, dir, c8, 'old name', all), [c6, c4, c2, c1].map((oid) => ({ oid, path: 'old name' })))
      assert.deepEqual(await follow(git, dir, c8, '*', all), [])
      assert.deepEqual(await follow(git, dir, c8, 'none', all), [])
    }
  })
}

test('changes made under the earlier name on a side that was merged later are found, as git finds them', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const root = await commit(git, dir, { a: long(0) })
  const edited = await commit(git, dir, { a: long(5, 'on the side') }, [root])
  const moved = await commit(git, dir, { a: null, b: long(0) }, [root])
  const merged = await commit(git, dir, { b: long(5, 'on the side') }, [moved, edited])
  const after = await commit(git, dir, { b: long(5, 'and more') }, [merged])
  const found = (await follow(git, dir, after, 'b', all)).map((one) => one.oid)
  assert.deepEqual(found, [after, merged, moved, edited, root])
  const stock = (await run(git, dir, ['log', '--follow', '--format=%H', after, '--', 'b'])).stdout.toString().trim().split('\n')
  assert.deepEqual(found.filter((oid) => oid !== merged), stock)
})

test('names that look like what git says', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const c1 = await commit(git, dir, { M: long(0) })
  const c2 = await commit(git, dir, { M: null, A: long(0) }, [c1])
  const c3 = await commit(git, dir, { A: long(0, 'x') }, [c2])
  assert.deepEqual(await follow(git, dir, c3, 'A', all), [{ oid: c3, path: 'A' }, { oid: c2, path: 'A', from: 'M' }, { oid: c1, path: 'M' }])
})

test('a file that was deleted, or came back under its name, is followed too; a copy is not', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const c1 = await commit(git, dir, { a: long(0) })
  const c2 = await commit(git, dir, { a: null, b: long(0) }, [c1])
  const c3 = await commit(git, dir, { b: null }, [c2])
  const c4 = await commit(git, dir, { b: 'new beginning\n', c: long(0) }, [c3])
  const c5 = await commit(git, dir, { d: long(0) }, [c4])
  assert.deepEqual((await follow(git, dir, c3, 'b', all)).map((one) => one.oid), [c3, c2, c1])
  assert.deepEqual((await follow(git, dir, c5, 'b', all)).map((one) => one.oid), [c4, c3, c2, c1])
  assert.deepEqual(await follow(git, dir, c5, 'd', all), [{ oid: c5, path: 'd' }])
})
