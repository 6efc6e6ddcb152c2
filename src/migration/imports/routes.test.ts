import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { commit, git, remote, workTree } from '../../../test/kit/git.ts'
import { wikiDir } from '../../repos/index.ts'
import { openWorld, scenario, type Person, type World } from '../../../test/kit/world.ts'

/** this machine under one address only, so that its others still stand for private networks */
const near = { outbound_allow: '127.0.0.1/32' }

/** Another server with a repository ann/source: two branches, a tag, and a wiki if wished. */
async function elsewhere(more: { private?: boolean; wiki?: boolean } = {}) {
  const there = await openWorld()
  try {
    return await furnished(there, more)
  } catch (error) {
    await there.close()
    throw error
  }
}

async function furnished(there: Awaited<ReturnType<typeof openWorld>>, more: { private?: boolean; wiki?: boolean }) {
  const ann = await there.user('ann')
  await there.repo(ann, 'source', { private: more.private ?? false })
  const tree = await workTree(there, ann, 'ann/source')
  const first = await commit(tree, 'README.md', 'hello\n')
  await git(tree, ['tag', 'v1'])
  await git(tree, ['push', '-q', 'origin', 'main', 'main:refs/heads/topic', 'v1'])
  if (more.wiki) {
    const wiki = there.folder()
    await git(wiki, ['init', '-q', '-b', 'main'])
    await commit(wiki, 'Home.md', 'welcome\n')
    const row = await there.cx.db.selectFrom('repo').select(['storage', 'object_format']).where('name', '=', 'source').executeTakeFirstOrThrow()
    await git(wiki, ['clone', '-q', '--bare', '.', wikiDir(there.cx, row).path])
  }
  return { there, ann, tree, first, address: `${await there.listening()}/ann/source.git` }
}

async function web(answer: RequestListener, host = '127.0.0.1') {
  const server = createServer(answer).listen(0, host)
  let connections = 0
  server.on('connection', () => connections++)
  await once(server, 'listening')
  const root = `http://${host}:${(server.address() as AddressInfo).port}`
  return { root, connections: () => connections, close: () => server.close() }
}

/** Nothing of a failed import may stay. */
async function nothingLeft(w: World): Promise<void> {
  assert.deepEqual(await w.cx.db.selectFrom('import_intention').select('storage').execute(), [])
  const known = new Set((await w.cx.db.selectFrom('repo').select('storage').execute()).map((row) => row.storage))
  const root = join(w.cx.config.data, 'repositories')
  for (const shelf of (() => { try { return readdirSync(root) } catch { return [] } })()) {
    for (const name of readdirSync(join(root, shelf))) assert.ok(known.has(name.split('.')[0]), `left behind: ${name}`)
  }
}

scenario('createReposMigrate: branches, tags and wiki come over, without an entry in feeds', async (w) => {
  const far = await elsewhere({ wiki: true })
  try {
    const bob = await w.user('bob')
    const made = await w.as(bob).post('/repos/migrate', { clone_addr: far.address, repo_name: 'copy', description: 'a copy', wiki: true, service: 'nonsense' })
      .gives(201, {
        full_name: 'bob/copy', description: 'a copy', mirror: false, empty: false, default_branch: 'main', branch_count: 2, original_url: far.address, mirror_interval: '', has_pull_requests: true,
        permissions: { admin: true, push: true, pull: true }, watchers_count: 1, owner: { login: 'bob' },
      })
      .emits('repo.created')
    assert.equal(made.body.private, false)
    await w.settled()
    await w.as(bob).get('/repos/bob/copy/branches/topic').gives(200, { commit: { id: far.first } })
    await w.as(bob).get('/repos/bob/copy/tags').gives(200, [{ name: 'v1' }])
    await w.as(bob).get('/repos/bob/copy/activities/feeds').gives(200, [])
    const wiki = w.folder()
    await git(wiki, ['clone', '-q', await remote(w, bob, 'bob/copy.wiki'), '.'])
    assert.equal((await git(wiki, ['ls-files'])).trim(), 'Home.md')
    await nothingLeft(w)
  } finally {
    await far.there.close()
  }
}, near)

