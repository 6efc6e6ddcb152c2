// Names that point at objects: validity, reading from the folder, one copy per repository in memory, and moving them.
import { lstat, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf, flushFolder, replaceFile, walk } from './disk.ts'
import { extraConfig } from './env.ts'
import { GitError, isOid, rev, run, zeroOid, type Git, type GitDir } from './run.ts'
import { isDiskFull } from '../kernel/errors.ts'
import { Lru } from '../kernel/lru.ts'
import { swap } from './ref-swap.ts'

export interface Ref {
  /** Full name, as refs/heads/main. */
  name: string
  oid: string
  type: 'commit' | 'tag' | 'tree' | 'blob'
  /** What an annotated tag finally points at. */
  peeled: string | null
}

export interface Refs {
  /** Short name → ref. */
  heads: Map<string, Ref>
  tags: Map<string, Ref>
  /** Full name → ref. */
  others: Map<string, Ref>
  /** The branch HEAD names, born or not; null when HEAD is detached. */
  head: string | null
}

/** Whether git would take this full name, and whether we want it: no control characters, no option, no bare object id. */
export function validRefName(x: unknown): x is string {
  if (typeof x !== 'string' || !x.startsWith('refs/') || Buffer.byteLength(x) > 1024) return false
  if (/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$/.test(x) || !x.isWellFormed()) return false
  if (/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(x)) return false
  const parts = x.split('/')
  if (parts.length < 3) return false
  if (parts.some((part) => part.startsWith('.') || part.endsWith('.lock') || Buffer.byteLength(part) > 250)) return false
  if (parts[2].startsWith('-') || x === 'refs/heads/@' || x === 'refs/heads/HEAD') return false
  return !/^refs\/(heads|tags)\/([0-9a-f]{40}|[0-9a-f]{64})$/i.test(x)
}

const CACHE = Symbol('refs')

function cacheOf(git: Git): Lru<{ version: number; refs: Promise<Refs> }> {
  return git.state(CACHE, () => new Lru<{ version: number; refs: Promise<Refs> }>(500))
}

export function forgetRefs(git: Git, dir: GitDir): void {
  cacheOf(git).delete(dir.path)
}

/** All refs. With a version (the repository row's refs_version) git is asked once per version. */
export function list(git: Git, dir: GitDir, version?: number): Promise<Refs> {
  if (version === undefined) return load(git, dir)
  const cache = cacheOf(git)
  const known = cache.get(dir.path)
  if (known?.version === version) return known.refs
  const refs = load(git, dir)
  const entry = { version, refs }
  // whoever still holds an older version must not push out a newer one
  if (!known || known.version < version) cache.set(dir.path, entry)
  refs.catch(() => { if (cache.get(dir.path) === entry) cache.delete(dir.path) })
  return refs
}

const ASKED = Symbol('asked')

/** All refs if they are at hand or wanted for the second time; the first one who looks up a name finds it faster in the folder. */
export function known(git: Git, dir: GitDir, version: number): Promise<Refs> | undefined {
  const asked = git.state(ASKED, () => new Lru<number>(500))
  if (cacheOf(git).get(dir.path)?.version === version || asked.get(dir.path) === version) return list(git, dir, version)
  asked.set(dir.path, version)
}

async function load(git: Git, dir: GitDir): Promise<Refs> {
  const refs: Refs = { heads: new Map(), tags: new Map(), others: new Map(), head: await readHead(dir) }
  const { stdout } = await run(git, dir, ['for-each-ref', '--format=%(objectname) %(objecttype) %(*objectname) %(refname)'],
    { maxOutput: 512 * 1024 * 1024 })
  for (const line of stdout.toString().split('\n')) {
    if (!line) continue
    const [oid, type, peeled, ...rest] = line.split(' ')
    const name = rest.join(' ')
    put(refs, { name, oid, type: type as Ref['type'], peeled: peeled || null })
  }
  return refs
}

