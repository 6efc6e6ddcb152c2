// Merging into protected branches.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commit, git } from '../../../test/kit/git.ts'
import { demo, kinds, openSide } from '../../../test/kit/pulls.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine'
const rules = `${at}/branch_protections`
const merge = (w: World, who: Person, more: object = {}) => w.as(who).post(`${at}/pulls/1/merge`, { do: 'merge', ...more })
const review = async (w: World, who: Person, event: string) => (await w.as(who).post(`${at}/pulls/1/reviews`, { event, body: 'so' }).gives(200)).body
const reviews = async (w: World, who: Person) => (await w.as(who).get(`${at}/pulls/1/reviews`).gives(200)).body.map((one: any) => [one.user.login, one.state, one.official, one.stale, one.dismissed])

async function ruled(w: World, rule: object) {
  const s = await demo(w)
  const dan = await w.user('dan')
  await w.as(s.ann).put(`${at}/collaborators/dan`, { permission: 'write' }).gives(204)
  await w.as(s.ann).post(rules, { rule_name: 'main', ...rule }).gives(201)
  await openSide(w, s.bob)
  return { ...s, dan }
}

scenario('createReposPullsMergeByIndex: a merge whitelist replaces the right to write, for administrators too', async (w) => {
  const { ann, bob, dan } = await ruled(w, { enable_merge_whitelist: true, merge_whitelist_usernames: ['dan'] })
  const root = await w.user('root', { admin: true })
  for (const who of [ann, bob, root]) await merge(w, who).gives(405).says('not allowed to merge').emits()
  await merge(w, ann, { force_merge: true }).gives(405)
  await w.as(ann).get(`${at}/pulls/1`).gives(200, { mergeable: true })
  // whoever is on the list by name and lost the right to write lost this too
  await w.as(ann).put(`${at}/collaborators/dan`, { permission: 'read' }).gives(204)
  await merge(w, dan).gives(405)
  await w.as(ann).put(`${at}/collaborators/dan`, { permission: 'write' }).gives(204)
  await merge(w, dan).gives(200)
})

scenario('createReposPullsMergeByIndex: a branch nobody may push to takes merges', async (w) => {
  const { bob } = await ruled(w, {})
  await merge(w, bob).gives(200)
})

scenario('createReposPullsMergeByIndex: approvals that count, by whom and how many', async (w) => {
  const { ann, bob, cy, dan } = await ruled(w, { required_approvals: 2 })
  await merge(w, bob).gives(405).says('it has 0 of 2 required approvals').emits()
  assert.equal((await review(w, cy, 'APPROVED')).official, false)
  assert.equal((await review(w, dan, 'APPROVED')).official, true)
  await merge(w, bob).gives(405).says('1 of 2')
  const given = await review(w, ann, 'APPROVED')
  await w.as(ann).post(`${at}/pulls/1/reviews/${given.id}/dismissals`, { message: '' }).gives(200)
  await merge(w, bob).gives(405).says('1 of 2')
  await w.as(ann).post(`${at}/pulls/1/reviews/${given.id}/undismissals`).gives(200, { official: true })
  // approvals of those who may no longer give them do not count
  await w.as(ann).put(`${at}/collaborators/dan`, { permission: 'read' }).gives(204)
  await merge(w, bob).gives(405).says('1 of 2')
  await w.as(ann).put(`${at}/collaborators/dan`, { permission: 'write' }).gives(204)
  await merge(w, bob).gives(200)
})

scenario('createReposPullsReviewsByIndex: with an approvals whitelist those on it are official, and only those', async (w) => {
  const { ann, bob, cy, dan } = await ruled(w, { required_approvals: 1, enable_approvals_whitelist: true, approvals_whitelist_username: ['cy'] })
  await w.as(ann).put(`${at}/collaborators/cy`, { permission: 'read' }).gives(204)
  assert.equal((await review(w, dan, 'APPROVED')).official, false)
  await merge(w, bob).gives(405).says('0 of 1')
  assert.equal((await review(w, cy, 'APPROVED')).official, true)
  await merge(w, bob).gives(200)
})

