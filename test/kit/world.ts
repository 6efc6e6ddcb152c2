// The world of a scenario: a whole server on a copied, already migrated database, spoken to by inject, with real git beside it.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openApp, type App } from '../../src/app.ts'
import { start, type Git } from '../../src/git/index.ts'
import { load } from '../../src/kernel/config.ts'
import type { Cx } from '../../src/kernel/cx.ts'
import { openLog } from '../../src/kernel/log.ts'
import type { Fact } from '../../src/kernel/outbox.ts'
import { hashPassword } from '../../src/kernel/secrets.ts'
import { accounts } from '../../src/users/index.ts'
import { freshDatabase } from './database.ts'
import { checkAnswer } from './shape.ts'

const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const scratch = mkdtempSync(join(memory, 'codestead-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** everybody's; hashed once, since hashing is slow on purpose */
const password = 'correct horse'
let passwordHash: Promise<string> | undefined
let git: Promise<Git> | undefined
after(async () => (await git)?.close())
export interface Person {
  id: number
  name: string
  password: string
}

export interface World {
  app: App
  cx: Cx
  /** an account; `root` style administrators with { admin: true } */
  user(name: string, more?: { admin?: boolean; restricted?: boolean; visibility?: 'public' | 'limited' | 'private' }): Promise<Person>
  org(owner: Person, name: string, more?: object): Promise<any>
  repo(owner: Person, name: string, more?: object): Promise<any>
  as(person: Person | null, more?: Credentials): Client
  anonymous: Client
  /** somebody signed in to the pages, who sends forms: post('//repo/create', { name: 'x' }) */
  browsing(person: Person): Promise<Client>
  /** moves the clock */
  later(seconds: number): void
  /** waits until no todo row and no job is due */
  settled(): Promise<void>
  /** listens on a free loopback port for real clients; the address without a slash */
  listening(): Promise<string>
  /** a temporary folder that goes with the world */
  folder(name?: string): string
}
export interface Credentials {
  token?: string
  sudo?: string
  headers?: Record<string, string>
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Reply
  head(path: string, headers?: Record<string, string>): Reply
  post(path: string, body?: unknown, headers?: Record<string, string>): Reply
  put(path: string, body?: unknown, headers?: Record<string, string>): Reply
  patch(path: string, body?: unknown, headers?: Record<string, string>): Reply
  delete(path: string, body?: unknown, headers?: Record<string, string>): Reply
}

export interface Answered {
  status: number
  headers: Record<string, any>
  text: string
  body: any
  facts: string[]
}

/** Awaitable; expectations are checked when awaited. */
export class Reply implements PromiseLike<Answered> {
  #answer: Promise<Answered>
  #name: string
  constructor(name: string, answer: Promise<Answered>) {
    this.#name = name
    this.#answer = answer
  }
  then<A, B>(ok?: ((value: Answered) => A | PromiseLike<A>) | null, no?: ((reason: unknown) => B | PromiseLike<B>) | null) {
    return this.#answer.then(ok, no)
  }
  #also(check: (answer: Answered) => void): this {
    const asked = new Error()
    this.#answer = this.#answer.then((answer) => {
      try {
        check(answer)
      } catch (error) {
        throw placed(error as Error, asked)
      }
      return answer
    })
    // an unawaited expectation must not end the process before its test reports it
    this.#answer.catch(() => {})
    return this
  }
  /** the status, and members the body must have (deeply partial) */
  gives(status: number, body?: unknown): this {
    return this.#also((answer) => {
      assert.equal(answer.status, status, `${this.#name}: ${answer.text.slice(0, 500)}`)
      if (body !== undefined) partially(answer.body, body, this.#name)
    })
  }
  /** the error's message contains this */
  says(text: string | RegExp): this {
    return this.#also((answer) => assert.match(String(answer.body?.message ?? answer.text), typeof text === 'string' ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) : text, this.#name))
  }
  /** exactly these facts, in any order */
  emits(...names: string[]): this {
    return this.#also((answer) => assert.deepEqual([...answer.facts].sort(), [...names].sort(), `${this.#name}: facts`))
  }
  /** an empty body, as the seed wants of 404 and 409 */
  empty(): this {
    return this.#also((answer) => assert.equal(answer.text, '', `${this.#name}: body`))
  }
  header(name: string, value: string | RegExp | undefined): this {
    return this.#also((answer) => {
      const got = answer.headers[name.toLowerCase()]
      if (value instanceof RegExp) assert.match(String(got), value, `${this.#name}: ${name}`)
      else assert.equal(got, value, `${this.#name}: ${name}`)
    })
  }
}

/** The place in the scenario that expected it, instead of the kit's own. */
function placed(error: Error, asked: Error): Error {
  const frames = asked.stack!.split('\n').slice(1).filter((line) => !line.includes('/test/kit/world.ts'))
  error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n')
  return error
}

function partially(got: any, want: any, at: string): void {
  if (want === null || typeof want !== 'object') return assert.deepEqual(got, want, at)
  if (Array.isArray(want)) {
    assert.ok(Array.isArray(got), `${at}: a list is expected`)
    assert.equal(got.length, want.length, `${at}: length`)
    want.forEach((one, i) => partially(got[i], one, `${at}[${i}]`))
    return
  }
  assert.ok(got !== null && typeof got === 'object', `${at}: an object is expected, got ${JSON.stringify(got)}`)
  for (const [key, value] of Object.entries(want)) partially(got[key], value, `${at}.${key}`)
}