scenario('createReposMigrate: credentials are used, and kept nowhere in the open', async (w) => {
  const far = await elsewhere({ private: true })
  try {
    const bob = await w.user('bob')
    const post = (more: object, name = 'copy') => w.as(bob).post('/repos/migrate', { clone_addr: far.address, repo_name: name, ...more })
    await post({}).gives(422).says('Authentication failed').emits()
    await post({ auth_username: 'ann', auth_password: 'wrong' }).gives(422).says('Authentication failed').emits()
    await nothingLeft(w)
    await post({ auth_username: 'ann', auth_password: far.ann.password, mirror: true, private: true }).gives(201, { original_url: far.address, private: true, mirror: true })
    const inside = far.address.replace('http://', `http://ann:${encodeURIComponent(far.ann.password)}@`)
    await post({ clone_addr: inside }, 'other').gives(201, { original_url: far.address })
    const token = (await far.there.as(far.ann).post('/users/ann/tokens', { name: 'ci', scopes: ['read:repository'] }).gives(201)).body.sha1
    await post({ service: 'Gitea', auth_token: token }, 'third').gives(201, { original_url: far.address })
    const rows = JSON.stringify([await w.cx.db.selectFrom('mirror').selectAll().execute(), await w.cx.db.selectFrom('repo').selectAll().execute(), await w.cx.db.selectFrom('fact').selectAll().execute()])
    assert.ok(!rows.includes(far.ann.password) && !rows.includes(token))
  } finally {
    await far.there.close()
  }
}, near)

scenario('createReposMigrate: a mirror has an interval and neither pull requests nor actions', async (w) => {
  const far = await elsewhere()
  try {
    const bob = await w.user('bob')
    const post = (more: object, name = 'copy') => w.as(bob).post('/repos/migrate', { clone_addr: far.address, repo_name: name, mirror: true, ...more })
    await post({ mirror_interval: '5m' }).gives(422).emits()
    await post({ mirror_interval: 'soon' }).gives(422).emits()
    await post({ mirror_interval: '24h' }).gives(201, {
      mirror: true, mirror_interval: '24h0m0s', mirror_last_sync_at: '1970-01-01T00:00:00Z', has_pull_requests: false, has_actions: false, has_issues: true, has_wiki: true, allow_manual_merge: true,
    })
    await post({}, 'usual').gives(201, { mirror_interval: '8h0m0s' })
    await post({ mirror_interval: '0' }, 'still').gives(201, { mirror_interval: '0s' })
    await w.as(bob).post('/repos/bob/copy/branches', { new_branch_name: 'mine' }).gives(403)
  } finally {
    await far.there.close()
  }
}, near)

scenario('createReposMigrate: who may import for whom', async (w) => {
  const far = await elsewhere()
  try {
    const [bob, carol] = [await w.user('bob'), await w.user('carol')]
    const root = await w.user('root', { admin: true })
    const hidden = await w.user('hidden', { visibility: 'private' })
    const org = await w.org(bob, 'club')
    const post = (who: Person | null, more: object) => w.as(who).post('/repos/migrate', { clone_addr: far.address, repo_name: 'copy', ...more })
    await post(null, {}).gives(401).emits()
    const body = { clone_addr: far.address, repo_name: 'copy' }
    const token = async (scopes: string[]) => (await w.as(bob).post('/users/bob/tokens', { name: scopes.join(), scopes }).gives(201)).body.sha1
    await w.as(bob, { token: await token(['read:repository']) }).post('/repos/migrate', body).gives(403).emits()
    await w.as(bob, { token: await token(['public-only', 'write:repository']) }).post('/repos/migrate', body).gives(403).emits()
    await post(bob, { repo_owner: 'carol' }).gives(403).emits()
    await post(bob, { uid: carol.id }).gives(403).emits()
    await post(carol, { repo_owner: 'club' }).gives(403).emits()
    await post(bob, { repo_owner: 'nobody' }).gives(422).emits()
    await post(bob, { repo_owner: hidden.name }).gives(422).emits()
    await post(bob, { uid: 12345 }).gives(422).emits()
    await post(bob, { uid: org.id }).gives(201, { full_name: 'club/copy' })
    await post(root, { repo_owner: 'carol' }).gives(201, { full_name: 'carol/copy' })
  } finally {
    await far.there.close()
  }
}, near)

