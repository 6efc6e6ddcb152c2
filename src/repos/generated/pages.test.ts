import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('generatePage: a template leads to a repository of one\'s own', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'mould', { auto_init: true, template: true })
  await w.repo(ada, 'plain', { auto_init: true })
  await w.as(ada).put('/repos/ada/mould/topics', { topics: ['cast'] }).gives(204)
  const [adas, bobs] = [await w.browsing(ada), await w.browsing(bob)]
  assert.match((await w.anonymous.get('//ada/mould').gives(200)).text, /user\/login[^"]*">Use this template/)
  assert.match((await bobs.get('//ada/mould').gives(200)).text, /ada\/mould\/generate">Use this template/)
  assert.doesNotMatch((await bobs.get('//ada/plain').gives(200)).text, /Use this template/)
  const at = '//ada/mould/generate'
  const { text } = await bobs.get(at).gives(200)
  assert.match(text, /name="git_content"[^>]*checked/)
  assert.doesNotMatch(text, /name="webhooks"/)
  assert.match((await adas.get(at).gives(200)).text, /name="webhooks"/)
  await bobs.get('//ada/plain/generate').gives(404)
  await w.anonymous.get(at).gives(303).header('location', /user\/login/)
  await bobs.post(at, { to: 'bob', name: 'cast', description: 'mine', visibility: 'private', git_content: 'true' }).gives(303).header('location', /\/bob\/cast$/).emits('repo.created', 'repo.generated', 'ref.created')
  await w.as(bob).get('/repos/bob/cast').gives(200, { private: true, description: 'mine', topics: [], empty: false })
  // refused, it comes back as it was sent
  const again = (await bobs.post(at, { to: 'bob', name: 'cast', topics: 'true' }).gives(409).emits()).text
  assert.match(again, /already exists[^]*value="cast"/)
  assert.match(again, /name="topics"[^>]*checked/)
  assert.doesNotMatch(again, /name="git_content"[^>]*checked/)
  assert.match((await bobs.post(at, { to: 'bob', name: 'other' }).gives(422).emits()).text, /at least one/)
  await bobs.post(at, { to: 'ada', name: 'x', topics: 'true' }).gives(403).emits()
})
