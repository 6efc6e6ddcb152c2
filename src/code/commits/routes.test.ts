import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { by, commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

async function pushed(w: World, alice: Person, name: string, make: (cwd: string) => Promise<void>): Promise<string> {
  const cwd = await workTree(w, alice, `${alice.name}/${name}`)
  await make(cwd)
  await git(cwd, ['push', '-q', 'origin', '--all'])
  return cwd
}

scenario('listReposCommits: history with stats, files and accounts, paged by its headers', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  await w.as(alice).get('/repos/alice/demo/commits').gives(409).says('empty')
  await w.as(alice).get('/repos/alice/demo/commits?since=yesterday').gives(422)
  const cwd = await pushed(w, alice, 'demo', async (at) => {
    await commit(at, 'a.txt', 'one\ntwo\n', 'first\n\nbody', by('Alice', 'alice@example.com', '2026-01-01T10:00:00+02:00'))
    await commit(at, 'src/b.txt', 'b\n', 'second', by('Someone', 'someone@else.example', '2026-01-02T10:00:00Z'))
    await commit(at, 'a.txt', null, 'third', by('Alice', 'alice@example.com', '2026-01-03T10:00:00Z'))
  })
  const list = (await w.as(alice).get('/repos/alice/demo/commits').gives(200).header('x-total-count', '3').header('x-total', '3').header('x-hasmore', 'false').header('x-page', '1').header('x-perpage', '30').header('x-pagecount', '1')).body
  assert.deepEqual(list.map((one: any) => one.commit.message), ['third\n', 'second\n', 'first\n\nbody\n'])
  assert.deepEqual(list[0].files, [{ filename: 'a.txt', status: 'deleted' }])
  assert.deepEqual(list[2].stats, { total: 2, additions: 2, deletions: 0 })
  assert.equal(list[2].created, '2026-01-01T10:00:00+02:00')
  assert.equal(list[2].author.login, 'alice')
  assert.equal(list[1].author, null)
  assert.equal(list[0].commit.tree.sha, list[0].sha)
  assert.deepEqual(list[0].commit.verification, { verified: false, reason: 'gpg.error.not_signed_commit', signature: '', signer: null, payload: '' })
  await w.anonymous.get('/repos/alice/demo/commits?stat=false&files=false&verification=false&limit=1').gives(200, [{ files: null, stats: null, commit: { verification: null } }]).header('x-hasmore', 'true').header('link', /rel="next"/)
  await w.anonymous.get('/repos/alice/demo/commits?stat=no&files=0&verification=x&limit=1').gives(200, [{ files: null, stats: null, commit: { verification: null } }])
  await w.anonymous.get('/repos/alice/demo/commits?stat=&files=on&limit=1').gives(200, [{ files: [{ filename: 'a.txt' }], stats: { total: 2 } }])
  await w.anonymous.get('/repos/alice/demo/commits?path=src&limit=1').gives(200, [{ sha: list[1].sha }]).header('x-perpage', '1')
  await w.anonymous.get('/repos/alice/demo/commits?path=missing').gives(404).empty()
  await w.anonymous.get('/repos/alice/demo/commits?path=src&until=2026-01-01T00:00:00Z').gives(200, [])
  await w.anonymous.get('/repos/alice/demo/commits?sha=main~1&limit=1').gives(200, [{ sha: list[1].sha }]).header('x-total-count', '2')
  await w.anonymous.get('/repos/alice/demo/commits?sha=main~9').gives(404)
  await w.anonymous.get(`/repos/alice/demo/commits?not=${list[1].sha}`).gives(200, [{ sha: list[0].sha }])
  await w.anonymous.get('/repos/alice/demo/commits?since=2026-01-02T00:00:00Z&until=2026-01-02T23:00:00Z').gives(200, [{ sha: list[1].sha }])
  for (const odd of ['nothing', '--output=/tmp/p', '@{u}', ':/first', 'main..main', '-d', 'HEAD^{/x}']) await w.anonymous.get(`/repos/alice/demo/commits?sha=${encodeURIComponent(odd)}`).gives(404)
  await w.anonymous.get('/repos/alice/demo/commits?page=99').gives(200, [])
  assert.equal((await git(cwd, ['rev-parse', 'HEAD'])).trim(), list[0].sha)
})

scenario('listReposCommits, getReposGitCommitsBySha: hidden repositories and wrong credentials', async (w) => {
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  await w.repo(alice, 'secret', { private: true })
  await w.anonymous.get('/repos/alice/secret/commits').gives(404).empty()
  await w.as(bob).get('/repos/alice/secret/git/commits/main').gives(404).empty()
  const token = (await w.as(alice).post('/users/alice/tokens', { name: 'x', scopes: ['read:issue'] })).body.sha1
  await w.as(alice, { token }).get('/repos/alice/secret/commits').gives(403)
})

scenario('getReposGitCommitsBySha, getReposGitCommitsByShaDiffType, getReposCommitsBySha, getReposCommitsByShaDiffType: one commit, its diff, and its SSH signature', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const keys = w.folder('keys')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, 'key')])
  const sign = ['-c', 'gpg.format=ssh', '-c', `user.signingkey=${join(keys, 'key')}`, '-c', 'commit.gpgsign=true']
  await pushed(w, alice, 'demo', async (at) => void (await commit(at, 'a.txt', 'one\n', 'signed', by('Alice', 'alice@example.com', '2026-01-01T10:00:00Z'), sign)))
  await w.anonymous.get('/repos/alice/demo/git/commits/main').gives(200, { commit: { verification: { verified: false, reason: 'gpg.error.no_gpg_keys_found' } } })
  await w.as(alice).post('/user/keys', { title: 'signing', key: readFileSync(join(keys, 'key.pub'), 'utf8') }).gives(201)
  const got = await w.anonymous.get('/repos/alice/demo/git/commits/main').gives(200, { commit: { verification: { verified: true, signer: { username: 'alice' } } } })
  const short = got.body.sha.slice(0, 8)
  await w.anonymous.get(`/repos/alice/demo/git/commits/${short}`).gives(200, { sha: got.body.sha })
  assert.match((await w.anonymous.get(`/repos/alice/demo/git/commits/${got.body.sha}.diff`).gives(200).header('content-type', 'text/plain;charset=utf-8')).text, /^diff --git a\/a.txt b\/a.txt/)
  assert.match((await w.anonymous.get(`/repos/alice/demo/git/commits/${got.body.sha}.patch`).gives(200)).text, /^From [0-9a-f]{40} /)
  // the same without the word git
  assert.deepEqual((await w.anonymous.get('/repos/alice/demo/commits/main').gives(200)).body, got.body)
  await w.anonymous.get(`/repos/alice/demo/commits/${short}?stat=false&files=false&verification=false`).gives(200, { sha: got.body.sha, stats: null, files: null, commit: { verification: null } })
  for (const kind of ['diff', 'patch']) assert.equal((await w.anonymous.get(`/repos/alice/demo/commits/main.${kind}`).gives(200)).text, (await w.anonymous.get(`/repos/alice/demo/git/commits/main.${kind}`)).text)
  for (const odd of ['nothing', 'nothing.diff', '0'.repeat(40)]) await w.anonymous.get(`/repos/alice/demo/commits/${odd}`).gives(404).empty()
  await w.anonymous.get('/repos/alice/demo/commits/a..b').gives(422)
  await w.anonymous.get('/repos/alice/demo/git/commits/nothing').gives(404)
  await w.anonymous.get('/repos/alice/demo/git/commits/nothing.diff').gives(404)
  await w.anonymous.get('/repos/alice/demo/git/commits/a..b').gives(422)
})
