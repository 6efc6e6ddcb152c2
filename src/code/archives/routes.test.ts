import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

const run = promisify(execFile)

scenario('getReposArchiveByArchive and web addresses: zip, tar.gz and bundle of branches, tags and commits', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'Demo')
  const cwd = await workTree(w, alice, 'alice/Demo')
  await commit(cwd, 'a.txt', 'a\n')
  const oid = await commit(cwd, 'src/b.txt', 'b\n')
  await git(cwd, ['tag', 'v1.0'])
  await git(cwd, ['push', '-q', 'origin', 'main', 'v1.0', 'main:feature/x'])
  const root = await w.listening()
  const fetched = async (path: string, name: string) => {
    const got = await fetch(root + path)
    assert.equal(got.status, 200, path)
    writeFileSync(join(cwd, name), Buffer.from(await got.arrayBuffer()))
    return got.headers
  }
  const headers = await fetched('/alice/Demo/archive/feature%2Fx.tar.gz', 'x.tar.gz')
  assert.match(headers.get('content-disposition')!, /^attachment; filename="Demo-feature-x\.tar\.gz"/)
  assert.equal(headers.get('content-type'), 'application/octet-stream')
  assert.equal(headers.get('link'), `<${root}/api/v1/repos/alice/Demo/archive/${oid}.tar.gz?rev=${oid}>; rel="immutable"`)
  assert.deepEqual((await run('tar', ['tzf', join(cwd, 'x.tar.gz')])).stdout.trim().split('\n').sort(), ['demo/', 'demo/a.txt', 'demo/src/', 'demo/src/b.txt'])
  await fetched('/api/v1/repos/alice/Demo/archive/v1.0.tar.gz?path=src', 'y.tar.gz')
  assert.deepEqual((await run('tar', ['tzf', join(cwd, 'y.tar.gz')])).stdout.trim().split('\n').sort(), ['demo/', 'demo/src/', 'demo/src/b.txt'])
  await fetched(`/api/v1/repos/alice/Demo/archive/${oid.slice(0, 8)}.bundle`, 'z.bundle')
  await git(cwd, ['bundle', 'verify', '-q', 'z.bundle'])
  await fetched('/alice/Demo/archive/feature/x.bundle', 'x.bundle')
  assert.match(await git(cwd, ['bundle', 'list-heads', 'x.bundle']), new RegExp(`^${oid} refs/heads/feature/x`))
  const zip = await w.anonymous.get('/repos/alice/Demo/archive/main.zip').gives(200)
  assert.ok(zip.text.startsWith('PK'))
  await w.anonymous.get('/repos/alice/Demo/archive/main.zip', { 'if-none-match': zip.headers.etag }).gives(304)
  await w.anonymous.head('/repos/alice/Demo/archive/main.zip').gives(200).empty()
  await w.anonymous.get('/repos/alice/Demo/archive/main.rar').gives(400).says('unknown format')
  await w.anonymous.get('/repos/alice/Demo/archive/main.zip?path=missing').gives(400)
  await w.anonymous.get('/repos/alice/Demo/archive/main.zip?path=:(exclude)a.txt').gives(400)
  await w.anonymous.get('/repos/alice/Demo/archive/main.bundle?path=src').gives(400)
  for (const odd of ['nothing', '--output=x', 'main..v1', 'HEAD~1', '@%7Bu%7D']) await w.anonymous.get(`/repos/alice/Demo/archive/${odd}.zip`).gives(404)
  await w.repo(alice, 'bare')
  await w.anonymous.get('/repos/alice/bare/archive/main.zip').gives(404)
})

