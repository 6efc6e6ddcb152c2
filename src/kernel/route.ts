// The declaration of an operation: path, permission, input, output and words, said once.
import type { Cx } from './cx.ts'
import type { Paged } from './paging.ts'
import type { Nothing, Static, TSchema } from './schema.ts'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/** What a guard sees of a request. */
export interface Rq {
  cx: Cx
  method: string
  params: Record<string, string>
  query: Record<string, unknown>
  headers: IncomingHttpHeaders
  /** path and query as they came */
  url: string
  ip: string
  /** which owner's path an operation declared with owned() was called under */
  owner: OwnerKind | undefined
  raw: IncomingMessage
  rawReply: ServerResponse
  /** room for what is found out once per request, such as who is asking */
  memo: Map<unknown, unknown>
}

/** Opens what it protects, or throws; what it returns joins the context of `run`. */
export interface Guard<G extends object> {
  /** words for the API description, e.g. `repo issues write` */
  says: string
  open(rq: Rq): Promise<G>
}

export type OwnerKind = 'repo' | 'org' | 'user' | 'site'
type At = string | Partial<Record<OwnerKind, string>>

/** The same operation under repository, organization, own account and site. */
export function owned(at: string, tails?: Partial<Record<OwnerKind, string>>): Record<OwnerKind, string> {
  const [method, tail] = at.split(' ')
  const path = (kind: OwnerKind, prefix: string) => `${method} ${prefix}${tails?.[kind] ?? tail}`
  return {
    repo: path('repo', '/repos/:owner/:repo'),
    org: path('org', '/orgs/:org'),
    user: path('user', '/user'),
    site: path('site', '/admin'),
  }
}

/** An answer with a status or headers of its own. */
export class Answer<T = unknown> {
  status: number
  body: T
  headers: Record<string, string>
  constructor(status: number, body: T, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}
export const answer = <T>(status: number, body: T, headers?: Record<string, string>) => new Answer(status, body, headers)

/** Bytes of another media type. */
export class RawAnswer {
  body: Readable | Buffer | string
  headers: Record<string, string>
  status: number
  constructor(body: Readable | Buffer | string, headers: Record<string, string>, status = 200) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}
export const raw = (body: Readable | Buffer | string, headers: Record<string, string>, status?: number) => new RawAnswer(body, headers, status)
/** The operation has written to `rq.rawReply` itself. */
export const written = Symbol('written')

type Out<S> = S extends TSchema ? Static<S> : never
type Returned<R> = Out<R[keyof R]> | Paged<Out<R[keyof R]>> | Answer<Out<R[keyof R]> | undefined> | RawAnswer | typeof written

export interface Declaration {
  id: string
  method: string
  /** Fastify's form under /api/v1, or under the root when `site` is set */
  path: string
  owner: OwnerKind | undefined
  says: string
  room: string
  needs: Guard<object>
  params: TSchema | undefined
  query: TSchema | undefined
  body: TSchema | 'stream' | undefined
  bodyOptional: boolean
  accepts: Record<string, TSchema> | undefined
  returns: Record<number, TSchema>
  site: boolean
  keep: boolean
  run(ctx: any): unknown
  /** shown to people in a browser, made from operations */
  page?: boolean
  /** how a page shows that it was refused; other operations answer with the vocabulary of errors.ts */
  refused?(rq: Rq, error: unknown): Promise<RawAnswer | undefined>
}

interface Spec<G extends object, P extends TSchema, Q extends TSchema, B extends TSchema | 'stream', R extends Record<number, TSchema>, I extends string | Partial<Record<OwnerKind, string>>> {
  id: I
  /** `METHOD /path/:param`, a trailing `:name*` takes the rest of the path; or owned(…) */
  at: At
  says: string
  needs: Guard<G>
  params?: P
  query?: Q
  /** a closed input, or 'stream' to leave the body unread in `rq.raw` */
  body?: B
  /** what a body left unread holds, by media type: words for the API description */
  accepts?: Record<string, TSchema>
  /** a missing body or media type counts as an empty object (the wire's rule for PATCH and DELETE anyway) */
  bodyOptional?: boolean
  returns: R
  /** mounted at the root of the site instead of /api/v1, and not part of the API description */
  site?: boolean
  /** the answer follows from the database and from what never changes, so it is kept until the next write */
  keep?: boolean
  run(ctx: { cx: Cx; rq: Rq; params: Static<P>; query: Static<Q>; body: B extends TSchema ? Static<B> : undefined } & G): Returned<R> | Promise<Returned<R>>
}

/** Declares an operation; one declaration per owner when `at` comes from owned(). */
export function route<
  G extends object,
  R extends Record<number, TSchema>,
  I extends string | Partial<Record<OwnerKind, string>>,
  P extends TSchema = typeof Nothing,
  Q extends TSchema = typeof Nothing,
  B extends TSchema | 'stream' = 'stream',
>(
  spec: Spec<G, P, Q, B, R, I>,
): Declaration[] {
  const one = (id: string, at: string, owner: OwnerKind | undefined): Declaration => {
    const [method, path] = at.split(' ')
    return {
      id, method, path, owner, says: spec.says, room: '', needs: spec.needs as Guard<object>,
      params: spec.params, query: spec.query, body: spec.body, bodyOptional: spec.bodyOptional ?? false, accepts: spec.accepts,
      returns: spec.returns, site: spec.site ?? false, keep: spec.keep ?? false, run: spec.run,
    }
  }
  if (typeof spec.id === 'string') return [one(spec.id, spec.at as string, undefined)]
  return Object.entries(spec.id).map(([kind, id]) => one(id as string, (spec.at as Record<string, string>)[kind], kind as OwnerKind))
}

/** What a room shows at its door for app.ts. */
export interface Room {
  name: string
  routes?: Declaration[][]
  migrations?: import('./migrate.ts').Migration[]
  reactions?: import('./outbox.ts').Reaction[]
  jobs?: import('./jobs.ts').JobKind[]
  crons?: import('./jobs.ts').CronTask[]
  /** work at start, after migration; returns what is to be closed at the end */
  start?(cx: Cx): Promise<{ close(): Promise<void> } | void>
  /** answers below `/owner/name` that no operation is asked for; undefined leaves the request to them */
  first?(rq: Rq): RawAnswer | undefined
  /** what a browser is shown at an address that nothing answers */
  unknown?(rq: Rq): Promise<RawAnswer | undefined>
}
