import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario, type Client, type World } from '../../../test/kit/world.ts'
import { keyOf } from './verbs.ts'

const MEDIA = 'application/vnd.git-lfs+json'
const speaks = { accept: MEDIA, 'content-type': MEDIA }
const file = (text: string) => ({ text, oid: createHash('sha256').update(text).digest('hex'), size: Buffer.byteLength(text) })
const pointer = ({ oid, size }: { oid: string; size: number }) => `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`
const named = ({ oid, size }: { oid: string; size: number }) => ({ oid, size })

const ask = (who: Client, repo: string, operation: string, objects: unknown[], more: object = {}) =>
  who.post(`//${repo}.git/info/lfs/objects/batch`, JSON.stringify({ operation, transfers: ['basic'], objects, ...more }), speaks)
/** The address and headers of a link, as a client without other credentials follows it. */
const link = (action: { href: string; header?: Record<string, string> }) => ({ path: `/${new URL(action.href).pathname}`, headers: action.header ?? {} })

async function uploaded(w: World, who: Client, repo: string, text: string) {
  const one = file(text)
  const { body } = await ask(who, repo, 'upload', [named(one)]).gives(200)
  const { path, headers } = link(body.objects[0].actions.upload)
  await w.anonymous.put(path, text, headers).gives(200)
  return one
}

scenario('lfsBatch, lfsUpload, lfsVerify, lfsDownload, lfsDownloadNamed: a file goes in and comes out by links that need no password', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { private: true })
  const one = file('a large file')
  const { body } = await ask(w.as(alice), 'alice/demo', 'upload', [named(one), named(one)], { ref: { name: 'refs/heads/main' }, hash_algo: 'sha256' }).gives(200, { transfer: 'basic', objects: [named(one)] })
  const [{ actions }] = body.objects
  assert.match(actions.upload.header.Authorization, /^Bearer /)
  assert.doesNotMatch(JSON.stringify(body), /correct horse|Y29ycmVjdCBob3JzZ/)
  const verify = link(actions.verify)
  const posts = (what: object) => w.anonymous.post(verify.path, JSON.stringify(what), { ...verify.headers, 'content-type': MEDIA })
  await posts(named(one)).gives(404)
  const upload = link(actions.upload)
  await w.anonymous.put(upload.path, one.text, upload.headers).gives(200)
  await posts(named(one)).gives(200)
  await posts({ oid: one.oid, size: 3 }).gives(422)
  await posts({}).gives(422)
  await ask(w.as(alice), 'alice/demo', 'upload', [named(one)]).gives(200, { objects: [{ ...named(one), actions: undefined }] })

  const got = await ask(w.as(alice), 'alice/demo', 'download', [named(one), named(file('else')), { oid: one.oid.toUpperCase(), size: 1 }, { oid: '../../etc', size: 1 }, { size: -1 }]).gives(200)
  assert.deepEqual(got.body.objects.map((each: any) => each.error?.code), [undefined, 404, 422, 422, 422])
  assert.equal(got.headers['content-type'], MEDIA)
  const download = link(got.body.objects[0].actions.download)
  assert.equal((await w.anonymous.get(download.path, download.headers).gives(200).header('etag', `"${one.oid}"`)).text, one.text)
  assert.equal((await w.anonymous.get(download.path, { ...download.headers, range: 'bytes=2-' }).gives(206).header('content-range', `bytes 2-11/12`)).text, 'large file')
  await w.anonymous.get(download.path, { ...download.headers, range: 'bytes=12-' }).gives(416)
  await w.as(alice).get(`//alice/demo/info/lfs/objects/${one.oid}/a%22b.bin`).gives(200).header('content-disposition', /^attachment; filename="a_b.bin"/)
  await w.as(alice).get(`//alice/demo.git/info/lfs/objects/${file('else').oid}`).gives(404)
  await w.as(alice).get('//alice/demo.git/info/lfs/objects/..%2F..%2Fx').gives(404)
  await w.as(alice).get('//alice/demo.git/info/lfs/nothing').gives(404)
  await ask(w.as(alice), 'alice/demo', 'download', [{ oid: one.oid, size: 3 }]).gives(200, { objects: [{ error: { code: 422 } }] })
})

