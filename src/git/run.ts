// Every git command of the server passes here: fixed environment, fixed argument grammar, bounded numbers, time and output.
import { readFile } from 'node:fs/promises'
import type { OnReadOpts } from 'node:net'
import { availableParallelism } from 'node:os'
import { Readable, type Writable } from 'node:stream'
import { fixedEnv } from './env.ts'
import { Lane } from './lane.ts'
import { Link, type Started } from './link.ts'
import { Lru } from '../kernel/lru.ts'

/** A bare repository folder; `quarantine` is an object folder whose objects are seen but not yet part of it. */
export interface GitDir { path: string; format: 'sha1' | 'sha256'; quarantine?: string }

export interface RunOptions {
  stdin?: Buffer | string | Readable
  env?: Record<string, string>
  /** 0 means no limit; run() has one minute unless told. */
  timeoutMs?: number
  maxOutput?: number
  /** Exit codes that are answers rather than errors. */
  ok?: number[]
  signal?: AbortSignal
  /** How stdout is to be read, by a reader that brings its own memory; the stream then gives no data. */
  intake?: OnReadOpts
  /** quick: short questions; heavy: packs, archives, repacking; stream: little work for long; free: counted by its own pool. */
  lane?: 'quick' | 'heavy' | 'stream' | 'free'
  /** Bytes of memory a child may take for itself; unless told 1 GiB in the quick lane, and no bound elsewhere. */
  memory?: number
}

export interface Output { stdout: Buffer; stderr: string; code: number }
export interface Ended { code: number; stderr: string; reason: GitError['reason'] }
export interface Child {
  pid: number
  stdin: Writable
  stdout: Readable
  /** Never rejects; a child that was killed or lost has a code other than 0. */
  done: Promise<Ended>
  kill(): void
}

export interface StartOptions {
  /** Empty finds it in PATH. */
  program?: string
  log?: (message: string, fields?: object) => void
  /** Off in tests only: whether objects and refs are flushed to disk before a call returns. */
  durable?: boolean
  limits?: { quick?: number; heavy?: number; readers?: number }
  /** Where answers to clones are kept and how many bytes of them; a bound of 0 keeps none. */
  packs?: { folder: string; bytes: number }
}

/** git for the lifetime of the server: the broker, how many children at once, what is known of repositories. */
export class Git {
  readonly durable: boolean
  readonly version: string
  readonly limits: { quick: number; heavy: number; readers: number }
  readonly link: Link
  readonly lanes: { quick: Lane; heavy: Lane; stream: Lane }
  /** Children that wait for a slow reader and have given their place to others. */
  readonly stalled: { now: number; most: number }
  readonly log: (message: string, fields?: object) => void
  readonly packs: { folder: string; bytes: number } | null
  /** Immutable answers, keyed by kind, repository and object ids. */
  readonly memory = new Lru<unknown>(64 * 1024 * 1024)
  /** What must end with us: long-lived readers. */
  readonly closers = new Set<() => Promise<void>>()
  /** Per-floor state that lives as long as we do, each part made by the file that owns it. */
  readonly rooms = new Map<symbol, unknown>()

  constructor(link: Link, version: string, options: StartOptions) {
    const cores = availableParallelism()
    this.durable = options.durable ?? true
    this.version = version
    this.log = options.log ?? (() => {})
    this.link = link
    this.packs = options.packs && options.packs.bytes > 0 ? options.packs : null
    this.limits = {
      quick: options.limits?.quick ?? cores * 2,
      heavy: options.limits?.heavy ?? cores * 2,
      readers: options.limits?.readers ?? 48,
    }
    this.lanes = { quick: new Lane(this.limits.quick), heavy: new Lane(this.limits.heavy), stream: new Lane(cores * 32) }
    this.stalled = { now: 0, most: cores * 16 }
  }

  /** State of one file of this floor, made at first use. */
  state<T>(key: symbol, make: () => T): T {
    let found = this.rooms.get(key)
    if (found === undefined) this.rooms.set(key, (found = make()))
    return found as T
  }

  async close(): Promise<void> {
    await Promise.all([...this.closers].map((close) => close()))
    await this.link.close()
  }
}

/** git answered with an exit code nobody asked for, or did not answer in time. */
export class GitError extends Error {
  readonly code: number
  readonly stderr: string
  readonly command: string
  /** output: it wrote, or held in memory, more than is good */
  readonly reason: 'exit' | 'timeout' | 'output' | 'aborted'
  constructor(command: string, code: number, stderr: string, reason: GitError['reason'] = 'exit') {
    super(`git ${command}: ${reason === 'exit' ? `code ${code}` : reason}${stderr ? `: ${stderr.trim().slice(0, 500)}` : ''}`)
    this.name = 'GitError'
    this.command = command
    this.code = code
    this.stderr = stderr
    this.reason = reason
  }
}

