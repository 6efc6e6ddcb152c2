import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commit, git } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'
import { lanesOf, type Node } from './graph.ts'

/** What a reader sees: on the way down a lane, from a dot to the next in it, there is a line only between a commit and its parent. */
function falsehoods(list: readonly Node[]): string[] {
  const { dots, links } = lanesOf(list)
  const found: string[] = []
  for (const { oid, parents } of list) {
    const drawn = links.filter((one) => one.oid === oid)
    assert.deepEqual(drawn.map((one) => one.parent), [...parents])
    for (const { parent, lane } of drawn) {
      const [from, to] = [dots.get(oid)!, dots.get(parent) ?? { row: list.length, lane }]
      // a line stands in its lane on every row between the two
      for (const other of list) {
        const at = dots.get(other.oid)!
        if (at.row > from.row && at.row < to.row && at.lane === lane) found.push(`${oid} to ${parent} runs through ${other.oid}`)
      }
      for (const one of links.filter((each) => each.lane === lane && each.parent !== parent)) {
        const [top, end] = [dots.get(one.oid)!.row, dots.get(one.parent)?.row ?? list.length]
        // where one ends another may begin
        if (Math.max(top, from.row) + 1 < Math.min(end, to.row)) found.push(`${oid} to ${parent} shares a lane with ${one.oid} to ${one.parent}`)
      }
    }
  }
  return found
}

const laneOf = (list: readonly Node[]) => Object.fromEntries([...lanesOf(list).dots].map(([oid, { lane }]) => [oid, lane]))

test('lanes: a branch leaves its line and comes back', () => {
  const list = [{ oid: 'm', parents: ['b', 'x'] }, { oid: 'x', parents: ['a'] }, { oid: 'b', parents: ['a'] }, { oid: 'a', parents: [] }]
  assert.deepEqual(laneOf(list), { m: 0, x: 1, b: 0, a: 0 })
  assert.equal(lanesOf(list).width, 2)
  assert.deepEqual(falsehoods(list), [])
})

test('lanes: tips that part at one commit stand beside each other, each with a line of its own to it', () => {
  const list = [...['e', 'd', 'c', 'b', 'a'].map((oid) => ({ oid, parents: ['base'] })), { oid: 'base', parents: ['first'] }, { oid: 'first', parents: [] }]
  assert.deepEqual(laneOf(list), { e: 0, d: 1, c: 2, b: 3, a: 4, base: 0, first: 0 })
  assert.deepEqual(falsehoods(list), [])
})

test('lanes: what goes on below the page keeps its lane to the end', () => {
  const list = [{ oid: 'b', parents: ['x'] }, { oid: 'a', parents: ['y'] }, { oid: 'y', parents: ['z'] }]
  assert.deepEqual(laneOf(list), { b: 0, a: 1, y: 1 })
  assert.deepEqual(falsehoods(list), [])
})

scenario('lanes: five branches from one commit, merged, squashed and rebased, tell what git tells', async (w) => {
  const cwd = w.folder()
  await git(cwd, ['init', '-q', '-b', 'main'])
  await commit(cwd, 'a', 'a\n', 'first')
  const base = await commit(cwd, 'a', 'b\n', 'base')
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    await git(cwd, ['checkout', '-q', '-b', name, base])
    await commit(cwd, name, '1\n', `${name} 1`)
    await commit(cwd, name, '2\n', `${name} 2`)
  }
  await git(cwd, ['checkout', '-q', 'main'])
  await git(cwd, ['merge', '-q', '--squash', 'one'])
  await git(cwd, ['commit', '-qm', 'one, squashed'])
  await git(cwd, ['cherry-pick', `${base}..two`])
  await git(cwd, ['merge', '-q', '--no-ff', '-m', 'merge three', 'three'])
  await git(cwd, ['merge', '-q', '-m', 'merge both', 'four', 'five'])
  const told = (await git(cwd, ['log', '--all', '--topo-order', '--format=%H %P'])).trim().split('\n')
  const list = told.map((line) => line.split(' ').filter(Boolean)).map(([oid, ...parents]) => ({ oid, parents }))
  assert.equal(list.length, 17)
  assert.deepEqual(falsehoods(list), [])
  for (let from = 0; from < list.length; from += 6) assert.deepEqual(falsehoods(list.slice(from, from + 6)), [])
})
