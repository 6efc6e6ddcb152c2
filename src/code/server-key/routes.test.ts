import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { generateKey } from 'openpgp'
import { commit, git, remote, workTree } from '../../../test/kit/git.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

const on = { signing: 'true' }
const text = (content: string, more: object = {}) => ({ content: Buffer.from(content).toString('base64'), ...more })
const name = 'Codestead'

/** A clone in which stock git knows the server's key. */
async function trusting(w: World, who: Person, path: string, branch = 'main'): Promise<{ cwd: string; verify(what: string, kind?: string): Promise<string> }> {
  const cwd = w.folder()
  const key = (await w.anonymous.get('/signing-key.pub').gives(200).header('content-type', /^text\/plain/)).text
  writeFileSync(join(cwd, 'allowed'), `* ${key}`)
  await git(cwd, ['clone', '-q', '-b', branch, await remote(w, who, path), 'tree'])
  const tree = join(cwd, 'tree')
  return { cwd: tree, verify: (what, kind = 'commit') => git(tree, ['-c', `gpg.ssh.allowedSignersFile=${join(cwd, 'allowed')}`, `verify-${kind}`, '--raw', what]) }
}

scenario('getSigningKeyPub, getReposSigningKeyPub, getSigningKeyGpg: what the server commits is signed, and verified here and by stock git', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true })
  await w.repo(alice, 'hidden', { private: true })
  const key = (await w.anonymous.get('/signing-key.pub').gives(200)).text
  assert.match(key, /^ssh-ed25519 \S+\n$/)
  assert.equal((await w.anonymous.get('/repos/alice/demo/signing-key.pub').gives(200)).text, key)
  await w.as(bob).get('/repos/alice/hidden/signing-key.pub').gives(404).empty()
  await w.anonymous.get('/signing-key.gpg').gives(404).empty()
  await w.anonymous.get('/repos/alice/demo/signing-key.gpg').gives(404)

  const verification = { verified: true, reason: new RegExp(`^${name} / SHA256:`), signer: { name, username: '' } }
  const made = (await w.as(alice).post('/repos/alice/demo/contents/a.txt', text('one\n')).gives(201)).body
  assert.match(made.verification.reason, verification.reason)
  assert.deepEqual({ ...made.verification.signer, email: '' }, { ...verification.signer, email: '' })
  assert.match(made.verification.signature, /^-----BEGIN SSH SIGNATURE-----/)
  assert.match(made.verification.payload, /^tree [0-9a-f]{40}\nparent /)
  const browser = await w.browsing(alice)
  await browser.post('//alice/demo/_new/main', { path: 'page.txt', content: 'by the editor\n', message: 'by page', target: 'direct' }).gives(303)
  const list = (await w.anonymous.get('/repos/alice/demo/commits').gives(200)).body
  assert.deepEqual(list.map((one: any) => [one.commit.verification.verified, one.committer.login]), [[true, 'alice'], [true, 'alice'], [true, 'alice']])
  await w.as(alice).post('/repos/alice/demo/tags', { tag_name: 'v1', message: 'first' }).gives(201)
  const tag = (await w.anonymous.get('/repos/alice/demo/tags/v1').gives(200)).body.id
  await w.anonymous.get(`/repos/alice/demo/git/tags/${tag}`).gives(200, { message: 'first\n', verification: { verified: true, signer: { name } } })
  await w.anonymous.get('/repos/alice/demo/branches/main').gives(200, { commit: { verification: { verified: true } } })

  const { cwd, verify } = await trusting(w, alice, 'alice/demo')
  for (const oid of (await git(cwd, ['rev-list', 'HEAD'])).trim().split('\n')) await verify(oid)
  await verify('v1', 'tag')
  await assert.rejects(git(cwd, ['verify-commit', 'HEAD']))
  assert.match((await w.anonymous.get('//alice/demo/commits/branch/main').gives(200)).text, /title="Signed by Codestead"/)

  // the same bytes with another message are not what was signed
  const raw = await git(cwd, ['cat-file', 'commit', 'HEAD'])
  assert.match(raw, /by page/)
  writeFileSync(join(cwd, 'forged'), raw.replace('by page', 'by somebody'))
  const forged = (await git(cwd, ['hash-object', '-t', 'commit', '-w', 'forged'])).trim()
  await git(cwd, ['push', '-q', 'origin', `${forged}:refs/heads/forged`])
  await w.anonymous.get(`/repos/alice/demo/git/commits/${forged}`).gives(200, { commit: { verification: { verified: false, reason: 'gpg.error.probable_bad_default_signature', signer: { name } } } })
}, on)

