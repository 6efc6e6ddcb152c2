// Fetching: what there is to fetch is answered from memory, packs come from git itself.
import type { OnReadOpts } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { cloneKey, isClone } from './clone-key.ts'
import * as packs from './packs.ts'
import { PacketReader, ProtocolError, delim, encode, flush, line, reencode, send } from './pktline.ts'
import { fetchable, headOf, ordered } from './refname.ts'
import type { Refs } from './refs.ts'
import { inTurn } from './packing.ts'
import { drain, feed, talk } from './relay.ts'
import { zeroOid } from './run.ts'
import type { Child, Git, GitDir } from './run.ts'

export type ProtocolVersion = 0 | 1 | 2

export interface UploadOptions {
  /** One request and its answer (HTTP), or a conversation (SSH). */
  stateless: boolean
  version: ProtocolVersion
  signal?: AbortSignal
}

export const agent = 'codestead/0.1'
// Wants and haves; a client with more of them than this is not fetching.
const maxRequest = 16 * 1024 * 1024
const noLimit = Number.MAX_SAFE_INTEGER
const maxArguments = 65536

/** The highest version a client names in Git-Protocol or GIT_PROTOCOL. */
export function protocolVersion(text: string | undefined): ProtocolVersion {
  let best: ProtocolVersion = 0
  for (const part of (text ?? '').slice(0, 1024).split(':')) {
    if (part === 'version=2') best = 2
    else if (part === 'version=1' && best < 1) best = 1
  }
  return best
}

/** What a fetching client is told first. */
export function* uploadAdvertisement(dir: GitDir, refs: Refs, version: ProtocolVersion): Generator<Buffer> {
  if (version === 2) {
    yield encode('version 2\n')
    yield encode(`agent=${agent}\n`)
    yield encode('ls-refs=unborn\n')
    yield encode('fetch=shallow wait-for-done filter\n')
    yield encode('server-option\n')
    yield encode(`object-format=${dir.format}\n`)
    yield encode('object-info\n')
    yield flush
    return
  }
  if (version === 1) yield encode('version 1\n')
  const shown = ordered(refs).filter((it) => fetchable(it.name))
  const head = headOf(refs)
  const capabilities = [
    'multi_ack thin-pack side-band side-band-64k ofs-delta shallow deepen-since deepen-not deepen-relative no-progress',
    'include-tag multi_ack_detailed allow-tip-sha1-in-want allow-reachable-sha1-in-want no-done',
    ...(head.oid ? [`symref=HEAD:${head.target}`] : []),
    `filter object-format=${dir.format} agent=${agent}`,
  ].join(' ')
  let first = true
  const entry = (oid: string, name: string) => {
    const text = first ? `${oid} ${name}\0${capabilities}\n` : `${oid} ${name}\n`
    first = false
    return encode(text)
  }
  if (shown.length === 0) yield entry(zeroOid(dir), 'capabilities^{}')
  if (head.oid) yield entry(head.oid, 'HEAD')
  for (const { name, oid, peeled } of shown) {
    yield entry(oid, name)
    if (peeled) yield entry(peeled, `${name}^{}`)
  }
  yield flush
}

/**
 * Serves one fetching client; the advertisement of a stateless one is a request of its own. `refs` is asked only when
 * needed. Returns git's exit code, 0 if no git was needed.
 */
export async function upload(
  git: Git, dir: GitDir, refs: () => Promise<Refs>, input: Readable, output: Writable, options: UploadOptions,
): Promise<number> {
  if (options.version < 2) return conversation(git, dir, input, output, options)
  if (!options.stateless) await sendAll(output, uploadAdvertisement(dir, await refs(), 2), options.signal)
  const reader = new PacketReader(input)
  try {
    do {
      const request = await readCommand(reader)
      if (request === null) return 0
      if (request.format !== null && request.format !== dir.format) {
        throw new ProtocolError(`mismatched object format: server ${dir.format}; client ${request.format}`)
      }
      if (request.command === 'ls-refs') await listRefs(reader, request.more, await refs(), output, options.signal)
      else {
        const code = await passOn(git, dir, refs, reader, request, output, options.signal)
        if (code !== 0) return code
      }
    } while (!options.stateless)
    return 0
  } catch (error) {
    if (!(error instanceof ProtocolError) || output.destroyed) throw error
    await send(output, encode(`ERR ${error.message}`))
    return 128
  }
}

