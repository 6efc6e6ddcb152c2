import { after, test } from 'node:test'
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server as TcpServer } from 'node:net'
import { Readable } from 'node:stream'
import { OutboundError, checkUrl, checkUrlNow, fetchOut, openOut, outboundPolicy } from './outbound.ts'

const PUBLIC = '93.184.216.34'
const servers: (Server | TcpServer)[] = []
after(() => {
  for (const server of servers) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  }
})
const listening = async (server: Server | TcpServer, host = '127.0.0.1') => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}
const serve = (listener: RequestListener) => listening(createServer(listener))
const names: Record<string, string[]> = { 'good.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'], 'public.test': [PUBLIC] }
const resolve = async (host: string) => names[host] ?? Promise.reject(new Error('NXDOMAIN'))
/** good.test and other.test lead to this machine and are allowed by name; the machine itself is not. */
const policy = outboundPolicy({ allow: ['good.test', 'other.test'], resolve })
const fails = (promise: Promise<unknown>, kind: OutboundError['kind'], pattern = /./) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof OutboundError, String(error))
    assert.equal(error.kind, kind, error.message)
    assert.match(error.message, pattern)
    return true
  })

let reached = 0
const canary = await serve((_request, response) => { reached++; response.end('secret') })

const CORPUS = [
  '127.0.0.1', '127.1', '0177.0.0.1', '0x7f000001', '0x7f.1', '2130706433', '017700000001', '0.0.0.0', '0', '[::1]', '[::]',
  '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]', '[2001:0:1::1]', '169.254.169.254', '[fd00:ec2::254]', '[fe80::1]', '[fe80::1%lo]', '[fe80::1%25lo]', '[ff02::1]',
  '[fec0::1]', '[2001:db8::1]', '[100::1]', '100.64.0.1', '100.100.100.200', '168.63.129.16', '198.18.0.1', '192.0.0.1', '192.0.0.192',
  '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.2.1', '198.51.100.1',
  '203.0.113.1', 'localhost', 'localhost.', 'LOCALHOST', 'x.localhost', 'good.test@127.0.0.1', 'good.test:x@127.0.0.1', '127。0。0。1',
  '127.0.0.1.', '%31%32%37.0.0.1', '①②⑦.0.0.1', '１２７.0.0.1', '010.8.8.8', '0x8.8.8.8', 'a@b@good.test', 'good.test\\@127.0.0.1',
]
const WHOLE = [
  'http://127.0.0.1#@good.test/', 'http://127.0.0.1?@good.test/', 'http://good.test\\@127.0.0.1/', 'http:127.0.0.1/', 'http:/127.0.0.1/',
  'http:///127.0.0.1/', '//127.0.0.1/', 'http://good.test:22/', 'http://good.test:25/', 'https://good.test:5432/', 'gopher://good.test/',
  'dict://good.test/', 'file:///etc/passwd', 'git://good.test/x', 'ssh://good.test/x', 'ftp://good.test/', 'data:text/plain,x',
  'javascript:alert(1)', 'ext::sh -c id', '/etc/passwd', '-oProxyCommand=id', '', 'http://', 'http://@/', 'http:// good.test/',
  'http://good.test/\r\nX: y', 'http://good.test/\0', 'http://good.test:99999/', ' http://good.test/', '\thttp://good.test/',
  `http://good.test/${'x'.repeat(5000)}`,
]

test('no spelling of a private address passes, nor is it connected to', async () => {
  for (const host of CORPUS) {
    for (const url of [`http://${host}/`, `https://${host}/x`, `http://${host}:${canary}/`]) {
      assert.equal(checkUrl(url, policy).ok, false, url)
      await fails(fetchOut(url, { policy }), 'refused')
    }
  }
  for (const url of WHOLE) {
    assert.equal(checkUrl(url, policy).ok, false, url)
    await fails(fetchOut(url, { policy }), 'refused')
  }
  assert.equal(reached, 0)
})

test('public addresses and names pass, with credentials and ports', () => {
  for (const url of ['http://public.test/', 'https://public.test:8443/a?b#c', `http://${PUBLIC}/`, 'https://u:p@public.test/x.git',
    'http://[2606:4700::1111]/', 'http://unknown.test/', 'http://[64:ff9b::808:808]/', 'http://[::ffff:8.8.8.8]/', 'http://127.example.com/',
    'https://bücher.example/', 'HTTP://PUBLIC.TEST']) {
    const checked = checkUrl(url, policy)
    assert.ok(checked.ok, url)
    assert.equal(checked.url.href, new URL(url).href)
  }
})

