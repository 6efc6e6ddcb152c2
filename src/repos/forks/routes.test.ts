import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'
import { refs } from '../../git/index.ts'
import { gitDir, repoStore } from '../index.ts'

scenario('createReposForks, listReposForks: a whole copy under another owner', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  const parent = await w.repo(alice, 'demo', { auto_init: true, description: 'Mine', license: 'MIT' })
  await w.as(alice).put('/repos/alice/demo/topics', { topics: ['ape'] }).gives(204)
  const { body } = await w.as(bob).post('/repos/alice/demo/forks', {})
    .gives(202, { full_name: 'bob/demo', fork: true, description: 'Mine', licenses: ['MIT'], topics: [], has_issues: false, has_wiki: false, has_pull_requests: true, has_actions: false,
      branch_count: 1, empty: false, watchers_count: 1, permissions: { admin: true, push: true, pull: true }, parent: { full_name: 'alice/demo', forks_count: 1 } })
    .emits('repo.forked')
  const [from, to] = await repoStore.listWithOwners(w.cx.db, [parent.id, body.id])
  assert.equal(await refs.read(gitDir(w.cx, to), 'refs/heads/main'), await refs.read(gitDir(w.cx, from), 'refs/heads/main'))
  await w.as(bob).post('/repos/alice/demo/forks', { name: 'again' }).gives(409).says('already forked').emits()
  await w.as(alice).post('/repos/alice/demo/forks', {}).gives(409).says('already exists').emits()
  await w.as(alice).post('/repos/alice/demo/forks', { name: 'twin' }).gives(202, { full_name: 'alice/twin' })
  await w.anonymous.get('/repos/alice/demo/forks').gives(200, [{ full_name: 'bob/demo', parent: { full_name: 'alice/demo' } }, { full_name: 'alice/twin' }]).header('x-total-count', '2')
  await w.as(bob).delete('/repos/bob/demo').gives(204)
  await w.anonymous.get('/repos/alice/demo').gives(200, { forks_count: 1 })
})

scenario('createReposForks: into organizations, and what is refused', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'secret', { private: true })
  await w.org(alice, 'guild')
  await w.org(alice, 'hidden', { visibility: 'private' })
  const fork = (body: unknown) => w.as(bob).post('/repos/alice/demo/forks', body)
  await w.anonymous.post('/repos/alice/demo/forks', {}).gives(401)
  await w.as(bob).post('/repos/alice/secret/forks', {}).gives(404).empty()
  await fork({ organization: 'guild' }).gives(403).emits()
  await fork({ organization: 'hidden' }).gives(404).empty()
  await fork({ organization: 'nobody' }).gives(404)
  await fork({ organization: 'alice' }).gives(404)
  await fork({ name: 'x.git' }).gives(422).emits()
  await fork({ name: 7 }).gives(422).emits()
  await w.as(alice).post('/repos/alice/demo/forks', { organization: 'guild' }).gives(202, { full_name: 'guild/demo', empty: true })
  await w.as(alice).post('/repos/alice/secret/forks', { organization: 'guild', name: 'quiet' }).gives(202, { private: true })
  await w.as(bob).get('/repos/alice/secret/forks').gives(404)
  await w.as(alice).put('/user/blocks/bob').gives(204)
  await fork({}).gives(403).emits()
})

scenario('listReposForks: forks the caller may not see are left out', async (w) => {
  const [alice, bob, cave] = [await w.user('alice'), await w.user('bob'), await w.user('cave', { visibility: 'private' })]
  await w.repo(alice, 'demo')
  await w.as(cave).post('/repos/alice/demo/forks', {}).gives(202)
  await w.as(bob).get('/repos/alice/demo/forks').gives(200, []).header('x-total-count', '0')
  await w.as(cave).get('/repos/alice/demo/forks').gives(200, [{ full_name: 'cave/demo' }])
})
