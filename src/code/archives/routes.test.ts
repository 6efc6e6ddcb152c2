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
