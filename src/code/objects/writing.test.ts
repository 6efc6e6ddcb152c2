import assert from 'node:assert/strict'
import { commit, git, remote, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

const at = '/repos/alice/demo/git'

for (const format of ['sha1', 'sha256']) {
  scenario(`createReposGitBlobs, createReposGitTrees, createReposGitCommits, createReposGitRefs, editReposGitRefsByRef: several files in one commit (${format})`, async (w) => {
    const alice = await w.user('alice')
    await w.repo(alice, 'demo', { object_format_name: format })
    const me = w.as(alice)
    const logo = (await me.post(`${at}/blobs`, { content: Buffer.from([0, 255, 10]).toString('base64'), encoding: 'base64' }).gives(201).emits()).body
    assert.match(logo.url, new RegExp(`/repos/alice/demo/git/blobs/${logo.sha}$`))
    await w.anonymous.get(`${at}/blobs/${logo.sha}`).gives(200, { content: 'AP8K', size: 3 })
    const top = (await me.post(`${at}/trees`, { tree: [
      { path: 'README.md', mode: '100644', type: 'blob', content: '# Grüße\n' },
      { path: 'bin/run', mode: '100755', type: 'blob', content: '#!/bin/sh\n' },
      { path: 'assets/img/logo', mode: '100644', type: 'blob', sha: logo.sha },
      { path: 'latest', mode: '120000', type: 'blob', content: 'bin/run' },
      { path: 'old.txt', mode: '100644', content: '' },
    ] }).gives(201).emits()).body
    assert.deepEqual(top.tree.map((one: any) => [one.path, one.mode, one.type]), [['README.md', '100644', 'blob'], ['assets', '040000', 'tree'], ['bin', '040000', 'tree'], ['latest', '120000', 'blob'], ['old.txt', '100644', 'blob']])
    const first = (await me.post(`${at}/commits`, { message: 'begin', tree: top.sha, parents: [], author: { name: 'Mona', email: 'mona@example.com', date: '2026-01-02T03:04:05+02:00' } }).gives(201).emits()).body
    assert.deepEqual([first.message, first.tree.sha, first.parents], ['begin', top.sha, []])
    assert.deepEqual([first.commit.author, first.commit.committer].map((one) => one.date), ['2026-01-02T03:04:05+02:00', '2026-01-02T03:04:05+02:00'])
    await me.post(`${at}/refs`, { ref: 'refs/heads/main', sha: first.sha }).gives(201, { ref: 'refs/heads/main', object: { type: 'commit', sha: first.sha } }).emits('ref.created')
    await w.anonymous.get('/repos/alice/demo').gives(200, { empty: false, default_branch: 'main', branch_count: 1 })
    const next = (await me.post(`${at}/trees`, { base_tree: first.commit.tree.sha, tree: [
      { path: 'old.txt', mode: '100644', type: 'blob', sha: null },
      { path: 'bin', mode: '100644', type: 'blob', content: 'now a file\n' },
      { path: 'copy', mode: '040000', type: 'tree', sha: top.tree[1].sha },
      { path: 'part', mode: '160000', type: 'commit', sha: first.sha },
    ] }).gives(201)).body
    assert.deepEqual(next.tree.map((one: any) => [one.path, one.type]), [['README.md', 'blob'], ['assets', 'tree'], ['bin', 'blob'], ['copy', 'tree'], ['latest', 'blob'], ['part', 'commit']])
    const second = (await me.post(`${at}/commits`, { message: 'go on', tree: next.sha, parents: [first.sha] }).gives(201, { author: { login: 'alice' } })).body
    await me.patch(`${at}/refs/heads/main`, { sha: second.sha }).gives(200, { object: { sha: second.sha } }).emits('ref.pushed')
    await me.patch(`${at}/refs/heads/main`, { sha: second.sha }).gives(200).emits()
    const copy = w.folder()
    await git(copy, ['clone', '-q', await remote(w, null, 'alice/demo'), 'x'])
    assert.equal(await git(`${copy}/x`, ['log', '--format=%s %an']), 'go on alice\nbegin Mona\n')
    await git(`${copy}/x`, ['fsck', '--strict', '--full'])
    assert.equal(await git(`${copy}/x`, ['ls-files']), 'README.md\nassets/img/logo\nbin\ncopy/img/logo\nlatest\npart\n')
    await me.post('/repos/alice/demo/pulls', { head: 'main', base: 'main', title: 'x' }).gives(422)
  })
}

scenario('createReposGitTrees, createReposGitCommits, createReposGitBlobs: what is named must be there and be what it is said to be', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  await w.repo(alice, 'other', { auto_init: true, readme: 'Default', description: 'another' })
  const me = w.as(alice)
  const head = (await me.get(`${at}/refs/heads/main`).gives(200)).body[0].object.sha
  const foreign = (await me.get('/repos/alice/other/git/refs/heads/main').gives(200)).body[0].object.sha
  const foreignBlob = (await me.post('/repos/alice/other/git/blobs', { content: 'elsewhere' }).gives(201)).body.sha
  const { sha: tree, tree: [readme] } = (await me.get(`${at}/trees/main`).gives(200)).body
  const file = { path: 'a', mode: '100644', type: 'blob', content: 'x' }
  await me.post(`${at}/blobs`, { content: 'a', encoding: 'base64' }).gives(422).says('illegal base64')
  await me.post(`${at}/blobs`, { content: 'a', encoding: 'latin1' }).gives(422).says('[Encoding]: In')
  for (const path of ['../a', 'a/../b', '/a', 'a//b', '.', '.git', '.git/config', 'x/.GIT/hooks', 'git~1', 'a\\.git\\x', '.git\u200c', 'a\u0001', 'a/']) await me.post(`${at}/trees`, { tree: [{ ...file, path }] }).gives(422).says('malformed path')
  for (const wrong of [
    {}, { tree: [] }, { tree: [{ ...file, path: '' }] }, { tree: [{ ...file, mode: '100664' }] }, { tree: [{ ...file, mode: undefined }] }, { tree: [{ ...file, mode: '' }] }, { tree: [{ ...file, type: 'tree' }] }, { tree: [{ ...file, sha: readme.sha }] },
    { tree: [{ ...file, content: undefined }] }, { tree: [{ ...file, content: undefined, sha: foreignBlob }] }, { tree: [{ ...file, content: undefined, sha: tree }] }, { tree: [{ ...file, content: undefined, sha: '--batch' }] },
    { tree: [{ path: 'd', mode: '040000', content: 'x' }] }, { tree: [{ path: 'd', mode: '040000', sha: readme.sha }] }, { tree: [{ path: 'm', mode: '160000', sha: 'main' }] },
    { tree: [file, file] }, { tree: [file, { ...file, path: 'a/b' }] }, { tree: [{ path: 'nothing', sha: null }], base_tree: tree }, { tree: [{ path: '.gitmodules', mode: '120000', content: 'x' }] },
    { tree: [file], base_tree: foreign }, { tree: [file], base_tree: readme.sha }, { tree: [file], base_tree: 'main' }, { tree: [file], base_tree: tree.slice(0, 10) },
  ]) await me.post(`${at}/trees`, wrong).gives(422)
  for (const wrong of [
    { tree }, { message: 'x' }, { message: 'x', tree: readme.sha }, { message: 'x', tree: 'main' }, { message: 'x', tree: '0'.repeat(40) }, { message: 'x', tree, parents: [foreign] }, { message: 'x', tree, parents: [tree] },
    { message: 'x', tree, parents: ['HEAD'] }, { message: 'x', tree, parents: [head, head] }, { message: 'x', tree, author: { name: 'a', email: 'b', date: 'yesterday' } },
  ]) await me.post(`${at}/commits`, wrong).gives(422).emits()
  await me.post(`${at}/commits`, { message: 'x\ny', tree, parents: [head], author: { name: 'A\nparent <x>', email: 'a>\n@b' } }).gives(201, { commit: { author: { name: 'Aparent x', email: 'a@b' } }, stats: { total: 0 } })
})

