// Scripts in pages of other sites: those of the named ones may use what programs use. Cookies never count for them.
import type { FastifyReply, FastifyRequest } from 'fastify'

const EXPOSED = 'Link, X-Total-Count, X-Page, X-PerPage, X-PageCount, X-HasMore, X-Total, ETag, Location, Retry-After, WWW-Authenticate, Content-Disposition, Content-Range'
const WANTED = 'Accept, Authorization, Content-Encoding, Content-Type, Git-Protocol, If-Match, If-Modified-Since, If-None-Match, If-Range, Range, X-Gitea-OTP'
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** Lets the asking page read the answer, if its site is named. */
export function letRead(origins: readonly string[], request: FastifyRequest, reply: FastifyReply): boolean {
  if (origins.length === 0) return false
  // on the socket's own answer: packs are written there without a detour
  if (!origins.includes('*')) reply.raw.setHeader('vary', 'Origin')
  const { origin } = request.headers
  if (!origin || !(origins.includes('*') || origins.includes(origin))) return false
  reply.raw.setHeader('access-control-allow-origin', origins.includes('*') ? '*' : origin)
  reply.raw.setHeader('access-control-expose-headers', EXPOSED)
  return true
}

/** The method that a browser asks about before it sends it. */
export const askedFor = (request: FastifyRequest): string | undefined =>
  request.method === 'OPTIONS' && request.headers.origin ? request.headers['access-control-request-method'] : undefined

export const preflight = (reply: FastifyReply) =>
  reply.code(204).headers({ 'access-control-allow-methods': METHODS, 'access-control-allow-headers': WANTED, 'access-control-max-age': '600' }).send()
