import assert from 'node:assert/strict'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('getReposCompareByBasehead: commits, diff and patch between refs, also of forks', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'demo')
  const cwd = await workTree(w, alice, 'alice/demo')
  await commit(cwd, 'a.txt', 'a\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await git(cwd, ['checkout', '-qb', 'side'])
  const one = await commit(cwd, 'b.txt', 'b\n')
  const two = await commit(cwd, 'c.txt', 'c\n')
  await git(cwd, ['push', '-q', 'origin', 'side'])
  await w.as(alice).post('/repos/alice/demo/contents/m.txt', { content: '' }).gives(201)
  const at = '/repos/alice/demo/compare'
  for (const path of ['main...side', 'main..side', 'side', '...side', 'main...alice:side']) {
    const { body } = await w.anonymous.get(`${at}/${path}`).gives(200, { total_commits: 2 })
    assert.deepEqual(body.commits.map((it: any) => it.sha), [two, one], path)
  }
  await w.anonymous.get(`${at}/side~1...side?files=false&verification=false`).gives(200, { total_commits: 1, commits: [{ sha: two, files: null }] })
  await w.anonymous.get(`${at}/side...main`).gives(200, { total_commits: 1 })
  await w.anonymous.get(`${at}/side...`).gives(200, { total_commits: 1 })
  const threeDots = (await w.anonymous.get(`${at}/main...side?output=diff`).gives(200).header('content-type', 'text/plain;charset=utf-8')).text
  assert.ok(threeDots.includes('b/b.txt') && !threeDots.includes('m.txt'))
  assert.ok((await w.anonymous.get(`${at}/main..side?output=diff`).gives(200)).text.includes('m.txt'))
  assert.equal((await w.anonymous.get(`${at}/main...side?output=patch`).gives(200)).text.match(/^From [0-9a-f]{40} /gm)!.length, 2)
  for (const odd of ['main...nothing', 'nothing...main', '--help...main', 'main...@{u}', 'main...:/a']) await w.anonymous.get(`${at}/${encodeURIComponent(odd)}`).gives(odd.includes(':') ? 400 : 404)
  await w.anonymous.get(`${at}/main...bob:main`).gives(400)
  await w.as(bob).post('/repos/alice/demo/forks', {}).gives(202)
  await w.settled()
  const made = (await w.as(bob).post('/repos/bob/demo/contents/f.txt', { content: '' }).gives(201)).body.commit.sha
  await w.anonymous.get(`${at}/main...bob:main`).gives(200, { total_commits: 1, commits: [{ sha: made }] })
  await w.anonymous.get(`${at}/main...bob/demo:main`).gives(200, { total_commits: 1 })
  await w.as(alice).patch('/repos/alice/demo', { private: true }).gives(200)
  await w.anonymous.get(`${at}/main...side`).gives(404).empty()
})
