// HTTP: Fastify carries, this file decides the order: guard, then body, then run; one place turns refusals into answers.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Cx } from './cx.ts'
import { readBody, readQuery } from './body.ts'
import { askedFor, letRead, preflight } from './cors.ts'
import { AGAIN, type Keeper, type Kept } from './keep.ts'
import { decodeBody, decodeParams, decodeQuery } from './decode.ts'
import { kinds, Refusal, refusalOf } from './errors.ts'
import { linkHeader, Paged } from './paging.ts'
import { Answer, RawAnswer, written, type Declaration, type Room, type Rq } from './route.ts'
import { makeRouter, type Found, type Router } from './router.ts'
import { learn, serialize } from './serialize.ts'

const JSON_TYPE = 'application/json;charset=utf-8'
const API = '/api/v1'
const EXPOSED = 'Link, X-Total-Count, X-Page, X-PerPage, X-PageCount, X-HasMore, X-Total'

export interface ServerOptions {
  /** a context for one request, its root address already settled */
  cxFor(request: FastifyRequest): Cx
  declarations: Declaration[]
  trustProxy: string[] | false
  /** sites whose scripts may use what programs use */
  origins?: readonly string[]
  bodyLimit: number
  keeper: Keeper
  /** what answers below `/owner/name` before any operation */
  first?: Room['first']
  /** what a browser is shown at an address that nothing answers */
  unknown?: Room['unknown']
}

export function makeServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    trustProxy: options.trustProxy === false || options.trustProxy.length === 0 ? false : options.trustProxy,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true, caseSensitive: true },
    exposeHeadRoutes: false,
    // we decode and serialize ourselves; without this Fastify loads its validator and its serializer, a fifth of its memory
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    logger: false,
    // a connection on which nothing moves, whatever it was opened for
    connectionTimeout: 600_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_500 },
    frameworkErrors: (error, request, reply) => void fail(options.cxFor(request as FastifyRequest), error, reply as FastifyReply),
    rewriteUrl: (raw) => tidy(raw.url ?? '/'),
  })
  // bodies are read after the guard has spoken, so Fastify hands them on unread
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

  const router = makeRouter<Declaration>()
  const seen = new Set<object>()
  for (const one of options.declarations) {
    for (const schema of Object.values(one.returns)) learn(schema, seen)
    router.add(one.method, (one.site ? '' : API) + one.path, one)
  }
  // a thousand routes of Fastify would cost a sixth of the start and 5 MB
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '*',
    handler: (request, reply) => {
      const asked = askedFor(request)
      const method = asked ?? request.method
      const found = router.find(method === 'HEAD' ? 'GET' : method, pathOf(request))
      // pages are for those who open them
      const letIn = found && !found.value.page && letRead(options.origins ?? [], request, reply)
      const said = isBelowOwner(found, request) ? options.first?.(requestOf(options.cxFor(request), request, reply, {})) : undefined
      if (said) return reply.code(said.status).headers(said.headers).send(said.body)
      if (asked) return letIn ? preflight(reply) : unknown(options, router, request, reply)
      return found ? serve(options, router, found, request, reply) : unknown(options, router, request, reply)
    },
  })
  app.setNotFoundHandler((request, reply) => unknown(options, router, request, reply))
  app.setErrorHandler((error, request, reply) => {
    fail(options.cxFor(request), error, reply)
  })
  endSoon(app)
  return app
}

function unused(): never {
  throw new Error('a route has a schema of Fastify; declare it with kernel/schema.ts')
}

/** A connection whose answer was still under way when the server began to close would otherwise hold it up as long as keep-alive lasts. */
function endSoon(app: FastifyInstance) {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => void (timer = setInterval(() => app.server.closeIdleConnections(), 50)))
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Repeated slashes collapse; a NUL never gets further. */
function tidy(url: string): string {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') + (at < 0 ? '' : url.slice(at)) : url
}

/** Asked with words besides the address, at a place of somebody's, an answered one or not. */
const isBelowOwner = (found: Found<Declaration> | undefined, request: FastifyRequest) =>
  request.method === 'GET' && request.url.includes('?') && (found ? found.value.site && found.params.owner !== undefined : !isApi(request))