scenario('createReposGitRefs, editReposGitRefsByRef, deleteReposGitRefsByRef, getReposGitRefByRef, createReposGitTags: refs move by the rules of a push', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const me = w.as(alice)
  const cwd = await workTree(w, alice, 'alice/demo')
  await git(cwd, ['fetch', '-q', 'origin'])
  await git(cwd, ['reset', '-q', '--hard', 'origin/main'])
  const main = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
  const ahead = await commit(cwd, 'a', 'a\n')
  await git(cwd, ['push', '-q', 'origin', 'HEAD:ahead'])
  const { sha: tree, tree: [{ sha: blob }] } = (await me.get(`${at}/trees/main`).gives(200)).body
  await w.anonymous.get(`${at}/ref/heads/main`).gives(200, { ref: 'refs/heads/main', object: { type: 'commit', sha: main } })
  for (const name of ['heads/mai', 'heads', 'tags/main', 'heads%2F..%2Fheads%2Fmain']) await w.anonymous.get(`${at}/ref/${name}`).gives(404).empty()
  await me.post(`${at}/refs`, { ref: 'refs/heads/main', sha: main }).gives(422).says('Reference already exists')
  await me.post(`${at}/refs`, { ref: 'refs/heads/main/below', sha: main }).gives(422)
  for (const ref of ['main', 'heads/x', 'refs/heads/', 'refs/pull/1/head', 'refs/internal/x', 'refs/notes/x', 'refs/heads/a..b', 'refs/heads/-x', 'refs/heads/x.lock', 'refs/heads/../../x', `refs/heads/${main}`, 'refs/heads/refs/heads/x', 'refs/heads/HEAD', 'refs/heads/a b', 'refs/tags/a\nb']) {
    await me.post(`${at}/refs`, { ref, sha: main }).gives(422).emits()
  }
  for (const sha of [tree, blob, 'main', main.slice(0, 12), '0'.repeat(40), '0'.repeat(64)]) await me.post(`${at}/refs`, { ref: 'refs/heads/odd', sha }).gives(422).emits()
  await me.post(`${at}/refs`, { ref: 'refs/heads/feature/x', sha: main }).gives(201, { ref: 'refs/heads/feature/x' }).emits('ref.created')
  await me.patch(`${at}/refs/heads/feature/x`, { sha: ahead }).gives(200).emits('ref.pushed')
  await me.patch(`${at}/refs/heads/feature/x`, { sha: main }).gives(422).says('not a fast forward').emits()
  await me.patch(`${at}/refs/heads/feature/x`, { sha: main, force: true }).gives(200, { object: { sha: main } }).emits('ref.pushed')
  for (const [name, sha] of [['heads/nothing', main], ['heads/feature/x', tree], ['pull/1/head', main], ['heads/feature/x', '']]) await me.patch(`${at}/refs/${name}`, { sha, force: true }).gives(422)
  const tag = (await me.post(`${at}/tags`, { tag: 'v1', message: 'first\n', object: main, type: 'commit', tagger: { name: 'T', email: 't@example.com', date: '2026-01-01T00:00:00Z' } }).gives(201, { tag: 'v1', message: 'first\n', object: { type: 'commit', sha: main } }).emits()).body.sha
  for (const wrong of [{ type: 'tree' }, { object: '0'.repeat(40) }, { tag: 'a..b' }, { tag: 'a\nb' }, { type: 'x' }, { message: '' }]) await me.post(`${at}/tags`, { tag: 'v2', message: 'x', object: main, type: 'commit', ...wrong }).gives(422)
  await me.post(`${at}/refs`, { ref: 'refs/tags/v1', sha: tag }).gives(201, { object: { type: 'tag', sha: tag } }).emits('ref.created')
  await w.anonymous.get('/repos/alice/demo/tags/v1').gives(200, { message: 'first\n', commit: { sha: main } })
  await me.patch(`${at}/refs/tags/v1`, { sha: ahead }).gives(200)
  await me.patch(`${at}/refs/tags/v1`, { sha: tag }).gives(422)
  await me.delete(`${at}/refs/tags/v1`).gives(204).empty().emits('ref.deleted')
  await me.delete(`${at}/refs/tags/v1`).gives(422).says('Reference does not exist')
  await me.delete(`${at}/refs/heads/feature/x`).gives(204).emits('ref.deleted')
  await me.delete(`${at}/refs/heads/main`).gives(403).emits()
  await w.user('bob')
  await me.post('/repos/alice/demo/branch_protections', { rule_name: 'ahead', enable_push: false }).gives(201)
  await me.post('/repos/alice/demo/branch_protections', { rule_name: 'kept/*', enable_push: false }).gives(201)
  await me.post('/repos/alice/demo/tag_protections', { name_pattern: 'r*', whitelist_usernames: ['bob'] }).gives(201)
  await me.patch(`${at}/refs/heads/ahead`, { sha: main, force: true }).gives(403).emits()
  await me.delete(`${at}/refs/heads/ahead`).gives(403).emits()
  await me.post(`${at}/refs`, { ref: 'refs/heads/kept/x', sha: main }).gives(403).emits()
  await me.post(`${at}/refs`, { ref: 'refs/tags/r1', sha: main }).gives(403).emits()
})

