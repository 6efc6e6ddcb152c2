// The only way to call other hosts: every address, every hop and every answer is checked and bounded.
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { http } from './later.ts'
import { OutboundError, checkUrl, guardSocket, guarded, hostName, portOf } from './outbound-policy.ts'
import type { OutboundPolicy } from './outbound-policy.ts'

export { OutboundError, checkUrl, checkUrlNow, outboundPolicy } from './outbound-policy.ts'
export type { Checked, OutboundPolicy, PolicyOptions } from './outbound-policy.ts'
export { startEgressProxy } from './outbound-proxy.ts'
export type { EgressProxy } from './outbound-proxy.ts'

export interface OutboundRequest {
  policy: OutboundPolicy
  method?: string
  headers?: Record<string, string>
  /** A stream can be sent once only, so a redirect that repeats the body fails. */
  body?: string | Uint8Array | Readable
  /** From the first lookup to the last byte; 10 s. */
  timeoutMs?: number
  /** Of the answer's body; 1 MiB. */
  maxBytes?: number
  /** What happens beyond maxBytes: an error, or the rest is left out. */
  overflow?: 'fail' | 'cut'
  /** Hops to follow; 3. With 0 the redirect itself is the answer. */
  redirects?: number
  /** Certificates to trust in place of the system's. */
  ca?: string
  signal?: AbortSignal
}

export interface OutboundAnswer<B> {
  status: number
  headers: IncomingHttpHeaders
  body: B
  /** Where the answer came from in the end, without credentials. */
  url: string
}

/** Calls another host and gathers its answer. */
export async function fetchOut(url: string, options: OutboundRequest): Promise<OutboundAnswer<Buffer> & { cut: boolean }> {
  const { maxBytes = 1 << 20, overflow = 'fail' } = options
  const answer = await openOut(url, { ...options, maxBytes: overflow === 'cut' ? Infinity : maxBytes })
  const parts: Buffer[] = []
  let size = 0
  let cut = false
  for await (const part of answer.body as AsyncIterable<Buffer>) {
    parts.push(part.subarray(0, maxBytes - size))
    size += part.length
    // Leaving the loop destroys the stream and with it the connection.
    if (size > maxBytes) { cut = true; break }
  }
  return { ...answer, body: Buffer.concat(parts), cut }
}

/** Calls another host; the body is a stream with the same bounds, to be read or destroyed. */
export async function openOut(url: string, options: OutboundRequest): Promise<OutboundAnswer<Readable>> {
  const { timeoutMs = 10_000, maxBytes = 1 << 20, redirects = 3 } = options
  const deadline = new AbortController()
  const late = new OutboundError('timeout', `no complete answer within ${timeoutMs} ms`)
  const timer = setTimeout(() => deadline.abort(late), timeoutMs)
  const signal = options.signal ? AbortSignal.any([deadline.signal, options.signal]) : deadline.signal
  try {
    let hop = firstHop(url, options)
    for (let followed = 0; ; followed++) {
      const answer = await send(hop, options, signal)
      const target = redirectTarget(answer, hop)
      if (!target || redirects === 0) {
        return {
          status: answer.statusCode!, headers: answer.headers, url: hop.url.href,
          body: bounded(answer, maxBytes, signal, () => clearTimeout(timer)),
        }
      }
      answer.destroy()
      if (followed >= redirects) throw new OutboundError('refused', `more than ${redirects} redirects`)
      hop = nextHop(hop, answer.statusCode!, target, options.policy)
    }
  } catch (error) {
    clearTimeout(timer)
    if (options.body instanceof Readable) options.body.destroy()
    throw known(error, signal)
  }
}

interface Hop {
  url: URL
  method: string
  headers: Record<string, string>
  body: OutboundRequest['body']
}

// Ours to say: they frame the request or name its target.
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect',
  'keep-alive', 'proxy-authorization', 'proxy-connection'])
// What may follow to another origin; everything else could be a credential or a signature.
const CARRIED_HEADERS = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent', 'content-type', 'range'])

