import assert from 'node:assert/strict'
import { commit, git } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'
import { demo, kinds, openSide } from '../../../test/kit/pulls.ts'

const at = '/repos/ann/engine/pulls'
const reviews = `${at}/1/reviews`

scenario('createReposPullsReviewsByIndex, listReposPullsReviewsByIndex, getReposPullsReviewsById: what may be said and by whom', async (w) => {
  const { ann, bob, cy, head, base } = await demo(w)
  await openSide(w, ann)
  await w.anonymous.post(reviews, { event: 'COMMENT', body: 'x' }).gives(401)
  await w.as(bob).post(`${at}/9/reviews`, { event: 'COMMENT', body: 'x' }).gives(404).empty()
  await w.as(bob).post(reviews, { event: 5 }).gives(422)
  await w.as(ann).post(reviews, { event: 'APPROVED' }).gives(422).emits()
  await w.as(ann).post(reviews, { event: 'REQUEST_CHANGES', body: 'x' }).gives(422)
  await w.as(bob).post(reviews, { event: 'REQUEST_CHANGES' }).gives(422)
  await w.as(bob).post(reviews, { event: 'COMMENT' }).gives(422)
  await w.as(bob).post(reviews, { event: 'approved' }).gives(422)
  await w.as(bob).post(reviews, { event: 'APPROVED', commit_id: 'f'.repeat(40) }).gives(422).emits()
  const first = (await w.as(bob).post(reviews, { event: 'REQUEST_CHANGES', body: 'No, see @cy' }).gives(200, { state: 'REQUEST_CHANGES', body: 'No, see @cy', official: true, commit_id: head, user: { login: 'bob', email: 'bob@example.com' }, comments_count: 0 }).emits('review.submitted')).body
  assert.match(first.html_url, new RegExp(`/ann/engine/pulls/1#pullrequestreview-${first.id}$`))
  await w.as(cy).post(reviews, { event: 'APPROVED', commit_id: base }).gives(200, { official: false, stale: true })
  await w.as(ann).post(reviews, { event: 'COMMENT', body: 'own words' }).gives(200, { state: 'COMMENT' })
  await w.as(bob).post(reviews, { event: 'APPROVED', body: 'Fine' }).gives(200, { official: true })
  await w.anonymous.get(reviews).gives(200, [{ id: first.id, dismissed: true, official: false }, { user: { login: 'cy' } }, { state: 'COMMENT' }, { state: 'APPROVED', dismissed: false }])
    .header('x-total-count', '4').header('link', undefined)
  await w.anonymous.get(`${reviews}?limit=1&page=2`).gives(200, [{ user: { login: 'cy' } }])
  await w.anonymous.get(`${reviews}/${first.id}`).gives(200, { id: first.id })
  await w.anonymous.get(`${reviews}/999`).gives(404).empty()
  await w.anonymous.get(`${at}/1`).gives(200, { review_comments: 4, comments: 0 })
  await w.as(ann).patch(`${at}/1`, { state: 'closed' }).gives(201)
  await w.as(bob).post(reviews, { event: 'APPROVED' }).gives(422).emits()
  await w.as(bob).post(reviews, { event: 'COMMENT', body: 'late' }).gives(200)
  assert.deepEqual(await kinds(w, ann), ['pull_push', 'review', 'review', 'review', 'review', 'close', 'review'])
})

