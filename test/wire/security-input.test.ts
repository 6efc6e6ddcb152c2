// What an attacker may put into bodies, addresses and headers; every answer is a refusal or harmless, never a failure.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { scenario } from '../kit/world.ts'
import type { World } from '../kit/world.ts'
import { fill, wordsFor } from './security-world.ts'

const inRepo = { owner: 'alice', repo: 'open', open: true, sha: '0'.repeat(40) }

async function furnished(w: World) {
  const alice = await w.user('alice')
  await w.org(alice, 'pub-org')
  await w.repo(alice, 'open', { auto_init: true })
  await w.as(alice).post('/repos/alice/open/issues', { title: 'one' }).gives(201)
  return alice
}

scenario('no text member of any body takes a NUL, a half of a letter, or a megabyte without an end', async (w) => {
  const alice = await furnished(w)
  const root = await w.user('root', { admin: true })
  const failed: string[] = []
  const long = 'x'.repeat(1_100_000)
  const goes = /^(deleteRepos|deleteOrgs|deleteOrgsRepos|deleteAdminUsers|createReposTransfer|createReposForks|editRepos)$|Rename$|Migrate/
  for (const one of w.app.declarations) {
    if (one.site || !one.body || one.body === 'stream' || goes.test(one.id)) continue
    const path = fill(one, { ...wordsFor(inRepo, '1'), org: 'pub-org', username: 'alice' })
    const properties = Object.entries<any>((one.body as any).properties ?? {}).map(([key, s]) => [key, s.anyOf ? s.anyOf[0] : s])
    const required: string[] = (one.body as any).required ?? []
    for (const [key, schema] of properties) {
      const values = schema.type === 'string' ? ['a\0b', '\ud800', '\u202e', ...(schema.large ? [] : [long])] : schema.type === 'array' ? [['a\0b'], [null], [['\0']]] : [{ 'a\0': '\0' }, 2 ** 60]
      for (const value of values) {
        const body = Object.fromEntries(properties.filter(([name]) => required.includes(name)).map(([name, s]) => [name, s.type === 'string' ? s.enum?.[0] ?? 'w' : s.type === 'integer' ? 1 : s.type === 'array' ? [] : {}]))
        const got = await (one.path.startsWith('/admin') ? w.as(root) : w.as(alice))[one.method.toLowerCase() as 'post'](path, { ...body, [key]: value })
        const said = JSON.stringify(value).slice(0, 20)
        if (got.status >= 500) failed.push(`${one.id} ${key}=${said}: ${got.status}`)
        if ((value === long || value === 'a\0b') && got.status < 300) failed.push(`${one.id} ${key}=${said} was taken`)
      }
    }
  }
  assert.deepEqual(failed, [])
})

scenario('no query of any reading operation makes it fail', async (w) => {
  const alice = await furnished(w)
  const failed: string[] = []
  const values = ['a%00b', '-1', '99999999999999999999', '2020-13-45T00:00:00Z', '--output=x', '..', '/etc/passwd', "%27%22%25_", 'a,'.repeat(1500)]
  for (const one of w.app.declarations) {
    if (one.method !== 'GET' || one.site || one.path.startsWith('/admin')) continue
    const path = fill(one, { ...wordsFor(inRepo, '1'), sha: 'main', org: 'pub-org', username: 'alice' })
    for (const key of ['page', 'limit', ...Object.keys((one.query as any)?.properties ?? {})]) {
      for (const value of values) {
        const got = await w.as(alice).get(`${path}?${key}=${value}`)
        if (got.status >= 500) failed.push(`${one.id} ${key}=${value.slice(0, 30)}: ${got.status}`)
      }
    }
  }
  assert.deepEqual(failed, [])
})

scenario('members that no schema names change nothing, whatever they are called', async (w) => {
  const alice = await furnished(w)
  const body = '{"__proto__":{"is_admin":true},"constructor":{"prototype":{"is_admin":true}},"is_admin":true,"id":1,"title":"second"}'
  const json = { 'content-type': 'application/json' }
  await w.as(alice).post('/repos/alice/open/issues', body, json).gives(201, { title: 'second' })
  // which of two would count is not left to chance
  await w.as(alice).post('/repos/alice/open/issues', '{"title":"first","title":"second"}', json).gives(422).emits()
  await w.as(alice).get('/user').gives(200, { is_admin: false })
  assert.equal(({} as Record<string, unknown>).is_admin, undefined)
})

