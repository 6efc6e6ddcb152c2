// Who is asking: from the credentials of a request to an Actor.
import type { Cx } from '../kernel/cx.ts'
import { forbidden, notFound, unauthorized } from '../kernel/errors.ts'
import { AGAIN } from '../kernel/keep.ts'
import { hashToken, verifiedCredentials, verifyPassword } from '../kernel/secrets.ts'
import type { Rq } from '../kernel/route.ts'
import { braked } from './brake.ts'
import type { Level, Unit } from './levels.ts'
import { parseScopes, type Scopes } from './scopes.ts'
import * as store from './store.ts'
import type { Account } from './store.ts'

export interface Actor {
  /** null = nobody signed in, a deploy key, or a job without an account */
  account: Account | null
  /** null = not limited */
  scopes: Scopes | null
  publicOnly: boolean
  /** how the request was signed; some operations ask for Basic */
  via: 'none' | 'basic' | 'token' | 'session' | 'ssh'
  tokenId?: number
  /** the SSH key that signed in */
  keyId?: number
  sessionId?: number
  deploy?: { id: number; repo_id: number; read_only: boolean }
  job?: JobIdentity
}
export interface SignedIn extends Actor {
  account: Account
}
/** A running CI job speaking for itself. */
export interface JobIdentity {
  task_id: number
  repo_id: number
  units: Partial<Record<Unit, Level>>
}

export const anonymous: Actor = { account: null, scopes: null, publicOnly: false, via: 'none' }
/** What the server does on somebody's behalf, for instance in a reaction. */
export const actorFor = (account: Account): SignedIn => ({ account, scopes: null, publicOnly: false, via: 'session' })

/** Rooms above may know further kinds of token (a CI job's); they are asked when ours do not match. */
type TokenReader = (cx: Cx, token: string) => Promise<Actor | undefined>
const readers: TokenReader[] = []
export const addTokenReader = (reader: TokenReader) => void readers.push(reader)

/** Authenticates once per request. A wrong credential is 401 even where none is needed. */
export async function actorOf(rq: Rq): Promise<Actor> {
  const known = rq.memo.get(actorOf)
  if (known) return known as Actor
  const actor = await asked(rq, admitted(await authenticate(rq)))
  const { tokenId } = actor
  if (tokenId !== undefined) rq.memo.set(AGAIN, () => void used(rq.cx).tokens.set(tokenId, rq.cx.now()))
  if (!actor.account && !actor.deploy && !actor.job && rq.cx.config.require_sign_in) throw forbidden('sign-in is required')
  rq.memo.set(actorOf, actor)
  return actor
}

async function authenticate(rq: Rq): Promise<Actor> {
  const header = rq.headers.authorization
  if (header) {
    const [scheme, value, more] = header.split(' ')
    if (value !== undefined && more === undefined) {
      const word = scheme.toLowerCase()
      if (word === 'token' || word === 'bearer') return (await byToken(rq.cx, value, 'token')) ?? refuse()
      if (word === 'basic') return basic(rq, value)
    }
    return anonymous
  }
  const inQuery = rq.query.token ?? rq.query.access_token
  if (typeof inQuery === 'string' && inQuery) {
    if (!rq.cx.config.token_in_query) throw unauthorized('tokens in addresses are not accepted; send an Authorization header')
    return (await byToken(rq.cx, inQuery, 'token')) ?? refuse()
  }
  return (await bySession(rq)) ?? anonymous
}

export const SESSION = 'codestead_session'

/** The browser's cookie counts for pages and files, never for the API, and never for what another site made the browser send. */
export async function bySession(rq: Rq): Promise<SignedIn | undefined> {
  const cookie = cookieOf(rq, SESSION)
  if (!cookie || /^\/api\/(?!swagger)/.test(asRouted(rq.url)) || (!isSafe(rq.method) && !isSameSite(rq))) return undefined
  const found = await store.findSession(rq.cx.db, hashToken(cookie), rq.cx.now())
  const account = found && (await store.findAccount(rq.cx.db, found.account_id))
  return account && { account, scopes: null, publicOnly: false, via: 'session', sessionId: found.id }
}

/** Paths find their operation with their letters decoded. */
function asRouted(url: string): string {
  try {
    return decodeURI(url.split('?')[0])
  } catch {
    return url
  }
}

const isSafe = (method: string) => method === 'GET' || method === 'HEAD'

export function isSameSite(rq: Rq): boolean {
  const site = rq.headers['sec-fetch-site']
  const { origin } = rq.headers
  if (site) return site === 'same-origin' || site === 'none'
  return !origin || URL.parse(origin)?.host === new URL(rq.cx.root).host
}

