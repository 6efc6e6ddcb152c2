import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as log from './log.ts'
import { run } from './run.ts'
import { ALICE, commit, FORMATS, testbed } from './testbed.ts'

const bed = testbed()

for (const format of FORMATS) {
  test(`${format}: history is walked by path, date, distance and difference`, async () => {
    const { git } = bed
    const dir = await bed.repo(format)
    const day = 86_400
    const at = (n: number) => ({ date: ALICE.date + n * day })
    const c1 = await commit(git, dir, { 'a.txt': '1', 'docs/x': '1' }, [], at(1))
    const c2 = await commit(git, dir, { 'docs/y': '2' }, [c1], at(2))
    const side = await commit(git, dir, { 'b.txt': 's' }, [c1], at(3))
    const c3 = await commit(git, dir, { 'b.txt': 's' }, [c2, side], { ...at(4), ref: 'refs/heads/main' })
    const c4 = await commit(git, dir, { '-x': '4', 'docs/x': '4' }, [c3], { ...at(5), ref: 'refs/heads/main' })
    const lone = await commit(git, dir, { z: 'z' })

    for (const graph of [false, true]) {
      if (graph) {
        await log.writeCommitGraph(git, dir)
        assert.ok(existsSync(join(dir.path, 'objects/info/commit-graphs/commit-graph-chain')))
        git.memory.drop('')
      }
      assert.deepEqual(await log.list(git, dir, { from: c4 }), [c4, c3, side, c2, c1])
      assert.deepEqual(await log.list(git, dir, { from: c4, firstParent: true }), [c4, c3, c2, c1])
      assert.deepEqual(await log.list(git, dir, { from: c4, skip: 1, limit: 2 }), [c3, side])
      assert.deepEqual(await log.list(git, dir, { from: c4, path: 'docs' }), [c4, c2, c1])
      assert.deepEqual(await log.list(git, dir, { from: c4, path: '-x' }), [c4])
      assert.deepEqual(await log.list(git, dir, { from: c4, path: '*.txt' }), [])
      assert.deepEqual(await log.list(git, dir, { from: c4, since: ALICE.date + 3 * day, until: ALICE.date + 4 * day }), [c3, side])
      assert.deepEqual(await log.list(git, dir, { from: c4, not: [c2], noMerges: true, reverse: true }), [side, c4])
      assert.deepEqual(await log.between(git, dir, c2, c4), [c4, c3, side])
      assert.equal(await log.count(git, dir, { from: [c4, lone] }), 6)
      assert.equal(await log.count(git, dir, { from: c4, path: 'b.txt' }), 1)
      assert.equal(await log.mergeBase(git, dir, side, c2), c1)
      assert.equal(await log.mergeBase(git, dir, lone, c2), null)
      assert.deepEqual(await log.aheadBehind(git, dir, side, c2), { ahead: 1, behind: 1 })
      assert.deepEqual(await log.aheadBehind(git, dir, c2, c4), { ahead: 3, behind: 0 })
      assert.equal(await log.isAncestor(git, dir, c1, c4), true)
      assert.equal(await log.isAncestor(git, dir, c4, c1), false)
      assert.equal(await log.isAncestor(git, dir, lone, c4), false)
      assert.deepEqual(await log.lastCommits(git, dir, c4), { commits: new Map([['-x', c4], ['docs', c4], ['b.txt', side], ['a.txt', c1]]), complete: true })
      assert.deepEqual(await log.lastCommits(git, dir, c4, 'docs'), { commits: new Map([['x', c4], ['y', c2]]), complete: true })
      assert.equal(await log.lastCommit(git, dir, c4, 'docs/y'), c2)
      assert.equal(await log.lastCommit(git, dir, c4, 'nope'), null)
      assert.deepEqual([await log.has(git, dir, c1, 'docs/y'), await log.has(git, dir, c2, 'docs/y')], [false, true])
    }
    const short = await log.lastCommits(git, dir, c4, '', { maxCommits: 1 }).then((x) => x.complete)
    assert.equal(short, true, 'what is known is not searched again')
    git.memory.drop('')
    assert.deepEqual(await log.lastCommits(git, dir, c4, '', { maxCommits: 1 }), { commits: new Map([['-x', c4], ['docs', c4]]), complete: false })
  })
}

test('answers are kept: a repository that lost its objects still answers what was asked before', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const c1 = await commit(git, dir, { a: '1' })
  const asked = await log.list(git, dir, { from: c1, path: 'a' })
  await run(git, dir, ['prune', '--expire=now'])
  assert.deepEqual(await log.list(git, dir, { from: c1, path: 'a' }), asked)
  await assert.rejects(log.list(git, dir, { from: c1, path: 'b' }))
})

test('the first pages come in the order git would give, whatever the dates', async () => {
  const { git } = bed
  const dir = await bed.repo()
  const made = [await commit(git, dir, { f: '0' })]
  let seed = 7
  const random = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
  for (let i = 1; i < 90; i++) {
    const parents = [made[Math.max(0, i - 1 - random(4))], ...(random(3) === 0 ? [made[random(i)]] : [])]
    made.push(await commit(git, dir, { f: String(i) }, [...new Set(parents)], { date: ALICE.date + random(12) * 100 }))
  }
  const from = made.at(-1)!
  for (const extra of [[], ['--first-parent']]) {
    const git1 = (await run(git, dir, ['rev-list', ...extra, from])).stdout.toString().trim().split('\n')
    assert.deepEqual(await log.list(git, dir, { from, limit: 200, firstParent: extra.length > 0 }), git1)
    assert.deepEqual(await log.list(git, dir, { from, skip: 7, limit: 5, firstParent: extra.length > 0 }), git1.slice(7, 12))
  }
})

test('nothing but an object id begins a walk', async () => {
  const dir = await bed.repo()
  for (const bad of ['HEAD', '--all', '-n1', 'a..b', '--output=/tmp/p']) {
    await assert.rejects(async () => log.list(bed.git, dir, { from: bad }), TypeError)
    await assert.rejects(async () => log.list(bed.git, dir, { from: bad, limit: 1 }), TypeError)
    await assert.rejects(log.mergeBase(bed.git, dir, bad, bad), TypeError)
  }
})