scenario('JSON a million levels deep is refused or ignored in good time', async (w) => {
  const alice = await furnished(w)
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
  const send = (path: string, body: string) => w.as(alice).post(path, body, { 'content-type': 'application/json' })
  await send('/orgs', `{"username":${deep}}`).gives(422)
  await send('/orgs', `{"username":"deep","more":${deep}}`).gives(201)
  assert.ok((await send('/repos/alice/open/issues/1/labels', `{"labels":[${deep}]}`)).status < 500)
  await send('/repos/alice/open/contents', '{"files":[null]}').gives(422)
})

scenario('the Host header cannot put anything but a host into answers', async (w) => {
  const alice = await furnished(w)
  for (const [i, host] of ['a:99999', '1.2.3.999', 'evil"><x', 'a evil', 'evil/path', 'user@evil', '[::1', 'a\\b', 'xn--'].entries()) {
    const got = await w.as(alice).post(`/repos/alice/open/contents/f${i}`, { content: '' }, { host }).gives(201)
    assert.ok(URL.canParse(got.body.content.url), got.body.content.url)
    assert.doesNotMatch(got.text, /evil|user@|99999/)
  }
  const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript', 'x-forwarded-for': '10.9.8.7', 'x-webauth-user': 'alice', 'x-http-method-override': 'DELETE' }
  const got = await w.as(alice).get('/repos/alice/open', forwarded).gives(200)
  assert.doesNotMatch(got.text, /evil|javascript/)
  await w.anonymous.get('/user', forwarded).gives(401)
})

scenario('credentials in every carrier give the same answer', async (w) => {
  const alice = await furnished(w)
  await w.repo(alice, 'secret', { private: true, auto_init: true })
  const paths = ['/user', '/repos/alice/secret', '/user/repos', '/notifications', '//alice/secret/raw/branch/main/README.md', '//alice/secret/archive/main.zip', '//alice/secret.git/info/refs?service=git-upload-pack', '//alice/secret.git/info/refs?service=git-receive-pack']
  for (const scopes of [['read:misc'], ['read:user'], ['read:repository'], ['write:repository'], ['public-only', 'all'], ['all']]) {
    const token = (await w.as(alice).post('/users/alice/tokens', { name: scopes.join(), scopes }).gives(201)).body.sha1
    const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const carriers = [`token ${token}`, `Bearer ${token}`, basic('alice', token), basic(token, ''), basic(token, 'x-oauth-basic')]
    for (const path of paths) {
      const answers = new Set<number>()
      for (const authorization of carriers) answers.add((await w.anonymous.get(path, { authorization })).status)
      assert.equal(answers.size, 1, `${scopes} ${path}: ${[...answers]}`)
    }
  }
})

scenario('ambiguous framing is refused, endless and slow requests are cut off', async (w) => {
  const alice = await furnished(w)
  const { port } = new URL(await w.listening())
  const authorization = `Authorization: Basic ${Buffer.from(`${alice.name}:${alice.password}`).toString('base64')}\r\nContent-Type: application/json\r\n`
  const speak = (start: string, more?: Buffer) => new Promise<string>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    let said = ''
    socket.on('data', (data) => void (said += data))
    socket.on('error', () => {})
    socket.on('close', () => resolve(said))
    socket.write(start)
    const pour = () => {
      while (more && !socket.destroyed && socket.write(more));
    }
    socket.on('drain', pour)
    pour()
  })
  const head = (more: string) => `POST /api/v1/orgs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${authorization}${more}\r\n\r\n`
  assert.match(await speak(`${head('Content-Length: 4\r\nTransfer-Encoding: chunked')}0\r\n\r\n`), /^HTTP\/1.1 400/)
  assert.match(await speak(`${head('Content-Length: 4\r\nContent-Length: 5')}abcd`), /^HTTP\/1.1 400/)
  assert.match(await speak(head('Content-Length: 104857600')), /^HTTP\/1.1 413/)
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65536, 32), Buffer.from('\r\n')])
  assert.match(await speak(head('Transfer-Encoding: chunked'), chunk), /^HTTP\/1.1 413|^$/)
  assert.match(await speak('GET /api/v1/users/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'), /^HTTP\/1.1 400[\s\S]*"message"[\s\S]*"url"/)
  assert.equal(w.app.server.server.headersTimeout, 10_000)
})
