// Octokit as programs use it: several files in one commit by git's objects, then a pull request and its merge.
import assert from 'node:assert/strict'
import { Octokit } from '@octokit/core'
import { scenario } from '../kit/world.ts'

scenario('octokit: three files in one commit, a pull request, a merge and a tag', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'release', scopes: ['write:repository', 'write:issue'] }).gives(201)).body.sha1
  const octokit = new Octokit({ auth: token, baseUrl: `${await w.listening()}/api/v1`, log: { debug() {}, info() {}, warn() {}, error() {} } })
  const at = { owner: 'alice', repo: 'demo' }
  const { data: main } = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...at, ref: 'heads/main' })
  const { data: blob } = await octokit.request('POST /repos/{owner}/{repo}/git/blobs', { ...at, content: Buffer.from('bytes\0').toString('base64'), encoding: 'base64' })
  const { data: tree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', {
    ...at,
    base_tree: main.object.sha,
    tree: [
      { path: 'CHANGELOG.md', mode: '100644', type: 'blob', content: '# 1.0.0\n' },
      { path: 'package.json', mode: '100644', type: 'blob', content: '{"version":"1.0.0"}\n' },
      { path: 'dist/app.bin', mode: '100755', type: 'blob', sha: blob.sha },
    ],
  })
  const { data: commit } = await octokit.request('POST /repos/{owner}/{repo}/git/commits', { ...at, message: 'release 1.0.0', tree: tree.sha, parents: [main.object.sha] })
  assert.equal(commit.tree.sha, tree.sha)
  await octokit.request('POST /repos/{owner}/{repo}/git/refs', { ...at, ref: 'refs/heads/release/1.0.0', sha: commit.sha })
  const { data: pull } = await octokit.request('POST /repos/{owner}/{repo}/pulls', { ...at, title: 'Release 1.0.0', head: 'release/1.0.0', base: 'main' })
  const files = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/files', { ...at, pull_number: pull.number })
  assert.deepEqual(files.data.map((one: { filename: string }) => one.filename), ['CHANGELOG.md', 'dist/app.bin', 'package.json'])
  await w.settled()
  await w.as(alice).post(`/repos/alice/demo/pulls/${pull.number}/merge`, { Do: 'merge' }).gives(200)
  const { data: merged } = await octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...at, ref: 'heads/main' })
  const { data: tag } = await octokit.request('POST /repos/{owner}/{repo}/git/tags', { ...at, tag: 'v1.0.0', message: '1.0.0', object: merged.object.sha, type: 'commit' })
  await octokit.request('POST /repos/{owner}/{repo}/git/refs', { ...at, ref: 'refs/tags/v1.0.0', sha: tag.sha })
  await assert.rejects(octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', { ...at, ref: 'heads/main', sha: main.object.sha, force: false }), { status: 422 })
  await octokit.request('DELETE /repos/{owner}/{repo}/git/refs/{ref}', { ...at, ref: 'heads/release/1.0.0' })
  await w.anonymous.get('/repos/alice/demo/contents/package.json').gives(200, { content: Buffer.from('{"version":"1.0.0"}\n').toString('base64') })
  await w.anonymous.get('/repos/alice/demo/tags/v1.0.0').gives(200, { commit: { sha: merged.object.sha } })
})

scenario('octokit: a program that asks for the tree of a commit before it adds to it', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'release', scopes: ['write:repository'] }).gives(201)).body.sha1
  const octokit = new Octokit({ auth: token, baseUrl: `${await w.listening()}/api/v1`, log: { debug() {}, info() {}, warn() {}, error() {} } })
  const at = { owner: 'alice', repo: 'demo' }
  const { data: refs } = await octokit.request('GET /repos/{owner}/{repo}/git/matching-refs/{ref}', { ...at, ref: 'heads/ma' })
  assert.deepEqual(refs.map((one: { ref: string }) => one.ref), ['refs/heads/main'])
  assert.deepEqual((await octokit.request('GET /repos/{owner}/{repo}/git/matching-refs/{ref}', { ...at, ref: 'tags/v' })).data, [])
  const { data: last } = await octokit.request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', { ...at, commit_sha: refs[0].object.sha })
  assert.equal(last.message, 'Initial commit\n')
  const { data: tree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', { ...at, base_tree: last.tree.sha, tree: [{ path: 'a.txt', mode: '100644', type: 'blob', content: 'a\n' }] })
  assert.deepEqual(tree.tree.map((one: { path: string }) => one.path), ['README.md', 'a.txt'])
  const { data: next } = await octokit.request('POST /repos/{owner}/{repo}/git/commits', { ...at, message: 'add', tree: tree.sha, parents: [last.sha] })
  await octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', { ...at, ref: 'heads/main', sha: next.sha })
  const { data: shown } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', { ...at, ref: 'main' })
  assert.deepEqual([shown.sha, shown.commit.message, shown.files?.map((one: { filename: string }) => one.filename)], [next.sha, 'add', ['a.txt']])
  const archive = await octokit.request('GET /repos/{owner}/{repo}/zipball/{ref}', { ...at, ref: 'main' })
  assert.equal(archive.status, 200)
})
