import assert from 'node:assert/strict'
import { commit, git } from '../../../test/kit/git.ts'
import { demo, openSide } from '../../../test/kit/pulls.ts'
import { scenario } from '../../../test/kit/world.ts'

const files = '//ann/engine/pulls/1/files'
const reviews = '/repos/ann/engine/pulls/1/reviews'

scenario('pullFiles, noteLine, changeJot, deleteJot: a line is commented at once, or for a review that nobody else sees yet', async (w) => {
  const { ann, bob, cy, head } = await demo(w)
  await openSide(w, ann)
  const [mine, other] = [await w.browsing(bob), await w.browsing(cy)]
  assert.doesNotMatch((await w.anonymous.get(files).gives(200)).text, /class="note"/)
  assert.match((await mine.get(files).gives(200)).text, /<button class="note" form="note" name="at" value="0R1"/)
  const asked = (await mine.get(`${files}/note?at=0R1&head=${head}`).gives(200)).text
  assert.match(asked, /name="path" value="b.txt"/)
  assert.match(asked, /<td class="l">new<\/td>/)
  await mine.get(`${files}/note?at=7R1&head=${head}`).gives(422)
  await mine.get(`${files}/note?at=0R1&head=${'f'.repeat(40)}`).gives(409)
  await w.anonymous.get(`${files}/note?at=0R1`).gives(303).header('location', /user\/login/)
  const spot = { path: 'b.txt', side: 'new', line: '1' }
  const refused = (await mine.post(`${files}/note`, { ...spot, body: ' ', how: 'single' }).gives(422).emits()).text
  assert.match(refused, /Write something first/)
  await mine.post(`${files}/note`, { ...spot, body: 'At once <i>', how: 'single', back: '/ann/engine/pulls/1/files' }).gives(303).emits('review.submitted', 'review.commented').header('location', /\/pulls\/1\/files$/)
  assert.match((await w.anonymous.get(files).gives(200)).text, /At once/)
  await mine.post(`${files}/note`, { ...spot, body: 'For later', how: 'review', back: 'https://evil.example/' }).gives(303).emits().header('location', /^http:\/\/[^/]+\/$/)
  // now that a review is under way, a comment joins it
  await mine.post(`${files}/note`, { ...spot, body: 'This too', how: 'single' }).gives(303).emits()
  const seen = (await mine.get(files).gives(200)).text
  assert.match(seen, /For later/)
  assert.match(seen, /<span class="count">2/)
  for (const page of [files, '//ann/engine/pulls/1']) {
    assert.doesNotMatch((await other.get(page).gives(200)).text, /For later|This too/)
    assert.doesNotMatch((await w.anonymous.get(page).gives(200)).text, /For later/)
  }
  // nobody has seen it, so it changes without a word
  const pending = (await w.as(bob).get(reviews).gives(200)).body.find((one: any) => one.state === 'PENDING')
  const [first, second] = (await w.as(bob).get(`${reviews}/${pending.id}/comments`).gives(200)).body
  await other.post(`//ann/engine/pulls/1/jots/${first.id}`, { body: 'stolen' }).gives(404).emits()
  await other.post(`//ann/engine/pulls/1/jots/${first.id}/delete`).gives(404).emits()
  await mine.post(`//ann/engine/pulls/1/jots/${first.id}`, { body: 'Said better' }).gives(303).emits()
  assert.match((await mine.get(files).gives(200)).text, /Said better/)
  await mine.post(`//ann/engine/pulls/1/jots/${second.id}/delete`).gives(303).emits()
  await mine.post(`//ann/engine/pulls/1/jots/${first.id}/delete`).gives(303).emits()
  assert.doesNotMatch((await mine.get(files).gives(200)).text, /Finish your review/)
  await w.anonymous.post(`${files}/note`, new URLSearchParams({ ...spot, body: 'x' }).toString(), { 'content-type': 'application/x-www-form-urlencoded' }).gives(303).header('location', /user\/login/).emits()
})

