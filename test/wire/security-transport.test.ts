// Git's own addresses: the right that is asked is the one of the route that runs, whatever the address looks like.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { scenario, type World } from '../kit/world.ts'
import { commit, git, remote, workTree } from '../kit/git.ts'
import { buildHidden } from './security-world.ts'

const zero = '0'.repeat(40)
const line = (text: string) => `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`
const emptyPack = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex')
const pushOf = (old: string, next: string, ref: string) => Buffer.concat([Buffer.from(`${line(`${old} ${next} ${ref}\0report-status\n`)}0000`), emptyPack])

const branches = async (w: World, path: string) => (await w.anonymous.get(`/repos/${path}/branches`).gives(200)).body.map((one: any) => one.name).toSorted()

/** An answer to a request line that no client library would send. */
async function raw(w: World, method: string, target: string, type: string, body: Buffer): Promise<number> {
  const { port } = new URL(await w.listening())
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    let said = ''
    socket.on('data', (data) => void (said += data))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)))
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`)
    socket.write(body)
  })
}

scenario('git-receive-pack: no spelling of its address pushes without a right', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'open', { auto_init: true })
  const tip = (await w.anonymous.get('/repos/alice/open/branches/main').gives(200)).body.commit.id
  const type = 'application/x-git-receive-pack-request'
  const body = pushOf(zero, tip, 'refs/heads/evil')
  const paths = ['git-receive-pack', 'git-receive-pack?service=git-upload-pack', '%67it-receive-pack', 'git-receive-pack/', '/git-receive-pack', './git-receive-pack', 'x/../git-receive-pack', 'GIT-RECEIVE-PACK', 'git-receive-pack%00', 'git-receive-pack;x=1', 'git-receive-pack%2f', 'info/../git-receive-pack', 'git%2dreceive%2dpack', 'git-upload-pack/../git-receive-pack', 'git-receive-pack#x']
  for (const path of paths) {
    for (const repo of ['alice/open.git', 'alice/open', 'ALICE/OPEN.GIT', 'alice%2fopen.git', 'alice//open.git', 'alice/open.git.git', 'alice/./open.git', 'alice/x/../open.git']) {
      const status = await raw(w, 'POST', `/${repo}/${path}`, type, body)
      assert.ok(status >= 400 && status < 500, `${repo}/${path}: ${status}`)
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'QUERY']) assert.notEqual(await raw(w, method, `/alice/open.git/${path}`, type, body), 200)
  }
  // a push sent to where fetches are answered moves nothing either
  for (const kind of [type, 'application/x-git-upload-pack-request']) await w.anonymous.post('//alice/open.git/git-upload-pack', body, { 'content-type': kind })
  assert.deepEqual(await branches(w, 'alice/open'), ['main'])
  // the very same bytes with a right
  await w.as(alice).post('//alice/open.git/git-receive-pack', body, { 'content-type': type }).gives(200)
  assert.deepEqual(await branches(w, 'alice/open'), ['evil', 'main'])
})

scenario('a push: each ref has its own verdict, and options of the push change nothing', async (w) => {
  const [alice, dave, carol] = [await w.user('alice'), await w.user('dave'), await w.user('carol')]
  await w.repo(alice, 'r', { private: true })
  const cwd = await workTree(w, alice, 'alice/r')
  await commit(cwd, 'f', 'x')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.as(alice).put('/repos/alice/r/collaborators/dave', { permission: 'write' }).gives(204)
  await w.as(alice).put('/repos/alice/r/collaborators/carol', { permission: 'read' }).gives(204)
  await w.as(alice).post('/repos/alice/r/branch_protections', { rule_name: 'main', enable_push: false }).gives(201)
  await w.as(alice).post('/repos/alice/r/tag_protections', { name_pattern: 'v*', whitelist_usernames: ['alice'] }).gives(201)
  await commit(cwd, 'f', 'y')
  const his = await remote(w, dave, 'alice/r')
  const said = await git(cwd, ['push', his, 'HEAD:main', 'HEAD:free', 'HEAD:refs/tags/v1', 'HEAD:refs/tags/w1', 'HEAD:refs/pull/1/head', 'HEAD:refs/codestead/x']).catch((error) => error.stderr as string)
  for (const [ref, words] of [['main', /protected/], ['v1', /protected/], ['refs/pull/1/head', /not allowed/], ['refs/codestead/x', /not allowed/]] as const) assert.match(said, new RegExp(`! \\[remote rejected\\] HEAD -> ${ref} \\(.*${words.source}`))
  assert.match(said, /HEAD -> free/)
  assert.match(said, /HEAD -> w1/)
  const atomic = await git(cwd, ['push', '--atomic', his, 'HEAD:main', 'HEAD:other']).catch((error) => error.stderr as string)
  assert.match(atomic, /HEAD -> other \(atomic push failure\)/)
  await assert.rejects(git(cwd, ['push', '-q', await remote(w, carol, 'alice/r'), 'HEAD:theirs']), /may not push/)
  const before = (await w.as(alice).get('/repos/alice/r').gives(200)).body
  for (const option of ['repo.private=false', 'repo.template=true', 'force_push=true', 'repo.archived=1', '--receive-pack=x', 'a\tb']) await git(cwd, ['push', '-q', '-o', option, his, `HEAD:o-${Math.random().toString(36).slice(2)}`])
  const after = (await w.as(alice).get('/repos/alice/r').gives(200)).body
  for (const key of ['private', 'template', 'archived', 'default_branch']) assert.equal(after[key], before[key], key)
  const names = (await w.as(alice).get('/repos/alice/r/branches').gives(200)).body.map((one: any) => one.name)
  assert.ok(names.includes('free') && !names.includes('other') && !names.includes('theirs'))

  await w.as(alice).patch('/repos/alice/r', { archived: true }).gives(200)
  await assert.rejects(git(cwd, ['push', '-q', his, 'HEAD:late']), /403/)
  await w.as(alice).patch('/repos/alice/r', { archived: false }).gives(200)
  await w.as(alice).delete('/repos/alice/r/collaborators/dave').gives(204)
  await assert.rejects(git(cwd, ['push', '-q', his, 'HEAD:late']), /not found/)
})

scenario('git over HTTP: hidden repositories are missing ones at every address of theirs, for everybody who may not see them', async (w) => {
  const h = await buildHidden(w)
  const { bob, rita, alice } = h.people
  const publicOnly = (await w.as(alice).post('/users/alice/tokens', { name: 'p', scopes: ['public-only', 'all'] }).gives(201)).body.sha1
  const batch = { accept: 'application/vnd.git-lfs+json', 'content-type': 'application/vnd.git-lfs+json' }
  const clients = { anonymous: w.anonymous, bob: w.as(bob), rita: w.as(rita), publicOnly: w.as(alice, { token: publicOnly }) }
  for (const path of ['info/refs?service=git-upload-pack', 'info/refs', 'HEAD', 'objects/info/packs']) await w.as(alice).get(`//alice/canary-secret.git/${path}`).gives(200)
  for (const [who, client] of Object.entries(clients)) {
    for (const { owner, repo, sha } of h.repos.filter((one) => !one.open)) {
      for (const ending of ['.git', '', '.wiki.git', '.wiki']) {
        const told = async (path: string) => {
          const answers = [
            await client.get(`//${path}/info/refs?service=git-upload-pack`), await client.get(`//${path}/info/refs?service=git-receive-pack`), await client.get(`//${path}/info/refs`), await client.get(`//${path}/HEAD`),
            await client.get(`//${path}/objects/info/packs`), await client.get(`//${path}/objects/${sha.slice(0, 2)}/${sha.slice(2)}`), await client.post(`//${path}/git-upload-pack`, '0000', { 'content-type': 'application/x-git-upload-pack-request' }),
            await client.post(`//${path}/git-upload-archive`, '0000', { 'content-type': 'application/x-git-upload-archive-request' }), await client.post(`//${path}/git-receive-pack`, pushOf(zero, sha, 'refs/heads/x'), { 'content-type': 'application/x-git-receive-pack-request' }),
            await client.post(`//${path}/info/lfs/objects/batch`, { operation: 'download', objects: [{ oid: 'a'.repeat(64), size: 1 }] }, batch), await client.get(`//${path}/info/lfs/locks`, batch), await client.get(`//${path}?go-get=1`),
          ]
          return answers.map((one) => `${one.status} ${one.headers['www-authenticate'] ?? ''} ${one.text}`.replaceAll(path, '*').replaceAll(path.replace(/\.git$/, ''), '*').replace(/nonce-[\w-]+|nonce="[\w-]+"/g, ''))
        }
        const [real, none] = [await told(`${owner}/${repo}${ending}`), await told(`${owner}/missing-one${ending}`)]
        for (const [n, answer] of real.entries()) {
          // a page names what was asked for
          if (!/<html/.test(answer)) assert.equal(answer, none[n], `${who} ${owner}/${repo}${ending} request ${n}`)
          assert.doesNotMatch(answer, /^2(?!00 .*<html)/s, `${who} ${owner}/${repo}${ending} request ${n}`)
        }
      }
    }
  }
})