scenario('createReposContentsByFilepath, updateReposContentsByFilepath: the server does not sign in the name of somebody else', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const by = (path: string, around: object, verified: boolean) => w.as(alice).post(`/repos/alice/demo/contents/${path}`, text(path, around)).gives(201, { verification: { verified } })
  await by('1', { committer: { name: 'Bob', email: 'bob@example.com' } }, false)
  await by('2', { author: { name: 'Bob', email: 'bob@example.com' } }, false)
  await by('3', { author: { name: 'Bob', email: 'bob@example.com' }, committer: { name: 'Alice', email: 'alice@example.com' } }, true)
  await by('4', { committer: { name: 'A. Lice', email: 'ALICE@example.com' } }, true)
  // written by the client as it is
  const tip = (await w.as(alice).get('/repos/alice/demo/branches/main').gives(200)).body.commit.id
  await w.as(alice).post('/repos/alice/demo/git/commits', { message: 'x', tree: tip, parents: [tip] }).gives(201, { verification: { verified: false, reason: 'gpg.error.not_signed_commit' } })
}, on)

scenario('createReposPullsMergeByIndex, createReposPullsUpdateByIndex, createReposMergeUpstream: merges of every style are signed', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true })
  const verified = async (path: string, ref: string, count: number) => {
    const list = (await w.anonymous.get(`/repos/${path}/commits?sha=${ref}&limit=${count}`).gives(200)).body
    assert.deepEqual(list.map((one: any) => one.commit.verification.verified), Array(count).fill(true), ref)
  }
  let number = 0
  for (const style of ['merge', 'squash', 'rebase', 'rebase-merge']) {
    const head = `of-${style}`
    await w.as(alice).post('/repos/alice/demo/contents/h', text(style, { new_branch: head })).gives(201)
    await w.as(alice).post(`/repos/alice/demo/contents/f-${style}`, text(style)).gives(201)
    await w.as(alice).post('/repos/alice/demo/pulls', { head, base: 'main', title: style }).gives(201)
    number++
    await w.as(alice).post(`/repos/alice/demo/pulls/${number}/merge`, { do: style }).gives(200)
    await w.as(alice).delete('/repos/alice/demo/contents/h', { sha: (await w.anonymous.get('/repos/alice/demo/contents/h').gives(200)).body.sha }).gives(200)
  }
  await verified('alice/demo', 'main', 15)
  await w.as(alice).post('/repos/alice/demo/contents/u', text('u', { new_branch: 'late' })).gives(201)
  await w.as(alice).post('/repos/alice/demo/contents/v', text('v')).gives(201)
  await w.as(alice).post('/repos/alice/demo/pulls', { head: 'late', base: 'main', title: 'late' }).gives(201)
  await w.as(alice).post(`/repos/alice/demo/pulls/${number + 1}/update?style=merge`).gives(200)
  await verified('alice/demo', 'late', 3)
  await w.as(bob).post('/repos/alice/demo/forks', {}).gives(202)
  await w.as(bob).post('/repos/bob/demo/contents/mine', text('m')).gives(201)
  await w.as(alice).post('/repos/alice/demo/contents/theirs', text('t')).gives(201)
  await w.as(bob).post('/repos/bob/demo/merge-upstream', { branch: 'main' }).gives(200, { merge_type: 'merge' })
  await verified('bob/demo', 'main', 3)
  const { cwd, verify } = await trusting(w, bob, 'bob/demo')
  for (const oid of (await git(cwd, ['rev-list', 'HEAD'])).trim().split('\n')) await verify(oid)
}, on)