scenario('editReposPullsByIndex: another base, another rule; words are weighed anew', async (w) => {
  const { ann, bob, cwd, dan } = await ruled(w, { required_approvals: 1, enable_approvals_whitelist: true, approvals_whitelist_username: ['ann'] })
  await git(cwd, ['push', '-q', 'origin', 'main:refs/heads/free'])
  await w.as(bob).patch(`${at}/pulls/1`, { base: 'free' }).gives(201)
  assert.equal((await review(w, dan, 'APPROVED')).official, true)
  await w.as(bob).patch(`${at}/pulls/1`, { base: 'main' }).gives(201)
  assert.deepEqual(await reviews(w, ann), [['dan', 'APPROVED', false, false, false]])
  await merge(w, bob).gives(405).says('0 of 1')
  await w.as(bob).patch(`${at}/pulls/1`, { base: 'free' }).gives(201)
  assert.deepEqual(await reviews(w, ann), [['dan', 'APPROVED', true, false, false]])
})

scenario('createReposPullsMergeByIndex: refusals and requests of those who count stand in the way where the rule says so', async (w) => {
  const { ann, bob, cy, dan } = await ruled(w, {})
  await review(w, dan, 'REQUEST_CHANGES')
  await w.as(bob).post(`${at}/pulls/1/requested_reviewers`, { reviewers: ['ann'] }).gives(201)
  await w.as(ann).patch(`${rules}/main`, { block_on_rejected_reviews: true }).gives(200)
  await review(w, cy, 'REQUEST_CHANGES')
  await merge(w, bob).gives(405).says('asked for changes')
  await review(w, dan, 'APPROVED')
  await w.as(ann).patch(`${rules}/main`, { block_on_official_review_requests: true }).gives(200)
  await merge(w, bob).gives(405).says('has not answered')
  await review(w, ann, 'APPROVED')
  await merge(w, bob).gives(200)
})

scenario('approvals and later pushes: ignored, dismissed, or still good', async (w) => {
  const { ann, bob, cwd, dan } = await ruled(w, { required_approvals: 1 })
  await review(w, dan, 'APPROVED')
  await git(cwd, ['switch', '-q', 'side'])
  await commit(cwd, 'c.txt', 'c\n')
  await git(cwd, ['push', '-q', 'origin', 'side'])
  await w.settled()
  assert.deepEqual(await reviews(w, ann), [['dan', 'APPROVED', true, true, false]])
  await w.as(ann).patch(`${rules}/main`, { ignore_stale_approvals: true }).gives(200)
  await merge(w, bob).gives(405).says('0 of 1')
  await w.as(ann).patch(`${rules}/main`, { dismiss_stale_approvals: true }).gives(200)
  await review(w, dan, 'APPROVED')
  // the same change elsewhere is no other change
  await git(cwd, ['commit', '-q', '--amend', '-m', 'again'])
  await git(cwd, ['push', '-qf', 'origin', 'side'])
  await w.settled()
  assert.deepEqual((await reviews(w, ann)).at(-1), ['dan', 'APPROVED', true, false, false])
  await commit(cwd, 'c.txt', 'd\n')
  await git(cwd, ['push', '-q', 'origin', 'side'])
  // not even before the push has been looked at
  await merge(w, bob).gives(405).says('0 of 1')
  await w.settled()
  assert.deepEqual((await reviews(w, ann)).at(-1), ['dan', 'APPROVED', false, true, true])
  assert.ok((await kinds(w, ann)).includes('dismiss_review'))
})

scenario('createReposPullsMergeByIndex: required checks, by pattern, and all of them where none is named', async (w) => {
  const { ann, bob, head } = await ruled(w, { enable_status_check: true, status_check_contexts: ['ci/*', 'lint [fast]'] })
  const status = (context: string, state: string) => w.as(bob).post(`${at}/statuses/${head}`, { context, state }).gives(201)
  await merge(w, bob).gives(405).says('checks are not successful but pending')
  await status('ci/build', 'success')
  await status('other', 'failure')
  await merge(w, bob).gives(405).says('pending')
  await status('lint [fast]', 'success')
  await status('ci/test', 'failure')
  await merge(w, bob).gives(405).says('failure')
  await w.as(ann).patch(`${rules}/main`, { status_check_contexts: [] }).gives(200)
  await status('ci/test', 'success')
  await merge(w, bob).gives(405).says('failure')
  await status('other', 'skipped')
  await merge(w, bob).gives(200)
})

