// Reading objects through one pooled cat-file per repository, and turning what a user typed into an object id.
import type { Readable } from 'node:stream'
import { Readable as Streams } from 'node:stream'
import { parseCommit, parseTag, parseTree, type Commit, type Entry, type Tag } from './parse.ts'
import { ask, type Bytes, type Protocol } from './pool.ts'
import { read as readRef, readHead, validRefName, type Refs } from './refs.ts'
import { GitError, isOid, rev, type Git, type GitDir } from './run.ts'
import { collect, output } from './stream.ts'
import { oidOf } from './write.ts'

export { formatCommit, formatTag } from './parse.ts'
export type { Commit, Entry, EntryKind, NewCommit, NewTag, Person, Signature, Tag } from './parse.ts'
export { oidOf, writeBlob, writeCommit, writeObject, writeTag, writeTree } from './write.ts'

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'
export interface Info { oid: string; type: ObjectType; size: number }

interface Found extends Info { data: Buffer | null }

/** The object is not in this repository, or is of another kind. */
export class Missing extends Error {
  constructor(what: string) {
    super(`no such object: ${what}`)
    this.name = 'Missing'
  }
}

/** An object is larger than its reader wanted to take. */
export class TooLarge extends Error {
  readonly size: number
  constructor(size: number) {
    super(`an object of ${size} bytes is more than was asked for`)
    this.name = 'TooLarge'
    this.size = size
  }
}

const catFile: Protocol<{ verb: 'info' | 'contents'; name: string }, Found | null> = {
  name: 'cat-file',
  args: ['cat-file', '--batch-command', '--buffer'],
  depth: 512,
  lives: 100_000,
  timeoutMs: 30_000,
  ask: ({ verb, name }) => `${verb} ${name}\n`,
  flush: 'flush\n',
  read(bytes: Bytes, { verb, name }, memo) {
    if (!memo.head) {
      const line = bytes.line()
      if (line === undefined) return undefined
      if (line === `${name} missing` || line === `${name} ambiguous`) return { answer: null }
      const [oid, type, size] = line.split(' ')
      if (!/^\d+$/.test(size ?? '')) throw new GitError('cat-file', 0, `unexpected answer ${JSON.stringify(line.slice(0, 200))}`)
      memo.head = { oid, type, size: Number(size) }
    }
    if (verb === 'info') return { answer: { ...memo.head, data: null } }
    if (memo.head.size > TEXT_MAX) throw new TooLarge(memo.head.size)
    const data = bytes.take(memo.head.size + 1)
    return data && { answer: { ...memo.head, data: data.subarray(0, memo.head.size) } }
  },
}

// no commit, tag or folder is larger; the reader that is asked for one ends
const TEXT_MAX = 32 * 1024 * 1024
// above this a blob gets a child of its own rather than keeping others waiting
const POOLED = 4 * 1024 * 1024

function askFor(git: Git, dir: GitDir, verb: 'info' | 'contents', name: string): Promise<Found | null> {
  if (/[\0\n\r]/.test(name) || name === '') return Promise.resolve(null)
  return ask(git, dir, catFile, { verb, name })
}

/** Type and size of an object by full id, or null. */
export function info(git: Git, dir: GitDir, oid: string): Promise<Info | null> {
  return askFor(git, dir, 'info', rev(dir, oid)).then((found) => found && { oid: found.oid, type: found.type, size: found.size })
}

// objects never change, so what was parsed once is kept; seen through a quarantine it may yet vanish
async function remembered<T>(git: Git, dir: GitDir, kind: string, oid: string, load: () => Promise<{ value: T; size: number }>): Promise<T> {
  const key = `${dir.path}\0${kind}\0${oid}`
  const known = git.memory.get(key) as T | undefined
  if (known !== undefined) return known
  const { value, size } = await load()
  if (!dir.quarantine) git.memory.set(key, value, size)
  return value
}

// peeling to a kind makes git answer "missing" for every other, so a large blob is not sent in vain
async function text(git: Git, dir: GitDir, oid: string, type: ObjectType): Promise<Buffer> {
  const found = await askFor(git, dir, 'contents', `${rev(dir, oid)}^{${type}}`)
  if (found?.oid !== oid) throw new Missing(`${type} ${oid}`)
  return found.data!
}

