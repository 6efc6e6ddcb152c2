import assert from 'node:assert/strict'
import { scenario, type World, type Person } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues'
const kinds = async (w: World, who: Person, number = 1) => (await w.as(who).get(`${at}/${number}/timeline`).gives(200)).body?.map((one: any) => one.type) ?? []

scenario('createReposIssues, getReposIssuesByIndex: a reader opens, a writer opens with everything', async (w) => {
  const [ann, cy] = [await w.user('ann'), await w.user('cy')]
  await w.repo(ann, 'engine')
  await w.as(cy).post(at, { title: ' first ', body: 'words', ref: 'main', due_date: '2031-05-06T10:00:00Z', milestone: 9, assignees: ['nobody'], labels: [1] })
    .gives(201, { number: 1, title: ' first ', body: 'words', ref: 'main', state: 'open', due_date: null, milestone: null, assignees: null, assignee: null, labels: [], assets: [], projects: null,
      user: { login: 'cy', email: 'cy@example.com' }, content_version: 0, pull_request: null, closed_at: null, comments: 0, pin_order: 0, repository: { full_name: 'ann/engine', owner: 'ann', name: 'engine' } })
    .emits('issue.opened')
  const milestone = (await w.as(ann).post('/repos/ann/engine/milestones', { title: 'v1' }).gives(201)).body
  const [bug, odd] = [(await w.as(ann).post('/repos/ann/engine/labels', { name: 'kind/bug', color: 'f00', exclusive: true })).body, (await w.as(ann).post('/repos/ann/engine/labels', { name: 'kind/odd', color: '#0F0F0F', exclusive: true })).body]
  const made = await w.as(ann).post(at, { title: 'second', due_date: '2031-05-06T10:00:00+02:00', milestone: milestone.id, assignee: 'cy', assignees: ['ann', 'cy'], labels: [odd.id, bug.id, 999], closed: true })
    .gives(201, { number: 2, state: 'closed', due_date: '2031-05-06T08:00:00Z', milestone: { id: milestone.id, open_issues: 0, closed_issues: 1 }, assignee: { login: 'ann' }, assignees: [{ login: 'ann' }, { login: 'cy' }], labels: [{ name: 'kind/bug', color: 'ff0000' }, { name: 'kind/odd', color: '0f0f0f' }] })
    .emits('issue.opened', 'issue.labelled', 'issue.milestoned', 'issue.assigned', 'issue.assigned', 'issue.closed')
  assert.match(made.body.url, /\/api\/v1\/repos\/ann\/engine\/issues\/2$/)
  assert.match(made.body.assignees[1].email, /noreply/)
  assert.deepEqual(await kinds(w, ann, 2), ['milestone', 'label', 'label', 'assignees', 'assignees', 'close'])
  await w.anonymous.get(`${at}/2`).gives(200, { id: made.body.id, url: made.body.url })
  await w.anonymous.get('/repos/ann/engine').gives(200, { open_issues_count: 1 })
  const long = await w.as(ann).post(at, { title: 'x'.repeat(300) }).gives(201)
  assert.equal(long.body.title, `${'x'.repeat(252)}…`)
})

scenario('createReposIssues: refusals leave nothing behind', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  await w.repo(ann, 'secret', { private: true })
  await w.anonymous.post(at, { title: 'x' }).gives(401)
  await w.as(bob).post('/repos/ann/secret/issues', { title: 'x' }).gives(404).empty()
  await w.as(bob).post('/repos/ann/nothing/issues', { title: 'x' }).gives(404).empty()
  await w.as(ann).post(at, {}).gives(422).says('[Title]: Required').emits()
  await w.as(ann).post(at, { title: 'x', assignees: ['nobody'] }).gives(422).emits()
  await w.as(ann).post(at, { title: 'x', projects: [77] }).gives(400).emits()
  await w.as(ann).post(at, { title: 'x', milestone: 77, labels: [77] }).gives(201, { number: 1, milestone: null, labels: [] })
  await w.as(ann).post(at, { title: 'x', id: 99, number: 50, repo_id: 3 }).gives(201, { number: 2 })
})

scenario('createReposIssues: numbers given at once are all different', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  const made = await Promise.all(Array.from({ length: 32 }, (_, i) => w.as(ann).post(at, { title: `n ${i}` })))
  assert.deepEqual(made.map((one) => one.body.number).sort((a, b) => a - b), Array.from({ length: 32 }, (_, i) => i + 1))
  await w.anonymous.get('/repos/ann/engine').gives(200, { open_issues_count: 32 })
})

