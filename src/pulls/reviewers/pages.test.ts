import assert from 'node:assert/strict'
import { demo, openSide } from '../../../test/kit/pulls.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('chooseReviewers, askAgain: who is ticked is asked, who no longer is, is not', async (w) => {
  const { ann, bob, cy } = await demo(w)
  await openSide(w, ann)
  const [mine, other] = [await w.browsing(ann), await w.browsing(cy)]
  assert.match((await mine.get('//ann/engine/pulls/1').gives(200)).text, /name="reviewers" value="bob"/)
  assert.doesNotMatch((await other.get('//ann/engine/pulls/1').gives(200)).text, /name="reviewers"/)
  await mine.post('//ann/engine/pulls/1/reviewers', { reviewers: 'bob' }).gives(303).emits('review.requested')
  assert.match((await w.anonymous.get('//ann/engine/pulls/1').gives(200)).text, /Has not answered yet/)
  await other.post('//ann/engine/pulls/1/reviewers', { reviewers: 'cy' }).gives(303).emits()
  await w.as(bob).post('/repos/ann/engine/pulls/1/reviews', { event: 'APPROVED' }).gives(200)
  await mine.post('//ann/engine/pulls/1/reviewers/again', { name: 'bob' }).gives(303).emits('review.requested')
  await w.anonymous.get('/repos/ann/engine/pulls/1').gives(200, { requested_reviewers: [{ login: 'bob' }] })
  await mine.post('//ann/engine/pulls/1/reviewers').gives(303).emits('review.requested')
  assert.doesNotMatch((await w.anonymous.get('//ann/engine/pulls/1').gives(200)).text, /Has not answered yet/)
})
