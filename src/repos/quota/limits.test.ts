import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario, type World } from '../../../test/kit/world.ts'

const KIB = 1024
const some = (size: number) => randomBytes(size)
const says = /^alice has used [\d.]+ (B|KiB) of 100 KiB; this needs [\d.]+ (B|KiB) more\. Delete something, or ask an administrator for more room\.$/

/** An owner who may store 100 KiB. */
async function held(w: World) {
  const [root, alice] = [await w.user('root', { admin: true }), await w.user('alice')]
  await w.as(root).put('/admin/users/alice/quota', { allowed: 100 * KIB }).gives(200)
  return { root, alice }
}
const usedBy = async (w: World, who: Awaited<ReturnType<World['user']>>) => (await w.as(who).get('/user/quota').gives(200)).body.used

scenario('git-receive-pack: a push that does not fit is refused in words, and what frees room is not', async (w) => {
  const { root, alice } = await held(w)
  await w.repo(alice, 'demo')
  const cwd = await workTree(w, alice, 'alice/demo')
  writeFileSync(join(cwd, 'a.bin'), some(20 * KIB))
  await git(cwd, ['add', '.'])
  await git(cwd, ['commit', '-qm', 'a'])
  await git(cwd, ['push', '-q', 'origin', 'main', 'main:refs/heads/side'])
  assert.ok((await usedBy(w, alice)).git >= 20 * KIB, 'counted at once')
  await git(cwd, ['checkout', '-q', '-b', 'big'])
  writeFileSync(join(cwd, 'b.bin'), some(90 * KIB))
  await git(cwd, ['add', '.'])
  await git(cwd, ['commit', '-qm', 'b'])
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'big']), /alice has used 2\d\.\d KiB of 100 KiB; this needs 9\d\.\d KiB more\. Delete something, or ask an administrator/)
  writeFileSync(join(cwd, 'c.bin'), some(3 * KIB * KIB))
  await git(cwd, ['add', '.'])
  await git(cwd, ['commit', '-qm', 'c'])
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'big']), /alice has used .* of 100 KiB\. Delete something/)
  await w.as(alice).get('/repos/alice/demo/branches/big').gives(404)
  await git(cwd, ['push', '-q', 'origin', 'main:refs/heads/other', ':side'])
  await w.as(root).put('/admin/users/alice/quota', { allowed: 10 * KIB }).gives(200)
  await assert.rejects(git(cwd, ['push', '-q', 'origin', 'big']), /of 10.0 KiB/)
  await git(cwd, ['push', '-q', 'origin', ':other'])
  await w.as(root).put('/admin/users/alice/quota', { allowed: 0 }).gives(200)
  await git(cwd, ['push', '-q', 'origin', 'big'])
})

scenario('git-receive-pack: over SSH the same words reach the pusher', async (w) => {
  await w.listening()
  const { alice } = await held(w)
  const { ssh_url } = (await w.as(alice).post('/user/repos', { name: 'demo' }).gives(201)).body
  const key = join(w.folder('keys'), 'key')
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await w.as(alice).post('/user/keys', { title: 'k', key: readFileSync(`${key}.pub`, 'utf8') }).gives(201)
  const env = { GIT_SSH_COMMAND: `ssh -F none -i ${key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes -o LogLevel=ERROR` }
  const cwd = w.folder()
  await git(cwd, ['init', '-q', '-b', 'main'])
  for (const [size, words] of [[120 * KIB, /remote rejected\] main -> main \(alice has used 0 B of 100 KiB; this needs 12\d KiB more\. Delete something/], [3 * KIB * KIB, /remote: alice has used 0 B of 100 KiB\. Delete something, or ask an administrator for more room\./]] as const) {
    writeFileSync(join(cwd, 'a.bin'), some(size))
    await git(cwd, ['add', '.'])
    await git(cwd, ['commit', '-qm', 'a'])
    await assert.rejects(git(cwd, ['push', '-q', ssh_url, 'main'], env), (error: any) => words.test(error.stderr) || assert.fail(error.stderr))
  }
  await w.as(alice).get('/repos/alice/demo').gives(200, { empty: true })
})

