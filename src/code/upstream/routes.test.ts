import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const text = (content: string, more: object = {}) => ({ content: Buffer.from(content).toString('base64'), ...more })

scenario('createReposMergeUpstream: a fork follows where it comes from', async (w) => {
  const [alice, bob, carol] = [await w.user('alice'), await w.user('bob'), await w.user('carol')]
  await w.repo(alice, 'demo', { auto_init: true })
  await w.as(bob).post('/repos/alice/demo/forks', {}).gives(202)
  const follow = (body: object, who: typeof alice | null = bob, at = 'bob/demo') => w.as(who).post(`/repos/${at}/merge-upstream`, body)
  const tip = async (repo: string) => (await w.as(bob).get(`/repos/${repo}/branches/main`).gives(200)).body.commit.id

  await follow({ branch: 'main' }).gives(200, { merge_type: 'up-to-date' }).emits()
  await w.as(alice).post('/repos/alice/demo/contents/a.txt', text('a')).gives(201)
  await follow({ branch: 'main', ff_only: true }).gives(200, { merge_type: 'fast-forward' }).emits('ref.pushed')
  assert.equal(await tip('bob/demo'), await tip('alice/demo'))

  await w.as(alice).post('/repos/alice/demo/contents/b.txt', text('b')).gives(201)
  await w.as(bob).post('/repos/bob/demo/contents/c.txt', text('c')).gives(201)
  await follow({ branch: 'main', ff_only: true }).gives(400).says('fast-forward merge not possible').emits()
  await follow({ branch: 'main' }).gives(200, { merge_type: 'merge' }).emits('ref.pushed')
  await w.as(bob).get('/repos/bob/demo/contents/b.txt').gives(200)
  await w.as(bob).get('/repos/bob/demo/contents/c.txt').gives(200)

  // a branch of its own follows the default one
  await w.as(bob).post('/repos/bob/demo/branches', { new_branch_name: 'side', old_branch_name: 'main' }).gives(201)
  await w.as(alice).post('/repos/alice/demo/contents/d.txt', text('theirs')).gives(201)
  await w.as(bob).post('/repos/bob/demo/contents/d.txt', text('ours')).gives(201)
  await follow({ branch: 'side' }).gives(200, { merge_type: 'merge' })
  await follow({ branch: 'main' }).gives(409).says('d.txt').emits()

  await follow({ branch: 'none' }).gives(404)
  await follow({}).gives(404).empty()
  await follow({ branch: 'a..b' }).gives(404)
  await follow({ branch: 'main' }, alice, 'alice/demo').gives(400)
  await follow({ branch: 'main' }, carol).gives(403)
  await follow({ branch: 'main' }, null).gives(401)
  await follow({ branch: 'main' }, bob, 'bob/none').gives(404)
  await w.as(bob).post('/repos/bob/demo/branch_protections', { rule_name: 'side', enable_push: false }).gives(201)
  await w.as(alice).post('/repos/alice/demo/contents/e.txt', text('e')).gives(201)
  await follow({ branch: 'side' }).gives(403).emits()
  await w.as(alice).patch('/repos/alice/demo', { private: true }).gives(200)
  await follow({ branch: 'main' }).gives(403)
  await w.as(bob).patch('/repos/bob/demo', { archived: true }).gives(200)
  await follow({ branch: 'main' }).gives(423)
})
