import assert from 'node:assert/strict'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'
import { demo, kinds, openSide } from '../../../test/kit/pulls.ts'

const at = '/repos/ann/engine/pulls'
const asked = `${at}/1/requested_reviewers`

scenario('createReposPullsRequestedReviewersByIndex, deleteReposPullsRequestedReviewersByIndex: people', async (w) => {
  const { ann, bob, cy } = await demo(w)
  const dan = await w.user('dan')
  await w.org(dan, 'guild')
  await openSide(w, bob)
  await w.anonymous.post(asked, { reviewers: ['cy'] }).gives(401)
  await w.as(ann).post(`${at}/9/requested_reviewers`, { reviewers: ['cy'] }).gives(404).empty()
  await w.as(ann).post(asked, { reviewers: 'cy' }).gives(422)
  await w.as(ann).post(asked, { reviewers: ['cy', 'nobody'] }).gives(404).empty().emits()
  await w.as(ann).post(asked, { reviewers: ['guild'] }).gives(422).emits()
  await w.as(ann).post(asked, { reviewers: ['bob'] }).gives(422).emits()
  await w.as(cy).post(asked, { reviewers: ['ann'] }).gives(422).emits()
  const made = await w.as(bob).post(asked, { reviewers: ['ann', 'cy@example.com'], team_reviewers: ['crew'] })
    .gives(201, [
      { state: 'REQUEST_REVIEW', user: { login: 'ann', email: 'ann@example.com' }, team: null, official: true, html_url: '', commit_id: '', body: '', comments_count: 0, stale: false, dismissed: false },
      { user: { login: 'cy' }, official: false },
    ]).emits('review.requested', 'review.requested')
  assert.match(made.body[0].pull_request_url, /\/ann\/engine\/pulls\/1$/)
  await w.as(bob).post(asked, { reviewers: ['ann'] }).gives(201, []).emits()
  await w.as(bob).post(asked, {}).gives(201, []).emits()
  await w.anonymous.get(`${at}/1`).gives(200, { requested_reviewers: [{ login: 'ann' }, { login: 'cy' }] })
  await w.as(dan).delete(asked, { reviewers: ['cy'] }).gives(422).emits()
  await w.as(dan).delete(asked, { reviewers: ['dan'] }).gives(422).emits()
  await w.anonymous.delete(asked, { reviewers: ['cy'] }).gives(401)
  await w.as(bob).delete(asked, { reviewers: ['nobody'] }).gives(404).empty()
  await w.as(cy).delete(asked, { reviewers: ['cy'] }).gives(204).emits('review.requested')
  await w.as(bob).delete(asked, { reviewers: ['cy'] }).gives(204).empty().emits()
  assert.deepEqual(await kinds(w, ann), ['pull_push', 'review_request', 'review_request', 'review_request'])
  const told = (await w.as(ann).get('/repos/ann/engine/issues/1/timeline')).body.slice(1)
  assert.deepEqual(told.map((one: any) => [one.assignee.login, one.removed_assignee]), [['ann', false], ['cy', false], ['cy', true]])
  // a verdict answers the request, and may be asked for again while it is open
  await w.as(ann).post(`${at}/1/reviews`, { event: 'APPROVED' }).gives(200)
  await w.as(bob).post(asked, { reviewers: ['ann'] }).gives(201, [{ official: true }])
  await w.as(ann).get(`${at}/1/reviews`).gives(200, [{ state: 'APPROVED', official: false }, { state: 'REQUEST_REVIEW', official: true }])
  await w.as(ann).post(`${at}/1/reviews`, { event: 'APPROVED' }).gives(200)
  await w.as(bob).patch(`${at}/1`, { state: 'closed' }).gives(201)
  await w.as(bob).post(asked, { reviewers: ['ann'] }).gives(403).emits()
  await w.as(bob).post(asked, { reviewers: ['cy'] }).gives(201, [{ user: { login: 'cy' } }])
  await w.as(ann).get('/repos/ann/engine/reviewers').gives(200, [{ login: 'bob' }, { login: 'ann' }])
  await w.as(dan).get('/repos/ann/engine/reviewers').gives(403)
  await w.anonymous.get('/repos/ann/engine/reviewers').gives(401)
})

scenario('createReposPullsRequestedReviewersByIndex, listReposReviewers: teams of an organization', async (w) => {
  const [ann, bob, cy] = [await w.user('ann'), await w.user('bob'), await w.user('cy')]
  await w.org(ann, 'guild')
  await w.as(ann).post('/orgs/guild/repos', { name: 'engine', private: true }).gives(201)
  const crew = (await w.as(ann).post('/orgs/guild/teams', { name: 'crew', permission: 'write', units: ['repo.code', 'repo.pulls'], includes_all_repositories: true }).gives(201)).body
  const far = (await w.as(ann).post('/orgs/guild/teams', { name: 'far', permission: 'read', units: ['repo.code'] }).gives(201)).body
  await w.as(ann).put(`/teams/${crew.id}/members/bob`).gives(204)
  const cwd = await workTree(w, ann, 'guild/engine')
  await commit(cwd, 'a', '1\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await git(cwd, ['switch', '-qc', 'side'])
  await commit(cwd, 'b', '1\n')
  await git(cwd, ['push', '-q', 'origin', 'side'])
  const to = '/repos/guild/engine/pulls'
  await w.as(ann).post(to, { head: 'side', base: 'main', title: 'x', team_reviewers: ['crew'], reviewers: ['bob'] }).gives(201, { requested_reviewers: [{ login: 'bob' }], requested_reviewers_teams: [{ name: 'crew', organization: null }] })
    .emits('pull.opened', 'review.requested', 'review.requested')
  await w.as(ann).post(`${to}/1/requested_reviewers`, { team_reviewers: ['crew'] }).gives(201, [])
  await w.as(ann).post(`${to}/1/requested_reviewers`, { team_reviewers: ['nothing'] }).gives(404).empty()
  await w.as(ann).post(`${to}/1/requested_reviewers`, { team_reviewers: ['far'] }).gives(422)
  await w.as(ann).post(`${to}/1/requested_reviewers`, { reviewers: ['cy'] }).gives(422)
  await w.as(cy).post(`${to}/1/requested_reviewers`, { reviewers: ['bob'] }).gives(404).empty()
  await w.as(bob).get(`${to}/1/reviews`).gives(200, [{ user: { login: 'bob' }, official: true }, { user: null, team: { id: crew.id, permission: 'none' }, official: false }])
  await w.as(bob).post(`${to}/1/reviews`, { event: 'APPROVED', body: 'Fine' }).gives(200, { official: true })
  await w.as(ann).get(`${to}/1/reviews`).gives(200, [{ state: 'APPROVED', official: true }])
  await w.as(ann).get(`${to}/1`).gives(200, { requested_reviewers: [{ login: 'bob' }], requested_reviewers_teams: [], review_comments: 1 })
  await w.as(ann).put(`/teams/${far.id}/repos/guild/engine`).gives(204)
  await w.as(ann).post(`${to}/1/requested_reviewers`, { team_reviewers: ['far'] }).gives(201, [{ team: { name: 'far' } }]).emits('review.requested')
  await w.as(ann).delete(`${to}/1/requested_reviewers`, { team_reviewers: ['far'] }).gives(204).emits('review.requested')
  await w.as(ann).delete(`${to}/1/requested_reviewers`, { team_reviewers: ['far'] }).gives(204).emits()
})
