import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario, type World } from '../../../test/kit/world.ts'
import { findRepo } from '../../access/index.ts'
import { refs } from '../../git/index.ts'
import { gitDir } from '../../repos/index.ts'
import * as store from './store.ts'
import * as moves from './verbs.ts'

async function stage(w: World) {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const cwd = await workTree(w, alice, 'alice/demo')
  const ids = [await commit(cwd, 'a', 'one\n'), await commit(cwd, 'a', 'two\n')]
  await git(cwd, ['push', '-q', 'origin', 'main', 'main:gone'])
  const repo = (await findRepo(w.cx.db, 'alice', 'demo'))!
  const told = async () => (await w.cx.db.selectFrom('fact').select(['name', 'data']).where('name', 'like', 'ref.%').orderBy('id').execute())
    .map((one) => `${one.name} ${JSON.parse(one.data).ref}`).slice(2)
  const intend = (list: moves.Move[]) => w.cx.write((tx) => store.insert(tx, { repo_id: repo.id, by_id: alice.id, via: 'push', kind: '', moves: JSON.stringify(list), data: '{}', head: '', created_at: w.cx.now() }))
  return { alice, cwd, repo, dir: gitDir(w.cx, repo), first: ids[0], second: ids[1], told, intend }
}

scenario('a move of several refs that git left half done is finished, and each is told once', async (w) => {
  const { repo, dir, first, second, told, intend } = await stage(w)
  const list = [{ ref: 'refs/heads/main', old: second, new: first, forced: true }, { ref: 'refs/heads/new', old: null, new: second }, { ref: 'refs/heads/gone', old: second, new: null }]
  await intend(list)
  assert.ok((await refs.update(w.cx.git, dir, [list[1]])).ok)
  await moves.settleAll(w.cx, w.cx.now())
  await moves.settleAll(w.cx, w.cx.now())
  assert.deepEqual(await told(), ['ref.pushed refs/heads/main', 'ref.created refs/heads/new', 'ref.deleted refs/heads/gone'])
  assert.deepEqual([await refs.read(dir, 'refs/heads/main'), await refs.read(dir, 'refs/heads/new'), await refs.read(dir, 'refs/heads/gone')], [first, second, null])
  assert.equal((await findRepo(w.cx.db, 'alice', 'demo'))!.num_branches, 2)

  // one of them has gone elsewhere meanwhile: those that moved are told
  await intend([{ ref: 'refs/heads/main', old: first, new: second }, { ref: 'refs/heads/new', old: first, new: null }])
  assert.ok((await refs.update(w.cx.git, dir, [{ ref: 'refs/heads/main', old: first, new: second }])).ok)
  await moves.settleAll(w.cx, w.cx.now())
  assert.deepEqual((await told()).slice(3), ['ref.pushed refs/heads/main'])
  assert.equal(await refs.read(dir, 'refs/heads/new'), second)
  assert.deepEqual(await store.listOlder(w.cx.db, w.cx.now()), [])
  assert.equal(repo.name, 'demo')
})

scenario('a branch that was to be set back and was not is not told of, nor one that is there already', async (w) => {
  const { alice, repo, dir, first, second, told, intend } = await stage(w)
  await intend([{ ref: 'refs/heads/main', old: second, new: first, forced: true }])
  await moves.settleAll(w.cx, w.cx.now())
  assert.equal(await refs.read(dir, 'refs/heads/main'), second)
  const account = await w.cx.db.selectFrom('account').selectAll().where('id', '=', alice.id).executeTakeFirstOrThrow()
  const move = (one: moves.Move) => moves.move(w.cx, repo, { by: account as never, via: 'push', moves: [one] })
  assert.deepEqual(await move({ ref: 'refs/heads/main', old: second, new: second }), { ok: true })
  const stale = await move({ ref: 'refs/heads/main', old: null, new: second })
  assert.equal(!stale.ok && stale.kind, 'stale')
  assert.deepEqual(await told(), [])
  assert.deepEqual(await store.listOlder(w.cx.db, w.cx.now()), [])
})

scenario('a ref with a name that nobody may create can be removed', async (w) => {
  const { cwd, dir, second, told } = await stage(w)
  mkdirSync(join(dir.path, 'refs/heads/old'))
  for (const name of ['-odd', 'old/a\u200bb', 'a'.repeat(40)]) {
    writeFileSync(join(dir.path, 'refs/heads', name), `${second}\n`)
    refs.forgetRefs(w.cx.git, dir)
    await git(cwd, ['push', '-q', 'origin', `:refs/heads/${name}`])
    assert.equal(await refs.read(dir, `refs/heads/${name}`), null)
  }
  assert.equal((await told()).length, 3)
})