scenario('createReposPullsMergeByIndex: outdated heads and protected files', async (w) => {
  const { ann, bob, cwd } = await ruled(w, { block_on_outdated_branch: true, protected_file_patterns: 'B.*', enable_push: true })
  await merge(w, bob).gives(405).says('"b.txt" must not be changed')
  await w.as(ann).patch(`${rules}/main`, { protected_file_patterns: '' }).gives(200)
  await git(cwd, ['switch', '-q', 'main'])
  await commit(cwd, 'd.txt', 'd\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.settled()
  await merge(w, bob).gives(405).says('lacks commits')
  await w.as(bob).post(`${at}/pulls/1/update`).gives(200)
  await merge(w, bob).gives(200)
})

scenario('createReposPullsMergeByIndex: force_merge is for administrators, unless the rule says no, and for those on its list', async (w) => {
  const { ann, bob, dan } = await ruled(w, { required_approvals: 1, block_admin_merge_override: true, enable_bypass_allowlist: true, bypass_allowlist_usernames: ['dan'] })
  await merge(w, bob, { force_merge: true }).gives(405)
  await merge(w, ann, { force_merge: true }).gives(405).says('0 of 1')
  await merge(w, dan).gives(405)
  await w.as(ann).patch(`${rules}/main`, { block_admin_merge_override: false, enable_bypass_allowlist: false }).gives(200)
  await merge(w, dan, { force_merge: true }).gives(405)
  await merge(w, ann).gives(405)
  await merge(w, ann, { force_merge: true }).gives(200)
})

scenario('createReposPullsMergeByIndex: members of a bypass list pass', async (w) => {
  const { dan } = await ruled(w, { required_approvals: 1, enable_bypass_allowlist: true, bypass_allowlist_usernames: ['dan'] })
  await merge(w, dan, { force_merge: true }).gives(200)
})

scenario('createReposPullsMergeByIndex: where commits must be signed only signed ones are fast-forwarded', async (w) => {
  const { ann, bob, cwd } = await ruled(w, { require_signed_commits: true })
  for (const style of ['merge', 'squash', 'rebase']) await merge(w, ann, { do: style, force_merge: true }).gives(405).says('signed commits only')
  await merge(w, ann, { do: 'fast-forward-only' }).gives(405).says('is not signed')
  const key = join(w.folder('keys'), 'key')
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await w.as(bob).post('/user/keys', { title: 'signing', key: readFileSync(`${key}.pub`, 'utf8') }).gives(201)
  await git(cwd, ['switch', '-q', 'side'])
  await git(cwd, ['reset', '-q', '--hard', 'main'])
  await commit(cwd, 'b.txt', 'signed\n', 'signed', { GIT_COMMITTER_EMAIL: 'bob@example.com' }, ['-c', 'gpg.format=ssh', '-c', `user.signingkey=${key}`, '-c', 'commit.gpgsign=true'])
  await git(cwd, ['push', '-qf', 'origin', 'side'])
  await merge(w, ann, { do: 'fast-forward-only' }).gives(200)
})

scenario('deleteReposPullsMergeByIndex, createReposPullsMergeByIndex: a scheduled merge waits until the rule is met', async (w) => {
  const { ann, bob, dan, head } = await ruled(w, { required_approvals: 1, enable_status_check: true, status_check_contexts: ['ci'], enable_merge_whitelist: true, merge_whitelist_usernames: ['bob'] })
  const merged = async () => (await w.as(ann).get(`${at}/pulls/1`).gives(200)).body.merged
  await merge(w, dan, { merge_when_checks_succeed: true }).gives(405)
  await merge(w, bob, { merge_when_checks_succeed: true }).gives(201)
  await w.as(dan).delete(`${at}/pulls/1/merge`).gives(403)
  await w.as(bob).post(`${at}/statuses/${head}`, { context: 'other', state: 'failure' }).gives(201)
  await w.as(bob).post(`${at}/statuses/${head}`, { context: 'ci', state: 'success' }).gives(201)
  await w.settled()
  assert.equal(await merged(), false)
  await review(w, dan, 'APPROVED')
  await w.settled()
  assert.equal(await merged(), true)
})

scenario('createReposPullsMergeByIndex: a scheduled merge does not wait for checks that its rule does not ask for', async (w) => {
  const { ann, bob, dan, head } = await ruled(w, { required_approvals: 1 })
  await w.as(bob).post(`${at}/statuses/${head}`, { context: 'ci', state: 'pending' }).gives(201)
  await merge(w, bob, { merge_when_checks_succeed: true }).gives(201)
  await w.settled()
  await w.as(ann).get(`${at}/pulls/1`).gives(200, { merged: false })
  await review(w, dan, 'APPROVED')
  await w.settled()
  await w.as(ann).get(`${at}/pulls/1`).gives(200, { merged: true })
})

scenario('a scheduled merge goes ahead when its rule is eased', async (w) => {
  const { ann, bob } = await ruled(w, { required_approvals: 1 })
  await merge(w, bob, { merge_when_checks_succeed: true }).gives(201)
  await w.settled()
  await w.as(ann).get(`${at}/pulls/1`).gives(200, { merged: false })
  await w.as(ann).delete(`${rules}/main`).gives(204)
  await w.settled()
  await w.as(ann).get(`${at}/pulls/1`).gives(200, { merged: true })
})

scenario('createReposPullsUpdateByIndex, createReposPullsMergeByIndex: a protected head is neither rewritten nor deleted', async (w) => {
  const { ann, bob, cwd } = await ruled(w, { enable_push: true })
  await w.as(ann).post(rules, { rule_name: 'side', enable_push: true }).gives(201)
  await git(cwd, ['switch', '-q', 'main'])
  await commit(cwd, 'd.txt', 'd\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.settled()
  await w.as(bob).post(`${at}/pulls/1/update?style=rebase`).gives(403)
  await w.as(ann).patch(`${rules}/side`, { enable_push: false }).gives(200)
  await w.as(bob).post(`${at}/pulls/1/update`).gives(403)
  await w.as(ann).patch(`${rules}/side`, { enable_push: true }).gives(200)
  await w.as(bob).post(`${at}/pulls/1/update`).gives(200)
  await merge(w, bob, { delete_branch_after_merge: true }).gives(200)
  await w.as(ann).get(`${at}/branches/side`).gives(200)
})

scenario('createReposPullsMergeByIndex: a team on the merge list merges', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.org(ann, 'acme')
  await w.as(ann).post('/orgs/acme/repos', { name: 'engine', auto_init: true }).gives(201)
  const team = (await w.as(ann).post('/orgs/acme/teams', { name: 'crew', permission: 'write', includes_all_repositories: true, units: ['repo.code', 'repo.pulls'] }).gives(201)).body
  await w.as(ann).put(`/teams/${team.id}/members/bob`).gives(204)
  await w.as(ann).post('/repos/acme/engine/contents/a.txt', { content: '', new_branch: 'side' }).gives(201)
  await w.as(ann).post('/repos/acme/engine/branch_protections', { rule_name: '*', enable_merge_whitelist: true, merge_whitelist_teams: ['crew'], enable_approvals_whitelist: true, approvals_whitelist_teams: ['crew'], required_approvals: 1, block_on_official_review_requests: true }).gives(201)
  await w.as(ann).post('/repos/acme/engine/pulls', { head: 'side', base: 'main', title: 'Work' }).gives(201)
  await w.as(ann).post('/repos/acme/engine/pulls/1/requested_reviewers', { team_reviewers: ['crew'] }).gives(201)
  await w.as(ann).post('/repos/acme/engine/pulls/1/merge', { do: 'merge' }).gives(405).says('not allowed')
  await w.as(bob).post('/repos/acme/engine/pulls/1/merge', { do: 'merge' }).gives(405).says('0 of 1')
  await w.as(bob).post('/repos/acme/engine/pulls/1/reviews', { event: 'APPROVED' }).gives(200, { official: true })
  await w.as(bob).post('/repos/acme/engine/pulls/1/merge', { do: 'merge' }).gives(200)
})
