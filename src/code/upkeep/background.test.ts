import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scenario, type World } from '../../../test/kit/world.ts'
import { findRepo } from '../../access/index.ts'
import { objects, refs } from '../../git/index.ts'
import { gitDir } from '../../repos/index.ts'
import * as intentions from '../moves/store.ts'
import { recover } from './background.ts'

async function started(w: World) {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const repo = (await findRepo(w.cx.db, 'alice', 'demo'))!
  return { alice, repo, dir: gitDir(w.cx, repo) }
}

scenario('after a crash: moves that git made are told, others forgotten, locks and quarantines swept', async (w) => {
  const { alice, repo, dir } = await started(w)
  const tip = (await refs.read(dir, 'refs/heads/main'))!
  const { tree, author } = await objects.commit(w.cx.git, dir, tip)
  const next = await objects.writeCommit(w.cx.git, dir, { tree, parents: [tip], author, committer: author, message: 'next\n' })
  const intend = (moves: object[], more: object = {}) =>
    w.cx.write((tx) => intentions.insert(tx, { repo_id: repo.id, by_id: alice.id, via: 'api', kind: '', moves: JSON.stringify(moves), data: '{}', head: '', created_at: w.cx.now(), ...more }))
  const rename = [{ ref: 'refs/heads/main', old: tip, new: null }, { ref: 'refs/heads/trunk', old: null, new: next }]
  await intend([{ ref: 'refs/heads/never', old: null, new: next }])
  // its objects were lost with the process
  await w.as(alice).post('/repos/alice/demo/branches', { new_branch_name: 'keep' }).gives(201)
  await intend([{ ref: 'refs/heads/keep', old: tip, new: 'f'.repeat(40) }])
  await intend(rename, { kind: 'branch-rename', data: JSON.stringify({ old_name: 'main', new_name: 'trunk' }), head: 'trunk' })
  assert.ok((await refs.update(w.cx.git, dir, rename)).ok)
  const lock = join(dir.path, 'refs/heads/stuck.lock')
  writeFileSync(lock, '')
  utimesSync(lock, 1, 1)
  const quarantine = join(dir.path, 'objects/tmp_objdir-incoming-old')
  mkdirSync(quarantine)
  utimesSync(quarantine, 1, 1)
  await recover(w.cx, 120)
  assert.equal((await intentions.listOlder(w.cx.db, w.cx.now())).length, 3, 'moves under way on another node are left alone')
  await recover(w.cx)
  assert.ok(!existsSync(lock) && !existsSync(quarantine))
  assert.equal(await refs.readHead(dir), 'trunk')
  await w.anonymous.get('/repos/alice/demo').gives(200, { default_branch: 'trunk', branch_count: 2 })
  await w.anonymous.get('/repos/alice/demo/branches').gives(200, [{ name: 'keep', commit: { id: tip } }, { name: 'trunk', commit: { id: next } }])
  const facts = await w.cx.db.selectFrom('fact').select('name').orderBy('id').execute()
  assert.deepEqual(facts.slice(-3).map((one) => one.name), ['branch.renamed', 'ref.deleted', 'ref.created'])
  assert.deepEqual(await intentions.listOlder(w.cx.db, w.cx.now()), [])
})

scenario('some time after pushes there is a commit-graph; git_gc_repos packs loose objects and refs', async (w) => {
  const { alice, dir } = await started(w)
  for (const name of ['a', 'b', 'c']) await w.as(alice).post(`/repos/alice/demo/contents/${name}`, { content: '' }).gives(201)
  const jobs = await w.cx.db.selectFrom('job').select('id').where('kind', '=', 'code.tidy').execute()
  assert.equal(jobs.length, 1, 'one job for several pushes')
  w.later(60)
  await w.settled()
  assert.ok(existsSync(join(dir.path, 'objects/info/commit-graphs/commit-graph-chain')))
  const page = async () => (await w.anonymous.get('/repos/alice/demo/commits').gives(200).header('x-total', '4')).body
  const shown = await page()
  assert.equal(shown.length, 4)
  w.cx.git.memory.drop('')
  assert.deepEqual(await page(), shown, 'what was noted is what git says')
  assert.equal((await w.cx.db.selectFrom('history').select('oid').execute())[0].oid, shown[0].sha)
  assert.deepEqual(readdirSync(join(dir.path, 'objects/pack')), [])
  const before = (await w.anonymous.get('/repos/alice/demo')).body.size
  assert.ok(before > 0)
  assert.ok(await w.cx.jobs.runCron(w.cx, 'git_gc_repos'))
  assert.ok(readdirSync(join(dir.path, 'objects/pack')).some((one) => one.endsWith('.pack')))
  assert.ok(existsSync(join(dir.path, 'packed-refs')))
  await w.anonymous.get('/repos/alice/demo/contents').gives(200, [{ name: 'README.md' }, { name: 'a' }, { name: 'b' }, { name: 'c' }])
  await w.as(alice).post('/repos/alice/demo/contents/d', { content: '' }).gives(201)
  await w.as(alice).post('/repos/alice/demo/branches', { new_branch_name: 'x' }).gives(201)
})

scenario('createAdminCronByTask: sync_repo_licenses reads the licences of every repository anew', async (w) => {
  const [alice, root] = [await w.user('alice'), await w.user('root', { admin: true })]
  await w.repo(alice, 'demo', { auto_init: true, license: 'MIT' })
  // one that was only named has no file yet
  await w.repo(alice, 'named', { license: 'MIT' })
  await w.cx.write((tx) => tx.updateTable('repo').set({ licenses: '["Zlib"]' }).where('name', '=', 'demo').execute())
  await w.as(root).post('/admin/cron/sync_repo_licenses').gives(204).empty()
  await w.as(alice).get('/repos/alice/demo').gives(200, { licenses: ['MIT'] })
  await w.as(alice).get('/repos/alice/named').gives(200, { licenses: ['MIT'] })
})