function put(refs: Refs, ref: Ref): void {
  if (ref.name.startsWith('refs/heads/')) refs.heads.set(ref.name.slice(11), ref)
  else if (ref.name.startsWith('refs/tags/')) refs.tags.set(ref.name.slice(10), ref)
  else refs.others.set(ref.name, ref)
}

/** The branch HEAD names, as a short name. */
export async function readHead(dir: GitDir): Promise<string | null> {
  const text = await readFile(join(dir.path, 'HEAD'), 'utf8')
  return /^ref: refs\/heads\/(.+?)\s*$/.exec(text)?.[1] ?? null
}

/** Whether it can be the name of a ref that is there already: by import, or from a time when we took it. */
const mayBeThere = (name: string) => /^refs\/[^\0\n]+$/.test(name) && !/\.\.|\/\/|\/$|\.lock$/.test(name)

/** What one full name points at, read from the folder: no child, no guessing of other names. */
export async function read(dir: GitDir, name: string): Promise<string | null> {
  if (!mayBeThere(name)) return null
  try {
    const path = join(dir.path, name)
    if ((await lstat(path)).isFile()) {
      const text = (await readFile(path, 'latin1')).trim()
      if (isOid(dir, text)) return text
    }
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error)!)) throw error
  }
  const packed = await readFile(join(dir.path, 'packed-refs')).catch(() => null)
  const at = packed?.indexOf(` ${name}\n`) ?? -1
  if (!packed || at < 0) return null
  const oid = packed.toString('latin1', at - zeroOid(dir).length, at)
  return isOid(dir, oid) ? oid : null
}

export interface RefUpdate {
  ref: string
  /** What it must be now: an id, null for "not there", undefined for anything. */
  old?: string | null
  /** What it shall be; null removes it. */
  new: string | null
}

export type RefResult =
  | { ok: true }
  | { ok: false; kind: 'stale' | 'locked' | 'invalid'; ref: string | null; message: string }

/** Moving refs takes a fraction of this, so that an older lock is one that a process left behind when it died. */
const LOCK_MS = 5000
const LOOK_MS = 200
// so that we look for ourselves whether a lock is a dead one, instead of git waiting for it
const HASTY = extraConfig([['core.filesRefLockTimeout', '100'], ['core.packedRefsTimeout', '500']])

/**
 * Moves all refs or none, each only from the value expected; durable when it resolves. Waits for locks that others hold,
 * and takes away those that nobody holds any more. Throws when git died on the way: some refs may have moved then.
 */
export async function update(git: Git, dir: GitDir, updates: RefUpdate[], patienceMs = LOCK_MS): Promise<RefResult> {
  let result = await attempt(git, dir, updates)
  for (let left = patienceMs; left > 0 && !result.ok && result.kind === 'locked'; left -= LOOK_MS) {
    await wait(LOOK_MS)
    await sweepLocks(git, dir, LOCK_MS)
    result = await attempt(git, dir, updates)
  }
  return result
}

async function attempt(git: Git, dir: GitDir, updates: RefUpdate[]): Promise<RefResult> {
  if (updates.length === 0) return { ok: true }
  const zero = zeroOid(dir)
  const seen = new Set<string>()
  let script = 'start\0'
  for (const { ref, old, new: next } of updates) {
    // a name we would not create may still be removed
    const fine = next === null ? mayBeThere(ref) : validRefName(ref)
    if (!fine || seen.has(ref)) return { ok: false, kind: 'invalid', ref, message: fine ? 'named twice' : 'not a ref name' }
    seen.add(ref)
    const from = old === undefined ? '' : old === null ? zero : rev(dir, old)
    if (next === null) script += `delete ${ref}\0${old === null ? '' : from}\0`
    else script += `update ${ref}\0${rev(dir, next)}\0${from}\0`
  }
  script += 'prepare\0commit\0'
  const [{ ref, old, new: next }] = updates
  if (updates.length === 1 && old && next && !dir.quarantine) {
    const moved = await swap(git, dir, ref, old, next)
    if (moved === true) return { ok: true }
    if (moved !== null) return { ok: false, kind: moved, ref, message: moved === 'stale' ? `${ref} is not at ${old}` : `${ref} is locked` }
  }
  try {
    await run(git, dir, ['update-ref', '--no-deref', '--stdin', '-z'], { stdin: script, env: HASTY })
  } catch (error) {
    if (!(error instanceof GitError) || error.reason !== 'exit') throw error
    // a lock that finds no room is nobody's
    const verdict = isDiskFull(error) ? null : classify(error.stderr)
    if (!verdict) throw error
    return { ok: false, kind: verdict, ref: updates.find((x) => error.stderr.includes(`'${x.ref}'`))?.ref ?? null, message: error.stderr.trim() }
  }
  await flush(git, dir, updates)
  return { ok: true }
}

