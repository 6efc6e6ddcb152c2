import assert from 'node:assert/strict'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues'

scenario('pushed commits leave traces on issues, and close them from the default branch', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  for (const title of ['one', 'two', 'three']) await w.as(ann).post(at, { title }).gives(201)
  await w.as(ann).post(`${at}/3/blocks`, { owner: 'ann', repo: 'engine', index: 2 }).gives(201)
  const work = await workTree(w, ann, 'ann/engine')
  const first = await commit(work, 'a', '1', 'Fix <b> & more\n\nCloses #1, fixes #2')
  await git(work, ['push', '-q', 'origin', 'main'])
  await w.settled()
  await w.anonymous.get(`${at}/1`).gives(200, { state: 'closed' })
  await w.anonymous.get(`${at}/2`).gives(200, { state: 'open' })
  const [trace, closing] = (await w.anonymous.get(`${at}/1/timeline`).gives(200)).body
  assert.equal(trace.type, 'commit_ref')
  assert.equal(trace.ref_commit_sha, first)
  assert.equal(trace.body, `<a href="/ann/engine/commit/${first}">Fix &lt;b&gt; &amp; more</a>`)
  assert.deepEqual([closing.type, closing.user.login, closing.ref_commit_sha], ['close', 'ann', ''])
  await git(work, ['checkout', '-q', '-b', 'side'])
  await commit(work, 'a', '2', 'reopens #1 and closes #3')
  await git(work, ['push', '-q', 'origin', 'side'])
  await w.settled()
  await w.anonymous.get(`${at}/3`).gives(200, { state: 'open' })
  const told = async (n: number) => (await w.anonymous.get(`${at}/${n}/timeline`).gives(200)).body.map((one: any) => one.type)
  assert.deepEqual(await told(3), ['add_dependency', 'commit_ref'])
  await git(work, ['push', '-q', 'origin', 'side:main'])
  await w.settled()
  await w.anonymous.get(`${at}/1`).gives(200, { state: 'open' })
  await w.anonymous.get(`${at}/3`).gives(200, { state: 'closed' })
  assert.deepEqual(await told(3), ['add_dependency', 'commit_ref', 'close'])
  assert.deepEqual(await told(1), ['commit_ref', 'close', 'commit_ref', 'reopen'])
})