scenario('createReposPullsMergeByIndex, createReposPullsUpdateByIndex, createReposMergeUpstream: without room nothing is merged, and with room again it is', async (w) => {
  const [root, alice, bob] = [await w.user('root', { admin: true }), await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true })
  await w.as(bob).post('/repos/alice/demo/forks', {}).gives(202)
  const cwd = await workTree(w, alice, 'alice/demo')
  await git(cwd, ['pull', '-q', 'origin', 'main'])
  await git(cwd, ['checkout', '-q', '-b', 'topic'])
  await commit(cwd, 'b.txt', 'b\n')
  await git(cwd, ['push', '-q', 'origin', 'topic'])
  await w.as(alice).post('/repos/alice/demo/pulls', { title: 'x', head: 'topic', base: 'main' }).gives(201)
  await w.as(alice).post('/repos/alice/demo/contents/c.txt', { content: 'Yw==' }).gives(201)
  w.later(60)
  await w.settled()
  const { sha } = (await w.as(alice).get('/repos/alice/demo/commits?limit=1').gives(200)).body[0]
  for (const name of ['alice', 'bob']) await w.as(root).put(`/admin/users/${name}/quota`, { allowed: 10 }).gives(200)
  const full = (name: string) => new RegExp(`^${name} has used [\\d.]+ KiB of 10 B\\. Delete something, or ask an administrator for more room\\.$`)
  const merge = '/repos/alice/demo/pulls/1/merge'
  assert.match((await w.as(alice).post(merge, { Do: 'merge' }).gives(413).emits()).body.message, full('alice'))
  assert.match((await w.as(alice).post('/repos/alice/demo/pulls/1/update').gives(413).emits()).body.message, full('alice'))
  assert.match((await w.as(bob).post('/repos/bob/demo/merge-upstream', { branch: 'main' }).gives(413).emits()).body.message, full('bob'))
  const browser = await w.browsing(alice)
  for (const [path, sent] of [['pulls/1/merge', { style: 'merge' }], [`_revert/${sha}/main`, { message: '', target: 'direct' }]] as const) {
    const shown = (await browser.post(`//alice/demo/${path}`, sent)).text
    assert.ok(/alice has used [\d.]+ KiB of 10 B\. Delete something/i.test(shown), `${path}: ${/<main[\s\S]*?<\/main>/.exec(shown)?.[0].match(/class="problem[\s\S]{0,300}/)?.[0]}`)
  }
  await w.as(alice).get('/repos/alice/demo/pulls/1').gives(200, { merged: false, state: 'open' })
  await w.as(root).put('/admin/users/alice/quota', { allowed: 0 }).gives(200)
  await w.as(alice).post(merge, { Do: 'merge' }).gives(200)
})

scenario('createReposContents, createReposGitBlobs, createReposWikiNew: what the API writes must fit', async (w) => {
  const { alice } = await held(w)
  await w.repo(alice, 'demo', { auto_init: true })
  const large = some(120 * KIB).toString('base64')
  const { body } = await w.as(alice).post('/repos/alice/demo/contents/a.bin', { content: large }).gives(413)
  assert.match(body.message, says)
  await w.as(alice).post('/repos/alice/demo/git/blobs', { content: large, encoding: 'base64' }).gives(413)
  await w.as(alice).post('/repos/alice/demo/wiki/new', { title: 'Home', content_base64: large }).gives(413)
  await w.as(alice).post('/repos/alice/demo/contents/b.txt', { content: 'Yg==' }).gives(201)
})