scenario('lfsBatch: what is asked wrongly is refused as a whole', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const path = '//alice/demo.git/info/lfs/objects/batch'
  const many = Array.from({ length: 1001 }, (_, i) => named(file(String(i))))
  await ask(w.as(alice), 'alice/demo', 'upload', many).gives(413)
  await ask(w.as(alice), 'alice/demo', 'badverb', []).gives(400)
  await ask(w.as(alice), 'alice/demo', 'download', [], { hash_algo: 'sha512' }).gives(409)
  await ask(w.as(alice), 'alice/demo', 'download', []).gives(200, { objects: [] })
  await w.as(alice).post(path, '{', speaks).gives(422)
  await w.as(alice).post(path, '{"objects":3}', speaks).gives(422).header('content-type', MEDIA)
  for (const accept of ['application/json', '*/*', 'text/html']) await w.as(alice).post(path, '{}', { ...speaks, accept }).gives(415)
  await w.as(alice).post(path, '{"operation":"download"}', { ...speaks, accept: `text/plain, ${MEDIA}; charset=utf-8` }).gives(200)
})

scenario('lfsUpload: bytes that are not what their address says leave nothing behind', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const one = file('what was promised')
  const at = (size: number | string, oid = one.oid) => `//alice/demo.git/info/lfs/objects/${oid}/${size}`
  await w.as(alice).put(at(one.size), 'what was delivered').gives(422)
  await w.as(alice).put(at(one.size), 'what was promisec').gives(422)
  await w.as(alice).put(at(one.size + 1), one.text).gives(422)
  await w.as(alice).put(at('x'), one.text).gives(422)
  await w.as(alice).put(at(one.size, 'abc'), one.text).gives(422)
  // one that does not say its length beforehand, and sends too much
  const root = new URL(await w.listening())
  const sent = request({ host: root.hostname, port: root.port, method: 'PUT', path: at(one.size).slice(1), headers: { authorization: `Basic ${Buffer.from('alice:correct horse').toString('base64')}` } })
  sent.on('error', () => {})
  sent.write(Buffer.alloc(1 << 20))
  sent.write(Buffer.alloc(1 << 20))
  const [answer] = await once(sent, 'response')
  assert.equal(answer.statusCode, 422)
  sent.destroy()
  assert.equal(await w.cx.blobs.stat(keyOf(one.oid)), null)
  assert.deepEqual(await Array.fromAsync(w.cx.blobs.list('lfs')), [])
  await ask(w.as(alice), 'alice/demo', 'download', [named(one)]).gives(200, { objects: [{ error: { code: 404 } }] })
})

scenario('lfsUpload: one that is cut off does no harm to another of the same bytes', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const one = file('x'.repeat(200_000))
  const path = `//alice/demo.git/info/lfs/objects/${one.oid}`
  const root = new URL(await w.listening())
  const authorization = `Basic ${Buffer.from('alice:correct horse').toString('base64')}`
  const cut = request({ host: root.hostname, port: root.port, method: 'PUT', path: `${path.slice(1)}/${one.size}`, headers: { authorization, 'content-length': one.size } })
  const gone = new Promise((left) => cut.on('error', () => {}).on('close', left))
  await new Promise((sent) => cut.write(one.text.slice(0, 150_000), sent))
  await w.as(alice).get(path).gives(404)
  await w.as(alice).put(`${path}/${one.size}`, one.text).gives(200)
  cut.destroy()
  await gone
  assert.equal((await w.as(alice).get(path).gives(200)).text, one.text)
  assert.equal((await Array.fromAsync(w.cx.blobs.list('lfs'))).length, 1)
})

