import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'
import { findRepo } from '../../access/index.ts'
import { commit } from '../../git/testbed.ts'
import { gitDir } from '../../repos/index.ts'
import { lastOnes } from './last.ts'

scenario('last commits of a folder: after a push the search goes back to what is known and finds the same', async (w) => {
  await w.repo(await w.user('alice'), 'demo')
  const dir = gitDir(w.cx, (await findRepo(w.cx.db, 'alice', 'demo'))!)
  const { git } = w.cx
  const asked: string[][] = []
  const begin = git.link.start.bind(git.link)
  git.link.start = (spec) => {
    if (spec.args[0] === 'log') asked.push(spec.args)
    return begin(spec)
  }
  const make = (files: Record<string, string | null>, ...parents: string[]) => commit(git, dir, files, parents)
  const last = async (oid: string, path = 'in') => Object.fromEntries((await lastOnes(w.cx, dir, oid, path))!)
  const one = await make({ 'in/a': '1', 'in/b': '1', 'in/deep/x': '1', 'out': '1' })
  const two = await make({ 'in/b': '2' }, one)
  assert.deepEqual(await last(two), { a: one, b: two, deep: one })
  const three = await make({ 'in/deep/x': '3', 'in/new': '3' }, two)
  const back = await make({ 'in/a': 'other' }, three)
  const four = await make({ 'in/a': '1', 'in/b': null }, back)
  asked.length = 0
  const found = await last(four)
  assert.deepEqual(found, { a: one, deep: three, new: three }, 'what was changed and changed back is as it was')
  assert.equal(asked.length, 1)
  assert.ok(asked[0].includes(`^${two}`), 'only what came since is walked')

  const side = await make({ 'in/deep/x': 'side' }, two)
  const merged = await make({ 'in/deep/x': 'side' }, four, side)
  assert.deepEqual(await last(merged), { a: one, deep: side, new: three }, 'a merge brings what was done aside')
  asked.length = 0
  const elsewhere = await make({ out: '5' }, merged)
  assert.deepEqual(await last(elsewhere), { a: one, deep: side, new: three })
  assert.equal(asked.length, 0, 'a folder that is the same needs no walk')
  assert.deepEqual(await last(two), { a: one, b: two, deep: one }, 'an earlier commit is told as it was')
  const rewritten = await make({ 'in/a': 'r', 'in/b': '1' }, one)
  assert.deepEqual(await last(rewritten), { a: rewritten, b: one, deep: one }, 'after a forced push everything is searched')
  assert.deepEqual(await last(elsewhere, 'none'), {})
})
