// What rules say to pushes of stock git, over both transports, and to the API.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commit, git, remote, workTree } from '../../../test/kit/git.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

const run = promisify(execFile)
const at = '/repos/alice/demo/branch_protections'
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** alice/demo with main pushed; bob and cy may write. */
async function stage(w: World) {
  const [alice, bob, cy] = [await w.user('alice'), await w.user('bob'), await w.user('cy')]
  await w.repo(alice, 'demo')
  for (const name of ['bob', 'cy']) await w.as(alice).put(`/repos/alice/demo/collaborators/${name}`, { permission: 'write' }).gives(204)
  const cwd = await workTree(w, alice, 'alice/demo')
  await commit(cwd, 'a.txt', 'one\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  for (const one of [bob, cy]) await git(cwd, ['remote', 'add', one.name, await remote(w, one, 'alice/demo')])
  return { alice, bob, cy, cwd }
}
/** By the API, whatever is there. */
const upload = (w: World, who: Person, path: string, text: string) => w.as(who).post('/repos/alice/demo/contents', { files: [{ operation: 'upload', path, content: base64(text) }] })
const tipOf = async (w: World, who: Person, branch = 'main') => (await w.as(who).get(`/repos/alice/demo/branches/${branch}`).gives(200)).body.commit.id

scenario('a rule without push keeps everybody out, owners and administrators included, by git and by the API', async (w) => {
  const { alice, cwd } = await stage(w)
  const root = await w.user('root', { admin: true })
  await git(cwd, ['remote', 'add', 'root', await remote(w, root, 'alice/demo')])
  await w.as(alice).post(at, { rule_name: 'main' }).gives(201)
  const tip = await commit(cwd, 'a.txt', 'two\n')
  for (const who of ['origin', 'root']) await assert.rejects(git(cwd, ['push', '-q', who, 'main']), /remote rejected.*protected by the rule "main": nobody may push to this branch; push another and open a pull request/)
  await assert.rejects(git(cwd, ['push', '-q', 'origin', ':main']))
  await git(cwd, ['push', '-q', 'origin', 'main:side'])
  // of several refs the free ones go through
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'main', 'main:free']), /protected by the rule/)
  await w.as(alice).get('/repos/alice/demo/branches/free').gives(200)
  await w.as(alice).put('/repos/alice/demo/branches/main', { new_commit_id: tip }).gives(403).says('protected by the rule "main"').emits()
  await w.as(alice).post('/repos/alice/demo/contents/b.txt', { content: '' }).gives(403).says('user cannot commit to repo [user: alice]').emits()
  await w.as(root).post('/repos/alice/demo/contents/b.txt', { content: '' }).gives(403).says('user cannot commit to repo [user: root]')
  await w.as(alice).post('/repos/alice/demo/contents/b.txt', { content: '', new_branch: 'main', branch: 'side', force_push: true }).gives(403)
  await w.as(alice).post('/repos/alice/demo/contents/b.txt', { content: '', new_branch: 'aside' }).gives(201)
  await w.as(alice).patch(`${at}/main`, { enable_push: true }).gives(200)
  await git(cwd, ['push', '-q', 'origin', 'main'])
  assert.equal(await tipOf(w, alice), tip)
})