export async function start(options: StartOptions = {}): Promise<Git> {
  const link = new Link(options.program || 'git', fixedEnv(options.durable ?? true), options.log ?? (() => {}))
  try {
    const probe = new Git(link, '', options)
    const { stdout } = await run(probe, null, ['--version'])
    const version = /(\d+)\.(\d+)[.\d]*/.exec(stdout.toString())
    if (!version || Number(version[1]) < 2 || (Number(version[1]) === 2 && Number(version[2]) < 39)) {
      throw new Error(`git 2.39 or newer is needed, found ${stdout.toString().trim()}`)
    }
    return new Git(link, version[0], options)
  } catch (error) {
    await link.close()
    throw error
  }
}

const COMMANDS = new Set(['--version', 'apply', 'archive', 'blame', 'bundle', 'cat-file', 'commit-graph', 'count-objects', 'diff', 'diff-tree',
  'fetch', 'for-each-ref', 'format-patch', 'fsck', 'gc', 'grep', 'hash-object', 'index-pack', 'log', 'ls-remote', 'ls-tree',
  'merge-base', 'merge-tree', 'multi-pack-index', 'pack-objects', 'pack-refs', 'patch-id', 'prune', 'push', 'read-tree', 'receive-pack', 'repack', 'rev-list',
  'rev-parse', 'shortlog', 'symbolic-ref', 'unpack-objects', 'update-ref', 'update-server-info', 'upload-archive', 'upload-pack', 'write-tree'])

// options that run programs or touch files of their value's choosing
const REFUSED = /^(--(upload-pack|receive-pack|exec|output|output-directory|open-files-in-pager|ext-diff|textconv|no-index|config|config-env|git-dir|work-tree|template|exec-path|remote|contents|ignore-revs-file|stdin-paths)(=|$)|-[oOcu].+|-[oOc]$)/

/** Refuses what could turn a user's string into something else; callers put such strings after `--` or use rev(). */
export function checkArgs(args: string[]): void {
  if (!COMMANDS.has(args[0])) throw new TypeError(`git ${args[0]} is not among the commands we use`)
  let options = true
  for (const arg of args) {
    if (arg.includes('\0')) throw new TypeError('NUL in an argument')
    if (!options) continue
    if (arg === '--' || arg === '--end-of-options') options = false
    else if (/[\r\n]/.test(arg) || REFUSED.test(arg)) throw new TypeError(`argument refused: ${JSON.stringify(arg.slice(0, 80))}`)
  }
}

const OID = { sha1: /^[0-9a-f]{40}$/, sha256: /^[0-9a-f]{64}$/ }

export function isOid(dir: GitDir, x: unknown): x is string {
  return typeof x === 'string' && OID[dir.format].test(x)
}

/** A full object id, the only kind of revision that ever becomes an argument. */
export function rev(dir: GitDir, x: string): string {
  if (!isOid(dir, x)) throw new TypeError(`not an object id: ${JSON.stringify(String(x).slice(0, 80))}`)
  return x
}

/** Paths as the last arguments; they are taken literally. */
export function paths(...list: string[]): string[] {
  return ['--', ...list]
}

export function zeroOid(dir: GitDir): string {
  return '0'.repeat(dir.format === 'sha1' ? 40 : 64)
}

function envOf(dir: GitDir | null, extra: Record<string, string> = {}): Record<string, string> {
  if (!dir) return { GIT_CEILING_DIRECTORIES: '/', ...extra }
  const env: Record<string, string> = { GIT_DIR: dir.path }
  if (dir.quarantine) {
    env.GIT_OBJECT_DIRECTORY = dir.quarantine
    env.GIT_ALTERNATE_OBJECT_DIRECTORIES = JSON.stringify(`${dir.path}/objects`)
  }
  return { ...env, ...extra }
}

interface Launched extends Started {
  /** it was ended because it took too much memory */
  grown: boolean
}

const MOST_MEMORY = 1024 * 1024 * 1024

