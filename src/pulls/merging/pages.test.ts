import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commit, git } from '../../../test/kit/git.ts'
import { demo, openSide } from '../../../test/kit/pulls.ts'
import { scenario } from '../../../test/kit/world.ts'
import { commands, word } from './by-hand.ts'

const page = '//ann/engine/pulls/1'

test('commands can be pasted whatever a branch is called', () => {
  assert.equal(word('feature/a-1'), 'feature/a-1')
  assert.equal(word('a;rm$(x)'), "'a;rm$(x)'")
  assert.equal(word("it's"), `'it'\\''s'`)
  assert.deepEqual(commands({ issue: { number: 4 }, pull: { base_branch: '$(id)' } } as never).merge, ["git switch '$(id)'", 'git merge --no-ff pull-4', "git push origin '$(id)'"])
})

scenario('mergePull: with a message of one\'s own, refused with what was typed, and the branch goes', async (w) => {
  const { ann, bob, cy, head } = await demo(w)
  await openSide(w, ann)
  const [mine, other] = [await w.browsing(bob), await w.browsing(cy)]
  const shown = (await mine.get(page).gives(200)).text
  assert.match(shown, /This can be merged/)
  assert.match(shown, /value="Merge pull request &#39;Work&#39; \(#1\) from side into main"/)
  assert.match((await mine.get(`${page}?merge=squash`).gives(200)).text, /<details class="merge-how" open>[^]*value="Work \(#1\)"/)
  assert.doesNotMatch((await other.get(page).gives(200)).text, /class="merge-how"/)
  await other.post(`${page}/merge`, { style: 'merge', when: 'now' }).gives(405).emits()
  const refused = (await mine.post(`${page}/merge`, { style: 'merge', title: 'Kept <title>', head: 'f'.repeat(40), when: 'now' }).gives(409).emits()).text
  assert.match(refused, /Kept &lt;title&gt;/)
  assert.match(refused, /Head out of date/)
  assert.match(refused, /class="talk"/, 'the conversation is still there')
  await mine.post(`${page}/merge`, { style: 'squash', title: 'All of it', message: 'because', head, delete_branch: 'true', when: 'now' }).gives(303).emits('pull.merged', 'ref.pushed', 'ref.deleted')
  await w.anonymous.get('/repos/ann/engine/branches/side').gives(404)
  const merged = (await mine.get(page).gives(200)).text
  assert.match(merged, /This is merged/)
  assert.match(merged, /<div class="merge-foot row between"><span>The branch <code>side<\/code> was deleted/)
  assert.match(merged, /merged this into <span class="branch"><bdi>main<\/bdi><\/span> as <a/)
  await mine.post(`${page}/branch/restore`).gives(303).emits('ref.created')
  await w.anonymous.get('/repos/ann/engine/branches/side').gives(200, { commit: { id: head } })
  await other.post(`${page}/branch/remove`).gives(303).emits()
  await mine.post(`${page}/branch/remove`).gives(303).emits('ref.deleted')
  await mine.get(`${page}/merge`).gives(403)
})

scenario('mergePull, revertPage: what was merged can be undone where one commit holds all of it', async (w) => {
  const { ann, bob, cy, cwd } = await demo(w)
  await commit(cwd, 'second.txt', 'x\n', 'second')
  await git(cwd, ['push', '-q', 'origin', 'side'])
  await openSide(w, ann)
  const [mine, other] = [await w.browsing(bob), await w.browsing(cy)]
  const revert = /href="[^"]*(\/ann\/engine\/_revert\/[0-9a-f]{40}\/main)"/
  assert.doesNotMatch((await mine.get(page).gives(200)).text, revert)
  await mine.post(`${page}/merge`, { style: 'squash', title: 'Both', when: 'now' }).gives(303)
  const at = `/${revert.exec((await mine.get(page).gives(200)).text)![1]}`
  assert.doesNotMatch((await other.get(page).gives(200)).text, revert)
  await mine.post(at, { target: 'direct' }).gives(303).emits('ref.pushed')
  await w.anonymous.get('/repos/ann/engine/contents/second.txt').gives(404)
  // one by one: undoing the last of them would leave the first
  await git(cwd, ['fetch', '-q', 'origin'])
  await git(cwd, ['checkout', '-qb', 'more', 'origin/main'])
  for (const name of ['third', 'fourth']) await commit(cwd, name, 'x\n', name)
  await git(cwd, ['push', '-q', 'origin', 'more'])
  await w.as(ann).post('/repos/ann/engine/contents/between', { content: '' }).gives(201)
  await w.as(ann).post('/repos/ann/engine/pulls', { head: 'more', base: 'main', title: 'More' }).gives(201)
  await w.settled()
  await mine.post('//ann/engine/pulls/2/merge', { style: 'rebase', when: 'now' }).gives(303)
  const rebased = (await mine.get('//ann/engine/pulls/2').gives(200)).text
  assert.match(rebased, /This is merged/)
  assert.doesNotMatch(rebased, revert)
})

