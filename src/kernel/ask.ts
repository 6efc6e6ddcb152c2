// An operation called in process: the same guard, decoding and run as over HTTP, without the HTTP. Pages stand on this.
import { decodeBody, decodeParams, decodeQuery } from './decode.ts'
import { Refusal } from './errors.ts'
import { Paged } from './paging.ts'
import { Answer, type Declaration, type Rq } from './route.ts'

/** Members of the path and of the query together; what is undefined was not given. */
export type Members = Record<string, string | number | boolean | readonly (string | number)[] | undefined>

/** A page of a list. */
export interface Listed<T> {
  items: T[]
  total: number
  page: number
  limit: number
}

export interface Ask {
  /** the operation's record */
  <T>(id: string, members?: Members, body?: unknown): Promise<T>
  /** a list with its total */
  list<T>(id: string, members?: Members): Promise<Listed<T>>
  /** undefined where the operation says that there is none, or that it is not for the asker */
  maybe<T>(id: string, members?: Members): Promise<T | undefined>
  /** whether the operation answers at all: for those that say yes by 204 and no by 404 */
  can(id: string, members?: Members): Promise<boolean>
}

/** Asks for whoever sent `rq`: who they are is found out once and kept in its memo. */
export function asker(rq: Rq): Ask {
  const ask = (async (id: string, members: Members = {}, body?: unknown) => {
    const told = await tell(rq, rq.cx.operation(id), members, body)
    return told instanceof Paged ? told.items : told
  }) as Ask
  ask.list = async <T>(id: string, members: Members = {}) => {
    const told = await tell(rq, rq.cx.operation(id), members, undefined)
    if (told instanceof Paged) return { items: listIn<T>(told.items), total: told.total, page: told.slice.page, limit: told.slice.limit }
    const items = listIn<T>(told)
    return { items, total: items.length, page: 1, limit: Math.max(items.length, 1) }
  }
  ask.maybe = <T>(id: string, members: Members = {}) => ask<T>(id, members).catch(nothing)
  ask.can = (id, members = {}) => ask(id, members).then(() => true, (error) => nothing(error) ?? false)
  return ask
}

/** Searches answer with `{ok, data}`. */
const listIn = <T>(told: unknown) => (Array.isArray(told) ? told : (told as { data: T[] }).data) as T[]

function nothing(error: unknown): undefined {
  if (error instanceof Refusal && ['notFound', 'forbidden', 'unauthorized', 'notAllowed'].includes(error.kind)) return undefined
  throw error
}

async function tell(rq: Rq, one: Declaration, members: Members, body: unknown): Promise<unknown> {
  const params: Record<string, string> = {}
  const query: Record<string, unknown> = {}
  const named = paramsOf(one)
  for (const [key, value] of Object.entries(members)) {
    if (value === undefined) continue
    if (named.has(key)) params[key] = String(value)
    else query[key] = Array.isArray(value) ? value.map(String) : String(value)
  }
  const inner: Rq = { ...rq, method: one.method, params, query, owner: one.owner }
  const opened = await one.needs.open(inner)
  const decoded = one.body === undefined || one.body === 'stream' ? undefined : decodeBody(one.body, body ?? {})
  const told = await one.run({ ...opened, cx: rq.cx, rq: inner, params: decodeParams(one.params, params), query: decodeQuery(one.query, query), body: decoded })
  return told instanceof Answer ? told.body : told
}

const names = new WeakMap<Declaration, Set<string>>()

function paramsOf(one: Declaration): Set<string> {
  let known = names.get(one)
  if (!known) names.set(one, (known = new Set([...one.path.matchAll(/:(\w+)/g)].map((match) => match[1]))))
  return known
}
