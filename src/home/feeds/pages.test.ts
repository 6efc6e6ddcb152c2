import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('userFeed, repoFeed: what happened, for readers of feeds, as far as they may see', async (w) => {
  const ada = await w.user('ada')
  await w.user('hidden', { visibility: 'private' })
  await w.repo(ada, 'engine', { auto_init: true })
  await w.repo(ada, 'plans', { private: true })
  await w.as(ada).post('/repos/ada/engine/issues', { title: '<script>x</script> & \u0007bell' }).gives(201)
  await w.as(ada).post('/repos/ada/plans/issues', { title: 'secret' }).gives(201)
  const atom = (await w.anonymous.get('//ada.atom').gives(200).header('content-type', /^application\/atom\+xml/).header('content-security-policy', /sandbox/)).text
  assert.match(atom, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/)
  assert.match(atom, /<title>ada opened issue #1 in ada\/engine<\/title>/)
  assert.match(atom, /&amp;lt;script&amp;gt;x/)
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(atom, /<script|\u0007|plans|secret/)
  assert.match((await w.as(ada).get('//ada/plans.atom').gives(200)).text, /secret/)
  assert.match((await w.anonymous.get('//ada/engine.rss').gives(200).header('content-type', /^application\/rss\+xml/)).text, /<rss version="2.0"[^]*<item>[^]*ada created ada\/engine/)
  await w.anonymous.get('//ada/plans.rss').gives(404)
  await w.anonymous.get('//hidden.atom').gives(404)
  await w.anonymous.get('//nobody.rss').gives(404)
})

scenario('userFeed: of an organization', async (w) => {
  const ada = await w.user('ada')
  await w.org(ada, 'guild')
  await w.as(ada).post('/orgs/guild/repos', { name: 'hall' }).gives(201)
  assert.match((await w.anonymous.get('//guild.rss').gives(200)).text, /created guild\/hall/)
})

scenario('releasesFeed, tagsFeed, branchFeed: of a repository', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'engine', { auto_init: true })
  await w.as(ada).post('/repos/ada/engine/releases', { tag_name: 'v1', name: 'First', body: 'It **moves**, see #1 <script>x</script>' }).gives(201)
  await w.as(ada).post('/repos/ada/engine/releases', { tag_name: 'v2', name: 'Draft', draft: true }).gives(201)
  const text = async (path: string) => (await w.anonymous.get(path).gives(200)).text
  const releases = await text('//ada/engine/releases.atom')
  assert.match(releases, /<title>First<\/title>[^]*&lt;strong&gt;moves&lt;\/strong&gt;[^]*href=&quot;http:\/\/[^&]*\/ada\/engine\/issues\/1/)
  assert.doesNotMatch(releases, /Draft|script/)
  assert.doesNotMatch((await w.as(ada).get('//ada/engine/releases.rss').gives(200)).text, /Draft/)
  assert.match(await text('//ada/engine/tags.rss'), /<title>v1<\/title>/)
  assert.match(await text('//ada/engine/atom/branch/main'), /Initial commit/i)
  await w.as(ada).post('/repos/ada/engine/branches', { new_branch_name: 'feature/deep' }).gives(201)
  await text('//ada/engine/rss/branch/feature/deep')
  await w.anonymous.get('//ada/engine/rss/branch/nowhere').gives(404)
})
