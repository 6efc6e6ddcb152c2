import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

scenario('profile: who somebody is, what they have and did, as far as one may see', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.user('hidden', { visibility: 'private' })
  await w.as(ada).patch('/user/settings', { full_name: 'Ada <b>Lovelace</b>', description: 'Likes loops', hide_email: true }).gives(200)
  await w.repo(ada, 'engine', { auto_init: true })
  await w.repo(ada, 'plans', { private: true })
  await w.as(bob).put('/user/following/ada').gives(204)
  await w.as(bob).put('/user/starred/ada/engine').gives(204)
  const { text } = await w.anonymous.get('//ada').gives(200)
  assert.match(text, /Ada &lt;b&gt;Lovelace/)
  assert.match(text, /Likes loops/)
  assert.match(text, /Popular repositories[^]*\/ada\/engine/)
  assert.match(text, /<svg[^>]*role="img" aria-label="1 act in the last year"/)
  assert.match(text, /created <a href="[^"]*\/ada\/engine"/)
  assert.match(text, /rel="alternate" type="application\/atom\+xml" href="[^"]*\/ada\.atom"/)
  assert.doesNotMatch(text, /plans|ada@/)
  assert.match((await w.as(ada).get('//ada?tab=repositories').gives(200)).text, /ada\/plans/)
  assert.doesNotMatch((await w.as(ada).get('//ada?tab=repositories&q=eng').gives(200)).text, /ada\/plans/)
  assert.doesNotMatch((await w.as(bob).get('//ada?tab=repositories').gives(200)).text, /ada\/plans/)
  assert.match((await w.anonymous.get('//bob?tab=stars').gives(200)).text, /ada\/engine/)
  assert.match((await w.as(bob).get('//ada?tab=followers').gives(200)).text, /<a class="title" href="[^"]*\/bob">/)
  assert.match((await w.as(bob).get('//bob?tab=following').gives(200)).text, /<a class="title" href="[^"]*\/ada">/)
  await w.anonymous.get('//hidden').gives(404)
  await w.anonymous.get('//nobody').gives(404)
})

scenario('followUser, unfollowUser, blockUser, unblockUser: buttons of a profile', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  const [adas, bobs] = [await w.browsing(ada), await w.browsing(bob)]
  assert.match((await w.as(bob).get('//ada').gives(200)).text, /action="[^"]*\/ada\/-\/follow"/)
  await bobs.post('//ada/-/follow', { back: '/ada?tab=followers' }).gives(303).header('location', /\/ada\?tab=followers$/)
  await w.as(bob).get('/user/following/ada').gives(204)
  assert.match((await w.as(bob).get('//ada').gives(200)).text, /action="[^"]*\/ada\/-\/unfollow"/)
  await bobs.post('//ada/-/unfollow', { back: 'https://evil.example' }).gives(303).header('location', /^http:\/\/[^/]+\/$/)
  await w.as(bob).get('/user/following/ada').gives(404)
  await adas.post('//bob/-/block').gives(303).emits('account.blocked')
  await w.as(ada).get('/user/blocks/bob').gives(204)
  assert.match((await w.as(ada).get('//bob').gives(200)).text, /action="[^"]*\/bob\/-\/unblock"/)
  await bobs.post('//ada/-/follow').gives(403)
  await adas.post('//bob/-/unblock').gives(303)
  await w.anonymous.post('//ada/-/follow', '', form).gives(303).header('location', /user\/login/)
  await bobs.post('//ada/-/follow', {}, { origin: 'http://evil.example' }).gives(403)
})

scenario('profile: an old name leads to the new one', async (w) => {
  const root = await w.user('root', { admin: true })
  await w.user('ada')
  await w.as(root).post('/admin/users/ada/rename', { new_username: 'countess' }).gives(204)
  await w.anonymous.get('//ada?tab=stars').gives(307).header('location', /\/countess\?tab=stars$/)
})

scenario('profile: an organization at its own address', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.org(ada, 'guild', { full_name: 'The Guild', description: 'makers' })
  await w.org(ada, 'lodge', { visibility: 'private' })
  await w.as(ada).post('/orgs/guild/repos', { name: 'hall' }).gives(201)
  await w.as(ada).post('/orgs/guild/repos', { name: 'vault', private: true }).gives(201)
  const seen = (await w.as(bob).get('//guild').gives(200)).text
  assert.match(seen, /The Guild[^]*makers[^]*guild\/hall/)
  assert.doesNotMatch(seen, /vault|repo\/create\?org=guild/)
  assert.match((await w.anonymous.get('//guild').gives(200)).text, /guild\/hall/)
  const own = (await w.as(ada).get('//guild').gives(200)).text
  assert.match(own, /guild\/vault/)
  assert.match(own, /repo\/create\?org=guild/)
  assert.match(own, /org\/guild\/teams\/Owners/)
  await w.as(bob).get('//lodge').gives(404)
})
