// A loopback proxy through which children (git) reach other hosts, so that each of their hops is checked as ours are.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { http } from './later.ts'
import { OutboundError, checkUrl, guardSocket, guarded, portOf } from './outbound-policy.ts'
import type { OutboundPolicy } from './outbound-policy.ts'

export interface EgressProxy {
  /** With its credential: hand it to children by environment, never as an argument. */
  url: string
  /** The variables that send a child's http and https through the proxy. */
  env: Record<string, string>
  close(): Promise<void>
}

export interface EgressOptions {
  /** Both ends of a connection that says nothing for so long are closed; 5 min. */
  idleMs?: number
  /** Connections at once; 256. */
  most?: number
  onRefused?: (target: string, reason: string) => void
}

const HOP_HEADERS = new Set(['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer',
  'transfer-encoding', 'upgrade', 'expect'])

/** Starts the proxy on a free loopback port. */
export async function startEgressProxy(policy: OutboundPolicy, options: EgressOptions = {}): Promise<EgressProxy> {
  const { idleMs = 300_000, most = 256, onRefused = () => {} } = options
  const secret = randomBytes(24).toString('hex')
  const expected = Buffer.from(`Basic ${Buffer.from(`codestead:${secret}`).toString('base64')}`)
  const open = new Set<Duplex>()
  const hold = (socket: Duplex) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  const welcome = (request: IncomingMessage) => {
    const given = Buffer.from(request.headers['proxy-authorization'] ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  /** What may be called, or the reason why not. */
  const judge = (text: string) => {
    const checked = checkUrl(text, policy)
    if (!checked.ok) onRefused(text.replace(/\/\/[^/]*@/, '//'), checked.reason)
    return checked
  }

  const server = http.createServer({ maxHeaderSize: 32768 }, (request, response) => {
    if (!welcome(request)) return answer(response, 407, 'credential needed')
    const checked = judge(request.url ?? '')
    if (!checked.ok || checked.url.protocol !== 'http:') {
      return answer(response, 403, checked.ok ? 'use CONNECT' : checked.reason)
    }
    forward(policy, checked.url, request, response, idleMs, onRefused)
  })
  server.maxConnections = most
  // Bodies of pushes and clones may take long; idleness is bounded per socket instead.
  server.requestTimeout = 0
  server.setTimeout(idleMs)
  server.on('connection', hold)
  server.on('clientError', (_error, socket) => socket.destroy())
  server.on('connect', (request, client, head) => {
    client.on('error', () => client.destroy())
    const say = (status: number, text: string) => {
      const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="egress"\r\n' : ''
      const reason = text.replace(/[^\x20-\x7e]/g, '')
      client.end(`HTTP/1.1 ${status} ${reason}\r\n${challenge}Content-Length: 0\r\nConnection: close\r\n\r\n`)
    }
    if (!welcome(request)) return say(407, 'Credential needed')
    const target = request.url ?? ''
    if (!/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/i.test(target)) return say(400, 'Malformed target')
    const checked = judge(`https://${target}/`)
    if (!checked.ok) return say(403, `Refused: ${checked.reason}`)
    const { hostname } = checked.url
    const upstream = connect({ ...guarded(policy, hostname), port: portOf(checked.url), timeout: 15_000 })
    hold(upstream)
    guardSocket(policy, hostname, upstream)
    upstream.once('connect', () => {
      if (upstream.destroyed) return
      client.write('HTTP/1.1 200 Connected\r\n\r\n')
      if (head.length) upstream.write(head)
      join(client as Socket, upstream, idleMs)
    })
    upstream.once('timeout', () => upstream.destroy(new OutboundError('timeout', 'no connection within 15 s')))
    upstream.once('error', (error) => {
      if (!upstream.pending) return void client.destroy()
      const refused = error instanceof OutboundError && error.kind === 'refused'
      if (refused) onRefused(target, error.message)
      say(refused ? 403 : 502, refused ? `Refused: ${error.message}` : 'Not reachable')
    })
    client.once('close', () => upstream.destroy())
  })

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const url = `http://codestead:${secret}@127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    // Lower case: libcurl does not read HTTP_PROXY. An empty no_proxy overrides an inherited one.
    env: { http_proxy: url, https_proxy: url, all_proxy: url, no_proxy: '', NO_PROXY: '' },
    close: () => new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of open) socket.destroy()
    }),
  }
}

function forward(policy: OutboundPolicy, url: URL, request: IncomingMessage, response: ServerResponse, idleMs: number,
  onRefused: (target: string, reason: string) => void): void {
  const upstream = http.request({
    ...guarded(policy, url.hostname), port: portOf(url), path: url.pathname + url.search, method: request.method!, agent: false,
    headers: { ...passed(request.headers), host: url.host }, timeout: idleMs,
  })
  upstream.on('socket', (socket) => guardSocket(policy, url.hostname, socket))
  upstream.on('timeout', () => upstream.destroy(new OutboundError('timeout', 'idle')))
  upstream.on('response', (reply) => {
    try {
      response.writeHead(reply.statusCode!, passed(reply.headers))
    } catch {
      // A status or header that the parser let through and we may not repeat.
      return void response.destroy()
    }
    reply.on('error', () => response.destroy()).pipe(response)
  })
  upstream.on('error', (error) => {
    if (response.headersSent) return void response.destroy()
    const refused = error instanceof OutboundError && error.kind === 'refused'
    if (refused) onRefused(url.host, error.message)
    answer(response, refused ? 403 : 502, refused ? error.message : 'not reachable')
  })
  response.on('close', () => upstream.destroy())
  request.on('error', () => upstream.destroy()).pipe(upstream)
}

function passed(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = new Set(String(headers.connection ?? '').toLowerCase().split(',').map((name) => name.trim()))
  const kept = Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name) && !named.has(name))
  return Object.fromEntries(kept) as Record<string, string | string[]>
}

function join(client: Socket, upstream: Socket, idleMs: number): void {
  const end = () => {
    client.destroy()
    upstream.destroy()
  }
  for (const socket of [client, upstream]) {
    socket.removeAllListeners('timeout')
    socket.setTimeout(idleMs, end)
    socket.once('error', end)
  }
  client.pipe(upstream)
  upstream.pipe(client)
}

function answer(response: ServerResponse, status: number, text: string): void {
  const challenge: Record<string, string> = status === 407 ? { 'proxy-authenticate': 'Basic realm="egress"' } : {}
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...challenge }).end(`${text}\n`)
}