scenario('editReposGitRefsByRef: of writers at once one wins, and the others are told to begin anew', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const me = w.as(alice)
  const base = (await me.get(`${at}/ref/heads/main`).gives(200)).body.object.sha
  const write = async (name: string, parent: string) => {
    const tree = (await me.post(`${at}/trees`, { base_tree: parent, tree: [{ path: name, mode: '100644', content: name }] }).gives(201)).body.sha
    return (await me.post(`${at}/commits`, { message: name, tree, parents: [parent] }).gives(201)).body.sha as string
  }
  const mine = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((one) => write(one, base)))
  const answers = await Promise.all(mine.map((sha) => me.patch(`${at}/refs/heads/main`, { sha })))
  assert.deepEqual(answers.map((one) => one.status).sort(), [200, 422, 422, 422, 422])
  const all = await Promise.all(mine.map((sha) => me.patch(`${at}/refs/heads/main`, { sha, force: true })))
  assert.ok(all.every((one) => one.status === 200))
  const facts = (await w.cx.db.selectFrom('fact').select('data').where('name', '=', 'ref.pushed').orderBy('id').execute()).map((one) => JSON.parse(one.data))
  for (const [i, one] of facts.entries()) assert.equal(one.old, i === 0 ? base : facts[i - 1].new)
})