test('what the administrator lists is reachable, and nothing beside it', async () => {
  const open = outboundPolicy({ allow: ['127.0.0.0/8', '10.1.2.3', 'fd00::/8', '*.corp.test'], resolve: async () => ['10.9.9.9'] })
  for (const url of ['http://127.0.0.1/', 'http://localhost/', 'http://[::ffff:127.0.0.1]/', 'http://10.1.2.3/', 'http://[fd00::5]/']) {
    assert.equal(checkUrl(url, open).ok, true, url)
  }
  for (const url of ['http://10.1.2.4/', 'http://[::1]/', 'http://169.254.169.254/', 'http://127.1/', 'http://127.0.0.1:22/']) {
    assert.equal(checkUrl(url, open).ok, false, url)
  }
  assert.equal((await checkUrlNow('http://ci.corp.test/', open)).ok, true)
  assert.equal((await checkUrlNow('http://corp.test/', open)).ok, false)
  assert.equal((await checkUrlNow('http://evilcorp.test/', open)).ok, false)
  assert.equal((await fetchOut(`http://localhost:${canary}/`, { policy: open })).body.toString(), 'secret')
  reached = 0
})

test('one bad address among the answers is enough, and unknown names are not refused early', async () => {
  for (const answers of [[PUBLIC, '127.0.0.1'], ['127.0.0.1'], ['::1'], [PUBLIC, 'fe80::1%eth0'], ['2606:4700::1111', '::ffff:10.0.0.1'],
    ['64:ff9b::a00:1'], ['rubbish']]) {
    const mixed = outboundPolicy({ resolve: async () => answers })
    assert.equal((await checkUrlNow('http://mixed.test/', mixed)).ok, false, String(answers))
    await fails(fetchOut(`http://mixed.test:${canary}/`, { policy: mixed }), 'refused', /not public/)
  }
  assert.equal((await checkUrlNow('http://unknown.test/', policy)).ok, true)
  await fails(fetchOut('http://unknown.test/', { policy }), 'failed', /cannot be resolved/)
  await fails(fetchOut('http://empty.test/', { policy: outboundPolicy({ resolve: async () => [] }) }), 'failed', /no address/)
  assert.equal(reached, 0)
})

test('a name that changes its address between check and use is refused at use', async () => {
  const answers = [[PUBLIC], ['127.0.0.1']]
  const rebinding = outboundPolicy({ resolve: async () => answers.shift()! })
  const url = `http://rebind.test:${canary}/`
  assert.equal((await checkUrlNow(url, rebinding)).ok, true)
  await fails(fetchOut(url, { policy: rebinding }), 'refused')
  assert.equal(reached, 0)
})

test('the connected address is checked as well', async () => {
  // A policy whose resolver and verdict disagree stands for a lookup that was fooled.
  const fooled = { ...policy, addresses: async () => ['127.0.0.1'], refusal: () => null, admits: () => false }
  await fails(fetchOut(`http://any.test:${canary}/`, { policy: fooled }), 'refused')
  assert.equal(reached, 0)
})

test('an ordinary call', async () => {
  const seen: IncomingMessage[] = []
  const port = await serve(async (request, response) => {
    seen.push(request)
    response.setHeader('x-body', (await request.toArray()).join(''))
    response.writeHead(201).end('made')
  })
  const options = { policy, method: 'POST', body: 'ping', headers: { 'X-Event': 'push' } }
  const answer = await fetchOut(`http://us%40er:p%3Aw@good.test:${port}/a/b?c=d#e`, options)
  assert.deepEqual([answer.status, answer.body.toString(), answer.cut, answer.headers['x-body']], [201, 'made', false, 'ping'])
  assert.equal(answer.url, `http://good.test:${port}/a/b?c=d`)
  const { method, url, headers } = seen[0]!
  assert.deepEqual([method, url, headers.host, headers['x-event'], headers['content-length']],
    ['POST', '/a/b?c=d', `good.test:${port}`, 'push', '4'])
  assert.equal(headers.authorization, `Basic ${Buffer.from('us@er:p:w').toString('base64')}`)
  const body = Readable.from([Buffer.from('a'), Buffer.from('b')])
  assert.equal((await fetchOut(`http://good.test:${port}/`, { policy, method: 'PUT', body })).headers['x-body'], 'ab')
  const open = await openOut(`http://good.test:${port}/`, { policy })
  assert.equal((await open.body.toArray()).join(''), 'made')
})