scenario('editReposIssuesByIndex: every member, its entry and its fact', async (w) => {
  const [ann, , cy] = [await w.user('ann'), await w.user('bob'), await w.user('cy')]
  await w.repo(ann, 'engine')
  await w.as(cy).post(at, { title: 'First', body: 'Old' }).gives(201)
  const milestone = (await w.as(ann).post('/repos/ann/engine/milestones', { title: 'v1' }).gives(201)).body
  const patch = (who: Person, body: object) => w.as(who).patch(`${at}/1`, body)
  await patch(cy, { title: 'First, renamed' }).gives(201, { title: 'First, renamed', content_version: 0 }).emits('issue.edited')
  await patch(cy, { title: '' }).gives(201, { title: 'First, renamed' }).emits()
  await patch(cy, { body: 'New', content_version: 0 }).gives(201, { body: 'New', content_version: 1 }).emits('issue.edited')
  await patch(cy, { body: 'Newer', content_version: 0 }).gives(409).empty().emits()
  await patch(cy, { title: 'late', content_version: 7 }).gives(409).empty().emits()
  // as large as 64 bits are
  await patch(cy, { title: 'late', content_version: 2 ** 63 }).gives(409).empty().emits()
  await patch(cy, { body: '' }).gives(201, { body: '', content_version: 2 })
  await patch(ann, { ref: 'main' }).gives(201, { ref: 'main' }).emits()
  await patch(ann, { due_date: '2031-05-06T10:00:00+02:00' }).gives(201, { due_date: '2031-05-06T21:59:59Z' })
  await patch(ann, { due_date: '2031-06-01T00:00:00Z' }).gives(201, { due_date: '2031-06-01T23:59:59Z' })
  await patch(ann, { due_date: null }).gives(201, { due_date: '2031-06-01T23:59:59Z' })
  await patch(ann, { unset_due_date: false }).gives(400)
  await patch(ann, { due_date: '' }).gives(422)
  await patch(ann, { unset_due_date: true }).gives(201, { due_date: null })
  await patch(ann, { assignee: 'bob', assignees: ['cy'] }).gives(201, { assignees: [{ login: 'bob' }, { login: 'cy' }] }).emits('issue.assigned', 'issue.assigned')
  await patch(ann, { assignees: ['bob'] }).gives(201, { assignees: [{ login: 'bob' }] }).emits('issue.assigned')
  await patch(ann, { assignees: null }).gives(201, { assignees: [{ login: 'bob' }] }).emits()
  await patch(ann, { assignees: ['nobody'] }).gives(422).emits()
  await patch(ann, { assignee: '' }).gives(201, { assignees: null, assignee: null }).emits('issue.assigned')
  await patch(ann, { milestone: milestone.id }).gives(201, { milestone: { open_issues: 1 } }).emits('issue.milestoned')
  await patch(ann, { milestone: milestone.id }).gives(201).emits()
  for (const none of [99, 2 ** 63, -(2 ** 63)]) await patch(ann, { milestone: none }).gives(404).empty().emits()
  await patch(cy, { state: 'closed' }).gives(201, { state: 'closed', milestone: { open_issues: 0, closed_issues: 1 } }).emits('issue.closed')
  await patch(cy, { state: 'closed' }).gives(201).emits()
  await w.anonymous.get('/repos/ann/engine').gives(200, { open_issues_count: 0 })
  await patch(cy, { state: 'open' }).gives(201, { state: 'open', closed_at: null }).emits('issue.reopened')
  await patch(cy, { state: 'ajar' }).gives(412)
  await patch(ann, { milestone: 0 }).gives(201, { milestone: null }).emits('issue.milestoned')
  assert.deepEqual(await kinds(w, ann), ['change_title', 'change_issue_ref', 'added_deadline', 'modified_deadline', 'removed_deadline', 'assignees', 'assignees', 'assignees', 'assignees', 'milestone', 'close', 'reopen', 'milestone'])
  const told = (await w.as(ann).get(`${at}/1/timeline`)).body
  assert.deepEqual(told.slice(2, 5).map((one: any) => one.body), ['2031-05-06', '2031-06-01|2031-05-06', '2031-06-01'])
})

scenario('editReposIssuesByIndex: of many at once one wins who named the version, and all who did not', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  await w.as(ann).post(at, { title: 'First', body: 'Old' }).gives(201)
  const all = async (more: object) => (await Promise.all(['a', 'b', 'c', 'd'].map((body) => w.as(ann).patch(`${at}/1`, { body, ...more })))).map((one) => one.status).sort()
  assert.deepEqual(await all({ content_version: 0 }), [201, 409, 409, 409])
  assert.deepEqual(await all({}), [201, 201, 201, 201])
  await w.as(ann).get(`${at}/1`).gives(200, { content_version: 5 })
})