scenario('mergePull, cancelMerge: what a rule asks for is told, and the merge can wait for it', async (w) => {
  const { ann, bob, head } = await demo(w)
  await w.as(ann).post('/repos/ann/engine/branch_protections', { rule_name: 'main', enable_status_check: true, status_check_contexts: ['build'], required_approvals: 1, block_on_outdated_branch: true }).gives(201)
  await openSide(w, bob)
  const mine = await w.browsing(ann)
  const shown = (await mine.get(page).gives(200)).text
  assert.match(shown, /This cannot be merged yet/)
  assert.match(shown, /It has 0 of 1 required approval/)
  assert.match(shown, /Required checks are not finished/)
  assert.match(shown, /build<\/b> <span class="soft">Expected/)
  await mine.post(`${page}/merge`, { style: 'merge', head, when: 'now' }).gives(405).emits()
  await mine.post(`${page}/merge`, { style: 'merge', title: 'Later', head, when: 'checks' }).gives(303).emits()
  assert.match((await mine.get(page).gives(200)).text, /scheduled this/)
  await mine.post(`${page}/merge/cancel`).gives(303)
  assert.doesNotMatch((await mine.get(page).gives(200)).text, /class="notice info merge-wait/)
  await w.as(ann).post('/repos/ann/engine/pulls/1/reviews', { event: 'APPROVED' }).gives(200)
  await w.as(ann).post(`/repos/ann/engine/statuses/${head}`, { context: 'build', state: 'success' }).gives(201)
  const ready = (await mine.get(page).gives(200)).text
  assert.match(ready, /All checks passed/)
  assert.match(ready, /This can be merged/)
})

scenario('updatePull: a branch that is behind, and files that conflict', async (w) => {
  const { ann, bob, cwd } = await demo(w)
  await openSide(w, ann)
  await git(cwd, ['switch', '-q', 'main'])
  await commit(cwd, 'c.txt', 'x\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.settled()
  const mine = await w.browsing(bob)
  assert.match((await mine.get(page).gives(200)).text, /The branch lacks 1 commit of main/)
  await w.as(ann).patch('/repos/ann/engine', { allow_fast_forward_only_merge: true, default_merge_style: 'fast-forward-only' }).gives(200)
  const lacking = (await mine.get(page).gives(200)).text
  assert.match(lacking, /aria-disabled="true"><span><b>Fast-forward<\/b><br><span class="soft small">Not possible: the branch lacks 1 commit of the base/)
  assert.match((await mine.get(`${page}?merge=fast-forward-only`).gives(200)).text, /Not possible: the branch lacks 1 commit[^]*<button class="button strong" disabled>Fast-forward/)
  await mine.post(`${page}/update`, { style: 'rebase' }).gives(303).emits('ref.pushed', 'pull.synchronized')
  await w.settled()
  const rebased = (await mine.get(page).gives(200)).text
  assert.match(rebased, /<ul class="push-list"><li>[^]*?<bdi>add b<\/bdi>/, 'what was pushed over still has its title')
  assert.doesNotMatch(rebased, /Not possible/)
  const [latest] = (await w.as(ann).get('/repos/ann/engine/activities/feeds').gives(200)).body
  assert.equal(JSON.parse(latest.content).Len, 1, 'what the base had already is not counted')
  assert.doesNotMatch((await mine.get(page).gives(200)).text, /The branch lacks/)
  await commit(cwd, 'b.txt', 'other\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.settled()
  const shown = (await mine.get(page).gives(200)).text
  assert.match(shown, /It conflicts with the base/)
  assert.match(shown, /<code>b\.txt<\/code>/)
  assert.doesNotMatch(shown, /Update by merging/)
})

scenario('mergePull: an issue that it closes is told so once', async (w) => {
  const { ann, bob, head } = await demo(w)
  await w.as(ann).post('/repos/ann/engine/issues', { title: 'Broken' }).gives(201)
  await w.as(ann).post('/repos/ann/engine/pulls', { head: 'side', base: 'main', title: 'Mend #1', body: 'Closes #1' }).gives(201)
  await w.settled()
  const mine = await w.browsing(bob)
  assert.match((await mine.get('//ann/engine/issues/1').gives(200)).text, /will close this with/)
  await mine.post('//ann/engine/pulls/2/merge', { style: 'squash', title: 'Mend #1 (#2)', head, when: 'now' }).gives(303)
  await w.settled()
  const shown = (await mine.get('//ann/engine/issues/1').gives(200)).text
  assert.doesNotMatch(shown, /will close this/)
  assert.doesNotMatch(shown, /mentioned this in the commit/)
  assert.match(shown, /closed this with <a[^>]*><code>[0-9a-f]{10}<\/code> <bdi>Mend #1 \(#2\)/)
  assert.doesNotMatch((await mine.get('//ann/engine/pulls/2').gives(200)).text, /mentioned this in the commit/)
  // clients read every trace
  assert.ok((await w.as(ann).get('/repos/ann/engine/issues/1/timeline').gives(200)).body.some((one: any) => one.type === 'commit_ref'))
})
