// The real program for real clients: `serve` in a process of its own, on free ports, with data in a temporary folder.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = dirname(dirname(import.meta.dirname))

/** Everybody's. */
export const password = 'correct horse'

export interface Answered {
  status: number
  headers: Headers
  text: string
  body: any
}

export interface Server {
  /** address without a slash at the end */
  url: string
  child: ChildProcess
  /** its folder */
  data: string
  /** what it wrote to its log so far */
  log(): string
  /** as `who`: a name, or a token of 40 digits, or nobody */
  call(who: string | null, method: string, path: string, body?: unknown): Promise<Answered>
  /** a call that must be answered so; gives the body */
  ask(status: number, who: string | null, method: string, path: string, body?: unknown): Promise<any>
  /** the address of a repository as git takes it, with somebody's credentials in it */
  remote(who: string | null, path: string): string
  /** asks it to end, and waits */
  stop(): Promise<void>
  /** ends it as a crash would: the process alone, or with all its children */
  crash(whole: boolean): Promise<void>
}

/**
 * Starts the server on a data folder, an empty one or one left behind, with more variables if told; `root` is its administrator.
 * `around` is a command that starts a command.
 */
export async function serve(data: string, settings: Record<string, string> = {}, more: Record<string, string> = {}, around: string[] = []): Promise<Server> {
  const env: Record<string, string> = {
    ...more,
    PATH: process.env.PATH!, HOME: data, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compile'),
    CODESTEAD_DATA: data, CODESTEAD_PORT: '0', CODESTEAD_SSH_PORT: '0', CODESTEAD_ADMIN: `root:${password}`, CODESTEAD_LOG_LEVEL: 'warn', CODESTEAD_LOG_FORMAT: 'text',
  }
  for (const [key, value] of Object.entries(settings)) env[`CODESTEAD_${key.toUpperCase()}`] = value
  const [program, ...args] = [...around, process.execPath, join(root, 'src/main.ts'), 'serve']
  const child = spawn(program, args, { cwd: data, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const last = () => signal(child, true)
  process.once('exit', last)
  let said = ''
  child.stderr.on('data', (part) => (said = `${said}${part}`.slice(-50_000)))
  const gone = once(child, 'exit').then(() => process.off('exit', last))
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
      const found = /ready at (\S+?);?\s/.exec(text)
      if (found) resolve(found[1])
    })
    child.once('exit', (code, how) => reject(new Error(`the server ended with ${how ?? code}: ${text}${said}`)))
  })
  const call: Server['call'] = (who, method, path, body) => request(`${url}/api/v1${path}`, who, method, body)
  return {
    url, child, data, call,
    log: () => said,
    async ask(status, who, method, path, body) {
      const got = await call(who, method, path, body)
      assert.equal(got.status, status, `${method} ${path}: ${got.text.slice(0, 1000)}\n${said.slice(-2000)}`)
      return got.body
    },
    remote: (who, path) => `${who === null ? url : url.replace('http://', `http://${credentials(who)}@`)}/${path}.git`,
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
    async crash(whole) {
      signal(child, whole)
      await gone
    },
  }
}

/** A server for the length of one story, gone with its data afterwards. */
export async function withServer(tell: (server: Server, folder: (name: string) => string) => Promise<void>, settings: Record<string, string> = {}): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'codestead-client-'))
  const folders: string[] = []
  try {
    const server = await serve(data, settings)
    try {
      await tell(server, (name) => (folders.push(mkdtempSync(join(tmpdir(), `codestead-${name}-`))), folders.at(-1)!))
    } finally {
      await server.stop()
    }
  } finally {
    for (const one of [data, ...folders]) rmSync(one, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Accounts with everybody's password. */
export async function people(server: Server, ...names: string[]): Promise<void> {
  for (const name of names) {
    await server.ask(201, 'root', 'POST', '/admin/users', { username: name, email: `${name}@example.com`, password, must_change_password: false })
  }
}

/** A token of somebody's that may do everything they may. */
export async function token(server: Server, who: string, scopes = ['all']): Promise<string> {
  return (await server.ask(201, who, 'POST', `/users/${who}/tokens`, { name: `for ${scopes.join()}`, scopes })).sha1
}

const isToken = (who: string) => /^[0-9a-f]{40}$/.test(who)
const credentials = (who: string) => (isToken(who) ? `x:${who}` : `${who}:${encodeURIComponent(password)}`)

async function request(url: string, who: string | null, method: string, body: unknown): Promise<Answered> {
  const headers: Record<string, string> = {}
  if (who !== null) headers.authorization = isToken(who) ? `token ${who}` : `Basic ${Buffer.from(`${who}:${password}`).toString('base64')}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const got = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), redirect: 'manual' })
  const text = await got.text()
  return { status: got.status, headers: got.headers, text, body: /json/.test(got.headers.get('content-type') ?? '') && text ? JSON.parse(text) : undefined }
}

function signal(child: ChildProcess, whole: boolean) {
  try {
    process.kill(whole ? -child.pid! : child.pid!, 'SIGKILL')
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
