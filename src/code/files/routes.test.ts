import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

const b64 = (text: string) => Buffer.from(text).toString('base64')
const at = '/repos/alice/demo/contents'

async function started(w: World, more: object = { auto_init: true }): Promise<Person> {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', more)
  return alice
}

scenario('createReposContentsByFilepath, listReposContents, listReposContentsByFilepath: a file in a folder, read back in every form', async (w) => {
  const alice = await started(w)
  const made = (await w.as(alice).post(`${at}/src/a%20b.txt`, { content: b64('one\n') }).gives(201, {
    content: { name: 'a b.txt', path: 'src/a b.txt', type: 'file', mode: '100644', size: 4, encoding: 'base64', content: b64('one\n'), target: null, submodule_git_url: null },
    commit: { message: 'Add src/a b.txt\n', created: '0001-01-01T00:00:00Z', author: { name: 'alice', email: 'alice@example.com' } }, verification: { verified: false },
  }).emits('ref.pushed')).body
  assert.equal(made.content.last_commit_sha, made.commit.sha)
  assert.match(made.content.url, /\/api\/v1\/repos\/alice\/demo\/contents\/src\/a%20b\.txt\?ref=main$/)
  assert.match(made.content.download_url, /\/alice\/demo\/raw\/branch\/main\/src\/a%20b\.txt$/)
  assert.match(made.content.html_url, /\/alice\/demo\/src\/branch\/main\/src\/a%20b\.txt$/)
  assert.deepEqual((await w.anonymous.get(`${at}/src/a%20b.txt`).gives(200)).body, made.content)
  await w.anonymous.get(`${at}/src/a%20b.txt?ref=${made.commit.sha}`).gives(200, { sha: made.content.sha })
  await w.anonymous.get(`${at}/src/a%20b.txt?ref=refs/heads/main`).gives(200)
  for (const ref of ['nothing', made.commit.sha.slice(0, 10), '--help', 'HEAD~1', made.commit.parents[0].sha]) await w.anonymous.get(`${at}/src/a%20b.txt?ref=${ref}`).gives(404).empty()
  await w.anonymous.get(`${at}/src`).gives(200, [{ path: 'src/a b.txt', content: null, encoding: null, last_commit_sha: made.commit.sha }])
  const root = (await w.anonymous.get(at).gives(200)).body
  assert.deepEqual(root.map((one: any) => [one.name, one.type, one.mode, one.size > 0, one.download_url === null]), [['README.md', 'file', '100644', true, false], ['src', 'dir', '40000', false, true]])
  assert.equal(root[0].last_commit_sha, made.commit.parents[0].sha)
  await w.anonymous.get(`${at}/missing`).gives(404).empty()
  await w.anonymous.get(`${at}/src/a%20b.txt/x`).gives(404)
  for (const odd of ['.git/config', '.GIT', 'x%2F..', '..%2F..']) await w.anonymous.get(`${at}/${odd}`).gives(400)
  await w.anonymous.get(`${at}/x/..%2Fsrc/./a%20b.txt`).gives(200, { path: 'src/a b.txt' })
  await w.as(alice).post('/repos/alice/demo/tags', { tag_name: 'main' }).gives(201)
  assert.match((await w.anonymous.get(`${at}/README.md?ref=main`).gives(200)).body.html_url, /\/src\/tag\/main\//)
})

scenario('createReposContentsByFilepath: what is refused, and with which words', async (w) => {
  const alice = await started(w)
  const post = (path: string, body: object) => w.as(alice).post(`${at}/${path}`, body)
  await post('README.md', { content: '' }).gives(422).says('repository file already exists [path: README.md]').emits()
  await post('x', { content: 'a*b=' }).gives(422).says('illegal base64 data at input byte 1')
  await post('x', { content: 'abc' }).gives(422).says('illegal base64 data')
  await post('README.md/x', { content: '' }).gives(422)
  await post('x', { content: '', branch: 'nothing' }).gives(404)
  await post('x', { content: '', branch: 'a..b' }).gives(422)
  await post('x', { content: '', new_branch: 'x'.repeat(101) }).gives(422)
  await post('x', { content: '', dates: { author: 'yesterday' } }).gives(422)
  for (const odd of ['.git/hooks/x', '.GIT/x', 'a/.git/b', 'git~1', '.git%20', 'a%2F.g%E2%80%8Cit', '.git::$INDEX_ALLOCATION', 'a%2F..', '..%2F..', 'a%00b', 'a%0Ab']) {
    const { status } = await post(odd, { content: '' })
    assert.ok(status === 422 || status === 404, `${odd} gave ${status}`)
  }
  await post('empty', {}).gives(201, { content: { size: 0, content: '' } })
  await post('a//b/./c/../d', { content: b64('x') }).gives(201, { content: { path: 'a/b/d' } })
})

scenario('createReposContentsByFilepath: the first commit of all makes its branch the default one', async (w) => {
  const alice = await started(w, {})
  await w.anonymous.get(at).gives(404).empty()
  await w.as(alice).post(`${at}/a.txt`, { content: b64('a'), branch: 'trunk' }).gives(201, { commit: { parents: [] } }).emits('ref.created')
  await w.anonymous.get('/repos/alice/demo').gives(200, { default_branch: 'trunk', empty: false, branch_count: 1 })
  await w.as(alice).post(`${at}/b.txt`, { content: b64('b') }).gives(201)
})

scenario('createReposContentsByFilepath: twelve at once to one branch, even an empty one, all come in', async (w) => {
  const alice = await started(w, {})
  const all = await Promise.all(Array.from({ length: 12 }, (_, i) => w.as(alice).post(`${at}/f${i}.txt`, { content: b64(String(i)) })))
  assert.deepEqual(all.map((one) => one.status), Array(12).fill(201))
  assert.equal((await w.anonymous.get(at).gives(200)).body.length, 12)
  await w.anonymous.get('/repos/alice/demo/commits?limit=1').gives(200).header('x-total-count', '12')
  await w.anonymous.get('/repos/alice/demo').gives(200, { branch_count: 1 })
  const cwd = await workTree(w, alice, 'alice/demo', 'x')
  await git(cwd, ['fetch', '-q', 'origin'])
  await git(cwd, ['fsck', '--strict'])
})

scenario('putReposContentsByFilepath, createReposContentsByFilepath: pushes between API commits do not lose either', async (w) => {
  const alice = await started(w, {})
  const cwd = await workTree(w, alice, 'alice/demo')
  await commit(cwd, 'a.txt', 'a\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const [pushed, ...posted] = await Promise.all([
    (async () => { await commit(cwd, 'p.txt', 'p\n'); return git(cwd, ['push', '-q', 'origin', 'main']).then(() => true, () => false) })(),
    ...Array.from({ length: 6 }, (_, i) => w.as(alice).post(`${at}/f${i}`, { content: '' })),
  ])
  assert.deepEqual(posted.map((one) => one.status), Array(6).fill(201))
  assert.equal((await w.anonymous.get(at).gives(200)).body.length, 7 + (pushed ? 1 : 0))
})