scenario('a push whitelist: people by name, deploy keys by their flag', async (w) => {
  const { alice, bob, cy, cwd } = await stage(w)
  await w.as(alice).post(at, { rule_name: 'main', enable_push: true, enable_push_whitelist: true, push_whitelist_usernames: ['bob'] }).gives(201)
  const { token } = (await w.as(alice).post('/repos/alice/demo/keys', { title: 'ci', key_type: 'token', read_only: false }).gives(201)).body
  await git(cwd, ['remote', 'add', 'key', `${(await w.listening()).replace('http://', `http://x:${token}@`)}/alice/demo.git`])
  await commit(cwd, 'a.txt', 'two\n')
  for (const who of ['origin', 'cy', 'key']) await assert.rejects(git(cwd, ['push', '-q', who, 'main']), /you are not among those who may push/)
  await git(cwd, ['push', '-q', 'bob', 'main'])
  await upload(w, bob, 'a.txt', 'three\n').gives(201)
  await upload(w, cy, 'a.txt', 'four\n').gives(403)
  await w.as(alice).patch(`${at}/main`, { enable_push: true, enable_push_whitelist: true, push_whitelist_deploy_keys: true }).gives(200)
  await git(cwd, ['pull', '-q', '--rebase', 'origin', 'main'])
  await commit(cwd, 'a.txt', 'five\n')
  await git(cwd, ['push', '-q', 'key', 'main'])
  // whoever loses the repository loses the place on the list
  await w.as(alice).put('/repos/alice/demo/collaborators/bob', { permission: 'read' }).gives(204)
  await commit(cwd, 'a.txt', 'six\n')
  await assert.rejects(git(cwd, ['push', '-q', 'bob', 'main']))
})

scenario('deploy keys push to a branch under a rule without a whitelist as they may to others', async (w) => {
  const { alice, cwd } = await stage(w)
  await w.as(alice).post(at, { rule_name: 'main', enable_push: true }).gives(201)
  const { token } = (await w.as(alice).post('/repos/alice/demo/keys', { title: 'ci', key_type: 'token', read_only: false }).gives(201)).body
  const url = `${(await w.listening()).replace('http://', `http://x:${token}@`)}/alice/demo.git`
  const tip = await commit(cwd, 'a.txt', 'two\n')
  await git(cwd, ['push', '-q', url, 'main'])
  assert.equal(await tipOf(w, alice), tip)
})

scenario('force pushes need their own switch, and its allow-list if there is one', async (w) => {
  const { alice, bob, cwd } = await stage(w)
  await w.as(alice).post(at, { rule_name: 'main', enable_push: true }).gives(201)
  const before = await commit(cwd, 'a.txt', 'two\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await git(cwd, ['reset', '-q', '--hard', 'HEAD~1'])
  const other = await commit(cwd, 'a.txt', 'other\n')
  for (const who of ['origin', 'bob']) await assert.rejects(git(cwd, ['push', '-q', '--force', who, 'main']), /you may not leave commits of this branch behind/)
  await git(cwd, ['push', '-q', 'origin', `${other}:refs/heads/aside`])
  await w.as(alice).put('/repos/alice/demo/branches/main', { new_commit_id: other, force: true }).gives(403).says('leave commits of this branch behind')
  assert.equal(await tipOf(w, alice), before)
  await w.as(alice).patch(`${at}/main`, { enable_force_push: true, enable_force_push_allowlist: true, force_push_allowlist_usernames: ['bob'] }).gives(200)
  await assert.rejects(git(cwd, ['push', '-q', '--force', 'origin', 'main']), /leave commits/)
  await git(cwd, ['push', '-q', '--force', 'bob', 'main'])
  assert.equal(await tipOf(w, bob), other)
  await w.as(alice).patch(`${at}/main`, { enable_force_push: true, enable_force_push_allowlist: false }).gives(200)
  await git(cwd, ['push', '-q', '--force', 'origin', `${before}:main`])
  // without the right to push there is none to force
  await w.as(alice).patch(`${at}/main`, { enable_push: false }).gives(200, { enable_force_push: true })
  await assert.rejects(git(cwd, ['push', '-q', '--force', 'origin', `${other}:main`]), /nobody may push/)
})

scenario('protected branches cannot be deleted, and only administrators rename them', async (w) => {
  const { alice, bob, cwd } = await stage(w)
  for (const name of ['rel/1', 'rel/2', 'dev']) await git(cwd, ['push', '-q', 'origin', `main:refs/heads/${name}`])
  await w.as(alice).post(at, { rule_name: 'rel/*', enable_push: true }).gives(201)
  await w.as(alice).post(at, { rule_name: 'dev', enable_push: true }).gives(201)
  await assert.rejects(git(cwd, ['push', '-q', 'origin', ':rel/1']), /this branch cannot be deleted/)
  await w.as(alice).delete('/repos/alice/demo/branches/rel/1').gives(403).says('branch protected').emits()
  for (const name of ['dev', 'rel/1']) await w.as(bob).patch(`/repos/alice/demo/branches/${name}`, { name: 'mine' }).gives(403).says('repo or site admin')
  await w.as(alice).patch('/repos/alice/demo/branches/dev', { name: 'next' }).gives(204)
  await w.as(alice).get(`${at}/next`).gives(200)
  await w.as(alice).get(`${at}/dev`).gives(404)
  await w.as(alice).get('/repos/alice/demo/branches/next').gives(200, { protected: true })
  // a rule for the new name stands in the way of those it keeps out
  await w.as(alice).patch(`${at}/rel/*`, { enable_push: false }).gives(200)
  await w.as(alice).patch('/repos/alice/demo/branches/next', { name: 'rel/3' }).gives(403).says('rel/*')
  await w.as(alice).post('/repos/alice/demo/branches', { new_branch_name: 'rel/3' }).gives(403).says('rel/*').emits()
  await w.as(alice).post('/repos/alice/demo/branches', { new_branch_name: 'rel/3/fix' }).gives(201, { protected: false })
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'main:refs/heads/rel/4']), /nobody may push/)
})