scenario('editReposIssuesByIndex: an error later does not undo what came before; who may', async (w) => {
  const [ann, bob, cy] = [await w.user('ann'), await w.user('bob'), await w.user('cy')]
  await w.repo(ann, 'engine')
  await w.repo(ann, 'other')
  const foreign = (await w.as(ann).post('/repos/ann/other/milestones', { title: 'v1' }).gives(201)).body
  await w.as(cy).post(at, { title: 'First' }).gives(201)
  await w.as(ann).patch(`${at}/1`, { title: 'kept', milestone: foreign.id }).gives(404).empty().emits('issue.edited')
  await w.anonymous.get(`${at}/1`).gives(200, { title: 'kept' })
  await w.as(cy).patch(`${at}/1`, { assignees: ['nobody'], milestone: 99, due_date: '2031-06-01T00:00:00Z', projects: [1] }).gives(201, { assignees: null, due_date: null }).emits()
  await w.as(bob).patch(`${at}/1`, { title: 'mine' }).gives(403).says(/./).emits()
  await w.anonymous.patch(`${at}/1`, { title: 'mine' }).gives(401)
  await w.as(ann).patch(`${at}/2`, { title: 'x' }).gives(404).empty()
  await w.as(ann).patch(`${at}/2`, { title: 5 }).gives(422)
  await w.as(ann).patch('/repos/ann/other/issues/1', { title: 'x' }).gives(404).empty()
  await w.as(ann).patch(`${at}/one`, { title: 'x' }).gives(404)
})

scenario('deleteReposIssuesByIndex: administrators only, and everything goes with it', async (w) => {
  const [ann, cy] = [await w.user('ann'), await w.user('cy')]
  await w.repo(ann, 'engine')
  const milestone = (await w.as(ann).post('/repos/ann/engine/milestones', { title: 'v1' })).body
  await w.as(ann).post(at, { title: 'First', milestone: milestone.id }).gives(201)
  await w.as(cy).post(at, { title: 'see #1' }).gives(201)
  await w.as(cy).delete(`${at}/2`).gives(403).emits()
  await w.anonymous.delete(`${at}/2`).gives(401)
  await w.as(ann).delete(`${at}/1`).gives(204).empty().emits('issue.removed')
  await w.as(ann).delete(`${at}/1`).gives(404).empty().emits()
  await w.anonymous.get(`${at}/1`).gives(404).empty()
  await w.anonymous.get(`/repos/ann/engine/milestones/${milestone.id}`).gives(200, { open_issues: 0 })
  await w.anonymous.get('/repos/ann/engine').gives(200, { open_issues_count: 1 })
  await w.as(ann).post(at, { title: 'third' }).gives(201, { number: 3 })
})

scenario('putReposIssuesLockByIndex, deleteReposIssuesLockByIndex, createReposIssuesDeadlineByIndex: locks and due dates', async (w) => {
  const [ann, cy] = [await w.user('ann'), await w.user('cy')]
  await w.repo(ann, 'engine')
  await w.as(cy).post(at, { title: 'First' }).gives(201)
  await w.as(cy).put(`${at}/1/lock`, {}).gives(403).emits()
  await w.as(ann).put(`${at}/1/lock`).gives(422)
  await w.as(ann).put(`${at}/9/lock`, {}).gives(404)
  await w.as(ann).put(`${at}/1/lock`, { lock_reason: 'heat' }).gives(204).empty().emits('issue.locked')
  await w.as(ann).put(`${at}/1/lock`, { lock_reason: 'other' }).gives(204).emits()
  await w.anonymous.get(`${at}/1`).gives(200, { is_locked: true })
  await w.as(cy).post(`${at}/1/comments`, { body: 'hm' }).gives(403).emits()
  await w.as(ann).delete(`${at}/1/lock`).gives(204).emits('issue.unlocked')
  await w.as(ann).delete(`${at}/1/lock`).gives(204).emits()
  await w.as(cy).post(`${at}/1/comments`, { body: 'hm' }).gives(201)
  assert.deepEqual((await w.as(ann).get(`${at}/1/timeline`)).body.map((one: any) => [one.type, one.body, one.user.login]), [['lock', 'heat', 'ann'], ['unlock', '', 'ann'], ['comment', 'hm', 'cy']])
  await w.as(cy).post(`${at}/1/deadline`, { due_date: '2031-05-06T23:30:00+02:00' }).gives(403)
  await w.as(ann).post(`${at}/9/deadline`, {}).gives(404).empty()
  await w.as(ann).post(`${at}/1/deadline`, { due_date: 'tomorrow' }).gives(422)
  await w.as(ann).post(`${at}/1/deadline`, { due_date: '2031-05-06T23:30:00+02:00' }).gives(201, { due_date: '2031-05-06T23:59:59Z' })
  await w.as(ann).post(`${at}/1/deadline`, { due_date: null }).gives(201, { due_date: '1970-01-01T00:00:00Z' })
  await w.anonymous.get(`${at}/1`).gives(200, { due_date: null })
})