export function commit(git: Git, dir: GitDir, oid: string): Promise<Commit> {
  return remembered(git, dir, 'commit', oid, async () => {
    const data = await text(git, dir, oid, 'commit')
    return { value: parseCommit(dir.format, oid, data), size: data.length * 2 + 400 }
  })
}

/** What is known of a commit without asking git. */
export const knownCommit = (git: Git, dir: GitDir, oid: string) => git.memory.get(`${dir.path}\0commit\0${oid}`) as Commit | undefined

/**
 * Learns a commit as `git log --format=raw` shows it: with an indented message without spaces at the ends of lines. What is
 * not exactly the object, as its id tells, is left to be read.
 */
export function learnCommit(git: Git, dir: GitDir, oid: string, shown: string): void {
  const cut = shown.indexOf('\n\n')
  const [head, message] = cut < 0 ? [shown, ''] : [shown.slice(0, cut + 1), shown.slice(cut + 2).replace(/^ {4}/gm, '')]
  for (const end of [message, message.replace(/\n$/, '')]) {
    const data = Buffer.from(`${head}\n${end}`)
    if (oidOf(dir, 'commit', data) !== oid) continue
    return git.memory.set(`${dir.path}\0commit\0${oid}`, parseCommit(dir.format, oid, data), data.length * 2 + 400)
  }
}

/** Learns a commit and its first parents, so many at most, by one question: a walk is about to need them. */
export async function learnLine(git: Git, dir: GitDir, oid: string, count: number): Promise<void> {
  if (dir.quarantine) return
  await Promise.all(Array.from({ length: count }, async (_, back) => {
    const found = await askFor(git, dir, 'contents', `${rev(dir, oid)}~${back}`)
    if (found) await remembered(git, dir, 'commit', found.oid, async () => ({ value: parseCommit(dir.format, found.oid, found.data!), size: found.size * 2 + 400 }))
  }))
}

/** Several at once, in the order asked. */
export function commits(git: Git, dir: GitDir, oids: string[]): Promise<Commit[]> {
  return Promise.all(oids.map((oid) => commit(git, dir, oid)))
}

/** An annotated tag object. */
export function tag(git: Git, dir: GitDir, oid: string): Promise<Tag> {
  return remembered(git, dir, 'tag', oid, async () => {
    const data = await text(git, dir, oid, 'tag')
    return { value: parseTag(oid, Buffer.from(data)), size: data.length * 2 + 400 }
  })
}

/** The entries of one folder. */
export function tree(git: Git, dir: GitDir, oid: string): Promise<Entry[]> {
  return remembered(git, dir, 'tree', oid, async () => {
    const data = await text(git, dir, oid, 'tree')
    const value = parseTree(dir.format, data)
    return { value, size: value.length * 200 + 100 }
  })
}

/** A blob's bytes; throws TooLarge above max (4 MB unless told). */
export async function blob(git: Git, dir: GitDir, oid: string, options: { max?: number } = {}): Promise<Buffer> {
  const max = options.max ?? POOLED
  const what = await info(git, dir, oid)
  if (what?.type !== 'blob') throw new Missing(`blob ${oid}`)
  if (what.size > max) throw new TooLarge(what.size)
  if (what.size <= POOLED) return Buffer.from(await text(git, dir, oid, 'blob'))
  return collect((await blobStream(git, dir, oid)).stream)
}

/** The bytes of an object of whatever kind, as they are stored; throws TooLarge above max. */
export async function content(git: Git, dir: GitDir, oid: string, options: { max?: number } = {}): Promise<Buffer> {
  const what = await info(git, dir, oid)
  if (!what) throw new Missing(oid)
  if (what.type === 'blob') return blob(git, dir, oid, options)
  if (what.size > (options.max ?? POOLED)) throw new TooLarge(what.size)
  return Buffer.from(await text(git, dir, oid, what.type))
}