function classify(stderr: string): 'stale' | 'locked' | 'invalid' | null {
  if (/but expected|already exists|is missing but|unable to resolve reference|reference is missing/.test(stderr)) return 'stale'
  if (/Unable to create .*\.lock|File exists/.test(stderr)) return 'locked'
  if (/exists; cannot create|cannot process .* and .* at the same time|nonexistent object|non-commit object|invalid ref|bad ref/i.test(stderr)) return 'invalid'
  return null
}

/** Makes durable where refs stand: a renamed lock file is only there after a power cut if its folder was flushed. */
export async function flush(git: Git, dir: GitDir, updates: RefUpdate[]): Promise<void> {
  if (!git.durable) return
  const folders = new Set<string>()
  for (const { ref } of updates) for (let at = dirname(ref); at !== '.'; at = dirname(at)) folders.add(at)
  if (updates.some((x) => x.new === null)) folders.add('')
  const inward = [...folders].sort((a, b) => b.length - a.length)
  for (const folder of inward) await flushFolder(join(dir.path, folder))
}

/** Carries a repository's copy in memory from one version to the next by the updates just made, so nobody has to ask git. */
export async function advance(git: Git, dir: GitDir, from: number, to: number, changed: Ref[], removed: string[]): Promise<void> {
  const cache = cacheOf(git)
  const known = cache.get(dir.path)
  if (known?.version !== from) return
  const old = await known.refs
  const refs: Refs = { heads: new Map(old.heads), tags: new Map(old.tags), others: new Map(old.others), head: await readHead(dir) }
  for (const name of removed) {
    if (name.startsWith('refs/heads/')) refs.heads.delete(name.slice(11))
    else if (name.startsWith('refs/tags/')) refs.tags.delete(name.slice(10))
    else refs.others.delete(name)
  }
  for (const ref of changed) put(refs, ref)
  if (cache.get(dir.path) === known) cache.set(dir.path, { version: to, refs: Promise.resolve(refs) })
}

/** Lets HEAD name another branch, born or not. */
export async function setHead(git: Git, dir: GitDir, branch: string): Promise<void> {
  if (!validRefName(`refs/heads/${branch}`)) throw new TypeError(`not a branch name: ${JSON.stringify(branch)}`)
  await replaceFile(join(dir.path, 'HEAD'), `ref: refs/heads/${branch}\n`, git.durable)
}

const LOCKS = ['HEAD.lock', 'packed-refs.lock', 'packed-refs.new', 'config.lock', 'shallow.lock', 'gc.pid.lock', 'objects/info/commit-graph.lock',
  'objects/info/commit-graphs/commit-graph-chain.lock', 'objects/pack/multi-pack-index.lock']

/** Removes lock files that a killed git left behind, which would block a branch for ever. Gives their paths. */
export async function sweepLocks(git: Git, dir: GitDir, olderThanMs: number): Promise<string[]> {
  const swept: string[] = []
  const candidates = [...LOCKS]
  for await (const path of walk(join(dir.path, 'refs'))) if (path.endsWith('.lock')) candidates.push(`refs/${path}`)
  for (const name of candidates) {
    const path = join(dir.path, name)
    const found = await lstat(path).catch(() => null)
    if (!found || Date.now() - found.mtimeMs < olderThanMs) continue
    await rm(path, { force: true })
    swept.push(name)
  }
  if (swept.length) git.log('removed stale lock files', { repository: dir.path, files: swept })
  return swept
}