scenario('createReposPullsReviewsById, listReposPullsReviewsCommentsById, deleteReposPullsReviewsById, createReposPullsCommentsResolveById, createReposPullsCommentsUnresolveById, createReposPullsCommentsRepliesById: pending reviews and inline comments', async (w) => {
  const { ann, bob, cy, cwd } = await demo(w)
  const root = await w.user('root', { admin: true })
  const touched = await commit(cwd, 'a.txt', 'one\nTWO\nthree\nfour\n')
  const last = await commit(cwd, 'c.txt', 'c\n')
  await git(cwd, ['push', '-q', 'origin', 'side'])
  await openSide(w, ann)
  await git(cwd, ['push', '-q', 'origin', 'side:other'])
  await w.as(ann).post(at, { head: 'other', base: 'main', title: 'Second' }).gives(201)
  const comments = [{ path: 'a.txt', body: 'why', new_position: 2 }, { path: 'a.txt', body: 'gone?', old_position: 2, new_position: 9 }, { path: 'nowhere', body: 'hm', new_position: 3 }]
  await w.as(bob).post(reviews, { comments }).gives(422)
  const pending = (await w.as(bob).post(reviews, { body: 'draft', comments }).gives(200, { state: 'PENDING', html_url: '', comments_count: 3 }).emits('review.submitted', 'review.commented', 'review.commented', 'review.commented')).body
  await w.as(bob).post(reviews, { body: 'draft 2' }).gives(200, { id: pending.id, body: 'draft 2' })
  const list = await w.as(bob).get(`${reviews}/${pending.id}/comments`).gives(200, [
    { path: 'a.txt', body: 'gone?', commit_id: last, position: 0, original_position: 2, diff_hunk: '@@ -1,2 +1,1 @@\n one\n-two' },
    { path: 'a.txt', body: 'why', commit_id: touched, position: 2, original_position: 0, original_commit_id: '', user: { login: 'bob' }, resolver: null, diff_hunk: '@@ -1,2 +1,2 @@\n one\n-two\n+TWO' },
    { path: 'nowhere', diff_hunk: '', position: 3 },
  ])
  assert.match(list.body[0].html_url, /\/files#issuecomment-\d+$/)
  await w.anonymous.get(reviews).gives(200, []).header('x-total-count', '1')
  for (const who of [w.anonymous, w.as(cy)]) {
    await who.get(`${reviews}/${pending.id}`).gives(404).empty()
    await who.get(`${reviews}/${pending.id}/comments`).gives(404).empty()
  }
  await w.as(root).get(`${reviews}/${pending.id}`).gives(200)
  await w.as(bob).get(`${at}/2/reviews/${pending.id}`).gives(404).empty()
  await w.as(cy).post(`${reviews}/${pending.id}`, { event: 'APPROVED' }).gives(404).empty()
  await w.anonymous.post(`${reviews}/${pending.id}`, { event: 'APPROVED' }).gives(401)
  await w.as(bob).post(`${reviews}/${pending.id}`, { event: 'PENDING', body: 'x' }).gives(422)
  await w.as(bob).post(`${reviews}/${pending.id}`, { event: 'REQUEST_CHANGES' }).gives(422)
  await w.as(bob).post(`${reviews}/${pending.id}`, { event: 'COMMENT' }).gives(200, { id: pending.id, state: 'COMMENT', comments_count: 3 }).emits('review.submitted', 'review.commented', 'review.commented', 'review.commented')
  await w.as(bob).post(`${reviews}/${pending.id}`, { event: 'COMMENT', body: 'again' }).gives(422)
  const [first] = (await w.anonymous.get(`${reviews}/${pending.id}/comments`).gives(200, [{}, {}, {}])).body
  // conversations
  const replies = `${at}/1/comments/${first.id}/replies`
  await w.as(cy).post(replies, {}).gives(422)
  await w.anonymous.post(replies, { body: 'x' }).gives(401)
  await w.as(cy).post(`${at}/2/comments/${first.id}/replies`, { body: 'x' }).gives(404).empty()
  await w.as(cy).post(`${at}/1/comments/999/replies`, { body: 'x' }).gives(404).empty()
  await w.as(cy).post(replies, { body: 'indeed' }).gives(201, { body: 'indeed', path: 'a.txt', original_position: 2, pull_request_review_id: pending.id }).emits('review.commented')
  await w.as(cy).post(`${at}/comments/${first.id}/resolve`).gives(403)
  await w.as(ann).post(`${at}/comments/${first.id}/resolve`).gives(204).empty()
  await w.anonymous.get(`${reviews}/${pending.id}/comments`).gives(200, [{ resolver: { login: 'ann' } }, { resolver: null }, {}, {}])
  await w.as(ann).post(`${at}/comments/${first.id}/unresolve`).gives(204)
  await w.as(ann).post(`${at}/comments/999/resolve`).gives(404).empty()
  const plain = (await w.as(cy).post('/repos/ann/engine/issues/1/comments', { body: 'plain' }).gives(201)).body
  await w.as(ann).post(`${at}/comments/${plain.id}/resolve`).gives(400)
  // deleting
  await w.anonymous.delete(`${reviews}/${pending.id}`).gives(401)
  await w.as(ann).delete(`${reviews}/${pending.id}`).gives(403)
  await w.as(bob).delete(`${at}/2/reviews/${pending.id}`).gives(404).empty()
  await w.as(bob).delete(`${reviews}/${pending.id}`).gives(204).empty()
  await w.as(bob).delete(`${reviews}/${pending.id}`).gives(404).empty()
  await w.as(ann).post(`${at}/comments/${first.id}/resolve`).gives(404).empty()
  assert.deepEqual(await kinds(w, ann), ['pull_push', 'comment'])
  await w.as(ann).post(`${at}/1/requested_reviewers`, { reviewers: ['bob'] }).gives(201)
  const request = (await w.as(bob).get(reviews).gives(200)).body[0]
  await w.as(bob).delete(`${reviews}/${request.id}`).gives(422)
})

scenario('createReposPullsReviewsByIndex: one pending review for each person, however many at once', async (w) => {
  const { ann, bob } = await demo(w)
  await openSide(w, ann)
  const made = await Promise.all(Array.from({ length: 6 }, (_, i) => w.as(bob).post(reviews, { body: `n ${i}`, comments: [{ path: 'b.txt', body: 'x', new_position: 1 }] })))
  assert.deepEqual(made.map((one) => one.status), Array(6).fill(200))
  assert.equal(new Set(made.map((one) => one.body.id)).size, 1)
  await w.as(bob).get(reviews).gives(200, [{ comments_count: 6 }])
})

scenario('createReposPullsReviewsDismissalsById, createReposPullsReviewsUndismissalsById', async (w) => {
  const { ann, bob, cy } = await demo(w)
  await openSide(w, bob)
  const review = (await w.as(cy).post(reviews, { event: 'APPROVED' }).gives(200)).body
  const words = (await w.as(cy).post(reviews, { event: 'COMMENT', body: 'x' }).gives(200)).body
  await w.anonymous.post(`${reviews}/${review.id}/dismissals`, {}).gives(401)
  await w.as(bob).post(`${reviews}/${review.id}/dismissals`, { message: 'no' }).gives(403).says('Must be repo admin')
  await w.as(ann).post(`${reviews}/999/dismissals`, {}).gives(404).empty()
  await w.as(ann).post(`${reviews}/${words.id}/dismissals`, {}).gives(403)
  await w.as(ann).post(`${reviews}/${review.id}/dismissals`, { message: 'no', priors: true }).gives(200, { dismissed: true, state: 'APPROVED' }).emits('review.dismissed')
  await w.as(ann).post(`${reviews}/${review.id}/undismissals`).gives(200, { dismissed: false }).emits()
  assert.deepEqual(await kinds(w, ann), ['pull_push', 'review', 'review', 'dismiss_review'])
  await w.as(ann).patch(`${at}/1`, { state: 'closed' }).gives(201)
  await w.as(ann).post(`${reviews}/${review.id}/undismissals`).gives(403)
})
