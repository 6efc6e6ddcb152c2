import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('exploreRepos, exploreUsers, exploreOrganizations: what may be seen, and no more', async (w) => {
  const [ada, eve] = [await w.user('ada'), await w.user('eve', { visibility: 'private' })]
  await w.repo(ada, 'engine')
  await w.repo(ada, 'plans', { private: true })
  await w.org(ada, 'guild')
  await w.org(eve, 'lodge', { visibility: 'private' })
  const look = async (path: string) => (await w.anonymous.get(path).gives(200)).text
  assert.match(await look('//explore/repos'), /ada\/engine/)
  assert.doesNotMatch(await look('//explore/repos'), /ada\/plans/)
  assert.match(await look('//explore/repos?q=nothing-of-the-kind'), /No repository matches/)
  assert.match(await look('//explore/repos?sort=constructor&page=0'), /ada\/engine/)
  assert.match(await look('//explore/users'), /<bdi>ada<\/bdi>/)
  assert.doesNotMatch(await look('//explore/users'), /<bdi>eve<\/bdi>/)
  assert.match(await look('//explore/users?q=zzz'), /Nobody matches/)
  assert.match(await look('//explore/organizations'), /<bdi>guild<\/bdi>/)
  assert.doesNotMatch(await look('//explore/organizations'), /lodge/)
})