function firstHop(text: string, { policy, method = 'GET', headers = {}, body }: OutboundRequest): Hop {
  const checked = checkUrl(text, policy)
  if (!checked.ok) throw new OutboundError('refused', checked.reason)
  const { url } = checked
  const own: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'Codestead' }
  if (url.username || url.password) {
    const pair = [url.username, url.password].map((part) => { try { return decodeURIComponent(part) } catch { return part } })
    own['authorization'] = `Basic ${Buffer.from(pair.join(':')).toString('base64')}`
  }
  for (const [name, value] of Object.entries(headers)) {
    if (OWN_HEADERS.has(name.toLowerCase())) {
      throw new OutboundError('refused', `the header ${name.toLowerCase()} cannot be set`)
    }
    own[name.toLowerCase()] = value
  }
  return { url: bare(url), method, headers: own, body }
}

function redirectTarget(answer: IncomingMessage, hop: Hop): URL | null {
  const { location } = answer.headers
  if (!location || ![301, 302, 303, 307, 308].includes(answer.statusCode!)) return null
  const target = URL.parse(location, hop.url.href)
  if (!target) throw new OutboundError('failed', 'a redirect leads to a malformed address')
  return target
}

function nextHop(hop: Hop, status: number, target: URL, policy: OutboundPolicy): Hop {
  const checked = checkUrl(target.href, policy)
  if (!checked.ok) throw new OutboundError('refused', `redirected: ${checked.reason}`)
  if (hop.url.protocol === 'https:' && target.protocol === 'http:') {
    throw new OutboundError('refused', 'redirected from https to http')
  }
  const asGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST'
  const sameOrigin = target.origin === hop.url.origin
  const keep = (name: string) => (sameOrigin || CARRIED_HEADERS.has(name)) && !(asGet && name === 'content-type')
  const headers = Object.fromEntries(Object.entries(hop.headers).filter(([name]) => keep(name)))
  if (asGet) return { url: bare(target), method: 'GET', headers, body: undefined }
  if (hop.body instanceof Readable) throw new OutboundError('failed', 'a redirect asks for the body again')
  return { url: bare(target), method: hop.method, headers, body: hop.body }
}

function send({ url, method, headers, body }: Hop, { policy, ca }: OutboundRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { host, lookup } = guarded(policy, url.hostname)
    const bytes = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body as string) : undefined
    const framing: Record<string, string> = bytes ? { 'content-length': String(bytes.length) }
      : !body && ['POST', 'PUT', 'PATCH'].includes(method) ? { 'content-length': '0' } : {}
    let request: ClientRequest
    try {
      request = (url.protocol === 'https:' ? tlsRequest : http.request)({
        host, lookup, port: portOf(url), path: url.pathname + url.search, method, agent: false, signal, maxHeaderSize: 16384,
        headers: { ...headers, ...framing, host: url.host },
        ...(url.protocol === 'https:' ? { servername: isIP(host) ? '' : host, ...(ca ? { ca } : {}) } : {}),
      })
    } catch (error) {
      reject(error)
      return
    }
    request.on('socket', (socket) => guardSocket(policy, url.hostname, socket))
    request.on('error', reject)
    request.on('response', resolve)
    if (body instanceof Readable) {
      body.on('error', (error) => request.destroy(error)).pipe(request)
      request.on('close', () => body.destroy())
    } else {
      request.end(bytes)
    }
  })
}

function bounded(answer: IncomingMessage, maxBytes: number, signal: AbortSignal, done: () => void): Readable {
  const out = new PassThrough()
  // The bound may be hit before anybody reads; whoever reads then still meets the error.
  out.on('error', () => {})
  let size = 0
  answer.on('data', (part: Buffer) => {
    size += part.length
    if (size > maxBytes) out.destroy(new OutboundError('too large', `the answer is larger than ${maxBytes} bytes`))
    else if (!out.write(part)) answer.pause()
  })
  out.on('drain', () => answer.resume())
  answer.on('end', () => out.end())
  answer.on('error', (error) => out.destroy(known(error, signal)))
  answer.on('close', () => { if (!answer.complete) out.destroy(known(new Error('it broke off'), signal)) })
  out.on('close', () => {
    done()
    answer.destroy()
  })
  return out
}

function known(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted && signal.reason instanceof OutboundError) return signal.reason
  if (error instanceof OutboundError) return error
  const { code, message } = error as Error & { code?: string }
  return new OutboundError('failed', `the call failed (${code ?? message})`, { cause: error })
}

function bare(url: URL): URL {
  const copy = new URL(url.href)
  copy.username = ''
  copy.password = ''
  copy.hash = ''
  // One spelling for the Host header, the certificate and the comparison of origins.
  if (!isIP(hostName(copy.hostname))) copy.hostname = hostName(copy.hostname)
  return copy
}