export async function openWorld(settings: Record<string, string> = {}): Promise<World & { close(): Promise<void> }> {
  const database = await freshDatabase(scratch)
  const data = mkdtempSync(join(scratch, 'data-'))
  let shift = 0
  const env: Record<string, string> = { CODESTEAD_DATA: data, CODESTEAD_DATABASE_URL: database.url, CODESTEAD_PORT: '0', CODESTEAD_SSH_PORT: '0', CODESTEAD_GIT_DURABLE: 'false' }
  for (const [key, value] of Object.entries(settings)) env[`CODESTEAD_${key.toUpperCase()}`] = value
  const app = await openApp({
    config: load({ argv: [], env, cwd: data }),
    log: openLog({ level: process.env.TEST_LOG ? 'debug' : 'error', format: 'text' }),
    now: () => Math.floor(Date.now() / 1000) + shift,
    migrated: true,
    git: await (git ??= start({ durable: false, packs: { folder: join(scratch, 'packs'), bytes: 64 * 1024 * 1024 } })),
  })
  const seen: Fact[] = []
  app.cx.outbox.watch((one) => void seen.push(one))
  let address: Promise<string> | undefined

  const call = (credentials: Record<string, string>, method: string, path: string, body: unknown, headers: Record<string, string> = {}): Reply => {
    const answer = (async (): Promise<Answered> => {
      const before = seen.length
      const json = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)
      const url = path.startsWith('//') ? path.slice(1) : `/api/v1${path}`
      const got = await app.server.inject({
        method: method as 'GET', url,
        headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...credentials, ...headers },
        payload: json ? JSON.stringify(body) : (body as string | undefined),
      })
      const type = String(got.headers['content-type'] ?? '')
      const parsed = type.includes('json') && got.body ? JSON.parse(got.body) : undefined
      if (parsed !== undefined && got.statusCode < 400 && url.startsWith('/api/v1')) checkAnswer(app.declarations, method, url, got.statusCode, parsed)
      return { status: got.statusCode, headers: got.headers, text: got.body, body: parsed, facts: seen.slice(before).map((one) => one.name) }
    })()
    return new Reply(`${method} ${path}`, answer)
  }
  const client = (credentials: Record<string, string>): Client => ({
    get: (path, headers) => call(credentials, 'GET', path, undefined, headers),
    head: (path, headers) => call(credentials, 'HEAD', path, undefined, headers),
    post: (path, body, headers) => call(credentials, 'POST', path, body, headers),
    put: (path, body, headers) => call(credentials, 'PUT', path, body, headers),
    patch: (path, body, headers) => call(credentials, 'PATCH', path, body, headers),
    delete: (path, body, headers) => call(credentials, 'DELETE', path, body, headers),
  })
  const world: World & { close(): Promise<void> } = {
    app,
    cx: app.cx,
    async browsing(person) {
      const form = 'application/x-www-form-urlencoded'
      const sent = (body: unknown) => (body !== undefined && typeof body === 'object' ? new URLSearchParams(Object.entries(body as object).flatMap(([key, value]) => [value].flat().map((one) => [key, String(one)]))).toString() : body)
      const answer = await world.anonymous.post('//user/login', sent({ user_name: person.name, password: person.password }), { 'content-type': form }).gives(303)
      const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0]
      const browser = client({ cookie })
      return { ...browser, post: (path, body, headers) => browser.post(path, sent(body ?? {}), { 'content-type': form, ...headers }) }
    },
    async user(name, more = {}) {
      const row = await accounts.create(app.cx, { name, email: `${name}@example.com`, password_hash: await (passwordHash ??= hashPassword(password)), is_admin: more.admin, is_restricted: more.restricted, visibility: more.visibility })
      return { id: row.id, name, password }
    },
    org: async (owner, name, more = {}) => (await world.as(owner).post('/orgs', { username: name, ...more }).gives(201)).body,
    repo: async (owner, name, more = {}) => (await world.as(owner).post('/user/repos', { name, ...more }).gives(201)).body,
    as(person, more = {}) {
      const credentials: Record<string, string> = { ...more.headers }
      if (more.sudo) credentials.sudo = more.sudo
      if (more.token) credentials.authorization = `token ${more.token}`
      else if (person) credentials.authorization = `Basic ${Buffer.from(`${person.name}:${person.password}`).toString('base64')}`
      return client(credentials)
    },
    anonymous: client({}),
    later: (seconds) => void (shift += seconds),
    async settled() {
      while ((await app.cx.outbox.drain(app.cx)) + (await app.cx.jobs.drain(app.cx)) > 0);
    },
    listening: () => (address ??= app.listen()),
    folder: (name = 'work') => mkdtempSync(join(scratch, `${name}-`)),
    async close() {
      await app.close()
      await database.drop()
      rmSync(data, { recursive: true, force: true })
    },
  }
  return world
}

/** One behaviour, told through HTTP. Name the operations it covers in the title or the text. */
export function scenario(title: string, tell: (w: World) => Promise<void>, settings?: Record<string, string>): void {
  test(title, async () => {
    const world = await openWorld(settings)
    try {
      await tell(world)
    } finally {
      await world.close()
    }
  })
}
