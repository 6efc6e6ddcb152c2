import { after, test } from 'node:test'
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import type { AddressInfo, Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outboundPolicy, startEgressProxy } from './outbound.ts'

const dir = mkdtempSync(join(tmpdir(), 'egress-'))
const servers: (Server | TcpServer)[] = []
const refused: string[] = []
const names: Record<string, string[]> = { 'good.test': ['127.0.0.1'], 'mixed.test': ['93.184.216.34', '127.0.0.1'] }
const policy = outboundPolicy({ allow: ['good.test'], resolve: async (host) => names[host] ?? Promise.reject(new Error('NXDOMAIN')) })
const proxy = await startEgressProxy(policy, { onRefused: (target) => refused.push(target) })
after(async () => {
  await proxy.close()
  for (const server of servers) server.close()
  rmSync(dir, { recursive: true, force: true })
})

const listening = async (server: Server | TcpServer) => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const serve = (listener: RequestListener) => listening(createServer(listener))
const { hostname, port: proxyPort, username, password } = new URL(proxy.url)
const credential = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** One request in absolute form, as clients send it to a proxy. */
const through = (path: string, headers: Record<string, string> = { 'proxy-authorization': credential }, body?: string) =>
  new Promise<{ status: number, body: string, headers: IncomingMessage['headers'] }>((resolve, reject) => {
    request({ host: hostname, port: proxyPort, path, headers, method: body === undefined ? 'GET' : 'POST', agent: false }, (answer) => {
      answer.toArray().then((parts) => resolve({ status: answer.statusCode!, body: parts.join(''), headers: answer.headers }), reject)
    }).on('error', reject).end(body)
  })
/** One CONNECT; resolves with the status, and what the tunnel echoes. */
const tunnel = (target: string, head: string, credentials = `Proxy-Authorization: ${credential}\r\n`) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(proxyPort), hostname, () => socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: x\r\n${credentials}\r\n${head}`))
    let text = ''
    socket.on('data', (part) => { text += part }).on('close', () => resolve(text)).on('error', reject)
  })

let reached = 0
const canary = await serve((_request, response) => { reached++; response.end('secret') })
const refusing = ['127.0.0.1', '127.1', '2130706433', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', 'localhost', 'mixed.test',
  '169.254.169.254', '0.0.0.0', 'good.test@127.0.0.1']

test('requests go through with their headers and body, without ours', async () => {
  let seen: IncomingMessage['headers'] = {}
  const port = await serve(async (incoming, response) => {
    seen = incoming.headers
    response.writeHead(203, { 'x-answer': 'yes', connection: 'close, x-hop', 'x-hop': '1' }).end((await incoming.toArray()).join('') || incoming.url)
  })
  const headers = { 'proxy-authorization': credential, 'x-git': 'v2', connection: 'x-own', 'x-own': '1' }
  const answer = await through(`http://good.test:${port}/a?b=c`, headers, 'pack')
  assert.deepEqual([answer.status, answer.body, answer.headers['x-answer'], answer.headers['x-hop']], [203, 'pack', 'yes', undefined])
  assert.deepEqual([seen.host, seen['x-git'], seen['x-own'], seen['proxy-authorization']], [`good.test:${port}`, 'v2', undefined, undefined])
  assert.equal((await through(`http://good.test:${port}/a?b=c`)).body, '/a?b=c')
})

test('only who knows the credential is served', async () => {
  for (const headers of [{}, { 'proxy-authorization': 'Basic x' }, { authorization: credential }] as Record<string, string>[]) {
    const answer = await through(`http://good.test:${canary}/`, headers)
    assert.deepEqual([answer.status, answer.headers['proxy-authenticate']], [407, 'Basic realm="egress"'])
  }
  assert.match(await tunnel(`good.test:${canary}`, '', ''), /^HTTP\/1\.1 407 /)
  assert.equal(reached, 0)
})

