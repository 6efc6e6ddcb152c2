import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('createReposStatusesBySha, listReposStatusesBySha, listReposCommitsStatusesByRef, getReposCommitsStatusByRef: checks of a commit', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'demo')
  const cwd = await workTree(w, alice, 'alice/demo')
  const sha = await commit(cwd, 'a', '1\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const at = `/repos/alice/demo/statuses/${sha}`
  await w.anonymous.get('/repos/alice/demo/commits/main/status').gives(200, { state: 'pending', statuses: null, total_count: 0 })
  await w.anonymous.post(at, { state: 'success' }).gives(401)
  await w.as(bob).post(at, { state: 'success' }).gives(403).emits()
  await w.as(alice).post('/repos/alice/demo/statuses/nothing', { state: 'success' }).gives(404).empty().emits()
  await w.as(alice).post(at, { state: 7 }).gives(422).emits()
  await w.as(alice).post('/repos/alice/demo/statuses/main', { state: 'pending', context: ' ci ' }).gives(201, { id: 1, context: 'ci', creator: { login: 'alice' } }).emits('status.created')
  await w.as(alice).post(at, { state: 'success', context: 'ci' }).gives(201, { id: 2 })
  await w.as(alice).post(at, { state: 'failure', context: 'lint', target_url: 'http://x.example' }).gives(201, { id: 3 })
  await w.anonymous.get(at).gives(200, [{ id: 3 }, { id: 2 }, { id: 1 }]).header('x-total-count', '3')
  await w.anonymous.get(`${at}?state=success`).gives(200, [{ id: 2 }])
  await w.anonymous.get('/repos/alice/demo/statuses/main').gives(200, [])
  await w.anonymous.get('/repos/alice/demo/commits/main/statuses?sort=oldest&limit=1').gives(200, [{ id: 1 }]).header('link', /rel="next"/)
  await w.anonymous.get('/repos/alice/demo/commits/main/status').gives(200, { state: 'failure', sha, total_count: 2, statuses: [{ id: 2 }, { id: 3 }], repository: { name: 'demo' } }).header('x-total-count', '2')
  await w.anonymous.get('/repos/alice/demo/commits/nothing/status').gives(404).empty()
  // names win over ids, full names over all; less than seven digits are no id
  const other = await commit(cwd, 'b', '2\n')
  await git(cwd, ['tag', 'both', sha])
  await git(cwd, ['push', '-q', 'origin', `${sha}:refs/heads/fade`, `${sha}:refs/heads/topic/x`, `${other}:refs/heads/both`, 'both'])
  for (const ref of ['fade', 'topic%2Fx', 'refs%2Fheads%2Ftopic%2Fx', 'both', 'refs%2Ftags%2Fboth', sha.slice(0, 7)]) await w.anonymous.get(`/repos/alice/demo/commits/${ref}/status`).gives(200, { sha })
  await w.anonymous.get('/repos/alice/demo/commits/refs%2Fheads%2Fboth/status').gives(200, { sha: other })
  for (const ref of [sha.slice(0, 6), 'refs%2Fheads%2Fnothing', `refs%2Fheads%2F${sha}`, 'main~1']) await w.anonymous.get(`/repos/alice/demo/commits/${ref}/statuses`).gives(404).empty()
})