scenario('createReposMigrate: bad names, taken names and bad addresses', async (w) => {
  const far = await elsewhere()
  try {
    const bob = await w.user('bob')
    await w.repo(bob, 'taken')
    const post = (body: object) => w.as(bob).post('/repos/migrate', body)
    const named = (repo_name: string) => post({ clone_addr: far.address, repo_name })
    await post({ repo_name: 'x' }).gives(422).says('[CloneAddr]: Required').emits()
    await post({ clone_addr: far.address }).gives(422).says('[RepoName]: Required').emits()
    for (const name of ['a b', 'a/b', '..', 'a..b', 'x.git', 'x.wiki', '-', 'x'.repeat(101)]) await named(name).gives(422).emits()
    const clash = await named('TAKEN').gives(409).emits()
    assert.ok(clash.body.message)
    const addresses = [
      'ssh://git@github.com/a/b', 'git@github.com:a/b.git', 'git://127.0.0.1/a/b', 'file:///etc', 'ext::sh -c touch% /tmp/x', 'fd::17', '--upload-pack=touch /tmp/x', '-x', 'ftp://127.0.0.1/a',
      '/etc', '/', '../x', 'http://', 'http:///a', 'http://127.0.0.2/a/b', 'http://10.0.0.1/a/b', 'http://169.254.169.254/latest/meta-data', 'http://[::1]/a/b', 'http://localhost.localdomain/a',
      'http://2130706434/a/b', 'http://0x7f000002/a', 'https://127.0.0.1:22/a/b', 'http://127.0.0.1/a\nb', 'http://127.0.0.1/a%0d%0ab\n[core]\n sshCommand=x', 'https://metadata.localhost/a/b', far.address + '?x=1',
    ]
    for (const clone_addr of addresses) await post({ clone_addr, repo_name: 'x' }).gives(422).emits()
    await post({ clone_addr: far.address.replace('source', 'nothing'), repo_name: 'x' }).gives(422).emits()
    await nothingLeft(w)
    await named('x').gives(201)
  } finally {
    await far.there.close()
  }
}, near)

scenario('createReposMigrate: a redirect into a private network is refused before anything is called', async (w) => {
  const canary = await web((_, answer) => answer.end('secret'), '127.0.0.2')
  const far = await elsewhere()
  let kind = 301
  const moved = await web((request, answer) => {
    const to = request.url!.startsWith('/good') ? new URL(far.address).origin + request.url!.slice(5) : canary.root + request.url
    answer.writeHead(kind, { location: to }).end()
  })
  // a source that behaves until it is asked for the pack
  const late = await web(async (request, answer) => {
    if (request.method === 'POST' && kind === 307) return void answer.writeHead(307, { location: canary.root + request.url }).end()
    const body = request.method === 'POST' ? await Array.fromAsync(request) : []
    const got = await fetch(new URL(far.address).origin + request.url, { method: request.method, headers: request.headers as Record<string, string>, body: body.length ? Buffer.concat(body as Buffer[]) : undefined })
    answer.writeHead(got.status, { 'content-type': got.headers.get('content-type') ?? '' }).end(Buffer.from(await got.arrayBuffer()))
  })
  try {
    const bob = await w.user('bob')
    const post = (clone_addr: string) => w.as(bob).post('/repos/migrate', { clone_addr, repo_name: 'x', wiki: true, service: 'gitea', issues: true })
    for (kind of [301, 302, 303, 307, 308]) await post(`${moved.root}/ann/source.git`).gives(422).emits()
    await post(`${late.root}/ann/source.git`).gives(201)
    await w.as(bob).delete('/repos/bob/x').gives(204)
    await w.settled()
    kind = 307
    await post(`${late.root}/ann/source.git`).gives(422).emits()
    assert.equal(canary.connections(), 0)
    await nothingLeft(w)
    // and one that leads to where we may go is followed
    await w.as(bob).post('/repos/migrate', { clone_addr: `${moved.root}/good/ann/source.git`, repo_name: 'x' }).gives(201, { original_url: `${moved.root}/good/ann/source.git`, branch_count: 2 })
  } finally {
    await far.there.close()
    for (const one of [canary, moved, late]) one.close()
  }
}, near)