scenario('whoever lost access cannot use what they had got before: links to large files, forks, sessions', async (w) => {
  const [alice, dave] = [await w.user('alice'), await w.user('dave')]
  await w.repo(alice, 'secret', { private: true, auto_init: true })
  await w.as(alice).put('/repos/alice/secret/collaborators/dave', { permission: 'write' }).gives(204)
  const media = { accept: 'application/vnd.git-lfs+json', 'content-type': 'application/vnd.git-lfs+json' }
  const bytes = 'canary large file'
  const oid = createHash('sha256').update(bytes).digest('hex')
  const ask = (operation: string) => w.as(dave).post('//alice/secret.git/info/lfs/objects/batch', { operation, objects: [{ oid, size: bytes.length }] }, media)
  const at = (href: string) => `/${new URL(href).pathname}${new URL(href).search}`
  const { upload } = (await ask('upload').gives(200)).body.objects[0].actions
  await w.anonymous.put(at(upload.href), Buffer.from(bytes), { 'content-type': 'application/octet-stream', ...lower(upload.header) }).gives(200)
  const { download } = (await ask('download').gives(200)).body.objects[0].actions
  const fetchLarge = () => w.anonymous.get(at(download.href), lower(download.header))
  await fetchLarge().gives(200)
  await w.as(dave).post('/repos/alice/secret/forks', { name: 'copy' }).gives(202)
  await w.as(dave).get('/repos/dave/copy').gives(200, { private: true })
  const browser = await w.browsing(dave)
  await browser.get('//alice/secret').gives(200)
  const cwd = await workTree(w, dave, 'alice/secret')
  await git(cwd, ['fetch', '-q', 'origin'])

  await w.as(alice).delete('/repos/alice/secret/collaborators/dave').gives(204)
  await w.as(alice).post('/repos/alice/secret/contents/later.txt', { content: 'Y2FuYXJ5', message: 'canary later' }).gives(201)
  await w.settled()
  assert.ok([401, 403, 404].includes((await fetchLarge()).status))
  await ask('download').gives(404)
  await browser.get('//alice/secret').gives(404)
  await assert.rejects(git(cwd, ['fetch', '-q', 'origin']), /not found/)
  // the fork stays, and hears nothing of what came since
  for (const reply of [
    w.as(dave).post('/repos/dave/copy/merge-upstream', { branch: 'main' }), w.as(dave).get('/repos/dave/copy/compare/main...alice:main'), w.as(dave).get('/repos/alice/secret/compare/main...dave:main'),
    w.as(dave).post('/repos/alice/secret/pulls', { title: 'x', head: 'dave:main', base: 'main' }), w.as(dave).post('/repos/alice/secret/forks', { name: 'again' }),
  ]) {
    const { status, text } = await reply
    assert.ok(status >= 400 && status < 500, `${status} ${text.slice(0, 200)}`)
    assert.doesNotMatch(text, /canary/)
  }
})

const lower = (headers: Record<string, string> = {}) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