scenario('getReposZipballByRef, getReposTarballByRef, getReposBundleByRef: the other addresses of the same', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'Demo')
  const cwd = await workTree(w, alice, 'alice/Demo')
  const oid = await commit(cwd, 'a.txt', 'a\n')
  await git(cwd, ['push', '-q', 'origin', 'main', 'main:feature/x'])
  const at = '/repos/alice/Demo'
  for (const [kind, format] of [['zipball', 'zip'], ['tarball', 'tar.gz'], ['bundle', 'bundle']]) {
    const got = await w.anonymous.get(`${at}/${kind}/feature/x`).gives(200).header('content-type', 'application/octet-stream').header('content-disposition', new RegExp(`filename="Demo-feature-x\\.${format}"`))
    assert.equal(got.text, (await w.anonymous.get(`${at}/archive/feature/x.${format}`).gives(200)).text)
    await w.anonymous.head(`${at}/${kind}/${oid}`).gives(200).header('link', new RegExp(`/archive/${oid}\\.${format}\\?rev=${oid}>; rel="immutable"`))
    await w.anonymous.get(`${at}/${kind}/nothing`).gives(404).empty()
    await w.anonymous.get(`${at}/${kind}/feature`).gives(404).empty()
  }
  await w.anonymous.get(`${at}/zipball/main?path=missing`).gives(400)
  await w.as(alice).patch(at, { private: true }).gives(200)
  for (const kind of ['zipball', 'tarball', 'bundle']) await w.anonymous.get(`${at}/${kind}/main`).gives(404).empty()
})

scenario('archives are made once for a commit and kept for a day', async (w) => {
  const alice = await w.user('alice')
  const root = await w.user('root', { admin: true })
  const { id } = await w.repo(alice, 'demo')
  const cwd = await workTree(w, alice, 'alice/demo')
  const oid = await commit(cwd, 'a.txt', 'a\n')
  await git(cwd, ['push', '-q', 'origin', 'main', 'main:same'])
  const base = await w.listening()
  const bytes = async (path: string, headers: Record<string, string> = {}) => {
    const got = await fetch(`${base}/api/v1/repos/alice/demo/archive/${path}`, { headers })
    return { status: got.status, headers: got.headers, body: Buffer.from(await got.arrayBuffer()) }
  }
  const kept = async () => (await Array.fromAsync(w.cx.blobs.list('archives'))).map((one) => one.key).sort()
  for (const format of ['zip', 'tar.gz', 'bundle']) {
    const first = await bytes(`main.${format}`)
    assert.equal(first.headers.get('content-length'), null)
    const again = await bytes(`main.${format}`)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('content-length'), String(first.body.length))
    const part = await bytes(`main.${format}`, { range: 'bytes=0-3' })
    assert.deepEqual([part.status, part.body], [206, first.body.subarray(0, 4)])
  }
  assert.deepEqual((await kept()).map((one) => one.replace(/-[0-9a-f]+\./, '.')).sort(), ['bundle', 'tar.gz', 'zip'].map((format) => `archives/${id}/${oid}.${format}`))
  // another branch at the same commit needs no other archive, but a bundle names its branch
  await bytes('same.zip')
  assert.equal((await kept()).length, 3)
  await bytes('same.bundle')
  assert.equal((await kept()).length, 4)
  // parts are not kept, nor is what nobody waited for
  await bytes('main.zip?path=a.txt')
  await w.anonymous.head('/repos/alice/demo/archive/main.tar.gz').gives(200)
  assert.equal((await kept()).length, 4)
  // the folder inside bears the name of the repository
  await w.as(alice).patch('/repos/alice/demo', { name: 'other' }).gives(200)
  assert.match((await bytes('main.zip')).body.toString('latin1'), /other\/a\.txt/)
  assert.equal((await kept()).length, 5)
  await w.as(root).post('/admin/cron/archive_cleanup').gives(204)
  assert.equal((await kept()).length, 5)
  w.later(86_401)
  await w.as(root).post('/admin/cron/archive_cleanup').gives(204)
  assert.deepEqual(await kept(), [])
  await bytes('main.zip')
  await w.as(root).post('/admin/cron/delete_repo_archives').gives(204)
  assert.deepEqual(await kept(), [])
})