scenario('lfsBatch, lfsUpload: the largest size is kept', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const [small, large] = [file('small'), file('too large for this site')]
  const { body } = await ask(w.as(alice), 'alice/demo', 'upload', [named(small), named(large)]).gives(200)
  assert.ok(body.objects[0].actions.upload)
  assert.equal(body.objects[1].error.code, 422)
  await w.as(alice).put(`//alice/demo.git/info/lfs/objects/${large.oid}/${large.size}`, large.text).gives(413)
}, { max_lfs: '10' })

scenario('lfsBatch, lfsUpload, lfsDownload: who may not read or write is told as little as with git', async (w) => {
  const [alice, bob, carl] = [await w.user('alice'), await w.user('bob'), await w.user('carl')]
  await w.repo(alice, 'open')
  await w.repo(alice, 'secret', { private: true })
  await w.as(alice).put('/repos/alice/secret/collaborators/carl', { permission: 'read' }).gives(204)
  const kept = await uploaded(w, w.as(alice), 'alice/secret', 'kept secret')
  const seen = await uploaded(w, w.as(alice), 'alice/open', 'for all')
  const challenge = 'Basic realm="gitea-lfs"'
  for (const repo of ['alice/secret', 'alice/missing', 'nobody/x']) {
    await ask(w.anonymous, repo, 'download', [named(kept)]).gives(401).header('www-authenticate', challenge)
    await ask(w.as(bob), repo, 'download', [named(kept)]).gives(404)
    await w.as(bob).get(`//${repo}.git/info/lfs/objects/${kept.oid}`).gives(404)
    await w.as(bob).put(`//${repo}.git/info/lfs/objects/${kept.oid}/${kept.size}`, kept.text).gives(404)
  }
  const free = (await ask(w.anonymous, 'alice/open', 'download', [named(seen)]).gives(200)).body.objects[0].actions.download
  assert.equal(free.header, undefined)
  await w.anonymous.get(link(free).path).gives(200)
  await ask(w.anonymous, 'alice/open', 'upload', [named(seen)]).gives(401).header('www-authenticate', challenge)
  await w.anonymous.put(`//alice/open.git/info/lfs/objects/${seen.oid}/${seen.size}`, seen.text).gives(401)
  for (const authorization of ['Bearer garbage', 'Bearer a.b.c.d', 'Bearer', `Bearer ${'0'.repeat(40)}`]) {
    const { status } = await ask(w.as(null, { headers: { authorization } }), 'alice/secret', 'download', [named(kept)])
    assert.equal(status, 401, authorization)
  }
  // readers read and do not write
  await ask(w.as(carl), 'alice/secret', 'upload', [named(kept)]).gives(403)
  await w.as(carl).put(`//alice/secret.git/info/lfs/objects/${kept.oid}/${kept.size}`, kept.text).gives(403)
  await w.as(carl).post('//alice/secret.git/info/lfs/verify', JSON.stringify(named(kept)), speaks).gives(403)
  const forReading = (await ask(w.as(carl), 'alice/secret', 'download', [named(kept)]).gives(200)).body.objects[0].actions.download.header
  const holding = w.as(null, { headers: { authorization: forReading.Authorization } })
  await holding.get(`//alice/secret.git/info/lfs/objects/${kept.oid}`).gives(200)
  await holding.get('//alice/secret.git/info/refs?service=git-upload-pack').gives(401)
  await holding.get('/repos/alice/secret').gives(401)
  // a link for reading is none for writing, and none for another repository
  const own = (await ask(w.as(alice), 'alice/secret', 'download', [named(kept)])).body.objects[0].actions.download.header
  await w.anonymous.put(`//alice/secret.git/info/lfs/objects/${kept.oid}/${kept.size}`, kept.text, own).gives(401)
  await w.as(null, { headers: { authorization: own.Authorization } }).get(`//alice/open.git/info/lfs/objects/${seen.oid}`).gives(401)
  await ask(w.as(null, { headers: { authorization: own.Authorization } }), 'alice/secret', 'upload', [named(kept)]).gives(401)
  // scopes of tokens
  const token = async (scopes: string[]) => (await w.as(alice).post('/users/alice/tokens', { name: scopes.join(), scopes }).gives(201)).body.sha1
  const reads = w.as(alice, { token: await token(['read:repository']) })
  await ask(reads, 'alice/secret', 'download', [named(kept)]).gives(200)
  await ask(reads, 'alice/secret', 'upload', [named(kept)]).gives(403)
  await ask(w.as(alice, { token: await token(['read:misc']) }), 'alice/secret', 'download', [named(kept)]).gives(403)
  const narrow = w.as(alice, { token: await token(['public-only', 'write:repository']) })
  await ask(narrow, 'alice/secret', 'download', [named(kept)]).gives(404)
  // a repository without the code unit, an archived one and a wiki
  await ask(w.as(alice), 'alice/open.wiki', 'download', []).gives(404)
  await w.as(alice).patch('/repos/alice/open', { archived: true }).gives(200)
  await ask(w.as(alice), 'alice/open', 'upload', [named(seen)]).gives(403)
  await ask(w.as(alice), 'alice/open', 'download', [named(seen)]).gives(200)
  await w.as(alice).patch('/repos/alice/secret', { has_code: false }).gives(200)
  await ask(w.as(carl), 'alice/secret', 'download', [named(kept)]).gives(404)
})

