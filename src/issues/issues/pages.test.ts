import assert from 'node:assert/strict'
import { browser } from '../../../test/kit/browser.ts'
import { demo as stage, openSide } from '../../../test/kit/pulls.ts'
import { scenario, type World } from '../../../test/kit/world.ts'

const at = '/alice/demo/issues/1'
const api = '/repos/alice/demo/issues/1'

/** alice's repository with an issue of bob's; eve only reads. */
async function demo(w: World, body = 'a text') {
  const [alice, bob, eve] = [await w.user('alice'), await w.user('bob'), await w.user('eve')]
  await w.repo(alice, 'demo')
  await w.as(bob).post('/repos/alice/demo/issues', { title: 'it rattles', body }).gives(201)
  return { alice, bob, eve, hers: await browser(w, alice), his: await browser(w, bob), eves: await browser(w, eve), anybody: await browser(w, null) }
}

scenario('issuePage: everybody reads, each is offered what they may do', async (w) => {
  const { alice, hers, his, eves, anybody } = await demo(w, 'with **strength** and `code`')
  await w.as(alice).post(`${api}/comments`, { body: 'seen it too' }).gives(201)
  const read = async (who: typeof hers) => (await who.get(at).gives(200)).text
  const plain = await read(anybody)
  assert.match(plain, /<strong>strength<\/strong>/)
  assert.match(plain, /seen it too/)
  assert.match(plain, /id="issuecomment-\d+"/)
  assert.match(plain, /Sign in to join/)
  assert.doesNotMatch(plain, /action="[^"]*\/issues\/1\//)
  const author = await read(his)
  assert.match(author, /name="state" value="closed"/)
  assert.doesNotMatch(author, /issues\/1\/labels"/)
  assert.doesNotMatch(await read(eves), /name="state"/)
  const owner = await read(hers)
  for (const tail of ['labels', 'assignees', 'milestone', 'deadline', 'dependencies', 'lock', 'pin', 'delete']) assert.match(owner, new RegExp(`action="[^"]*/issues/1/${tail}"`), tail)
  await anybody.get('/alice/demo/issues/99').gives(404)
  await anybody.get('/alice/demo/issues/x').gives(404)
})

scenario('issuePage: what happened is told in words', async (w) => {
  const { alice, hers } = await demo(w)
  const label = (await w.as(alice).post('/repos/alice/demo/labels', { name: 'bug', color: '#ff0000' }).gives(201)).body
  const other = (await w.as(alice).post('/repos/alice/demo/labels', { name: 'loud', color: '#00ff00' }).gives(201)).body
  const milestone = (await w.as(alice).post('/repos/alice/demo/milestones', { title: 'v1' }).gives(201)).body
  await w.as(alice).post(`${api}/labels`, { labels: [label.id, other.id] }).gives(200)
  await w.as(alice).patch(api, { title: 'it rattles loudly', milestone: milestone.id, assignees: ['alice'], due_date: '2030-01-02T00:00:00Z', state: 'closed' }).gives(201)
  await w.as(alice).patch(api, { state: 'open' }).gives(201)
  await w.as(alice).post('/repos/alice/demo/issues', { title: 'second', body: 'see #1' }).gives(201)
  await w.as(alice).put(`${api}/lock`, { lock_reason: 'Spam' }).gives(204)
  await w.as(alice).post(`${api}/times`, { time: 3660 }).gives(200)
  await w.settled()
  const { text } = await hers.get(at).gives(200)
  const words = text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
  for (const one of ['added bug loud', 'changed the title from it rattles to it rattles loudly', 'put this on the milestone v1', 'took this on', 'set the due date to Jan 2, 2030', 'closed this', 'reopened this', 'mentioned this in Open second #2', 'locked the conversation (Spam)', 'added 1 h 1 min of work']) assert.ok(words.includes(one), `${one}: ${words.slice(-3000)}`)
})

scenario('issuePage: scripts of users stay text', async (w) => {
  const evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
  const { alice, hers } = await demo(w, evil)
  await w.as(alice).patch(api, { title: evil }).gives(201)
  await w.as(alice).put(`${api}/lock`, { lock_reason: evil }).gives(204)
  const { text } = await hers.get(at).gives(200)
  assert.doesNotMatch(text, /<script>alert|<img src=x/)
  assert.doesNotMatch((await hers.get(`${at}?edit=body&quote=body`).gives(200)).text, /<script>alert|<img src=x/)
})

scenario('issuePage: a pull request has its own address', async (w) => {
  const { ann } = await stage(w)
  await openSide(w, ann)
  await (await browser(w, ann)).get('/ann/engine/issues/1?x=1').gives(303).header('location', /\/ann\/engine\/pulls\/1\?x=1$/)
})

scenario('writeComment: a comment, closing with one, and what was typed when it is refused', async (w) => {
  const { alice, his, eves, anybody } = await demo(w)
  await his.post(`${at}/comments`, { body: 'more about it' }).gives(303).header('location', /issues\/1#issuecomment-\d+$/).emits('comment.created')
  await his.post(`${at}/comments`, { body: 'done', state: 'closed' }).gives(303).emits('comment.created', 'issue.closed')
  await his.post(`${at}/comments`, { state: 'open' }).gives(303).emits('issue.reopened')
  assert.match((await his.post(`${at}/comments`, { body: '  ' }).gives(422).emits()).text, /Write something/)
  await w.as(alice).put(`${api}/lock`, {}).gives(204)
  assert.match((await eves.post(`${at}/comments`, { body: 'let me in' }).gives(403).emits()).text, /let me in<\/textarea>/)
  assert.match((await anybody.post(`${at}/comments`, { body: 'typed before the session ended' }).gives(401).emits()).text, /typed before the session ended<\/textarea>/)
})

scenario('writeComment: what waits for others stays open, and the comment is kept once', async (w) => {
  const { alice, hers } = await demo(w)
  await w.as(alice).post('/repos/alice/demo/issues', { title: 'before' }).gives(201)
  await w.as(alice).post(`${api}/dependencies`, { owner: 'alice', repo: 'demo', index: 2 }).gives(201)
  const answer = await hers.post(`${at}/comments`, { body: 'closing', state: 'closed' }).gives(303).emits('comment.created')
  assert.match(decodeURIComponent(String(answer.headers['set-cookie'])), /open dependencies/)
})

scenario('editComment: in place, and by others only where they may', async (w) => {
  const { bob, his, hers, eves } = await demo(w)
  const { id } = (await w.as(bob).post(`${api}/comments`, { body: 'typo hree' }).gives(201)).body
  assert.match((await his.get(`${at}?edit=${id}`).gives(200)).text, new RegExp(`action="[^"]*/comments/${id}/edit"`))
  assert.doesNotMatch((await eves.get(`${at}?edit=${id}`).gives(200)).text, new RegExp(`/comments/${id}/edit"`))
  await his.get(`${at}/comments/${id}/edit`).gives(200)
  await his.post(`${at}/comments/${id}/edit`, { body: 'typo here' }).gives(303).emits('comment.edited')
  assert.match((await eves.post(`${at}/comments/${id}/edit`, { body: 'mine now' }).gives(403).emits()).text, /mine now<\/textarea>/)
  const past = (await his.get(`${at}/history?comment=${id}`).gives(200)).text
  assert.match(past, /<del>hree<\/del><ins>here<\/ins>/)
  await his.get(`${at}/history?comment=${id + 1000}`).gives(404)
  await eves.post(`${at}/comments/${id}/delete`).gives(303).emits()
  await hers.post(`${at}/comments/${id}/delete`).gives(303).emits('comment.removed')
})

scenario('editIssue: a text that changed meanwhile is not lost, and neither is what was typed', async (w) => {
  const { alice, his, eves } = await demo(w)
  await w.as(alice).patch(api, { body: 'changed by alice' }).gives(201)
  const stale = await his.post(`${at}/edit`, { title: 'it rattles', body: 'written by bob', content_version: 0 }).gives(409).emits()
  assert.match(stale.text, /written by bob<\/textarea>/)
  assert.match(stale.text, /changed by alice/)
  const version = /name="content_version" value="(\d+)"/.exec(stale.text)![1]
  await his.post(`${at}/edit`, { title: 'it rattles', body: 'written by bob', content_version: version }).gives(303).emits('issue.edited')
  await w.as(alice).get(api).gives(200, { body: 'written by bob' })
  assert.match((await his.post(`${at}/edit`, { title: '', body: 'kept', content_version: version }).gives(422).emits()).text, /kept<\/textarea>/)
  await eves.post(`${at}/edit`, { title: 'x', body: 'y' }).gives(403).emits()
  await his.post(`${at}/title`, { title: 'it hums' }).gives(303).emits('issue.edited')
  await eves.post(`${at}/title`, { title: 'mine' }).gives(303).emits()
  await w.as(alice).get(api).gives(200, { title: 'it hums' })
})

scenario('tickTask: a box is ticked unless the text changed meanwhile', async (w) => {
  const { alice, his, eves } = await demo(w, '- [ ] one\n- [ ] two')
  const { text } = await his.get(at).gives(200)
  const [first] = [...text.matchAll(/data-source="(\d+)"/g)].map((match) => Number(match[1]))
  await his.post(`${at}/task`, { comment: 0, position: first, ticked: 'true', content_version: 0 }).gives(200, { version: 1 }).emits('issue.edited')
  await w.as(alice).get(api).gives(200, { body: '- [x] one\n- [ ] two' })
  await his.post(`${at}/task`, { comment: 0, position: first, ticked: 'false', content_version: 0 }).gives(409).emits()
  await his.post(`${at}/task`, { comment: 0, position: 1, ticked: 'false', content_version: 1 }).gives(409).emits()
  await eves.post(`${at}/task`, { comment: 0, position: first, ticked: 'false', content_version: 1 }).gives(403).emits()
})

scenario('the side panel: labels, people, milestone, day, pin, lock', async (w) => {
  const { alice, hers, his } = await demo(w)
  const label = async (name: string) => (await w.as(alice).post('/repos/alice/demo/labels', { name, color: '#123456', exclusive: name.includes('/') }).gives(201)).body.id
  const [bug, high, low] = [await label('bug'), await label('prio/high'), await label('prio/low')]
  await hers.post(`${at}/labels`, { labels: [bug, high], back: at }).gives(303).header('location', /issues\/1$/)
  await hers.post(`${at}/labels`, { labels: [bug, high, low] }).gives(303)
  await w.as(alice).get(`${api}/labels`).gives(200, [{ name: 'bug' }, { name: 'prio/low' }])
  await hers.post(`${at}/labels`).gives(303)
  await w.as(alice).get(`${api}/labels`).gives(200, [])
  await hers.post(`${at}/assignees`, { assignees: ['alice'] }).gives(303).emits('issue.assigned')
  await hers.post(`${at}/assignees`).gives(303).emits('issue.assigned')
  const milestone = (await w.as(alice).post('/repos/alice/demo/milestones', { title: 'v1' }).gives(201)).body
  await hers.post(`${at}/milestone`, { milestone: milestone.id }).gives(303).emits('issue.milestoned')
  await hers.post(`${at}/deadline`, { date: '2031-05-06' }).gives(303)
  await hers.post(`${at}/deadline`, { date: 'tomorrow' }).gives(303)
  await w.as(alice).get(api).gives(200, { due_date: '2031-05-06T23:59:59Z', milestone: { title: 'v1' } })
  await hers.post(`${at}/deadline`, { date: '' }).gives(303)
  await hers.post(`${at}/pin`, { on: 'true' }).gives(303).emits('issue.pinned')
  await hers.post(`${at}/pin`, { on: 'false' }).gives(303).emits('issue.unpinned')
  await hers.post(`${at}/lock`, { on: 'true', reason: 'Spam' }).gives(303).emits('issue.locked')
  await hers.post(`${at}/lock`, { on: 'false' }).gives(303).emits('issue.unlocked')
  await his.post(`${at}/lock`, { on: 'true' }).gives(303).emits()
  await his.post(`${at}/subscription`, { on: 'false' }).gives(303).emits('issue.subscribed')
  await his.post(`${at}/assignees`, { assignees: ['bob'] }).gives(303)
  await w.as(alice).get(api).gives(200, { assignees: null, due_date: null, is_locked: false })
})

scenario('the side panel: dependencies, time, reactions', async (w) => {
  const { alice, hers, his, anybody } = await demo(w)
  await w.as(alice).post('/repos/alice/demo/issues', { title: 'other' }).gives(201)
  await hers.post(`${at}/dependencies`, { issue: '#2', way: 'waits' }).gives(303).emits('issue.blocked')
  assert.match((await hers.get(at).gives(200)).text, /Blocked by/)
  const said = await hers.post(`${at}/dependencies`, { issue: 'nonsense', way: 'waits' }).gives(303).emits()
  assert.match(decodeURIComponent(String(said.headers['set-cookie'])), /no such issue/)
  await hers.post(`${at}/dependencies/remove`, { issue: 'alice/demo#2', way: 'waits' }).gives(303).emits('issue.unblocked')
  await hers.post(`${at}/stopwatch`, { do: 'start' }).gives(303)
  w.later(120)
  assert.match((await hers.get(at).gives(200)).text, /Running for 2 min/)
  await hers.post(`${at}/stopwatch`, { do: 'stop' }).gives(303)
  await hers.post(`${at}/times`, { hours: 1, minutes: 30 }).gives(303).emits('time.added')
  await hers.post(`${at}/times`, { hours: 0 }).gives(303).emits()
  const [time] = (await w.as(alice).get(`${api}/times`).gives(200)).body
  await hers.post(`${at}/times/${time.id}/delete`).gives(303).emits('time.removed')
  await his.post(`${at}/reactions`, { content: 'heart' }).gives(303)
  assert.match((await his.get(at).gives(200)).text, /aria-pressed="true"/)
  await his.post(`${at}/reactions`, { content: 'heart', comment: 0 }).gives(303)
  await w.as(alice).get(`${api}/reactions`).gives(200, null)
  await anybody.post(`${at}/reactions`, { content: 'heart' }).gives(303).header('location', /\/user\/login/)
})

scenario('deleteIssue: administrators of the repository only', async (w) => {
  const { hers, his, anybody } = await demo(w)
  await his.post(`${at}/delete`).gives(403).emits()
  await anybody.post(`${at}/delete`).gives(303).header('location', /\/user\/login/).emits()
  await hers.post(`${at}/delete`).gives(303).header('location', /\/alice\/demo\/issues$/).emits('issue.removed')
  await hers.get(at).gives(404)
})