scenario('putReposContentsByFilepath: by id, moves, modes, and creation without one', async (w) => {
  const alice = await started(w, {})
  const cwd = await workTree(w, alice, 'alice/demo')
  await commit(cwd, 'run.sh', '#!/bin/sh\n')
  await git(cwd, ['update-index', '--chmod=+x', 'run.sh'])
  symlinkSync('/etc/passwd', join(cwd, 'link'))
  symlinkSync('..', join(cwd, 'up'))
  await git(cwd, ['add', 'link', 'up'])
  await git(cwd, ['commit', '-qm', 'links'])
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.anonymous.get(`${at}/link`).gives(200, { type: 'symlink', target: '/etc/passwd', mode: '120000', size: 11, content: null })
  const old = (await w.anonymous.get(`${at}/run.sh`).gives(200, { mode: '100755' })).body
  const put = (path: string, body: object) => w.as(alice).put(`${at}/${path}`, body)
  await put('run.sh', { content: '' }).gives(422).says('already exists')
  await put('run.sh', { content: '', sha: 'f'.repeat(40) }).gives(422).says(`sha does not match [given: ${'f'.repeat(40)}, expected: ${old.sha}]`)
  await put('missing', { content: '', sha: old.sha }).gives(404).empty()
  const next = (await put('run.sh', { content: b64('new'), sha: old.sha }).gives(200, { content: { mode: '100755' }, commit: { message: 'Update run.sh\n' } })).body
  await put('run.sh', { content: b64('newer'), sha: old.sha }).gives(422)
  await put('bin/go', { content: b64('moved'), sha: next.content.sha, from_path: 'run.sh' }).gives(200, { content: { path: 'bin/go', mode: '100755', content: b64('moved') } })
  await w.anonymous.get(`${at}/run.sh`).gives(404)
  await put('fresh', { content: b64('x') }).gives(201)
  await put('fresh', { content: b64('x'), from_path: 'bin/go', sha: (await w.anonymous.get(`${at}/bin/go`)).body.sha }).gives(422)
  await put('link', { content: b64('x'), sha: (await w.anonymous.get(`${at}/link`)).body.sha }).gives(422)
  await w.as(alice).post(`${at}/up/x`, { content: b64('x') }).gives(422)
  const same = (await w.anonymous.get(`${at}/fresh`)).body
  await put('fresh', { content: b64('x'), sha: same.sha }).gives(200)
})

