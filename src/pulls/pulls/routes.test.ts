import assert from 'node:assert/strict'
import { commit, git } from '../../../test/kit/git.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'
import { demo, kinds } from '../ground/stage.ts'

const at = '/repos/ann/engine/pulls'

scenario('createReposPulls, getReposPullsByIndex, listReposPulls: from a branch of the same repository', async (w) => {
  const { ann, bob, cwd, head, base } = await demo(w)
  const milestone = (await w.as(ann).post('/repos/ann/engine/milestones', { title: 'v1' }).gives(201)).body
  const label = (await w.as(ann).post('/repos/ann/engine/labels', { name: 'bug', color: 'f00' }).gives(201)).body
  const made = await w.as(ann).post(at, { head: 'side', base: 'main', title: 'Work', body: 'Text', labels: [label.id, 999], milestone: milestone.id, assignees: ['ann'], reviewers: ['bob'] })
    .gives(201, {
      number: 1, title: 'Work', body: 'Text', state: 'open', draft: false, mergeable: true, merged: false, merged_at: null, merge_commit_sha: null, merged_by: null, allow_maintainer_edit: true,
      additions: 1, deletions: 0, changed_files: 1, comments: 0, review_comments: 0, merge_base: base, labels: [{ name: 'bug' }], milestone: { id: milestone.id, open_issues: 1 }, assignee: { login: 'ann' },
      requested_reviewers: [{ login: 'bob' }], requested_reviewers_teams: [], closed_at: null, due_date: null, pin_order: 0, content_version: 0, is_locked: false, user: { login: 'ann', email: 'ann@example.com' },
      base: { label: 'main', ref: 'main', sha: base, repo: { full_name: 'ann/engine', permissions: { push: true } } }, head: { label: 'side', ref: 'side', sha: head, repo: { full_name: 'ann/engine' } },
    })
    .emits('pull.opened', 'issue.labelled', 'issue.milestoned', 'issue.assigned', 'review.requested')
  assert.equal(made.body.url, made.body.html_url)
  assert.match(made.body.diff_url, /\/ann\/engine\/pulls\/1\.diff$/)
  assert.match(made.body.assignee.email, /noreply/)
  assert.deepEqual(await kinds(w, ann), ['milestone', 'label', 'assignees', 'review_request', 'pull_push'])
  await w.anonymous.get(`${at}/1`).gives(200, { id: made.body.id, number: 1, base: { repo: { permissions: { push: false } } } })
  await w.anonymous.get(at).gives(200, [{ number: 1 }]).header('x-total-count', '1')
  await w.anonymous.get(`${at}?state=closed`).gives(200, [])
  await w.anonymous.get(`${at}?labels=${label.id}&poster=ann&base_branch=main&milestone=${milestone.id}&sort=oldest`).gives(200, [{ number: 1 }])
  await w.anonymous.get(`${at}?base_branch=other`).gives(200, [])
  await w.anonymous.get(`${at}?labels=x`).gives(400)
  await w.anonymous.get(`${at}?poster=nobody`).gives(400)
  await w.anonymous.get('/repos/ann/engine').gives(200, { open_pr_counter: 1, open_issues_count: 0 })
  await w.anonymous.get('/repos/ann/engine/issues/1').gives(200, { pull_request: { merged: false, draft: false } })
  assert.equal((await git(cwd, ['ls-remote', 'origin', 'refs/pull/1/head'])).split('\t')[0], head)
  assert.equal((await git(cwd, ['ls-remote', 'origin', 'refs/codestead/*'])), '')
  await w.as(bob).get('/repos/ann/engine/issues?type=pulls').gives(200, [{ number: 1 }])
})