export function cookieOf(rq: Rq, name: string): string | undefined {
  for (const part of (rq.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

function refuse(): never {
  throw unauthorized('invalid username, password or token')
}

async function basic({ cx, ip }: Rq, encoded: string): Promise<Actor> {
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return anonymous
  const user = text.slice(0, colon)
  const password = text.slice(colon + 1)
  const token = password === '' || password === 'x-oauth-basic' ? user : password
  return (await byToken(cx, token, 'basic')) ?? (await byPassword(cx, user, password, ip)) ?? refuse()
}

const verified = verifiedCredentials<boolean>()

/** A password, checked in constant cost whether or not the account exists; guessing from one address gets slower. */
export const byPassword = (cx: Cx, user: string, password: string, address: string): Promise<SignedIn | undefined> => braked(address, user, () => proven(cx, user, password))

async function proven(cx: Cx, user: string, password: string): Promise<SignedIn | undefined> {
  const account = user.includes('@') ? await store.findAccountByEmail(cx.db, user) : await store.findAccountByName(cx.db, user)
  const usable = account && account.type === 'user' && account.password !== ''
  // keyed by the stored hash too, so that a changed password is forgotten at once, on every node
  const right = usable
    ? await verified.load([account.password, password], async () => ((await verifyPassword(account.password, password)) ? { userId: account.id, value: true } : null))
    : await verifyPassword(null, password)
  return usable && right ? { account, scopes: null, publicOnly: false, via: 'basic' } : undefined
}

const TOKEN = /^[0-9a-f]{40}$/

/** Access tokens, deploy tokens, and what other rooms' readers know. */
export async function byToken(cx: Cx, token: string, via: 'basic' | 'token'): Promise<Actor | undefined> {
  if (TOKEN.test(token)) {
    const hash = hashToken(token)
    const row = await store.findToken(cx.db, hash)
    if (row) {
      const account = await store.findAccount(cx.db, row.account_id)
      const scopes = parseScopes(row.scope.split(',').filter(Boolean)) ?? { levels: {}, publicOnly: false }
      used(cx).tokens.set(row.id, cx.now())
      return account && { account, scopes, publicOnly: scopes.publicOnly, via, tokenId: row.id }
    }
    const deploy = await store.findDeployToken(cx.db, hash)
    if (deploy) return { account: null, scopes: null, publicOnly: false, via, deploy: { id: deploy.id, repo_id: deploy.repo_id, read_only: deploy.read_only } }
  }
  for (const reader of readers) {
    const actor = await reader(cx, token)
    if (actor) return actor
  }
  return undefined
}

/** Accounts that may not sign in are told so, whatever they ask for. */
export function admitted(actor: Actor): Actor {
  const account = actor.account
  if (!account || actor.job) return actor
  if (!account.is_active) throw forbidden('this account is not activated')
  // a password proves nothing any more; a token is still known for what it was
  if (account.prohibit_login) throw (actor.via === 'basic' && actor.tokenId === undefined ? unauthorized : forbidden)('this account is not allowed to sign in')
  if (account.must_change_password) throw forbidden('you must change your password first')
  return actor
}

/** `Sudo: name`: from here on an administrator is that account; the token's limits stay. For programs: a link could say it to a browser. */
async function asked(rq: Rq, actor: Actor): Promise<Actor> {
  const named = firstOf(rq.query.sudo) || firstOf(rq.headers.sudo)
  if (!named || actor.via === 'session') return actor
  if (!actor.account?.is_admin) throw forbidden('Only administrators allowed to sudo.')
  const account = await store.findAccountByName(rq.cx.db, named)
  if (!account || account.type !== 'user') throw notFound()
  return { ...actor, account }
}

/** Of a name that was given twice: whoever asks for two accounts must not go on as the administrator. */
const firstOf = (given: unknown): string => String((Array.isArray(given) ? given[0] : given) ?? '')

interface Used {
  tokens: Map<number, number>
  keys: Map<number, number>
}
const usedBy = new WeakMap<object, Used>()

/** Last uses gathered in memory: a read never writes. */
export function used(cx: Cx): Used {
  let found = usedBy.get(cx.outbox)
  if (!found) usedBy.set(cx.outbox, (found = { tokens: new Map(), keys: new Map() }))
  return found
}

/** What was used since the last call, to be written by the room the rows belong to. */
export function takeUsed(cx: Cx): Used {
  const { tokens, keys } = used(cx)
  const taken = { tokens: new Map(tokens), keys: new Map(keys) }
  tokens.clear()
  keys.clear()
  return taken
}
