import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('createRepoPage: a form makes a repository, and shows what was typed when it is refused', async (w) => {
  const ada = await w.user('ada')
  await w.org(ada, 'guild')
  await w.anonymous.get('//repo/create').gives(303).header('location', /user\/login\?redirect_to=%2Frepo%2Fcreate$/)
  const browser = await w.browsing(ada)
  assert.match((await browser.get('//repo/create').gives(200)).text, /<option value="guild">/)
  const refused = await browser.post('//repo/create', { owner: 'ada', name: 'a b', description: 'kept <words>' }).gives(422).emits()
  assert.match(refused.text, /kept &lt;words&gt;/)
  await browser.post('//repo/create', { owner: 'ada', name: 'mine', visibility: 'private', auto_init: 'true' }).gives(303).header('location', /\/ada\/mine$/)
  await w.as(ada).get('/repos/ada/mine').gives(200, { private: true, empty: false })
  await browser.post('//repo/create', { owner: 'guild', name: 'ours' }).gives(303).header('location', /\/guild\/ours$/)
  await browser.post('//repo/create', { owner: 'ada', name: 'mine' }).gives(409)
})

scenario('starRepo, unstarRepo, starsPage, watchersPage', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'open')
  await w.repo(ada, 'secret', { private: true })
  const browser = await w.browsing(bob)
  await browser.post('//ada/open/star', { back: '/explore/repos' }).gives(303).emits('repo.starred').header('location', /\/explore\/repos$/)
  assert.match((await w.anonymous.get('//ada/open/stars').gives(200)).text, /<bdi>bob<\/bdi>/)
  await browser.post('//ada/open/unstar').gives(303).emits('repo.unstarred')
  await browser.post('//ada/open/watch', { level: 'all' }).gives(303)
  assert.match((await w.anonymous.get('//ada/open/watchers').gives(200)).text, /<bdi>bob<\/bdi>/)
  await browser.post('//ada/secret/star').gives(404).emits()
  await browser.get('//ada/secret/stars').gives(404)
  await w.anonymous.post('//ada/open/star').gives(303).header('location', /user\/login/).emits()
  await browser.post('//ada/open/star', {}, { 'sec-fetch-site': 'cross-site' }).gives(403).emits()
  await w.as(bob).post('//ada/open/star').gives(403).emits()
})

scenario('watchRepo: three levels, and the one in force is marked', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'open')
  await w.repo(ada, 'secret', { private: true })
  const browser = await w.browsing(bob)
  const now = async () => /name="level" value="(\w+)" aria-pressed="true"/.exec((await browser.get('//ada/open/stars').gives(200)).text)?.[1]
  const count = async () => (await w.as(bob).get('/repos/ada/open').gives(200)).body.watchers_count
  assert.deepEqual([await now(), await count()], ['participating', 1])
  await browser.post('//ada/open/watch', { level: 'all', back: '/explore/repos' }).gives(303).header('location', /\/explore\/repos$/).emits('repo.watched')
  assert.deepEqual([await now(), await count()], ['all', 2])
  await browser.post('//ada/open/watch', { level: 'ignore', back: 'https://elsewhere.example/' }).gives(303).header('location', /^(?!https:\/\/elsewhere)/).emits('repo.unwatched')
  assert.deepEqual([await now(), await count()], ['ignore', 1])
  await w.as(bob).get('/repos/ada/open/subscription').gives(404)
  await w.as(ada).post('/repos/ada/open/issues', { title: 'one', body: '@bob look' }).gives(201)
  await w.settled()
  await w.as(bob).get('/notifications').gives(200, [])
  await browser.post('//ada/open/watch', { level: 'participating' }).gives(303).emits()
  assert.deepEqual([await now(), await count()], ['participating', 1])
  await w.as(ada).post('/repos/ada/open/issues', { title: 'two', body: '@bob look' }).gives(201)
  await w.as(ada).post('/repos/ada/open/issues', { title: 'three', body: 'nobody in particular' }).gives(201)
  await w.settled()
  await w.as(bob).get('/notifications').gives(200, [{ subject: { title: 'two' } }])
  await browser.post('//ada/open/watch', { level: 'ignore' }).gives(303).emits()
  await browser.post('//ada/open/watch', { level: 'all' }).gives(303).emits('repo.watched')
  assert.equal(await count(), 2)
  await browser.post('//ada/open/watch', { level: 'some' }).gives(422).emits()
  await browser.post('//ada/open/watch').gives(422).emits()
  await browser.post('//ada/secret/watch', { level: 'all' }).gives(404).emits()
  await w.anonymous.post('//ada/open/watch', 'level=all', { 'content-type': 'application/x-www-form-urlencoded' }).gives(303).header('location', /user\/login/).emits()
  await w.as(ada).put('/user/blocks/bob').gives(204)
  await browser.post('//ada/open/watch', { level: 'participating' }).gives(303)
  await browser.post('//ada/open/watch', { level: 'all' }).gives(403).emits()
})

scenario('forkPage, forksPage: into one\'s own account or an organization', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'open', { auto_init: true })
  await w.org(bob, 'guild')
  const browser = await w.browsing(bob)
  await browser.get('//ada/open/fork').gives(200)
  await browser.post('//ada/open/fork', { to: 'guild', name: 'copy' }).gives(303).header('location', /\/guild\/copy$/)
  assert.match((await w.anonymous.get('//ada/open/forks').gives(200)).text, /guild\/copy/)
})

scenario('createRepoPage: a field left empty is asked for, and the rest is kept', async (w) => {
  const browser = await w.browsing(await w.user('ada'))
  const { text } = await browser.post('//repo/create', { owner: 'ada', name: '', description: 'kept words' }).gives(422).emits()
  assert.match(text, /Please fill in name\./)
  assert.match(text, /kept words/)
})
