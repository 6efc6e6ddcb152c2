import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { scenario } from '../../test/kit/world.ts'
import { init, refs } from '../git/index.ts'
import { gitDir, repoStore, wikiDir } from './index.ts'
import { start, sweepStrays } from './upkeep.ts'

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

scenario('repo_health_check and a start: what a killed git left in a repository or its wiki goes', async (w) => {
  const alice = await w.user('alice')
  const { id } = await w.repo(alice, 'demo', { auto_init: true })
  await w.as(alice).post('/repos/alice/demo/wiki/new', { title: 'Home', content_base64: 'eA==' }).gives(201)
  const repo = (await repoStore.findWithOwner(w.cx.db, id))!
  const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
  const [dead, living] = [spawnSync('true').pid, process.ppid].map((pid) => `objects/tmp_objdir-incoming-${machine}-${pid}-aa`)
  const folders = [gitDir(w.cx, repo), wikiDir(w.cx, repo)]
  const there = (name: string) => folders.map(({ path }) => existsSync(join(path, name)))
  for (const { path } of folders) {
    for (const name of [dead, living]) mkdirSync(join(path, name, 'pack'), { recursive: true })
    for (const name of ['refs/heads/main.lock', 'packed-refs.lock', 'objects/pack/tmp_pack_aaaaaa']) {
      writeFileSync(join(path, name), '')
      utimesSync(join(path, name), 1, 1)
    }
    writeFileSync(join(path, 'refs/heads/fresh.lock'), '')
  }
  const started = await start(w.cx)
  while (there(dead).includes(true)) await new Promise((resolve) => setImmediate(resolve))
  await started.close()
  assert.deepEqual(there(living), [true, true])
  assert.ok(await w.cx.jobs.runCron(w.cx, 'repo_health_check'))
  for (const name of ['refs/heads/main.lock', 'packed-refs.lock', 'objects/pack/tmp_pack_aaaaaa']) assert.deepEqual(there(name), [false, false], name)
  assert.deepEqual(there('refs/heads/fresh.lock'), [true, true])
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