const isApi = (request: FastifyRequest) => `${pathOf(request)}/`.startsWith(`${API}/`)
const pathOf = (request: FastifyRequest) => request.url.split(/[?#]/, 1)[0]

async function serve(options: ServerOptions, router: Router<Declaration>, { value: one, params }: Found<Declaration>, request: FastifyRequest, reply: FastifyReply) {
  const cx = options.cxFor(request)
  const rq = requestOf(cx, request, reply, params, one.owner)
  try {
    for (const value of Object.values(params)) if (value?.includes('\0')) throw new Refusal('notFound')
    // what was said to one site's scripts is not for those of another
    const name = one.keep && !request.headers.origin ? options.keeper.nameOf(rq) : undefined
    const kept = name === undefined ? undefined : options.keeper.find(name)
    if (kept) return again(reply, kept)
    const opened = await one.needs.open(rq)
    const query = decodeQuery(one.query, one.query && !one.site && one.body === undefined ? await readQuery(rq, options.bodyLimit) : rq.query)
    const body = one.body === undefined || one.body === 'stream' ? undefined : decodeBody(one.body, await readBody(rq, one.body, one.bodyOptional, options.bodyLimit))
    const result = await one.run({ ...opened, cx, rq, params: decodeParams(one.params, params), query, body })
    if (result === written) {
      reply.hijack()
      return
    }
    return send(one, rq, reply, result, name === undefined || !options.keeper.wants(name) ? undefined : (made) => options.keeper.put(name, { ...made, again: rq.memo.get(AGAIN) as Kept['again'] }))
  } catch (error) {
    passOver(request.raw)
    if (reply.raw.headersSent) {
      cx.log.error('failed after the answer had begun', { operation: one.id, error: String((error as Error)?.stack ?? error) })
      reply.hijack()
      reply.raw.destroy()
      return
    }
    // the API's own address has the form of a page's, but programs ask there
    if (one.page && isApi(request)) return unknown(options, router, request, reply)
    const reason = await outdated(one, requestOf(cx, request, reply, params, one.owner), error)
    const shown = await one.refused?.(rq, reason)
    return shown ? send(one, rq, reply, shown) : fail(cx, reason, reply, one.id)
  }
}

/** What a request is about may go, or move, while it is worked on: then that is the answer and not what broke on the way. */
async function outdated(one: Declaration, asked: Rq, error: unknown): Promise<unknown> {
  if (refusalOf(error)) return error
  return one.needs.open(asked).then(() => error, (now: unknown) => (now instanceof Refusal ? now : error))
}

/** A client that is still sending reads no answer before it is through. */
function passOver(body: FastifyRequest['raw']): void {
  if (body.readableEnded || body.destroyed) return
  body.removeAllListeners('readable')
  body.resume()
}

const requestOf = (cx: Cx, request: FastifyRequest, reply: FastifyReply, params: Record<string, string>, owner?: Rq['owner']): Rq => ({
  cx, method: request.method, params, query: request.query as Record<string, unknown>, headers: request.headers, url: request.url,
  ip: request.ip, owner, raw: request.raw, rawReply: reply.raw, memo: new Map(),
})

function again(reply: FastifyReply, kept: Kept) {
  kept.again?.()
  return reply.code(kept.status).headers(kept.headers).send(kept.body)
}

function send(one: Declaration, rq: Rq, reply: FastifyReply, result: unknown, keep?: (made: Omit<Kept, 'again'>) => void) {
  if (result instanceof RawAnswer) {
    reply.code(result.status).headers({ 'x-content-type-options': 'nosniff', ...result.headers })
    return reply.send(result.body)
  }
  let status = Number(Object.keys(one.returns)[0])
  let value = result
  settled(reply)
  if (value instanceof Answer) {
    status = value.status
    reply.headers(value.headers)
    value = value.body
  }
  if (value instanceof Paged) {
    if (value.headers !== 'none') reply.header('x-total-count', String(value.total))
    if (value.headers === 'both') {
      const link = linkHeader(rq.cx.root + rq.url.split('?')[0], rq.query, value.total, value.slice)
      if (link) reply.header('link', link)
    }
    reply.header('access-control-expose-headers', EXPOSED)
    value = value.items
  }
  const schema: any = one.returns[status]
  if (!schema || schema.type === 'void' || value === undefined) return reply.code(status).send()
  // as text: a Buffer for every answer is memory that only a whole collection gives back
  const text = serialize(schema, value)
  reply.code(status).header('content-type', JSON_TYPE)
  keep?.({ status, headers: reply.getHeaders() as Record<string, string>, body: Buffer.from(text) })
  return reply.send(text)
}

function settled(reply: FastifyReply) {
  reply.headers({ 'cache-control': 'max-age=0, private, must-revalidate', 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' })
}

function fail(cx: Cx, error: unknown, reply: FastifyReply, operation?: string) {
  settled(reply)
  const refusal = refusalOf(error)
  if (refusal) {
    if (refusal !== error) cx.log.warn(refusal.message, { operation, error: String(error) })
    if (refusal.headers) reply.headers(refusal.headers)
    if (!kinds[refusal.kind].body) return reply.code(refusal.status).send()
    return reply.code(refusal.status).header('content-type', JSON_TYPE).send(JSON.stringify({ message: refusal.message, url: `${cx.root}/api/swagger`, ...refusal.extra }))
  }
  const known = error as { statusCode?: number; code?: string; message?: string }
  if (known?.statusCode && known.statusCode < 500) {
    return reply.code(known.statusCode).header('content-type', JSON_TYPE).send(JSON.stringify({ message: known.message, url: `${cx.root}/api/swagger` }))
  }
  cx.log.error('a request failed', { operation, error: String((error as Error)?.stack ?? error) })
  return reply.code(500).header('content-type', JSON_TYPE).send(JSON.stringify({ message: '', url: `${cx.root}/api/swagger` }))
}

/** A known path with another method is 405 with `Allow`; an unknown one says so in plain text. */
async function unknown(options: ServerOptions, router: Router<Declaration>, request: FastifyRequest, reply: FastifyReply) {
  const allowed = router.methods(pathOf(request))
  settled(reply)
  if (allowed.length > 0 && !allowed.includes(request.method)) return reply.code(405).header('allow', allowed.join(', ')).send()
  const shown = await options.unknown?.(requestOf(options.cxFor(request), request, reply, {}))
  if (shown) return reply.code(shown.status).headers(shown.headers).send(shown.body)
  return reply.code(404).header('content-type', 'text/plain;charset=utf-8').send('404 page not found\n')
}