scenario('deleteReposContentsByFilepath: by body or by address', async (w) => {
  const alice = await started(w)
  const { sha } = (await w.as(alice).post(`${at}/d/a.txt`, { content: b64('a') })).body.content
  await w.as(alice).post(`${at}/b.txt`, { content: b64('b') }).gives(201)
  const remove = (path: string, body?: object) => w.as(alice).delete(`${at}/${path}`, body)
  await remove('d/a.txt').gives(422).says('[SHA]: Required')
  await remove('d/a.txt', { sha: 'f'.repeat(40) }).gives(422)
  await remove('missing', { sha }).gives(404)
  await remove('d', { sha: (await w.anonymous.get(at)).body.find((one: any) => one.name === 'd').sha }).gives(422)
  await remove('d/a.txt', { sha, message: 'gone' }).gives(200, { content: null, commit: { message: 'gone\n' } }).emits('ref.pushed')
  await w.anonymous.get(`${at}/d`).gives(404)
  const other = (await w.anonymous.get(`${at}/b.txt`)).body
  await remove(`b.txt?sha=${other.sha}&branch=main`).gives(200, { commit: { message: 'Delete b.txt\n' } })
})

scenario('createReposContents: many files in one commit, all or none', async (w) => {
  const alice = await started(w)
  const post = (files: unknown, more: object = {}) => w.as(alice).post(at, { files, ...more })
  await post(undefined).gives(422).says('[Files]: Required')
  await post([{ operation: 'create' }]).gives(422).says('[Path]: Required')
  await post([{ operation: 'burn', path: 'x' }]).gives(422).says('[Operation]: In')
  await post([{ operation: 'create', path: 'a', content: b64('a') }, { operation: 'delete', path: 'missing' }]).gives(404).emits()
  await w.anonymous.get(`${at}/a`).gives(404)
  const made = (await post([{ operation: 'create', path: 'a', content: b64('a') }, { operation: 'upload', path: 'README.md', content: b64('r') }, { operation: 'rename', path: 'b/c', from_path: 'a' }, { operation: 'create', path: 'a', content: b64('again') }])
    .gives(201, { commit: { message: 'Add a, README.md, a\nUpdate b/c\n' } })).body
  assert.deepEqual(made.files.map((one: any) => [one.path, Buffer.from(one.content, 'base64').toString()]), [['a', 'again'], ['README.md', 'r'], ['b/c', 'a'], ['a', 'again']])
  await post([{ operation: 'delete', path: 'a' }, { operation: 'update', path: 'b/c', content: b64('u') }]).gives(201, { files: [null, { path: 'b/c' }], commit: { message: 'Update b/c\nDelete a\n' } })
  await post([{ operation: 'create', path: 'b/c', content: '' }]).gives(422)
  await post([]).gives(201, { files: null })
})

scenario('createReposContentsByFilepath: branches, people, dates and sign-off', async (w) => {
  const alice = await started(w)
  const post = (path: string, body: object) => w.as(alice).post(`${at}/${path}`, { content: b64(path), ...body })
  const made = (await post('a', {
    new_branch: 'topic/x', message: '  why\n\nmore \n', signoff: true, author: { name: 'Ann' }, committer: { email: 'c@example.org' }, dates: { author: '2026-01-02T03:04:05+02:00' },
  }).gives(201, { commit: { message: 'why\n\nmore\n\nSigned-off-by: Ann <c@example.org>', author: { name: 'Ann', email: 'c@example.org', date: '2026-01-02T01:04:05Z' }, committer: { name: 'Ann', email: 'c@example.org' } } }).emits('ref.created')).body
  assert.match(made.content.url, /\?ref=topic%2Fx$/)
  await w.anonymous.get(`${at}/a`).gives(404)
  await w.anonymous.get(`${at}/a?ref=topic/x`).gives(200)
  await post('b', { new_branch: 'topic/x' }).gives(422)
  await post('b', { new_branch: 'topic/x', force_push: true }).gives(201).emits('ref.pushed')
  await w.anonymous.get(`${at}/a?ref=topic/x`).gives(404)
  await post('c', { new_branch: 'topic' }).gives(422)
  await post('d', { branch: 'topic/x', new_branch: 'topic/x' }).gives(201)
})