scenario('protected files are nobody’s to change, unprotected ones everybody’s', async (w) => {
  const { alice, bob, cwd } = await stage(w)
  await commit(cwd, 'go.lock', 'one\n')
  await commit(cwd, 'sub/go.lock', 'one\n')
  await commit(cwd, 'Keys/Secret.PEM', 'one\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.as(alice).post(at, { rule_name: 'main', enable_push: true, protected_file_patterns: '*.lock; keys/**' }).gives(201)
  const back = async () => void (await git(cwd, ['reset', '-q', '--hard', 'origin/main']))
  await commit(cwd, 'go.lock', 'two\n')
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'main']), /the file "go\.lock" must not be changed here/)
  await back()
  await git(cwd, ['mv', 'Keys/Secret.PEM', 'free.pem'])
  await git(cwd, ['commit', '-qm', 'away'])
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'main']), /Keys\/Secret\.PEM/)
  await back()
  await upload(w, alice, 'go.lock', '').gives(403).says('go.lock')
  await commit(cwd, 'sub/go.lock', 'two\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await git(cwd, ['fetch', '-q', 'origin'])

  await w.as(alice).patch(`${at}/main`, { enable_push: false, protected_file_patterns: '', unprotected_file_patterns: 'docs/**;*.txt' }).gives(200)
  await commit(cwd, 'docs/a/b.md', 'x\n')
  await commit(cwd, 'a.txt', 'y\n')
  await git(cwd, ['push', '-q', 'bob', 'main'])
  await upload(w, bob, 'a.txt', 'z\n').gives(201)
  await git(cwd, ['pull', '-q', '--rebase', 'origin', 'main'])
  await commit(cwd, 'a.txt', 'w\n')
  await commit(cwd, 'src.c', 'w\n')
  await assert.rejects(git(cwd, ['push', '-q', 'bob', 'main']), /nobody may push/)
  // nothing changed is no leave to push, and leaving commits behind is none either
  await git(cwd, ['reset', '-q', '--hard', 'origin/main'])
  await git(cwd, ['commit', '-q', '--allow-empty', '-m', 'empty'])
  await assert.rejects(git(cwd, ['push', '-q', 'bob', 'main']), /nobody may push/)
  await git(cwd, ['reset', '-q', '--hard', 'origin/main~1'])
  await commit(cwd, 'a.txt', 'v\n')
  await assert.rejects(git(cwd, ['push', '-q', '--force', 'bob', 'main']), /nobody may push/)
})

scenario('commits must be signed where a rule asks for it', async (w) => {
  const { alice, bob, cwd } = await stage(w)
  const key = join(w.folder('keys'), 'key')
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await w.as(alice).post('/user/keys', { title: 'signing', key: readFileSync(`${key}.pub`, 'utf8') }).gives(201)
  const signed = ['-c', 'gpg.format=ssh', '-c', `user.signingkey=${key}`, '-c', 'commit.gpgsign=true', '-c', 'user.email=alice@example.com']
  const mine = { GIT_COMMITTER_EMAIL: 'alice@example.com' }
  await w.as(alice).post(at, { rule_name: 'main', enable_push: true, require_signed_commits: true }).gives(201)
  await w.as(alice).post(at, { rule_name: 'rel/*', enable_push: true, require_signed_commits: true }).gives(201)
  const unsigned = await commit(cwd, 'a.txt', 'two\n')
  await commit(cwd, 'a.txt', 'three\n', 'signed', mine, signed)
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'main']), new RegExp(`commit ${unsigned.slice(0, 10)} is not signed`))
  await git(cwd, ['push', '-q', 'origin', 'main:side'])
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'main:refs/heads/rel/1']), /is not signed/)
  // signed with a key of somebody else's
  await git(cwd, ['reset', '-q', '--hard', 'HEAD~2'])
  await commit(cwd, 'a.txt', 'two\n', 'signed', { GIT_COMMITTER_EMAIL: 'bob@example.com' }, signed)
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'main']), /is not signed/)
  await git(cwd, ['reset', '-q', '--hard', 'HEAD~1'])
  const good = await commit(cwd, 'a.txt', 'two\n', 'signed', mine, signed)
  await git(cwd, ['push', '-q', 'bob', 'main'])
  assert.equal(await tipOf(w, bob), good)
  await git(cwd, ['push', '-q', 'origin', 'main:refs/heads/rel/1'])
  await upload(w, alice, 'a.txt', '').gives(403).says('is not signed')
})

scenario('git over SSH: the same rules', async (w) => {
  const { alice, bob, cwd } = await stage(w)
  const key = join(w.folder('keys'), 'key')
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await w.as(bob).post('/user/keys', { title: 'laptop', key: readFileSync(`${key}.pub`, 'utf8') }).gives(201)
  const url = (await w.as(alice).get('/repos/alice/demo').gives(200)).body.ssh_url
  const ssh = { GIT_SSH_COMMAND: `ssh -i ${key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes -o LogLevel=ERROR` }
  await w.as(alice).post(at, { rule_name: '**', enable_push: true, enable_push_whitelist: true, push_whitelist_usernames: ['alice'] }).gives(201)
  await w.as(alice).post('/repos/alice/demo/tag_protections', { name_pattern: 'v*', whitelist_usernames: ['alice'] }).gives(201)
  await commit(cwd, 'a.txt', 'two\n')
  await git(cwd, ['tag', 'v1'])
  await git(cwd, ['tag', 'note'])
  await assert.rejects(git(cwd, ['push', '-q', url, 'main'], ssh), /protected by the rule "\*\*": you are not among those who may push/)
  await assert.rejects(git(cwd, ['push', '-q', url, 'v1'], ssh), /protected by the rule "v\*": you are not among those who may create, move or delete this tag/)
  await git(cwd, ['push', '-q', url, 'note'], ssh)
  await w.as(alice).patch(`${at}/**`, { push_whitelist_usernames: ['alice', 'bob'] }).gives(200)
  await git(cwd, ['push', '-q', url, 'main'], ssh)
})

scenario('a pusher who lies about where a branch stands gets nowhere', async (w) => {
  const { alice, cwd } = await stage(w)
  await w.as(alice).post(at, { rule_name: 'main', enable_push: true }).gives(201)
  const kept = await commit(cwd, 'a.txt', 'two\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const zero = '0'.repeat(40)
  const root = (await git(cwd, ['rev-list', '--max-parents=0', 'HEAD'])).trim()
  const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
  // a new branch, or one that stands at its first commit, would not be forced
  const pack = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex')
  for (const old of [zero, root, 'e'.repeat(40)]) {
    const command = Buffer.from(`${line(`${old} ${root} refs/heads/main\0report-status\n`)}0000`)
    const answer = await w.as(alice).post('//alice/demo.git/git-receive-pack', Buffer.concat([command, pack]), { 'content-type': 'application/x-git-receive-pack-request' }).gives(200)
    assert.match(answer.text, /ng refs\/heads\/main the ref moved meanwhile; fetch first/)
    assert.equal(await tipOf(w, alice), kept)
  }
})