scenario('lfsDownload: a link ends with the credential it was made with', async (w) => {
  const root = await w.user('root', { admin: true })
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'secret', { private: true })
  await w.as(alice).put('/repos/alice/secret/collaborators/bob', { permission: 'read' }).gives(204)
  const one = await uploaded(w, w.as(alice), 'alice/secret', 'kept secret')
  const path = `//alice/secret.git/info/lfs/objects/${one.oid}`
  const linked = async (who: Client) => (await ask(who, 'alice/secret', 'download', [named(one)]).gives(200)).body.objects[0].actions.download.header as Record<string, string>
  const made = (await w.as(bob).post('/users/bob/tokens', { name: 't', scopes: ['read:repository'] }).gives(201)).body
  const byToken = await linked(w.as(bob, { token: made.sha1 }))
  await w.anonymous.get(path, byToken).gives(200)
  await w.as(bob).delete(`/users/bob/tokens/${made.id}`).gives(204)
  await w.anonymous.get(path, byToken).gives(401)
  const byPassword = await linked(w.as(bob))
  await w.anonymous.get(path, byPassword).gives(200)
  await w.as(root).patch('/admin/users/bob', { login_name: 'bob', source_id: 0, password: 'another horse', must_change_password: false }).gives(200)
  await w.anonymous.get(path, byPassword).gives(401)
  const again = { ...bob, password: 'another horse' }
  const anew = await linked(w.as(again))
  await w.anonymous.get(path, anew).gives(200)
  await w.as(alice).delete('/repos/alice/secret/collaborators/bob').gives(204)
  await w.anonymous.get(path, anew).gives(404)
  await w.as(alice).put('/repos/alice/secret/collaborators/bob', { permission: 'read' }).gives(204)
  await w.as(root).patch('/admin/users/bob', { login_name: 'bob', source_id: 0, prohibit_login: true }).gives(200)
  await w.anonymous.get(path, anew).gives(401)
  await w.as(root).patch('/admin/users/bob', { login_name: 'bob', source_id: 0, prohibit_login: false }).gives(200)
  const deploy = (await w.as(alice).post('/repos/alice/secret/keys', { title: 'd', key_type: 'token', read_only: true }).gives(201)).body
  const byDeploy = await linked(w.as(null, { token: deploy.token }))
  await w.anonymous.get(path, byDeploy).gives(200)
  await ask(w.as(null, { token: deploy.token }), 'alice/secret', 'upload', [named(one)]).gives(403)
  await w.as(alice).delete(`/repos/alice/secret/keys/${deploy.id}`).gives(204)
  await w.anonymous.get(path, byDeploy).gives(401)
  // asked for anew with itself, a link does not last longer
  const first = await linked(w.as(again))
  w.later(1000)
  const second = await linked(w.as(null, { headers: { authorization: first.Authorization } }))
  await w.anonymous.get(path, second).gives(200)
  w.later(1000)
  for (const header of [first, second]) await w.anonymous.get(path, header).gives(401)
})

