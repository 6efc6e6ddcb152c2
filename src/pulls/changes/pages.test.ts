import assert from 'node:assert/strict'
import { commit, git } from '../../../test/kit/git.ts'
import { demo, openSide } from '../../../test/kit/pulls.ts'
import { scenario } from '../../../test/kit/world.ts'

const page = '//ann/engine/pulls/new/main...side'

scenario('newPull: comparisons lead to a form that knows the commits and the template', async (w) => {
  const { ann, cy, cwd } = await demo(w)
  const [mine, other] = [await w.browsing(ann), await w.browsing(cy)]
  assert.match((await mine.get('//ann/engine/compare/main...side').gives(200)).text, /href="[^"]*\/pulls\/new\/main\.\.\.side"/)
  assert.match((await w.anonymous.get('//ann/engine/compare/main...side').gives(200)).text, /Sign in to open a pull request/)
  await w.anonymous.get(page).gives(303).header('location', /user\/login/)
  assert.match((await mine.get(page).gives(200)).text, /name="title"[^>]* value="add b"/)
  await git(cwd, ['switch', '-q', 'main'])
  await commit(cwd, '.gitea/pull_request_template.md', '## Why <now>\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  assert.match((await mine.get(page).gives(200)).text, /## Why &lt;now&gt;/)
  const label = (await w.as(ann).post('/repos/ann/engine/labels', { name: 'bug', color: '#ff0000' }).gives(201)).body
  const refused = (await mine.post(page, { title: ' ', body: 'kept words', labels: label.id }).gives(422).emits()).text
  assert.match(refused, /kept words/)
  assert.match(refused, new RegExp(`value="${label.id}" checked`))
  await other.post(page, { title: 'Not mine', body: '' }).gives(403).emits()
  await mine.post(page, { title: 'Do it', body: 'text', draft: 'true', reviewers: 'bob', labels: label.id, assignees: 'ann' }).gives(303).header('location', /\/ann\/engine\/pulls\/1$/)
  await w.anonymous.get('/repos/ann/engine/pulls/1').gives(200, { title: 'WIP: Do it', draft: true, labels: [{ name: 'bug' }], assignees: [{ login: 'ann' }], requested_reviewers: [{ login: 'bob' }], base: { ref: 'main' }, head: { ref: 'side' } })
})

scenario('newPull: nothing to merge, no branches, one that exists, one from a fork', async (w) => {
  const { ann, cy } = await demo(w)
  const [mine, other] = [await w.browsing(ann), await w.browsing(cy)]
  assert.match((await mine.get('//ann/engine/pulls/new/side...main').gives(200)).text, /Nothing to merge/)
  assert.match((await mine.get('//ann/engine/pulls/new/main...nowhere').gives(200)).text, /These are not two branches/)
  await openSide(w, ann)
  assert.match((await mine.get(page).gives(200)).text, /There is an open pull request[^]*\/pulls\/1"/)
  assert.match((await mine.get('//ann/engine/compare/main...side').gives(200)).text, /There is an open pull request/)
  await mine.post(page, { title: 'Again' }).gives(409).emits()
  await w.as(cy).post('/repos/ann/engine/forks', {}).gives(202)
  await w.settled()
  await w.as(cy).post('/repos/cy/engine/contents/f.txt', { content: Buffer.from('f\n').toString('base64'), new_branch: 'mine', message: 'add f' }).gives(201)
  const far = '//ann/engine/pulls/new/main...cy:mine'
  assert.match((await other.get(far).gives(200)).text, /name="allow_maintainer_edit"/)
  await other.post(far, { title: 'From afar', allow_maintainer_edit: 'true' }).gives(303).header('location', /\/ann\/engine\/pulls\/2$/)
  await w.anonymous.get('/repos/ann/engine/pulls/2').gives(200, { allow_maintainer_edit: true, head: { label: 'mine', repo: { full_name: 'cy/engine' } } })
  await w.as(ann).patch('/repos/ann/engine', { private: true }).gives(200)
  await other.get(page).gives(404)
})

scenario('comparePage: a fork is compared with what it was forked from, and another base can be chosen', async (w) => {
  const { cy } = await demo(w)
  await w.as(cy).post('/repos/ann/engine/forks', {}).gives(202)
  await w.settled()
  const mine = await w.browsing(cy)
  await mine.get('//cy/engine/compare').gives(303).header('location', /\/ann\/engine\/compare\/main\.\.\.cy\/engine%3Amain$/)
  await mine.post('//cy/engine/_new/main', { path: 'f.txt', content: 'f\n', message: 'add f', target: 'new', new_branch: 'mine/f' }).gives(303).header('location', /\/ann\/engine\/compare\/main\.\.\.cy\/engine%3Amine\/f$/)
  const shown = (await mine.get('//ann/engine/compare/main...cy/engine:mine/f').gives(200)).text
  assert.match(shown, /href="[^"]*\/ann\/engine\/pulls\/new\/main\.\.\.cy\/engine%3Amine\/f"/)
  assert.match(shown, /<bdi class="ref-name">ann\/engine:main<\/bdi>/)
  assert.match(shown, /href="[^"]*\/cy\/engine\/compare\/main\.\.\.mine\/f"[^]*?cy\/engine/, 'the fork itself can be the base')
  const within = (await mine.get('//cy/engine/compare/main...mine/f').gives(200)).text
  assert.match(within, /href="[^"]*\/ann\/engine\/compare\/main\.\.\.cy\/engine%3Amine\/f"/)
  await mine.get('//cy/engine/compare/mine/f').gives(303).header('location', /\/ann\/engine\/compare\/main\.\.\.cy\/engine%3Amine\/f$/)
  assert.match((await mine.get('//cy/engine/branches').gives(200)).text, /href="[^"]*\/ann\/engine\/compare\/main\.\.\.cy\/engine%3Amine\/f"/)
  await mine.post('//ann/engine/pulls/new/main...cy/engine:mine/f', { title: 'From afar' }).gives(303).header('location', /\/ann\/engine\/pulls\/1$/)
})
