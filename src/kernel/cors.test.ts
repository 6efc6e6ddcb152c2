import assert from 'node:assert/strict'
import { scenario, type World } from '../../test/kit/world.ts'

const named = 'https://app.example.com'
const stranger = 'https://evil.example.com'

async function asking(w: World, method: string, path: string, headers: Record<string, string>, body?: string) {
  const got = await fetch(`${await w.listening()}${path}`, { method, headers, body })
  await got.arrayBuffer()
  return got
}
const asksBefore = (w: World, path: string, origin: string, method = 'GET') => asking(w, 'OPTIONS', path, { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' })

async function seeded(w: World) {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
}

const forPrograms = [
  ['GET', '/api/v1/repos/alice/demo'], ['DELETE', '/api/v1/repos/alice/demo'], ['GET', '/alice/demo.git/info/refs?service=git-upload-pack'], ['POST', '/alice/demo.git/git-upload-pack'],
  ['POST', '/alice/demo.git/git-receive-pack'], ['GET', '/alice/demo.git/HEAD'], ['POST', '/alice/demo.git/info/lfs/objects/batch'], ['GET', '/alice/demo/raw/branch/main/README.md'],
]

scenario('cors_origins: scripts of the named sites may ask and read, and cookies are not for them', async (w) => {
  await seeded(w)
  for (const [method, path] of forPrograms) {
    const asked = await asksBefore(w, path, named, method)
    assert.deepEqual([asked.status, asked.headers.get('access-control-allow-origin'), asked.headers.get('vary')], [204, named, 'Origin'], path)
    assert.match(asked.headers.get('access-control-allow-methods')!, new RegExp(`\\b${method}\\b`))
    assert.match(asked.headers.get('access-control-allow-headers')!, /Authorization.*Content-Type.*Git-Protocol/)
    assert.equal(asked.headers.get('access-control-allow-credentials'), null)
    assert.equal((await asksBefore(w, path, stranger, method)).headers.get('access-control-allow-origin'), null)
  }
  const lsRefs = '0014command=ls-refs\n0000'
  const fetches = { 'content-type': 'application/x-git-upload-pack-request', 'git-protocol': 'version=2' }
  const read = (origin: string) => Promise.all([
    asking(w, 'GET', '/api/v1/repos/alice/demo', { origin }), asking(w, 'GET', '/api/v1/repos/alice/none', { origin }), asking(w, 'GET', '/alice/demo.git/info/refs?service=git-upload-pack', { origin }),
    asking(w, 'POST', '/alice/demo.git/git-upload-pack', { origin, ...fetches }, lsRefs), asking(w, 'GET', '/alice/none.git/info/refs?service=git-upload-pack', { origin }),
  ])
  // twice: the second time answers may be kept ones
  for (let times = 0; times < 2; times++) {
    assert.deepEqual((await read(named)).map((one) => `${one.status} ${one.headers.get('access-control-allow-origin')}`), [200, 404, 200, 200, 401].map((status) => `${status} ${named}`))
    for (const one of await read(stranger)) assert.equal(one.headers.get('access-control-allow-origin'), null)
  }
  assert.equal((await asking(w, 'GET', '/api/v1/repos/alice/demo', {})).headers.get('access-control-allow-origin'), null)
  // pages are for people, and what is not there is not asked for
  assert.equal((await asking(w, 'GET', '/alice/demo', { origin: named })).headers.get('access-control-allow-origin'), null)
  assert.equal((await asksBefore(w, '/alice/demo', named)).headers.get('access-control-allow-origin'), null)
  assert.equal((await asksBefore(w, '/api/v1/nothing', named)).status, 404)
}, { cors_origins: `https://other.example.com, ${named}` })

scenario('cors_origins: all sites', async (w) => {
  await seeded(w)
  const got = await asking(w, 'GET', '/api/v1/repos/alice/demo', { origin: stranger })
  assert.deepEqual([got.headers.get('access-control-allow-origin'), got.headers.get('access-control-allow-credentials')], ['*', null])
}, { cors_origins: '*' })

scenario('cors_origins: none unless the site names some', async (w) => {
  await seeded(w)
  for (const [method, path] of forPrograms) {
    const asked = await asksBefore(w, path, named, method)
    assert.deepEqual([asked.status, asked.headers.get('access-control-allow-origin')], [405, null], path)
    assert.match(asked.headers.get('allow')!, new RegExp(method))
  }
  assert.equal((await asking(w, 'GET', '/api/v1/repos/alice/demo', { origin: named })).headers.get('access-control-allow-origin'), null)
})