scenario('lfsBatch: knowing the hash of a file elsewhere is no right to it', async (w) => {
  const [alice, bob, carl] = [await w.user('alice'), await w.user('bob'), await w.user('carl')]
  await w.repo(alice, 'secret', { private: true })
  const one = await uploaded(w, w.as(alice), 'alice/secret', 'kept secret')
  await w.repo(bob, 'mine')
  const wanted = (await ask(w.as(bob), 'bob/mine', 'upload', [named(one)]).gives(200)).body.objects[0]
  assert.ok(wanted.actions.upload, 'the bytes have to be sent')
  await ask(w.as(bob), 'bob/mine', 'download', [named(one)]).gives(200, { objects: [{ error: { code: 404 } }] })
  await w.as(bob).get(`//bob/mine.git/info/lfs/objects/${one.oid}`).gives(404)
  await w.anonymous.post(link(wanted.actions.verify).path, JSON.stringify(named(one)), { ...wanted.actions.verify.header, ...speaks }).gives(404)
  // nor is pushing a text that names it
  const work = await workTree(w, bob, 'bob/mine')
  await commit(work, 'x.bin', pointer(one))
  await git(work, ['push', '-q', 'origin', 'main'])
  assert.equal((await w.as(bob).get('/repos/bob/mine/media/x.bin').gives(200)).text, pointer(one))
  // a team or collaborator that reaches the repository, but not its code
  await w.as(alice).put('/repos/alice/secret/collaborators/carl', { permission: 'read' }).gives(204)
  await w.repo(carl, 'copy')
  const token = (await w.as(carl).post('/users/carl/tokens', { name: 'p', scopes: ['public-only', 'write:repository'] }).gives(201)).body.sha1
  assert.ok((await ask(w.as(carl, { token }), 'carl/copy', 'upload', [named(one)]).gives(200)).body.objects[0].actions)
  assert.ok((await ask(w.as(carl), 'carl/copy', 'upload', [{ oid: one.oid, size: one.size + 1 }]).gives(200)).body.objects[0].actions)
  await ask(w.as(carl), 'carl/copy', 'upload', [named(one)]).gives(200, { objects: [{ actions: undefined }] })
  assert.equal((await w.as(carl).get(`//carl/copy.git/info/lfs/objects/${one.oid}`).gives(200)).text, one.text)
  // proved by the bytes
  await w.anonymous.put(link(wanted.actions.upload).path, one.text, wanted.actions.upload.header).gives(200)
  assert.equal((await w.as(bob).get('/repos/bob/mine/media/x.bin').gives(200)).text, one.text)
})

scenario('mediaBranch, mediaBlob, getReposMediaByFilepath: pointers are followed, raw ones are not', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { private: true })
  const one = await uploaded(w, w.as(alice), 'alice/demo', 'GIF89a and so on')
  const work = await workTree(w, alice, 'alice/demo')
  await commit(work, 'dir/x.gif', pointer(one))
  await commit(work, 'plain.txt', 'plain\n')
  await git(work, ['push', '-q', 'origin', 'main'])
  const blob = (await git(work, ['rev-parse', 'HEAD:dir/x.gif'])).trim()
  const is = w.as(alice)
  for (const path of ['/repos/alice/demo/media/dir/x.gif', '/repos/alice/demo/media/main/dir/x.gif', '//alice/demo/media/branch/main/dir/x.gif', `//alice/demo/media/blob/${blob}`]) {
    const got = await is.get(path).gives(200).header('etag', `"${one.oid}"`).header('content-type', 'image/gif').header('content-security-policy', /sandbox/)
    assert.equal(got.headers['content-length'], String(one.size))
    await is.get(path, { 'if-none-match': `"${one.oid}"` }).gives(304)
    await is.get(path, { 'if-none-match': `"${blob}"` }).gives(200)
    await is.get(path, { range: 'bytes=0-3' }).gives(206)
    await w.anonymous.get(path).gives(404)
  }
  await is.get('/repos/alice/demo/raw/dir/x.gif').gives(200).says(pointer(one)).header('etag', `"${blob}"`)
  await is.get('//alice/demo/media/branch/main/plain.txt').gives(200).says('plain')
  await is.get('/repos/alice/demo/contents/dir/x.gif').gives(200, { lfs_oid: one.oid, lfs_size: one.size })
})