test('private addresses are refused in both forms', async () => {
  for (const host of refusing) {
    const answer = await through(`http://${host}:${canary}/`)
    assert.equal(answer.status, 403, host)
    assert.match(await tunnel(`${host}:${canary}`, 'GET / HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 (403|400) /, host)
  }
  for (const path of ['/x', 'file:///etc/passwd', 'https://good.test/', 'http://good.test:22/', 'ftp://good.test/']) {
    assert.equal((await through(path)).status, 403, path)
  }
  for (const target of ['good.test:22', 'good.test:99999']) assert.match(await tunnel(target, ''), /^HTTP\/1\.1 403 /, target)
  assert.match(await tunnel('unknown.test:443', ''), /^HTTP\/1\.1 502 /)
  assert.equal((await through('http://unknown.test/')).status, 502)
  assert.equal(reached, 0)
  assert.ok(refused.includes(`http://127.0.0.1:${canary}/`) && refused.includes(`mixed.test:${canary}`))
})

test('a tunnel carries bytes both ways and ends with either side', async () => {
  const port = await listening(createTcpServer((socket) => { socket.on('error', () => {}).once('data', (part) => socket.end(`echo ${part}`)) }))
  assert.equal(await tunnel(`good.test:${port}`, 'hello'), 'HTTP/1.1 200 Connected\r\n\r\necho hello')
  const left = new Promise((resolve) => listening(createTcpServer((socket) => { socket.on('error', () => {}).on('close', resolve) })).then((to) => {
    const socket = connect(Number(proxyPort), hostname, () => {
      socket.write(`CONNECT good.test:${to} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${credential}\r\n\r\n`)
    })
    socket.once('data', () => socket.destroy())
  }))
  await left
})

test('a broken answer does not break the proxy', async () => {
  for (const answer of ['HTTP/1.1 099 x\r\n\r\n', 'rubbish', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx', '']) {
    const port = await listening(createTcpServer((socket) => { socket.on('error', () => {}).once('data', () => socket.end(answer)) }))
    await through(`http://good.test:${port}/`).then(({ status }) => assert.equal(status, 502), () => {})
  }
  const port = await serve((_incoming, response) => response.end('well'))
  assert.equal((await through(`http://good.test:${port}/`)).body, 'well')
})

// --- with git itself ---

const bare = join(dir, 'bare.git')
const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, stdio: 'pipe', env: { PATH: process.env['PATH'], ...identity } }).toString()
const identity = { HOME: dir, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' }
git('init', '-q', '-b', 'main', '--bare', bare)
git('--git-dir', bare, 'config', 'http.receivepack', 'true')
git('--git-dir', bare, 'update-ref', 'refs/heads/main', git('--git-dir', bare, 'commit-tree', '-m', 'first', git('--git-dir', bare, 'mktree').trim()).trim())

/** git's own smart HTTP program behind a port. */
const backend: RequestListener = (incoming, response) => {
  const { pathname, searchParams } = new URL(incoming.url!, 'http://x')
  const env: Record<string, string> = {
    PATH: process.env['PATH']!, GIT_PROJECT_ROOT: dir, GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: pathname, QUERY_STRING: searchParams.toString(),
    REQUEST_METHOD: incoming.method!, CONTENT_TYPE: incoming.headers['content-type'] ?? '', GIT_PROTOCOL: String(incoming.headers['git-protocol'] ?? ''),
    HTTP_CONTENT_ENCODING: String(incoming.headers['content-encoding'] ?? ''), REMOTE_USER: 'a', HOME: dir,
  }
  const child = spawn('git', ['http-backend'], { env })
  incoming.pipe(child.stdin)
  child.stdout.toArray().then((parts) => {
    const all = Buffer.concat(parts as Buffer[])
    const split = all.indexOf('\r\n\r\n')
    const headers = all.subarray(0, split).toString().split('\r\n').map((line) => line.split(': ') as [string, string])
    const status = headers.find(([name]) => name === 'Status')?.[1]
    response.writeHead(status ? Number(status.slice(0, 3)) : 200, headers.filter(([name]) => name !== 'Status').flat()).end(all.subarray(split + 4))
  })
}
const child = (...args: string[]) => new Promise<{ code: number, text: string }>((resolve) => {
  const env = { PATH: process.env['PATH'], ...identity, ...proxy.env, GIT_TERMINAL_PROMPT: '0' }
  execFile('git', args, { cwd: dir, env }, (error, stdout, stderr) => resolve({ code: error ? 1 : 0, text: stdout + stderr }))
})

test('git clones and pushes through the proxy', async () => {
  const port = await serve(backend)
  const cloned = await child('clone', '-q', `http://good.test:${port}/bare.git`, 'clone')
  assert.equal(cloned.code, 0, cloned.text)
  // More than git's buffer, so that the pack is sent in chunks.
  writeFileSync(join(dir, 'clone', 'large'), randomBytes(3 << 20))
  git('-C', 'clone', 'add', 'large')
  git('-C', 'clone', 'commit', '-q', '-m', 'second')
  const pushed = await child('-C', 'clone', 'push', '-q', 'origin', 'main')
  assert.equal(pushed.code, 0, pushed.text)
  assert.equal(git('--git-dir', bare, 'log', '-1', '--format=%s', 'main').trim(), 'second')
})

test('git is stopped at a redirect to a private address, and allowed one to a good host', async () => {
  const inner = await serve((incoming, response) => { reached++; backend(incoming, response) })
  const outer = await serve(({ url }, response) => {
    const host = url!.startsWith('/bad') ? '127.0.0.1' : 'good.test'
    response.writeHead(302, { location: `http://${host}:${inner}${url!.replace(/^\/\w+/, '')}` }).end()
  })
  const bad = await child('ls-remote', `http://good.test:${outer}/bad/bare.git`)
  assert.equal(bad.code, 1)
  assert.match(bad.text, /403/)
  assert.equal(reached, 0)
  const good = await child('ls-remote', `http://good.test:${outer}/fine/bare.git`)
  assert.equal(good.code, 0, good.text)
  assert.match(good.text, /refs\/heads\/main/)
})

test('git over https asks for a tunnel, which is judged before any byte', async () => {
  reached = 0
  const refusal = await child('ls-remote', `https://127.0.0.1:${canary}/x.git`)
  assert.match(refusal.text, /CONNECT tunnel failed, response 403|403 from proxy after CONNECT/)
  const port = await listening(createTcpServer((socket) => { socket.on('error', () => {}).once('data', () => { reached++; socket.end() }) }))
  await child('ls-remote', `https://good.test:${port}/x.git`)
  assert.equal(reached, 1, 'the tunnel to a good host stands; what follows is between git and that host')
})