test('headers cannot smuggle', async () => {
  const port = await serve((_request, response) => response.end())
  const url = `http://good.test:${port}/`
  await fails(fetchOut(url, { policy, headers: { 'X-A': 'a\r\nX-B: b' } }), 'failed')
  await fails(fetchOut(url, { policy, headers: { 'X-A: b\r\nX': 'b' } }), 'failed')
  for (const name of ['Host', 'content-length', 'Transfer-Encoding']) {
    await fails(fetchOut(url, { policy, headers: { [name]: '1' } }), 'refused', /cannot be set/)
  }
})

test('redirects to a refused host end there', async () => {
  const targets = [`http://127.0.0.1:${canary}/`, `http://2130706433:${canary}/`, `//[::1]:${canary}/`, 'file:///etc/passwd', 'http://good.test:22/']
  for (const status of [301, 302, 303, 307, 308]) {
    for (const location of targets) {
      const port = await serve((_request, response) => response.writeHead(status, { location }).end())
      await fails(fetchOut(`http://good.test:${port}/`, { policy }), 'refused', /redirected/)
    }
  }
  assert.equal(reached, 0)
})

test('at most three redirects are followed', async () => {
  const port = await serve(({ url }, response) => {
    const left = Number(url!.slice(1))
    if (left) response.writeHead(302, { location: `/${left - 1}` }).end()
    else response.end('there')
  })
  const answer = await fetchOut(`http://good.test:${port}/3`, { policy })
  assert.deepEqual([answer.body.toString(), answer.url], ['there', `http://good.test:${port}/0`])
  await fails(fetchOut(`http://good.test:${port}/4`, { policy }), 'refused', /more than 3/)
  assert.equal((await fetchOut(`http://good.test:${port}/1`, { policy, redirects: 0 })).status, 302)
})

test('credentials stay with their origin, methods follow the rules', async () => {
  const seen: { method: string, headers: IncomingMessage['headers'], body: string }[] = []
  const record: RequestListener = async (request, response) => {
    seen.push({ method: request.method!, headers: request.headers, body: (await request.toArray()).join('') })
    response.end()
  }
  const far = await serve(record)
  let status = 307
  const near = await serve((request, response) => {
    if (request.url === '/here') return void record(request, response)
    response.writeHead(status, { location: request.url === '/near' ? '/here' : `http://u:p@other.test:${far}/` }).end()
  })
  const headers = { Authorization: 'Bearer s3cret', Cookie: 's3cret', 'X-Signature': 's3cret', 'Content-Type': 'application/json' }
  const call = (path: string) => fetchOut(`http://good.test:${near}${path}`, { policy, method: 'POST', body: '{}', headers })
  const answer = await call('/far')
  assert.doesNotMatch(JSON.stringify(seen[0]), /s3cret|authorization/)
  assert.deepEqual([seen[0]!.method, seen[0]!.body, seen[0]!.headers['content-type']], ['POST', '{}', 'application/json'])
  assert.equal(answer.url, `http://other.test:${far}/`)
  await call('/near')
  assert.equal(seen[1]!.headers.authorization, 'Bearer s3cret')
  for (status of [301, 302, 303]) {
    await call('/near')
    assert.deepEqual([seen.at(-1)!.method, seen.at(-1)!.body, seen.at(-1)!.headers['content-type']], ['GET', '', undefined])
  }
  status = 307
  const body = Readable.from([Buffer.from('x')])
  await fails(fetchOut(`http://good.test:${near}/near`, { policy, method: 'POST', body }), 'failed', /body again/)
})

