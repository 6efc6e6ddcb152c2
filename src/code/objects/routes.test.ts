import assert from 'node:assert/strict'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('listReposGitTreesBySha, listReposGitBlobsBySha, listReposGitRefs, listReposGitRefsByRef: objects as git has them', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'demo')
  await w.anonymous.get('/repos/alice/demo/git/refs').gives(404)
  const cwd = await workTree(w, alice, 'alice/demo')
  await commit(cwd, 'a.txt', 'a\n')
  const oid = await commit(cwd, 'src/b.txt', 'bb\n')
  await git(cwd, ['tag', '-a', '-m', 'x', 'v1'])
  await git(cwd, ['push', '-q', 'origin', 'main', 'v1', 'main:vx'])
  const at = '/repos/alice/demo/git'
  const tree = (await git(cwd, ['rev-parse', 'HEAD^{tree}'])).trim()
  const top = (await w.anonymous.get(`${at}/trees/main`).gives(200, { sha: tree, truncated: false, page: 1, total_count: 2 }).header('x-total-count', '2')).body
  assert.deepEqual(top.tree.map((one: any) => [one.path, one.mode, one.type, one.size]), [['a.txt', '100644', 'blob', 2], ['src', '040000', 'tree', 0]])
  const all = (await w.anonymous.get(`${at}/trees/${oid}?recursive=1&per_page=2`).gives(200, { truncated: true, total_count: 3 })).body
  assert.deepEqual(all.tree.map((one: any) => one.path), ['a.txt', 'src'])
  await w.anonymous.get(`${at}/trees/${tree}?recursive=true&per_page=2&page=2`).gives(200, { truncated: false, page: 2, tree: [{ path: 'src/b.txt', size: 3 }] })
  await w.anonymous.get(`${at}/trees/main?page=9`).gives(200, { tree: null })
  await w.anonymous.get(`${at}/trees/main~1`).gives(200, { total_count: 1 })
  await w.anonymous.get(`${at}/trees/nothing`).gives(400).says('sha not found [nothing]')
  await w.anonymous.get(`${at}/blobs/${top.tree[0].sha}`).gives(200, { content: 'YQo=', encoding: 'base64', size: 2, sha: top.tree[0].sha })
  await w.anonymous.get(`${at}/blobs/${oid}`).gives(200, { sha: oid, content: Buffer.from(await git(cwd, ['cat-file', 'commit', oid])).toString('base64') })
  await w.anonymous.get(`${at}/blobs/${tree}`).gives(200, { sha: tree, encoding: 'base64' })
  for (const odd of ['main', top.tree[0].sha.slice(0, 8), '0'.repeat(40), '--batch']) await w.anonymous.get(`${at}/blobs/${odd}`).gives(400)
  const refs = (await w.anonymous.get(`${at}/refs`).gives(200)).body
  assert.deepEqual(refs.map((one: any) => [one.ref, one.object.type]), [['refs/heads/main', 'commit'], ['refs/heads/vx', 'commit'], ['refs/tags/v1', 'tag']])
  await w.anonymous.get(`${at}/refs/heads/v`).gives(200, [{ ref: 'refs/heads/vx', object: { sha: oid } }])
  await w.anonymous.get(`${at}/refs/heads/nothing`).gives(404).empty()
  await w.as(alice).patch('/repos/alice/demo', { private: true }).gives(200)
  for (const path of [`trees/main`, `blobs/${top.tree[0].sha}`, 'refs', 'refs/heads', `tags/${oid}`]) await w.as(bob).get(`${at}/${path}`).gives(404).empty()
})

scenario('getReposLanguages: by extension, borrowed and generated files aside', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  await w.anonymous.get('/repos/alice/demo/languages').gives(200, {})
  const cwd = await workTree(w, alice, 'alice/demo')
  await commit(cwd, 'main.go', 'package main\n')
  await commit(cwd, 'web/app.ts', 'export const a = 1\n')
  await commit(cwd, 'vendor/x/big.js', 'x'.repeat(1000))
  await commit(cwd, 'README.md', 'words '.repeat(100))
  await commit(cwd, 'Makefile', 'all:\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  assert.equal((await w.anonymous.get('/repos/alice/demo/languages').gives(200)).text, '{"TypeScript":19,"Go":13,"Makefile":5}')
  w.later(60)
  await w.settled()
  const { size, language } = (await w.anonymous.get('/repos/alice/demo').gives(200)).body
  assert.equal(language, 'TypeScript')
  assert.ok(size > 0)
})