/** Everything before version 2 is a dialogue that git leads from the beginning. */
async function conversation(git: Git, dir: GitDir, input: Readable, output: Writable, options: UploadOptions): Promise<number> {
  const args = ['upload-pack', ...(options.stateless ? ['--stateless-rpc'] : []), '--strict', '--timeout=600', dir.path]
  const asks = options.stateless ? await whole(input) : null
  const begin = () => talk(git, dir, args, { env: { GIT_PROTOCOL: `version=${options.version}` }, signal: options.signal })
  const child = await (asks && !asks.includes('have ') ? inTurn(git, dir, begin, options.signal) : begin())
  const chunks = asks ? one(asks) : new PacketReader(input).rest()
  await Promise.all([feed(child, chunks, noLimit, options), drain(child.stdout, output, options.signal)])
  return (await child.done).code
}

// A single request is taken whole before git is started, so that nobody holds a git by sending slowly.
async function whole(input: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of new PacketReader(input).rest()) {
    if ((bytes += chunk.length) > maxRequest) throw new ProtocolError('the request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

interface Request {
  command: string
  format: string | null
  packets: Buffer[]
  /** Whether arguments follow. */
  more: boolean
}

async function readCommand(reader: PacketReader): Promise<Request | null> {
  const request: Request = { command: '', format: null, packets: [], more: false }
  for (;;) {
    const packet = await reader.read()
    if (packet === null) {
      if (request.packets.length === 0) return null
      throw new ProtocolError('the request ends early')
    }
    if (packet === 'flush' && request.packets.length === 0) return null
    if (packet === 'flush' || packet === 'delim') {
      request.more = packet === 'delim'
      break
    }
    if (packet === 'end') throw new ProtocolError('unexpected packet')
    const text = line(packet)
    if (text.startsWith('command=')) {
      if (request.command !== '') throw new ProtocolError('more than one command')
      request.command = text.slice(8)
    } else if (text.startsWith('object-format=')) {
      request.format = text.slice(14)
    } else if (!/^(agent|server-option|session-id)(=|$)/.test(text)) {
      throw new ProtocolError('unknown capability')
    }
    if (request.packets.push(packet) > 256) throw new ProtocolError('too many capabilities')
  }
  if (!['ls-refs', 'fetch', 'object-info'].includes(request.command)) throw new ProtocolError('unknown command')
  // Without the word the client means SHA-1, as old clients do.
  request.format ??= 'sha1'
  return request
}

async function listRefs(reader: PacketReader, more: boolean, refs: Refs, output: Writable, signal?: AbortSignal): Promise<void> {
  let peel = false
  let symrefs = false
  let unborn = false
  let prefixes: string[] = []
  for (let count = 0; more; count++) {
    const packet = await reader.read()
    if (packet === 'flush') break
    if (packet === null || typeof packet === 'string') throw new ProtocolError('the request ends early')
    const text = line(packet)
    if (text === 'peel') peel = true
    else if (text === 'symrefs') symrefs = true
    else if (text === 'unborn') unborn = true
    else if (text.startsWith('ref-prefix ')) prefixes.push(text.slice(11))
    else throw new ProtocolError('unexpected argument of ls-refs')
    if (count > maxArguments) throw new ProtocolError('too many arguments')
  }
  // So many prefixes cost more than they save; git answers with everything then, and so do we.
  if (prefixes.length > 256) prefixes = []
  const question: Question = { peel, symrefs, unborn, prefixes }
  // the same refs asked in the same way, as every look for news is, have the same answer
  const key = refs.heads.size + refs.tags.size + refs.others.size > keptRefs ? '' : JSON.stringify(question)
  const kept = listings.get(refs) ?? new Map<string, Buffer>()
  let answer = kept.get(key)
  if (key !== '' && key.length < 1000 && !answer && kept.size < 8) {
    kept.set(key, (answer = Buffer.concat([...listing(refs, question)])))
    listings.set(refs, kept)
  }
  await sendAll(output, answer ? [answer] : listing(refs, question), signal)
}

interface Question {
  peel: boolean
  symrefs: boolean
  unborn: boolean
  prefixes: string[]
}
const listings = new WeakMap<Refs, Map<string, Buffer>>()
/** Beyond, an answer takes more room than it saves time. */
const keptRefs = 5000

function* listing(refs: Refs, { peel, symrefs, unborn, prefixes }: Question): Generator<Buffer> {
  const wanted = (ref: string) => prefixes.length === 0 || prefixes.some((prefix) => ref.startsWith(prefix))
  const head = headOf(refs)
  if (head.target !== null && wanted('HEAD')) {
    const target = symrefs ? ` symref-target:${head.target}` : ''
    if (head.oid) yield encode(`${head.oid} HEAD${target}\n`)
    else if (unborn) yield encode(`unborn HEAD${target}\n`)
  }
  for (const { name, oid, peeled } of ordered(refs)) {
    if (!fetchable(name) || !wanted(name)) continue
    yield encode(`${oid} ${name}${peel && peeled ? ` peeled:${peeled}` : ''}\n`)
  }
  yield flush
}

/** A command of version 2 stands for itself, so each gets a git of its own that ends with the answer; a clone may share one. */
async function passOn(
  git: Git, dir: GitDir, refs: () => Promise<Refs>, reader: PacketReader, request: Request, output: Writable, signal?: AbortSignal,
): Promise<number> {
  const asked = [...request.packets.map(encode), request.more ? delim : flush]
  const args: string[] = []
  for (let bytes = 0, more = request.more; more;) {
    const packet = await reader.read()
    if (packet === null) throw new ProtocolError('the request ends early')
    if (packet === 'end') throw new ProtocolError('unexpected packet')
    more = packet !== 'flush'
    const encoded = reencode(packet)
    if ((bytes += encoded.length) > maxRequest) throw new ProtocolError('the request is too large')
    asked.push(encoded)
    if (more) args.push(typeof packet === 'string' ? packet : line(packet))
  }
  const body = Buffer.concat(asked)
  const begin = async (until?: AbortSignal, intake?: OnReadOpts): Promise<Child> => {
    const env: Record<string, string> = { GIT_PROTOCOL: 'version=2' }
    if (request.command === 'object-info') env.GIT_CONFIG_PARAMETERS = "'transfer.advertiseobjectinfo'='true'"
    const child = await talk(git, dir, ['upload-pack', '--stateless-rpc', '--strict', '--timeout=600', dir.path], { env, signal: until, intake })
    // its own end tells what became of it
    feed(child, one(body), noLimit, { signal: until }).catch(() => {})
    return child
  }
  const key = request.command === 'fetch' && isClone(args) ? cloneKey(args, await refs()) : null
  const clone = (until?: AbortSignal, intake?: OnReadOpts) => inTurn(git, dir, () => begin(until, intake), until)
  if (key !== null && packs.keeps(git)) return packs.serve(git, dir, key, clone, output, signal)
  const child = await (key === null ? begin(signal) : clone(signal))
  await drain(child.stdout, output, signal)
  return (await child.done).code
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** `git archive --remote`: a list of arguments, then an archive in a side band. */
export async function uploadArchive(
  git: Git, dir: GitDir, input: Readable, output: Writable, options: { signal?: AbortSignal } = {},
): Promise<number> {
  const request: Buffer[] = []
  try {
    const reader = new PacketReader(input, 1024 * 1024)
    for (;;) {
      const packet = await reader.read()
      if (packet === 'flush') break
      if (packet === null || typeof packet === 'string') throw new ProtocolError('the request ends early')
      const text = line(packet)
      // git would find a ref by the second half of its name, so the hidden ones must not even be guessed.
      if (!text.startsWith('argument ') || /^argument (refs\/)?codestead\//.test(text)) throw new ProtocolError('no such ref')
      if (request.push(encode(packet)) > 64) throw new ProtocolError('too many arguments')
    }
  } catch (error) {
    if (!(error instanceof ProtocolError) || output.destroyed) throw error
    await send(output, Buffer.concat([encode(`NACK ${error.message}\n`), flush]))
    return 128
  }
  const child = await inTurn(git, dir, () => talk(git, dir, ['upload-archive', dir.path], { signal: options.signal }), options.signal)
  const asked = Buffer.concat([...request, flush])
  await Promise.all([feed(child, one(asked), noLimit, options), drain(child.stdout, output, options.signal)])
  return (await child.done).code
}

/** Gathers small packets so that a long list does not become as many writes. */
export async function sendAll(output: Writable, packets: Iterable<Buffer>, signal?: AbortSignal): Promise<void> {
  let held: Buffer[] = []
  let bytes = 0
  for (const packet of packets) {
    held.push(packet)
    bytes += packet.length
    if (bytes < 32 * 1024) continue
    await send(output, Buffer.concat(held, bytes), signal)
    held = []
    bytes = 0
  }
  if (bytes > 0) await send(output, Buffer.concat(held, bytes), signal)
}