scenario('large files, packages and attachments share what an owner may store, and give it back', async (w) => {
  const { alice } = await held(w)
  await w.repo(alice, 'demo')
  await w.as(alice).post('/repos/alice/demo/issues', { title: 'one' }).gives(201)
  const file = some(30 * KIB)
  const oid = createHash('sha256').update(file).digest('hex')
  const binary = { 'content-type': 'application/octet-stream' }
  const lfs = { accept: 'application/vnd.git-lfs+json', 'content-type': 'application/vnd.git-lfs+json' }
  await w.as(alice).put(`//alice/demo.git/info/lfs/objects/${oid}/${file.length}`, file, binary).gives(200)
  await w.as(alice).put(`//alice/demo.git/info/lfs/objects/${oid}/${file.length}`, file, binary).gives(200)
  await w.as(alice).put('//api/packages/alice/generic/tool/1.0/tool.bin', file, binary).gives(201)
  const kept = (await w.as(alice).post('/repos/alice/demo/issues/1/assets?name=a.zip', file, binary).gives(201)).body
  assert.deepEqual(await usedBy(w, alice), { total: 90 * KIB, git: 0, lfs: 30 * KIB, packages: 30 * KIB, attachments: 30 * KIB })

  const other = createHash('sha256').update('other').digest('hex')
  const asked = await w.as(alice).post('//alice/demo.git/info/lfs/objects/batch', { operation: 'upload', objects: [{ oid: other, size: 20 * KIB }, { oid, size: file.length }] }, lfs).gives(200)
  assert.deepEqual(asked.body.objects.map((one: any) => one.error?.code), [413, undefined])
  assert.match(asked.body.objects[0].error.message, /alice has used 90.0 KiB of 100 KiB/)
  for (const path of [`//alice/demo.git/info/lfs/objects/${other}/${file.length}`, '//api/packages/alice/generic/tool/2.0/tool.bin']) assert.match((await w.as(alice).put(path, file, binary).gives(413)).text, /alice has used 90.0 KiB of 100 KiB; this needs 30.0 KiB more/)
  assert.match((await w.as(alice).post('/repos/alice/demo/issues/1/assets?name=b.zip', file, binary).gives(413)).body.message, /alice has used 90.0 KiB of 100 KiB/)
  assert.equal((await usedBy(w, alice)).total, 90 * KIB)

  await w.as(alice).delete(`/repos/alice/demo/issues/1/assets/${kept.id}`).gives(204)
  await w.as(alice).delete('/packages/alice/generic/tool/1.0').gives(204)
  await w.settled()
  assert.deepEqual(await usedBy(w, alice), { total: 30 * KIB, git: 0, lfs: 30 * KIB, packages: 0, attachments: 0 })
  await w.as(alice).put('//api/packages/alice/generic/tool/2.0/tool.bin', file, binary).gives(201)
  await w.as(alice).post('/repos/alice/demo/issues/1/assets?name=c.zip', file, binary).gives(201)
  await w.as(alice).delete('/repos/alice/demo/issues/1').gives(204)
  await w.settled()
  assert.equal((await usedBy(w, alice)).attachments, 0)
  await w.as(alice).delete('/repos/alice/demo').gives(204)
  await w.settled()
  assert.deepEqual(await usedBy(w, alice), { total: 30 * KIB, git: 0, lfs: 0, packages: 30 * KIB, attachments: 0 })
})

scenario('createReposForks, createReposGenerate, createReposTransfer: a repository must fit where it goes, and counts for whom it belongs to', async (w) => {
  const { root, alice } = await held(w)
  const bob = await w.user('bob')
  await w.repo(bob, 'demo', { auto_init: true, template: true })
  const content = some(150 * KIB).toString('base64')
  await w.as(bob).post('/repos/bob/demo/contents/a.bin', { content }).gives(201)
  await w.cx.write((tx) => w.cx.jobs.enqueue(tx, 'code.tidy', { repo_id: 1 }))
  await w.settled()
  const bobs = await usedBy(w, bob)
  assert.ok(bobs.git >= 150 * KIB)
  assert.match((await w.as(alice).post('/repos/bob/demo/forks', {}).gives(413)).body.message, says)
  await w.as(alice).post('/repos/bob/demo/generate', { owner: 'alice', name: 'mine', git_content: true }).gives(413)
  await w.as(bob).post('/repos/bob/demo/transfer', { new_owner: 'alice' }).gives(413)
  await w.as(alice).get('/repos/alice/demo').gives(404)
  await w.as(root).post('/repos/bob/demo/transfer', { new_owner: 'alice' }).gives(202)
  await w.settled()
  assert.equal((await usedBy(w, bob)).total, 0)
  assert.equal((await usedBy(w, alice)).git, bobs.git)
  await w.cx.jobs.runCron(w.cx, 'count_storage')
  assert.equal((await usedBy(w, alice)).git, bobs.git)
  await w.as(alice).post('/repos/alice/demo/contents/b.txt', { content: 'Yg==' }).gives(413)
})

scenario('uploads at the same moment: only those succeed that fit together', async (w) => {
  const { alice } = await held(w)
  const file = some(30 * KIB)
  const got = await Promise.all([1, 2, 3, 4, 5].map((n) => w.as(alice).put(`//api/packages/alice/generic/tool/1.${n}/tool.bin`, file, { 'content-type': 'application/octet-stream' }).then((one: any) => one.status)))
  assert.deepEqual(got.toSorted(), [201, 201, 201, 413, 413])
  assert.equal((await usedBy(w, alice)).packages, 90 * KIB)
})