async function launch(git: Git, dir: GitDir | null, args: string[], options: RunOptions, stdin: boolean, timeoutMs: number): Promise<Launched> {
  checkArgs(args)
  const { signal } = options
  const lane = options.lane === 'free' ? null : git.lanes[options.lane ?? 'quick']
  const release = lane ? await lane.enter(signal) : () => {}
  let started: Launched
  try {
    if (signal?.aborted) throw new GitError(args[0], -1, '', 'aborted')
    started = { ...(await git.link.start({ args, env: envOf(dir, options.env), stdin, timeoutMs, intake: options.intake })), grown: false }
  } catch (error) {
    release()
    throw error
  }
  const abort = () => started.kill()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  let ended = false
  const stopWatching = lane === git.lanes.heavy ? lendPlace(git, started, release) : () => {}
  const most = options.memory ?? (lane === git.lanes.quick ? MOST_MEMORY : Infinity)
  // those of a pool live long and are many
  const stopWeighing = most < Infinity ? weighing(started, most, lane ? 250 : 1000) : () => {}
  started.done.then(() => {
    ended = true
    release()
    stopWatching()
    stopWeighing()
    signal?.removeEventListener('abort', abort)
  })
  // whoever reads has gone away before the end
  started.stdout.once('close', () => { if (!ended && !started.stdout.readableEnded) started.kill() })
  return started
}

/** Ends a child that takes too much: a few objects can stand for more than any machine can hold. */
function weighing(child: Launched, most: number, everyMs: number): () => void {
  const timer = setInterval(() => {
    readFile(`/proc/${child.pid}/status`, 'latin1').then((text) => {
      if (Number(/^RssAnon:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024 <= most) return
      child.grown = true
      clearInterval(timer)
      child.kill()
    }, () => clearInterval(timer))
  }, everyMs).unref()
  return () => clearInterval(timer)
}

// a reader that stands still uses no core; a few slow clones must not keep everybody else out
function lendPlace(git: Git, child: Started, release: () => void): () => void {
  let full = 0
  let lent = false
  const timer = setInterval(() => {
    full = child.stdout.readableLength >= child.stdout.readableHighWaterMark ? full + 1 : 0
    if (full < 3 || git.stalled.now >= git.stalled.most) return
    lent = true
    git.stalled.now++
    clearInterval(timer)
    release()
  }, 1000).unref()
  return () => {
    clearInterval(timer)
    if (lent) git.stalled.now--
  }
}

// a child without output may have ended before anybody could listen
function whenEnded(stream: Readable, then: () => void): void {
  if (stream.readableEnded) then()
  else stream.once('end', then)
}

function feed(to: Writable, from: Buffer | string | Readable): void {
  if (from instanceof Readable) {
    from.pipe(to)
    from.once('error', () => to.destroy())
    to.once('error', () => from.unpipe(to))
    from.once('close', () => { if (!from.readableEnded) to.destroy() })
  } else {
    to.end(from)
  }
}

/** Runs git to its end and gives its whole output. */
export async function run(git: Git, dir: GitDir | null, args: string[], options: RunOptions = {}): Promise<Output> {
  const limit = options.maxOutput ?? 64 * 1024 * 1024
  // nobody reads before the end, so git need not flush after every commit
  const whole = { ...options, env: { GIT_FLUSH: '0', ...options.env } }
  const child = await launch(git, dir, args, whole, options.stdin !== undefined, options.timeoutMs ?? 60_000)
  if (options.stdin !== undefined) {
    child.stdin!.resume()
    feed(child.stdin!, options.stdin)
  }
  const chunks: Buffer[] = []
  let size = 0
  let tooMuch = false
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else if (!tooMuch) { tooMuch = true; child.kill() }
  })
  whenEnded(child.stdout, () => child.stdout.end())
  if (!child.stdout.closed) await new Promise((resolve) => child.stdout.once('close', resolve))
  const { code, stderr, timedOut } = await child.done
  child.stdin?.destroy()
  if (tooMuch || child.grown) throw new GitError(args[0], code, stderr, 'output')
  if (timedOut) throw new GitError(args[0], code, stderr, 'timeout')
  if (options.signal?.aborted) throw new GitError(args[0], code, stderr, 'aborted')
  if (!(options.ok ?? [0]).includes(code)) throw new GitError(args[0], code, stderr)
  return { stdout: Buffer.concat(chunks), stderr, code }
}

/** Starts git and gives its streams; destroying stdout ends it. No time limit unless told. */
export async function open(git: Git, dir: GitDir | null, args: string[], options: RunOptions = {}): Promise<Child> {
  const child = await launch(git, dir, args, { lane: 'heavy', ...options }, true, options.timeoutMs ?? 0)
  const stdin = child.stdin!
  stdin.resume()
  if (options.stdin !== undefined) feed(stdin, options.stdin)
  whenEnded(child.stdout, () => child.stdout.end())
  const done = child.done.then(({ code, stderr, timedOut }): Ended => {
    stdin.destroy()
    return { code, stderr, reason: child.grown ? 'output' : timedOut ? 'timeout' : 'exit' }
  })
  return { pid: child.pid, stdin, stdout: child.stdout, done, kill: child.kill }
}