scenario('reviewPull, discardReview: a review is finished with a verdict, or thrown away', async (w) => {
  const { ann, bob, head } = await demo(w)
  await openSide(w, ann)
  const [mine, own] = [await w.browsing(bob), await w.browsing(ann)]
  const note = { path: 'b.txt', side: 'new', line: '1', how: 'review' }
  await mine.post(`${files}/note`, { ...note, body: 'Hm' }).gives(303)
  const refused = (await mine.post('//ann/engine/pulls/1/reviews', { event: 'REQUEST_CHANGES', body: '' }).gives(422).emits()).text
  assert.match(refused, /Say what should change/)
  assert.match((await own.post('//ann/engine/pulls/1/reviews', { event: 'COMMENT', body: ' ' }).gives(422).emits()).text, /comment on a line first/)
  await mine.post('//ann/engine/pulls/1/reviews', { event: 'REQUEST_CHANGES', body: 'Not so' }).gives(303).emits('review.submitted', 'review.commented').header('location', /#pullrequestreview-\d+$/)
  const shown = (await w.anonymous.get('//ann/engine/pulls/1').gives(200)).text
  assert.match(shown, /asks for changes/)
  assert.match(shown, /Not so[^]*Hm/)
  await mine.post('//ann/engine/pulls/1/reviews', { event: 'APPROVED', body: '', head }).gives(303).emits('review.submitted')
  assert.match((await w.anonymous.get('//ann/engine/pulls/1').gives(200)).text, /approved these changes/)
  assert.doesNotMatch((await own.get(files).gives(200)).text, /value="APPROVED"/)
  await own.post('//ann/engine/pulls/1/reviews', { event: 'APPROVED', body: 'me' }).gives(422).emits()
  await mine.post(`${files}/note`, { ...note, body: 'Oh' }).gives(303)
  const pending = (await w.as(bob).get(reviews).gives(200)).body.find((one: any) => one.state === 'PENDING')
  await own.post(`//ann/engine/pulls/1/reviews/${pending.id}/discard`).gives(404)
  await mine.post(`//ann/engine/pulls/1/reviews/${pending.id}/discard`).gives(303)
  assert.doesNotMatch((await mine.get(files).gives(200)).text, /Oh/)
})

scenario('replyInThread, resolveThread, unresolveThread, dismissReview, undismissReview', async (w) => {
  const { ann, bob, cy } = await demo(w)
  await openSide(w, ann)
  const review = (await w.as(bob).post(reviews, { event: 'REQUEST_CHANGES', body: 'No', comments: [{ path: 'b.txt', new_position: 1, body: 'Why?' }] }).gives(200)).body
  const { id } = (await w.as(bob).get(`${reviews}/${review.id}/comments`).gives(200)).body[0]
  const [mine, other] = [await w.browsing(ann), await w.browsing(cy)]
  const at = `//ann/engine/pulls/1/comments/${id}`
  await mine.post(`${at}/reply`, { body: 'Because', back: '/ann/engine/pulls/1' }).gives(303).emits('review.commented')
  assert.match((await w.anonymous.get(files).gives(200)).text, /Why\?[^]*Because/)
  await mine.post(`${at}/reply`, { body: '' }).gives(303).emits()
  await other.post(`${at}/resolve`).gives(303)
  assert.match((await w.anonymous.get('//ann/engine/pulls/1').gives(200)).text, new RegExp(`<details class="thread " id="thread-${id}" open>`))
  await mine.post(`${at}/resolve`).gives(303)
  assert.match((await w.anonymous.get('//ann/engine/pulls/1').gives(200)).text, new RegExp(`<details class="thread settled" id="thread-${id}">`))
  await mine.post(`${at}/unresolve`).gives(303)
  await other.post(`//ann/engine/pulls/1/reviews/${review.id}/dismiss`, { message: 'x' }).gives(303).emits()
  await mine.post(`//ann/engine/pulls/1/reviews/${review.id}/dismiss`, { message: 'We talked' }).gives(303).emits('review.dismissed')
  assert.match((await w.anonymous.get('//ann/engine/pulls/1').gives(200)).text, /dismissed the review of[^]*We talked/)
  await mine.post(`//ann/engine/pulls/1/reviews/${review.id}/undismiss`).gives(303)
  await w.anonymous.get(`${reviews}/${review.id}`).gives(200, { dismissed: false })
})

scenario('pullFiles: threads follow their line, the old ones are told as outdated, and what came since can be seen alone', async (w) => {
  const { ann, bob, cwd, head } = await demo(w)
  await openSide(w, ann)
  await w.as(bob).post(reviews, { event: 'COMMENT', comments: [{ path: 'b.txt', new_position: 1, body: 'About new' }] }).gives(200)
  await commit(cwd, 'b.txt', 'before\nnew\n', 'put before')
  await git(cwd, ['push', '-q', 'origin', 'side'])
  await w.settled()
  const mine = await w.browsing(bob)
  const moved = (await mine.get(files).gives(200)).text
  assert.match(moved, /id="diff-0R2">2<\/td>[^]*?<\/tr><tr class="under">[^]*About new/)
  assert.doesNotMatch(moved, /Outdated/)
  assert.match(moved, new RegExp(`since=${head}`))
  const since = (await mine.get(`${files}?since=${head}`).gives(200)).text
  assert.match(since, /Only what changed since/)
  assert.match(since, /1 addition/)
  assert.doesNotMatch((await mine.get(`${files}?since=${'a'.repeat(40)}`).gives(200)).text, /Only what changed since/)
  await commit(cwd, 'b.txt', 'else\n', 'write else')
  await git(cwd, ['push', '-q', 'origin', 'side'])
  await w.settled()
  assert.match((await mine.get(files).gives(200)).text, /Outdated[^]*About new/)
})