scenario('createReposGenerate, createReposWikiNew: first commits from templates and pages of wikis are signed, in SHA-256 repositories too', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'pattern', { auto_init: true, template: true })
  await w.as(alice).patch('/repos/alice/pattern', { template: true }).gives(200)
  await w.as(alice).post('/repos/alice/pattern/generate', { owner: 'alice', name: 'copy', git_content: true }).gives(201)
  await w.anonymous.get('/repos/alice/copy/git/commits/main').gives(200, { commit: { verification: { verified: true, signer: { name } } } })
  await w.as(alice).post('/repos/alice/copy/wiki/new', { title: 'Home', content_base64: Buffer.from('hello').toString('base64') }).gives(201)
  const wiki = await trusting(w, alice, 'alice/copy.wiki')
  await wiki.verify('HEAD')
  await w.repo(alice, 'long', { auto_init: true, object_format_name: 'sha256' })
  await w.as(alice).post('/repos/alice/long/contents/a', text('a')).gives(201, { verification: { verified: true } })
  await w.as(alice).post('/repos/alice/long/tags', { tag_name: 'v1', message: 'first' }).gives(201)
  const long = await trusting(w, alice, 'alice/long')
  await long.verify('HEAD')
  await long.verify('v1', 'tag')
}, on)

scenario('createReposBranchProtections: where commits must be signed, the server may commit and merge what is signed', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  await w.as(alice).post('/repos/alice/demo/branch_protections', { rule_name: 'main', enable_push: true, require_signed_commits: true }).gives(201)
  await w.as(alice).post('/repos/alice/demo/contents/a', text('a')).gives(201)
  await w.as(alice).post('/repos/alice/demo/contents/b', text('b', { committer: { name: 'Bob', email: 'bob@example.com' } })).gives(403).says('is not signed')
  const merge = (number: number, style: string) => w.as(alice).post(`/repos/alice/demo/pulls/${number}/merge`, { do: style })
  await w.as(alice).post('/repos/alice/demo/contents/c', text('c', { new_branch: 'signed' })).gives(201)
  await w.as(alice).post('/repos/alice/demo/pulls', { head: 'signed', base: 'main', title: 'signed' }).gives(201)
  await merge(1, 'merge').gives(200)
  // commits of others come as they are, unless they become one that is made here
  const cwd = await workTree(w, alice, 'alice/demo')
  await git(cwd, ['fetch', '-q'])
  await git(cwd, ['switch', '-qc', 'unsigned', 'origin/main'])
  const bare = await commit(cwd, 'd', 'd')
  await git(cwd, ['push', '-q', 'origin', 'unsigned'])
  await w.as(alice).post('/repos/alice/demo/pulls', { head: 'unsigned', base: 'main', title: 'unsigned' }).gives(201)
  const browser = await w.browsing(alice)
  const shown = (await browser.get('//alice/demo/pulls/2').gives(200)).text
  assert.match(shown, /name="style" value="squash"/)
  assert.doesNotMatch(shown, /merge=(merge|rebase)/)
  for (const style of ['merge', 'rebase', 'rebase-merge']) await merge(2, style).gives(405).says(`commit ${bare.slice(0, 10)} is not signed`).emits()
  await merge(2, 'squash').gives(200)
  await w.anonymous.get('/repos/alice/demo/branches/main').gives(200, { commit: { verification: { verified: true } } })
}, on)

const folder = mkdtempSync(join(tmpdir(), 'codestead-key-'))
after(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'key.asc')
writeFileSync(file, (await generateKey({ type: 'ecc', curve: 'ed25519Legacy', userIDs: [{ name, email: 'server@example.com' }], format: 'armored' })).privateKey)

scenario('getSigningKeyGpg, getReposSigningKeyGpg: a key of OpenPGP signs as well', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const key = (await w.anonymous.get('/signing-key.gpg').gives(200).header('content-type', /^text\/plain/)).text
  assert.match(key, /^-----BEGIN PGP PUBLIC KEY BLOCK-----/)
  assert.equal((await w.anonymous.get('/repos/alice/demo/signing-key.gpg').gives(200)).text, key)
  await w.anonymous.get('/signing-key.pub').gives(404).empty()
  const got = (await w.anonymous.get('/repos/alice/demo/git/commits/main').gives(200, { commit: { verification: { verified: true, signer: { name } } } })).body
  assert.match(got.commit.verification.reason, /^Codestead \/ [0-9A-F]{16}$/)
  await w.as(alice).post('/repos/alice/demo/tags', { tag_name: 'v1', message: 'first' }).gives(201)
  const tag = (await w.anonymous.get('/repos/alice/demo/tags/v1').gives(200)).body.id
  await w.anonymous.get(`/repos/alice/demo/git/tags/${tag}`).gives(200, { verification: { verified: true } })
}, { ...on, signing_key: file })