test('size and time are bounded', async () => {
  const gone: Promise<unknown>[] = []
  const port = await serve((request, response) => {
    gone.push(new Promise((done) => response.on('close', () => done(null))))
    if (request.url === '/big') {
      const pour = () => { while (!response.destroyed && response.write(Buffer.alloc(65536, 'x'))); }
      response.on('drain', pour)
      pour()
    } else if (request.url === '/slow') {
      response.write('a')
    } else if (request.url === '/broken') {
      response.writeHead(200, { 'content-length': '10' })
      response.write('a', () => response.destroy())
    } else if (request.url === '/headers') {
      response.writeHead(200, { 'x-long': 'x'.repeat(20000) }).end()
    }
  })
  const url = (path: string) => `http://good.test:${port}${path}`
  await fails(fetchOut(url('/big'), { policy }), 'too large')
  const cut = await fetchOut(url('/big'), { policy, maxBytes: 100_000, overflow: 'cut' })
  assert.deepEqual([cut.body.length, cut.cut], [100_000, true])
  await fails(fetchOut(url('/slow'), { policy, timeoutMs: 100 }), 'timeout')
  await fails(fetchOut(url('/silent'), { policy, timeoutMs: 100 }), 'timeout')
  await fails(fetchOut(url('/broken'), { policy }), 'failed')
  await fails(fetchOut(url('/headers'), { policy }), 'failed', /OVERFLOW/)
  const endless = outboundPolicy({ resolve: () => new Promise(() => {}) })
  await fails(fetchOut('http://slow.test/', { policy: endless, timeoutMs: 50 }), 'timeout')
  await fails(fetchOut(url('/silent'), { policy, signal: AbortSignal.timeout(50) }), 'failed')
  // Every connection was let go by us, also those whose answer never ended.
  await Promise.all(gone)
})

test('a certificate must be trusted, and https does not fall back to http', async () => {
  const port = await listening(createTlsServer({ key: KEY, cert: CERT }, ({ url }, response) => {
    if (url === '/down') response.writeHead(302, { location: `http://good.test:${canary}/` }).end()
    else response.end('safe')
  }))
  await fails(fetchOut(`https://good.test:${port}/`, { policy }), 'failed', /SELF_SIGNED/)
  assert.equal((await fetchOut(`https://good.test:${port}/`, { policy, ca: CERT })).body.toString(), 'safe')
  const named = outboundPolicy({ allow: ['wrong.test'], resolve: async () => ['127.0.0.1'] })
  await fails(fetchOut(`https://wrong.test:${port}/`, { policy: named, ca: CERT }), 'failed', /ALTNAME/)
  await fails(fetchOut(`https://good.test:${port}/down`, { policy, ca: CERT }), 'refused', /https to http/)
  assert.equal(reached, 0)
})

test('what is not HTTP fails cleanly', async () => {
  const port = await listening(createTcpServer((socket) => { socket.on('error', () => {}); socket.end('SSH-2.0-x\r\n') }))
  await fails(fetchOut(`http://good.test:${port}/`, { policy }), 'failed')
})

// Made for these tests; for good.test and other.test, until 2126.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgX5+xk2MEdIKuKGoT
bYM8zUg7e2OjG34+ldh2fSxXx+KhRANCAAS76pCi3MWye8ZCNG9XuRZIeXvQdysI
TZPK8+m52GYOeVZp1QfuckOdyaacnVGIYYPJGhAjmypzOvEG3gE0PXdF
-----END PRIVATE KEY-----`
const CERT = `-----BEGIN CERTIFICATE-----
MIIBoDCCAUegAwIBAgIUAJa8fPcuPcUnGZ/TVjolOZUXEHcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJZ29vZC50ZXN0MCAXDTI2MTExNTAyNTAzNFoYDzIxMjYxMDIy
MDI1MDM0WjAUMRIwEAYDVQQDDAlnb29kLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS76pCi3MWye8ZCNG9XuRZIeXvQdysITZPK8+m52GYOeVZp1QfuckOd
yaacnVGIYYPJGhAjmypzOvEG3gE0PXdFo3UwczAdBgNVHQ4EFgQUEe2VU0J4q0DT
BvS8OrUT7BIzwFIwHwYDVR0jBBgwFoAUEe2VU0J4q0DTBvS8OrUT7BIzwFIwDwYD
VR0TAQH/BAUwAwEB/zAgBgNVHREEGTAXgglnb29kLnRlc3SCCm90aGVyLnRlc3Qw
CgYIKoZIzj0EAwIDRwAwRAIgUCZDyD9ab3B5BEmHf7yOGVyn1cbqrvUcn8Q1cawX
lBYCIHp2eUEM49pEywmN2saj/gyZhLcuE03x5o04mS7hv0Jy
-----END CERTIFICATE-----`