scenario('listReposContents: a tag of the same name wins only where it is asked for', async (w) => {
  const alice = await started(w)
  await w.as(alice).post('/repos/alice/demo/tags', { tag_name: 'main' }).gives(201)
  await w.as(alice).post(`${at}/later`, { content: '', branch: 'main' }).gives(201)
  await w.anonymous.get(`${at}/later`).gives(200, { path: 'later' })
  await w.anonymous.get(`${at}/later?ref=`).gives(200, { html_url: 'http://localhost:80/alice/demo/src/branch/main/later' })
  await w.anonymous.get(`${at}/later?ref=refs/heads/main`).gives(200)
  await w.anonymous.get(`${at}/later?ref=main`).gives(404)
})

scenario('writing contents: who may', async (w) => {
  const alice = await started(w)
  const bob = await w.user('bob')
  const { sha } = (await w.anonymous.get(`${at}/README.md`)).body
  const calls = [
    (who: Person | null) => w.as(who).post(`${at}/x`, { content: '' }), (who: Person | null) => w.as(who).put(`${at}/README.md`, { content: '', sha }),
    (who: Person | null) => w.as(who).delete(`${at}/README.md`, { sha }), (who: Person | null) => w.as(who).post(at, { files: [] }),
  ]
  for (const call of calls) {
    await call(null).gives(401)
    await call(bob).gives(403).emits()
  }
  await w.as(bob).post(`${at}/x`, { content: 5 }).gives(422)
  // what only those who write get to hear
  await w.as(bob).post(`${at}/x`, { content: '!' }).gives(403)
  await w.as(bob).put(`${at}/x`, { content: '!' }).gives(403)
  await w.as(bob).post(at, { files: [{ operation: 'create', path: 'x', content: '!' }] }).gives(403)
  await w.as(alice).post(`${at}/x`, { content: '!' }).gives(422)
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'r', scopes: ['read:repository'] })).body.sha1
  await w.as(alice, { token }).post(`${at}/x`, { content: '' }).gives(403)
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  for (const call of calls) await call(null).gives(423)
  await w.repo(alice, 'secret', { private: true, auto_init: true })
  for (const path of ['contents', 'contents/README.md', 'contents-ext/README.md', 'file-contents?body={"files":["a"]}']) await w.as(bob).get(`/repos/alice/secret/${path}`).gives(404).empty()
})

scenario('getReposContentsExt, listReposContentsExtByFilepath, listReposFileContents, createReposFileContents: parts and several files', async (w) => {
  const alice = await started(w)
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 123\n`
  await w.as(alice).post(`${at}/big.bin`, { content: b64(pointer) }).gives(201, { content: { lfs_oid: 'a'.repeat(64), lfs_size: 123 } })
  const ext = '/repos/alice/demo/contents-ext'
  const plain = (await w.anonymous.get(`${ext}/README.md`).gives(200)).body
  assert.ok(!('last_commit_sha' in plain.file_contents) && plain.file_contents.content === null && !('dir_contents' in plain))
  await w.anonymous.get(`${ext}/big.bin?includes=file_content,lfs_metadata,commit_message`).gives(200, { file_contents: { content: b64(pointer), lfs_size: 123, last_commit_message: 'Add big.bin\n' } })
  await w.anonymous.get(ext).gives(200, { dir_contents: [{ name: 'README.md' }, { name: 'big.bin' }] })
  await w.anonymous.get(`${ext}/README.md?includes=all`).gives(400)
  await w.anonymous.get(`${ext}/missing`).gives(404)
  const several = '/repos/alice/demo/file-contents'
  await w.anonymous.get(`${several}?body=${encodeURIComponent('{"files":["big.bin","missing","README.md"]}')}`).gives(200, [{ path: 'big.bin' }, null, { path: 'README.md' }])
  await w.anonymous.get(`${several}?body=nonsense`).gives(400)
  await w.as(alice).post(several, { files: ['README.md'] }).gives(200, [{ path: 'README.md' }])
  await w.as(alice).post(several, {}).gives(422).says('[Files]: Required')
})

scenario('listReposContentsByFilepath: a submodule and its address', async (w) => {
  const alice = await started(w, {})
  const cwd = await workTree(w, alice, 'alice/demo')
  await commit(cwd, '.gitmodules', '[submodule "lib"]\n\tpath = deps/lib\n\turl = https://example.com/lib.git\n')
  await git(cwd, ['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},deps/lib`])
  await git(cwd, ['commit', '-qm', 'add lib'])
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.anonymous.get(`${at}/deps`).gives(200, [{ type: 'submodule', sha: '1'.repeat(40), submodule_git_url: 'https://example.com/lib.git', html_url: null, git_url: null, download_url: null, size: 0 }])
  await w.anonymous.get(`${at}/deps/lib`).gives(200, { type: 'submodule', mode: '160000', submodule_git_url: 'https://example.com/lib.git' })
})