scenario('createReposGitBlobs, createReposGitTrees, createReposGitCommits, createReposGitTags, createReposGitRefs, editReposGitRefsByRef, deleteReposGitRefsByRef, getReposGitRefByRef: need the right to write code', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true })
  const sha = (await w.anonymous.get(`${at}/ref/heads/main`).gives(200)).body.object.sha
  const calls = [
    ['post', 'blobs', { content: 'x' }], ['post', 'trees', { tree: [{ path: 'a', mode: '100644', content: 'x' }] }], ['post', 'commits', { message: 'x', tree: sha, parents: [sha] }],
    ['post', 'tags', { tag: 'v1', message: 'x', object: sha, type: 'commit' }], ['post', 'refs', { ref: 'refs/heads/x', sha }], ['patch', 'refs/heads/main', { sha }], ['delete', 'refs/heads/x', undefined],
  ] as const
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'r', scopes: ['read:repository'] })).body.sha1
  for (const [method, path, body] of calls) {
    await w.anonymous[method](`${at}/${path}`, body).gives(401)
    await w.as(bob)[method](`${at}/${path}`, body).gives(403).emits()
    await w.as(alice, { token })[method](`${at}/${path}`, body).gives(403).emits()
    await w.as(alice)[method](`/repos/alice/missing/git/${path}`, body).gives(404).empty()
  }
  await w.as(alice).patch('/repos/alice/demo', { private: true }).gives(200)
  for (const [method, path, body] of calls) await w.as(bob)[method](`${at}/${path}`, body).gives(404).empty()
  await w.as(bob).get(`${at}/ref/heads/main`).gives(404).empty()
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  for (const [method, path, body] of calls) await w.as(alice)[method](`${at}/${path}`, body).gives(423)
  await w.as(alice).patch('/repos/alice/demo', { archived: false }).gives(200)
  await w.cx.db.updateTable('repo').set({ is_mirror: true }).where('name', '=', 'demo').execute()
  for (const [method, path, body] of calls) await w.as(alice)[method](`${at}/${path}`, body).gives(403).says('mirror')
})

scenario('getReposGitCommitsBySha, listReposGitMatchingRefsByRef: more for those who speak as GitHub\'s clients do', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true })
  const plain = (await w.anonymous.get(`${at}/commits/main`).gives(200)).body
  assert.ok(!('tree' in plain) && !('message' in plain) && !('verification' in plain))
  const { sha } = (await w.anonymous.get(`${at}/trees/main`).gives(200)).body
  for (const accept of ['application/vnd.github.v3+json', 'application/vnd.github+json']) {
    const { body } = await w.anonymous.get(`${at}/commits/main`, { accept }).gives(200, { message: 'Initial commit\n', tree: { sha }, verification: { verified: false } })
    assert.deepEqual({ ...plain, message: body.message, tree: body.tree, verification: body.verification }, body)
  }
  await w.anonymous.get(`${at}/commits/nothing`, { accept: 'application/vnd.github+json' }).gives(404).empty()
  await w.as(alice).post('/repos/alice/demo/branches', { new_branch_name: 'make' }).gives(201)
  await w.anonymous.get(`${at}/matching-refs/heads/ma`).gives(200, [{ ref: 'refs/heads/main' }, { ref: 'refs/heads/make' }])
  await w.anonymous.get(`${at}/matching-refs/heads/main`).gives(200, [{ ref: 'refs/heads/main', object: { type: 'commit', sha: plain.sha } }])
  await w.anonymous.get(`${at}/matching-refs/tags/`).gives(200, [])
  await w.as(alice).patch('/repos/alice/demo', { private: true }).gives(200)
  await w.as(bob).get(`${at}/matching-refs/heads/ma`).gives(404).empty()
})