scenario('large files: forks share them, size counts them, and bytes go after the last repository', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  const named1 = await uploaded(w, w.as(alice), 'alice/demo', 'x'.repeat(5000))
  const stray = await uploaded(w, w.as(alice), 'alice/demo', 'never pushed')
  const work = await workTree(w, alice, 'alice/demo')
  await commit(work, 'x.bin', pointer(named1))
  await git(work, ['push', '-q', 'origin', 'main'])
  await w.as(bob).post('/repos/alice/demo/forks', {}).gives(202)
  assert.equal((await w.anonymous.get(`//bob/demo.git/info/lfs/objects/${named1.oid}`).gives(200)).text.length, 5000)
  w.later(60)
  await w.settled()
  const row = await w.cx.db.selectFrom('repo').select(['size', 'git_size', 'lfs_size']).where('lower_name', '=', 'demo').where('is_fork', '=', false).executeTakeFirstOrThrow()
  assert.deepEqual([row.lfs_size, row.size], [5, row.git_size + 5])
  const held = async (oid: string) => (await w.cx.blobs.stat(keyOf(oid))) !== null
  w.later(6 * 86_400)
  assert.ok(await w.cx.jobs.runCron(w.cx, 'gc_lfs'))
  await w.as(alice).get(`//alice/demo.git/info/lfs/objects/${stray.oid}`).gives(200)
  w.later(2 * 86_400)
  assert.ok(await w.cx.jobs.runCron(w.cx, 'gc_lfs'))
  await w.as(alice).get(`//alice/demo.git/info/lfs/objects/${stray.oid}`).gives(404)
  assert.deepEqual([await held(stray.oid), await held(named1.oid)], [false, true])
  await w.as(alice).delete('/repos/alice/demo').gives(204)
  assert.ok(await w.cx.jobs.runCron(w.cx, 'cleanup_lfs_bytes'))
  assert.ok(await held(named1.oid), 'the fork still has it')
  await w.as(bob).delete('/repos/bob/demo').gives(204)
  assert.ok(await w.cx.jobs.runCron(w.cx, 'cleanup_lfs_bytes'))
  assert.equal(await held(named1.oid), false)
})

scenario('createReposContentsByFilepath, createReposContents: what .gitattributes give to git-lfs is committed as a pointer', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const at = '/repos/alice/demo/contents'
  const b64 = (text: string) => Buffer.from(text).toString('base64')
  const create = (path: string, text: string) => w.as(alice).post(`${at}/${path}`, { content: b64(text) })
  await create('.gitattributes', '*.bin filter=lfs diff=lfs merge=lfs -text\n').gives(201)
  await create('art/.gitattributes', 'raw.bin !filter\n').gives(201)
  const one = file('from the browser')
  await create('art/x.bin', one.text).gives(201, { content: { lfs_oid: one.oid, lfs_size: one.size, content: b64(pointer(one)) } })
  assert.equal((await w.as(alice).get('/repos/alice/demo/media/art/x.bin').gives(200)).text, one.text)
  await create('art/raw.bin', one.text).gives(201, { content: { content: b64(one.text) } })
  await create('x.txt', one.text).gives(201, { content: { content: b64(one.text) } })
  await create('empty.bin', '').gives(201, { content: { size: 0 } })
  const two = file('several at once')
  const { body } = await w.as(alice).post(at, { files: [{ operation: 'create', path: 'y.bin', content: b64(two.text) }, { operation: 'create', path: 'z.bin', content: b64(pointer(one)) }] }).gives(201)
  assert.deepEqual(body.files.map((each: any) => each.lfs_oid), [two.oid, one.oid])
  await create('large.bin', 'x'.repeat(101)).gives(413)
}, { max_lfs: '100' })