/** A blob of any size; destroying the stream ends its child. */
export async function blobStream(git: Git, dir: GitDir, oid: string, options: { signal?: AbortSignal } = {}): Promise<{ size: number; stream: Readable }> {
  const what = await info(git, dir, oid)
  if (what?.type !== 'blob') throw new Missing(`blob ${oid}`)
  if (what.size <= 256 * 1024) return { size: what.size, stream: Streams.from([await text(git, dir, oid, 'blob')]) }
  return { size: what.size, stream: await output(git, dir, ['cat-file', 'blob', oid], { signal: options.signal, lane: 'stream' }) }
}

export interface Resolved {
  /** The commit, tree or object wanted. */
  oid: string
  type: ObjectType
  kind: 'branch' | 'tag' | 'commit' | 'ref'
  /** The full ref it was found under, if it was one. */
  ref: string | null
}

export interface ResolveOptions {
  /** commit unless told; tree also takes a commit's tree; any takes what is there. */
  want?: 'commit' | 'tree' | 'any'
  /** Where to look, in this order. */
  prefer?: ('heads' | 'tags' | 'sha')[]
  /** Lets `~2` and `^1` stand behind the name. */
  relative?: boolean
  /** The refs in memory, to spare reading the folder. */
  refs?: Refs
}

/** Turns what a user typed (branch, tag, full ref, full or short id, HEAD) into an object, or null. Nothing else is understood. */
export async function resolve(git: Git, dir: GitDir, text: string, options: ResolveOptions = {}): Promise<Resolved | null> {
  const { want = 'commit', prefer = ['heads', 'tags', 'sha'], relative = false } = options
  if (typeof text !== 'string' || text.length > 1024 || text === '') return null
  const suffix = relative ? /(?:~\d{0,6}|\^\d{0,2})+$/.exec(text)?.[0] ?? '' : ''
  const name = text.slice(0, text.length - suffix.length)
  const found = await locate(git, dir, name, prefer, options.refs)
  if (!found) return null
  // git lets branches name nothing but commits
  if (found.kind === 'branch' && want === 'commit' && !suffix) return { ...found, type: 'commit' }
  const peel = want === 'any' ? '' : `^{${want}}`
  const what = await askFor(git, dir, 'info', found.oid + suffix + peel)
  return what && { oid: what.oid, type: what.type, kind: suffix ? 'commit' : found.kind, ref: suffix ? null : found.ref }
}

async function locate(git: Git, dir: GitDir, name: string, prefer: ('heads' | 'tags' | 'sha')[], refs?: Refs): Promise<Pick<Resolved, 'oid' | 'kind' | 'ref'> | null> {
  const look = async (ref: string) => {
    if (!validRefName(ref)) return null
    if (!refs) return readRef(dir, ref)
    if (ref.startsWith('refs/heads/')) return refs.heads.get(ref.slice(11))?.oid ?? null
    if (ref.startsWith('refs/tags/')) return refs.tags.get(ref.slice(10))?.oid ?? null
    return refs.others.get(ref)?.oid ?? null
  }
  if (name === 'HEAD') {
    const branch = refs ? refs.head : await readHead(dir)
    if (branch === null) return null
    const oid = await look(`refs/heads/${branch}`)
    return oid ? { oid, kind: 'branch', ref: `refs/heads/${branch}` } : null
  }
  // a full name means that ref and no other, though a tag could be called refs/heads/main as well
  if (name.startsWith('refs/')) {
    const oid = await look(name)
    const kind = name.startsWith('refs/heads/') ? 'branch' : name.startsWith('refs/tags/') ? 'tag' : 'ref'
    return oid ? { oid, kind, ref: name } : null
  }
  for (const place of prefer) {
    const ref = `refs/${place}/${name}`
    const oid = place === 'sha' ? await byId(git, dir, name) : await look(ref)
    if (!oid) continue
    return place === 'sha' ? { oid, kind: 'commit', ref: null } : { oid, kind: place === 'heads' ? 'branch' : 'tag', ref }
  }
  return null
}

// git would also take a short id for a ref's name; the answer must begin with what was asked
async function byId(git: Git, dir: GitDir, text: string): Promise<string | null> {
  const id = text.toLowerCase()
  if (isOid(dir, id)) return id
  if (!/^[0-9a-f]{4,64}$/.test(id)) return null
  for (const name of [`${id}^{commit}`, id]) {
    const found = await askFor(git, dir, 'info', name)
    if (found?.oid.startsWith(id)) return found.oid
  }
  return null
}
