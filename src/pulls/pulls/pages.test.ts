import assert from 'node:assert/strict'
import { commit, git } from '../../../test/kit/git.ts'
import { demo, openSide } from '../../../test/kit/pulls.ts'
import { scenario } from '../../../test/kit/world.ts'
import * as store from './store.ts'

scenario('pullsPage: the list tells of reviews, checks and conflicts, and what is hidden is not there', async (w) => {
  const { ann, bob, head, cwd } = await demo(w)
  assert.match((await w.anonymous.get('//ann/engine/pulls').gives(200)).text, /No pull requests yet/)
  await openSide(w, ann, { title: '<b>Work</b>' })
  assert.match((await w.anonymous.get('//ann/engine/pulls').gives(200)).text, /&lt;b&gt;Work&lt;\/b&gt;/)
  await w.as(bob).post('/repos/ann/engine/pulls/1/reviews', { event: 'APPROVED' }).gives(200)
  await w.as(bob).post(`/repos/ann/engine/statuses/${head}`, { context: 'build', state: 'failure' }).gives(201)
  const listed = (await w.anonymous.get('//ann/engine/pulls').gives(200)).text
  assert.match(listed, /Approved/)
  assert.match(listed, /Some checks failed/)
  assert.doesNotMatch(listed, /Conflicts/)
  await git(cwd, ['switch', '-q', 'main'])
  await commit(cwd, 'b.txt', 'other\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.settled()
  assert.match((await w.anonymous.get('//ann/engine/pulls').gives(200)).text, /Conflicts/)
  assert.doesNotMatch((await w.anonymous.get('//ann/engine/pulls?state=closed').gives(200)).text, /Work/)
  await w.as(ann).patch('/repos/ann/engine', { private: true }).gives(200)
  await w.anonymous.get('//ann/engine/pulls').gives(404)
  await w.anonymous.get('//ann/engine/pulls/1').gives(404)
  await w.anonymous.get('//ann/engine/pulls/1/files').gives(404)
  await w.anonymous.get('//ann/engine/pulls/1.diff').gives(404)
})

scenario('pullPage, pullCommits, pullCommit, pullPart: conversation, commits and texts; an issue has its page elsewhere', async (w) => {
  const { ann, cy, base, head, cwd } = await demo(w)
  await openSide(w, ann, { body: 'Some **words** <script>alert(1)</script>' })
  await w.as(cy).post('/repos/ann/engine/issues', { title: 'broken' }).gives(201, { number: 2 })
  const shown = (await w.anonymous.get('//ann/engine/pulls/1').gives(200)).text
  assert.match(shown, /<strong>words<\/strong>/)
  assert.doesNotMatch(shown, /<script>alert/)
  assert.match(shown, /pushed 1 commit/)
  assert.match(shown, /add b/)
  assert.match(shown, /Sign in to review or merge/)
  assert.match((await w.anonymous.get('//ann/engine/pulls/1/commits').gives(200)).text, new RegExp(`/ann/engine/commit/${head}`))
  await w.anonymous.get(`//ann/engine/pulls/1/commits/${head}`).gives(303).header('location', new RegExp(`/commit/${head}$`))
  await w.anonymous.get(`//ann/engine/pulls/1/files/${base}..${head}`).gives(303).header('location', new RegExp(`/compare/${base}\\.\\.${head}$`))
  await w.anonymous.get('//ann/engine/pulls/1/files/--help').gives(404)
  assert.match((await w.anonymous.get('//ann/engine/pulls/1.diff').gives(200).header('content-type', /^text\/plain/)).text, /^diff --git/)
  assert.match((await w.anonymous.get('//ann/engine/pulls/1.patch').gives(200)).text, /^From /)
  await w.anonymous.get('//ann/engine/pulls/2').gives(301).header('location', /\/ann\/engine\/issues\/2$/)
  await w.anonymous.get('//ann/engine/pulls/9').gives(404)
  await git(cwd, ['commit', '-q', '--amend', '-m', 'add b again'])
  await git(cwd, ['push', '-qf', 'origin', 'side'])
  let again = ''
  for (let turn = 0; turn < 50 && !again.includes('force-pushed from'); turn++) {
    await w.settled()
    again = (await w.anonymous.get('//ann/engine/pulls/1').gives(200)).text
  }
  assert.match(again, /force-pushed from/)
})

scenario('draftPull, retargetPull, letMaintainers: small changes, and who may make them', async (w) => {
  const { ann, cy } = await demo(w)
  await openSide(w, ann)
  const [mine, other] = [await w.browsing(ann), await w.browsing(cy)]
  await mine.post('//ann/engine/pulls/1/draft', { draft: 'true' }).gives(303).emits('issue.edited')
  await w.anonymous.get('/repos/ann/engine/pulls/1').gives(200, { title: 'WIP: Work', draft: true })
  assert.match((await mine.get('//ann/engine/pulls/1').gives(200)).text, /It is a draft/)
  await mine.post('//ann/engine/pulls/1/draft', { draft: 'false' }).gives(303)
  await w.anonymous.get('/repos/ann/engine/pulls/1').gives(200, { title: 'Work', draft: false })
  await other.post('//ann/engine/pulls/1/draft', { draft: 'true' }).gives(303).emits()
  await w.anonymous.get('/repos/ann/engine/pulls/1').gives(200, { title: 'Work' })
  await w.as(ann).post('/repos/ann/engine/branches', { new_branch_name: 'next', old_ref_name: 'main' }).gives(201)
  await mine.post('//ann/engine/pulls/1/base', { base: 'next' }).gives(303).emits('pull.retargeted')
  await w.anonymous.get('/repos/ann/engine/pulls/1').gives(200, { base: { ref: 'next' } })
  await mine.post('//ann/engine/pulls/1/base', { base: 'nowhere' }).gives(404).emits()
  await w.anonymous.post('//ann/engine/pulls/1/base', { base: 'main' }).gives(303).header('location', /user\/login/).emits()
  await mine.post('//ann/engine/pulls/1/maintainers', { allow: 'true' }).gives(303)
  await w.anonymous.get('/repos/ann/engine/pulls/1').gives(200, { allow_maintainer_edit: true })
})

scenario('pullPage, pullCommits, pullFiles, mergePull: one whose commits never came here can still be read', async (w) => {
  const { ann } = await demo(w)
  const { id } = await openSide(w, ann, { body: 'Old words' })
  await w.cx.write((tx) => store.update(tx, id, { head_sha: 'f'.repeat(40), merge_base: '' }))
  const mine = await w.browsing(ann)
  assert.match((await mine.get('//ann/engine/pulls/1').gives(200)).text, /Old words/)
  for (const tail of ['/commits', '/files']) assert.match((await mine.get(`//ann/engine/pulls/1${tail}`).gives(200)).text, /Its commits are not on this server/)
  await mine.get('//ann/engine/pulls/1/merge').gives(403)
})