scenario('createReposMigrate: a credential does not follow a redirect to another host', async (w) => {
  const far = await elsewhere({ private: true })
  const heard: string[] = []
  const other = await web((request, answer) => {
    heard.push(request.headers.authorization ?? '')
    answer.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
  })
  const moved = await web((request, answer) => answer.writeHead(302, { location: other.root + request.url }).end())
  try {
    const bob = await w.user('bob')
    await w.as(bob).post('/repos/migrate', { clone_addr: `${moved.root}/a/b.git`, repo_name: 'x', auth_username: 'ann', auth_password: 'hush' }).gives(422).emits()
    assert.ok(heard.length > 0)
    assert.deepEqual([...new Set(heard)], [''])
  } finally {
    await far.there.close()
    for (const one of [other, moved]) one.close()
  }
}, near)

scenario('createReposMigrate: folders of this machine are for those who were let', async (w) => {
  const [bob, root] = [await w.user('bob'), await w.user('root', { admin: true })]
  const path = w.folder()
  await git(path, ['init', '-q', '-b', 'trunk'])
  await commit(path, 'a.txt', 'a\n')
  await w.repo(root, 'secret', { auto_init: true, private: true })
  const post = (clone_addr: string) => w.as(bob).post('/repos/migrate', { clone_addr, repo_name: 'local' })
  await post(path).gives(422).emits()
  await w.as(root).patch('/admin/users/bob', { allow_import_local: true, login_name: 'bob', source_id: 0 }).gives(200)
  await post(w.folder('empty')).gives(422).emits()
  await post(join(path, 'a.txt')).gives(422).emits()
  const { storage } = await w.cx.db.selectFrom('repo').select('storage').where('name', '=', 'secret').executeTakeFirstOrThrow()
  await post(join(w.cx.config.data, 'repositories', storage.slice(0, 2), `${storage}.git`)).gives(422).emits()
  await post(path).gives(201, { default_branch: 'trunk', branch_count: 1, empty: false })
})

scenario('createReposMigrate: of several for one name one wins, and an empty source makes an empty repository', async (w) => {
  const far = await elsewhere()
  try {
    const bob = await w.user('bob')
    const body = { clone_addr: far.address, repo_name: 'x' }
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => w.as(bob).post('/repos/migrate', body)))).map((one) => one.status)
    assert.deepEqual(statuses.sort(), [201, 409, 409, 409])
    await nothingLeft(w)
    await far.there.repo(far.ann, 'blank')
    await w.as(bob).post('/repos/migrate', { clone_addr: far.address.replace('source', 'blank'), repo_name: 'blank' }).gives(201, { empty: true, branch_count: 0 })
    await far.there.repo(far.ann, 'wide', { object_format_name: 'sha256', auto_init: true })
    await w.as(bob).post('/repos/migrate', { clone_addr: far.address.replace('source', 'wide'), repo_name: 'wide' }).gives(201, { object_format_name: 'sha256', branch_count: 1 })
    await w.as(bob).get('/repos/bob/wide/contents/README.md').gives(200)
  } finally {
    await far.there.close()
  }
}, near)

scenario('what a dead process left of an import is taken away at start, and the name is free', async (w) => {
  const far = await elsewhere()
  try {
    const bob = await w.user('bob')
    const shelf = join(w.cx.config.data, 'repositories', 'ab')
    await git(w.folder(), ['init', '-q', '--bare', join(shelf, 'abdead.git')])
    await git(w.folder(), ['init', '-q', '--bare', join(shelf, 'abdead.wiki.git')])
    await w.cx.blobs.put('attachments/left', Buffer.from('x'))
    const row = { object_format: 'sha1' as const, owner_id: bob.id, blobs: '["attachments/left"]' }
    await w.cx.write((tx) => tx.insertInto('import_intention').values({ ...row, storage: 'abdead', lower_name: 'x', alive_until: w.cx.now() - 1 }).execute())
    await w.listening()
    assert.deepEqual(readdirSync(shelf), [])
    assert.equal(await w.cx.blobs.stat('attachments/left'), null)
    await w.cx.write((tx) => tx.insertInto('import_intention').values({ ...row, storage: 'acalive', lower_name: 'y', alive_until: w.cx.now() + 60 }).execute())
    // one that lives elsewhere keeps its name until it is silent for too long
    const post = (repo_name: string) => w.as(bob).post('/repos/migrate', { clone_addr: far.address, repo_name })
    await post('x').gives(201)
    await post('Y').gives(409)
    w.later(120)
    await post('Y').gives(201)
    await nothingLeft(w)
  } finally {
    await far.there.close()
  }
}, near)
