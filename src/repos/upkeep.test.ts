import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { scenario } from '../../test/kit/world.ts'
import { init, refs } from '../git/index.ts'
import { gitDir, repoStore } from './index.ts'
import { sweepStrays } from './upkeep.ts'

scenario('repo_health_check: drafts, half folders and passing ones go once they are old; a whole repository that no row knows stays', async (w) => {
  const alice = await w.user('alice')
  const { id } = await w.repo(alice, 'demo', { auto_init: true })
  const repo = (await repoStore.findWithOwner(w.cx.db, id))!
  const at = (n: number) => gitDir(w.cx, { storage: `zz0000000000000000${n}z`, object_format: 'sha1' })
  const [stray, half, foreign] = [at(1), at(2), at(3)]
  await init.create(w.cx.git, stray.path, { draft: true })
  mkdirSync(`${half.path}/objects/aa`, { recursive: true })
  mkdirSync(`${gitDir(w.cx, repo).path}.gone-0123`)
  await init.create(w.cx.git, foreign.path)
  assert.deepEqual(await sweepStrays(w.cx), [])
  assert.equal(await w.cx.jobs.runCron(w.cx, 'repo_health_check'), true)
  assert.ok(existsSync(stray.path))
  assert.deepEqual((await sweepStrays(w.cx, -1)).toSorted(), [stray, half].map((one) => basename(one.path)).concat(`${repo.storage}.git.gone-0123`).toSorted())
  assert.deepEqual([stray, half, foreign, gitDir(w.cx, repo)].map((one) => existsSync(one.path)), [false, false, true, true])
  assert.ok(!existsSync(`${gitDir(w.cx, repo).path}/codestead-draft`), 'a repository with a row is no draft')
})

scenario('check_repo_stats: wrong counters are set right', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  const { id } = await w.repo(alice, 'demo')
  await w.as(bob).put('/user/starred/alice/demo').gives(204)
  await w.as(bob).post('/repos/alice/demo/forks', {}).gives(202)
  await w.cx.write(async (tx) => {
    await repoStore.update(tx, id, { num_stars: 9, num_watches: 9, num_forks: 9 })
    await repoStore.countOwned(tx, alice.id, 5)
  })
  await w.cx.jobs.runCron(w.cx, 'check_repo_stats')
  await w.anonymous.get('/repos/alice/demo').gives(200, { stars_count: 1, watchers_count: 1, forks_count: 1 })
  assert.equal((await repoStore.findWithOwner(w.cx.db, id))!.owner.num_repos, 1)
})

scenario('reinit_missing_repos, delete_missing_repos: rows without a folder', async (w) => {
  const alice = await w.user('alice')
  const { id } = await w.repo(alice, 'demo', { auto_init: true })
  const { path } = gitDir(w.cx, (await repoStore.findWithOwner(w.cx.db, id))!)
  rmSync(path, { recursive: true })
  await w.cx.jobs.runCron(w.cx, 'reinit_missing_repos')
  await w.anonymous.get('/repos/alice/demo').gives(200, { empty: true, branch_count: 0 })
  assert.ok(existsSync(path))
  rmSync(path, { recursive: true })
  await w.cx.jobs.runCron(w.cx, 'delete_missing_repos')
  await w.anonymous.get('/repos/alice/demo').gives(404)
})

scenario('a process that died between HEAD and the row: HEAD is set back', async (w) => {
  const alice = await w.user('alice')
  const { id } = await w.repo(alice, 'demo', { auto_init: true })
  const dir = gitDir(w.cx, (await repoStore.findWithOwner(w.cx.db, id))!)
  await w.cx.write((tx) => w.cx.jobs.enqueue(tx, 'repos.align', { repo_id: id }))
  await refs.setHead(w.cx.git, dir, 'next')
  await w.settled()
  assert.equal(await refs.readHead(dir), 'main')
})
