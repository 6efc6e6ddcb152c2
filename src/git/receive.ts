// A push is ours: git only indexes the pack. We read the commands, keep the objects aside until somebody has decided,
// make them durable, and let the caller move the refs.
import type { Readable, Writable } from 'node:stream'
import { isDiskFull, refusalOf } from '../kernel/errors.ts'
import { isZero, readRequest, reportLines } from './commands.ts'
import type { Command, Outcome, PushRequest } from './commands.ts'
import { grown } from './growth.ts'
import { PacketReader, ProtocolError, band, encode, flush, send } from './pktline.ts'
import { endReaders } from './pool.ts'
import { create, discard, loose, migrate } from './quarantine.ts'
import type { Quarantine } from './quarantine.ts'
import { offered, ordered } from './refname.ts'
import { read } from './refs.ts'
import type { Refs } from './refs.ts'
import { TooLarge, feed, stallMs, talk } from './relay.ts'
import { GitError, run, zeroOid } from './run.ts'
import type { Git, GitDir } from './run.ts'
import { agent, sendAll } from './upload.ts'
import type { ProtocolVersion } from './upload.ts'

export type { Command } from './commands.ts'
export { sweepQuarantine } from './quarantine.ts'
export { sweepTemporary } from './leftovers.ts'

export interface PushContext {
  options: string[]
  atomic: boolean
  /** The repository with the pushed objects visible. */
  dir: GitDir
  /** The same for a child with an environment of its own. */
  env: Record<string, string>
}

export interface PushPlan {
  /** Decides per ref; the text is the reason shown to the pusher. Refs not in the answer are accepted. */
  decide(commands: Command[], push: PushContext): Promise<Map<string, string>>
  /**
   * Called with what was accepted, once the objects are in the repository and durable: moves the refs by
   * compare-and-swap and writes what follows from it. Says per ref what failed.
   */
  apply(commands: Command[], push: { options: string[]; atomic: boolean }): Promise<{
    failed: Map<string, string>
    /** Lines shown to the pusher. */
    messages: string[]
    /** Refs that were written in place of the ones named. */
    rewritten?: Outcome['rewritten']
  }>
}

export interface ReceiveOptions {
  /** One request and its answer (HTTP), or a conversation (SSH). */
  stateless: boolean
  /** Whether to tell the client of our refs first; a stateless client asks for them in a request of its own. */
  advertise: boolean
  version?: ProtocolVersion
  maxBytes?: number
  /** Said of a pack that is larger. */
  tooLarge?: string
  /** Throws when there is no room for more; asked now and then while a pack comes in. */
  room?(): Promise<void>
  signal?: AbortSignal
}

// Up to here loose objects cost no more than a pack with its index; beyond, a pack is faster and flushed in one go.
const looseLimit = 16
const keepAliveMs = 5000
const checkMs = 600_000
const noLimit = 1024 ** 4
// What is read only to be able to answer.
const discardLimit = 1024 ** 3
// History that real projects carry; refusing it would refuse their import.
const tolerated = ['badTimezone', 'missingSpaceBeforeDate', 'zeroPaddedFilemode', 'zeroPaddedDate']
  .map((id) => `${id}=ignore`).join(',')

/** What a pushing client is told first. */
export function* receiveAdvertisement(dir: GitDir, refs: Refs, version: ProtocolVersion): Generator<Buffer> {
  if (version === 1) yield encode('version 1\n')
  let suffix = `\0report-status report-status-v2 delete-refs side-band-64k quiet atomic ofs-delta push-options `
    + `object-format=${dir.format} agent=${agent}`
  const shown = ordered(refs).filter((it) => offered(it.name))
  if (shown.length === 0) yield encode(`${zeroOid(dir)} capabilities^{}${suffix}\n`)
  for (const { name, oid } of shown) {
    yield encode(`${oid} ${name}${suffix}\n`)
    suffix = ''
  }
  yield flush
}

/** Takes one push from beginning to report. Rejects if the client left or spoke nonsense; nothing is kept then. */
export async function receive(
  git: Git, dir: GitDir, refs: () => Promise<Refs>, input: Readable, output: Writable, plan: PushPlan,
  options: ReceiveOptions,
): Promise<void> {
  if (options.advertise) await sendAll(output, receiveAdvertisement(dir, await refs(), options.version ?? 0), options.signal)
  const reader = new PacketReader(input)
  let request: PushRequest | null
  try {
    request = await readRequest(reader, dir.format)
    const format = request && [...request.capabilities].find((it) => it.startsWith('object-format='))?.slice(14)
    if (request && (format ?? 'sha1') !== dir.format) {
      throw new ProtocolError(`this repository stores ${dir.format} objects, the client sends ${format ?? 'sha1'}`)
    }
  } catch (error) {
    if (error instanceof ProtocolError && !output.destroyed) await send(output, encode(`ERR ${error.message}`))
    throw error
  }
  if (request === null) return

  const voice = new Voice(output, request.capabilities.has('side-band-64k'))
  try {
    const { outcome, messages, fault } = await take(git, dir, refs, reader, request, plan, options)
    for (const message of messages) await voice.say(message)
    await voice.report(request, outcome)
    if (fault !== undefined) throw fault
  } finally {
    voice.close()
  }
}

interface Taken {
  outcome: Outcome
  messages: string[]
  /** An error of ours, to be raised after the pusher was told. */
  fault?: unknown
}

async function take(
  git: Git, dir: GitDir, refs: () => Promise<Refs>, reader: PacketReader, request: PushRequest, plan: PushPlan, options: ReceiveOptions,
): Promise<Taken> {
  const failed = new Map(request.refused)
  const outcome: Outcome = { unpack: null, failed }
  const atomic = request.capabilities.has('atomic')
  const open = () => {
    if (atomic && failed.size > 0) fail(request.commands, failed, 'atomic push failure')
    return request.commands.filter((it) => !failed.has(it.ref) && !isDone(it))
  }
  const messages: string[] = []
  // whoever pushes again after an answer was lost finds deleted what was to be deleted
  for (const { ref } of request.commands.filter((it) => isDone(it) && !failed.has(it.ref))) {
    if (await read(dir, ref) === null) messages.push(`There is no ${ref} to delete.`)
    else failed.set(ref, 'the ref moved meanwhile; fetch first')
  }
  if (open().length === 0) {
    if (request.pack) letGo(reader, options)
    return { outcome, messages }
  }

  let quarantine: Quarantine | null = null
  let migrating = false
  try {
    if (request.pack) {
      quarantine = await create(dir)
      const unpacked = await unpack(git, { ...dir, quarantine: quarantine.path }, reader, options)
      if (unpacked !== null) {
        letGo(reader, options)
        outcome.unpack = unpacked.error
        fail(request.commands, failed, 'unpacker error')
        return { outcome, messages: unpacked.messages }
      }
    }
    const shadow = quarantine ? { ...dir, quarantine: quarantine.path } : dir
    await check(git, shadow, refs, open(), request.shallow.length > 0, failed, options.signal)
    const push = { options: request.options, atomic, dir: shadow, env: quarantine?.env ?? {} }
    if (open().length > 0) for (const [ref, reason] of await plan.decide(open(), push)) failed.set(ref, reason)
    if (quarantine) await endReaders(git, shadow)
    const accepted = open()
    if (accepted.length === 0) return { outcome, messages }
    options.signal?.throwIfAborted()

    if (quarantine) {
      migrating = true
      await migrate(dir, quarantine, git.durable)
      quarantine = null
      migrating = false
    }
    const applied = await plan.apply(accepted, { options: request.options, atomic })
    for (const [ref, reason] of applied.failed) failed.set(ref, reason)
    outcome.rewritten = applied.rewritten
    return { outcome, messages: [...messages, ...applied.messages] }
  } catch (fault) {
    if (options.signal?.aborted || reader.broken) throw fault
    if (request.pack) letGo(reader, options)
    if (isRoomless(fault)) {
      if (quarantine) outcome.unpack = NO_ROOM
      fail(request.commands, failed, NO_ROOM)
      return { outcome, messages: noRoomWords, fault }
    }
    fail(request.commands, failed, migrating ? 'unable to migrate objects to permanent storage' : 'the server could not complete this push')
    return { outcome, messages: [], fault }
  } finally {
    if (quarantine) {
      await endReaders(git, { ...dir, quarantine: quarantine.path })
      await discard(quarantine)
    }
  }
}

const isDone = (it: Command) => isZero(it.old) && isZero(it.new)
const NO_ROOM = 'the disk of the server is full'
const noRoomWords = ['The disk of the server is full, so nothing of this push was kept.', 'What is there can be fetched as before; push again when there is room.']
const isRoomless = (error: unknown) => refusalOf(error)?.kind === 'full'

function fail(commands: Command[], failed: Map<string, string>, reason: string): void {
  for (const { ref } of commands) if (!failed.has(ref)) failed.set(ref, reason)
}

// The pusher reads our report only after it has sent everything; somebody must take it.
function letGo(reader: PacketReader, options: ReceiveOptions): void {
  reader.discard(Math.max(options.maxBytes ?? noLimit, discardLimit)).catch(() => {})
}

/** Reads the pack into the quarantine; null if all went well. */
async function unpack(
  git: Git, dir: GitDir, reader: PacketReader, options: ReceiveOptions,
): Promise<{ error: string; messages: string[] } | null> {
  const trailer = dir.format === 'sha1' ? 20 : 32
  const head = await reader.peek(12 + trailer)
  if (head.length < 12 + trailer) {
    options.signal?.throwIfAborted()
    return { error: 'eof before pack header was fully read', messages: [] }
  }
  if (head.toString('latin1', 0, 4) !== 'PACK') return { error: 'protocol error (pack signature mismatch detected)', messages: [] }
  const objects = head.readUInt32BE(8)
  // Refs that move to objects we have come with an empty pack.
  if (objects === 0) return null

  const program = objects <= looseLimit ? 'unpack-objects' : 'index-pack'
  const limit = options.maxBytes ?? noLimit
  const args = program === 'index-pack' ? ['index-pack', '--stdin', '--fix-thin'] : ['unpack-objects', '-q']
  await options.room?.()
  const child = await talk(git, dir, [...args, `--strict=${tolerated}`, `--max-input-size=${limit}`], { signal: options.signal })
  child.stdout.resume()
  const tooLarge = { error: 'pack exceeds maximum allowed size', messages: [options.tooLarge ?? `The pack is larger than ${limit} bytes.`] }
  try {
    await feed(child, reader.rest(), limit, { signal: options.signal, stall: stallMs, room: options.room })
  } catch (error) {
    await child.done
    if (error instanceof TooLarge) return tooLarge
    throw error
  }
  const { code, stderr } = await child.done
  options.signal?.throwIfAborted()
  if (code === 0) return null
  if (stderr.includes('exceeds maximum allowed size')) return tooLarge
  if (isDiskFull({ stderr })) throw new GitError(program, code, stderr)
  const messages = stderr.split('\n').filter((it) => /^(error|fatal): /.test(it)).slice(0, 20)
    .map((it) => it.replaceAll(dir.path, '.'))
  return { error: `${program} abnormal exit`, messages }
}

/** Every pushed id must be there with everything it needs, and branches must be commits. */
async function check(
  git: Git, dir: GitDir, refs: () => Promise<Refs>, commands: Command[], shallow: boolean, failed: Map<string, string>, signal?: AbortSignal,
): Promise<void> {
  const moving = commands.filter((it) => !isZero(it.new))
  if (moving.length === 0) return
  const missing = shallow ? 'shallow update not allowed' : 'missing necessary objects'
  const complete = async () => (!shallow && await grown(git, dir, await refs(), moving.map((it) => it.new)).catch(() => false)) || connected(git, dir, moving, signal)
  const [whole] = await Promise.all([complete(), typed(git, dir, moving, failed, signal)])
  if (whole) return
  // Tell the broken ones from the others, unless that would take for ever.
  for (const command of moving) {
    if (moving.length > 50 || !await connected(git, dir, [command], signal)) failed.set(command.ref, missing)
  }
}

/** Whether all that the new ids need is there. */
export async function connected(git: Git, dir: GitDir, commands: Pick<Command, 'new'>[], signal?: AbortSignal): Promise<boolean> {
  const stdin = [...new Set(commands.map((it) => it.new))].join('\n') + '\n'
  const args = ['rev-list', '--objects', '--stdin', '--not', '--all', '--quiet']
  try {
    await run(git, dir, args, { stdin, signal, timeoutMs: checkMs, lane: 'heavy' })
    return true
  } catch (error) {
    if (error instanceof GitError && error.reason === 'exit') return false
    throw error
  }
}

async function typed(git: Git, dir: GitDir, commands: Command[], failed: Map<string, string>, signal?: AbortSignal): Promise<void> {
  const branches = commands.filter((it) => it.ref.startsWith('refs/heads/') || it.ref.startsWith('refs/for/'))
  const ids = [...new Set(branches.map((it) => it.new))]
  const types = new Map<string, string>()
  // The tip of a small push lies in a file of its own; reading that is a process less.
  if (dir.quarantine && ids.length <= looseLimit) {
    await Promise.all(ids.map(async (id) => {
      const found = await loose(dir.quarantine!, id)
      if (found) types.set(id, found.type)
    }))
  }
  const unknown = ids.filter((id) => !types.has(id))
  if (unknown.length > 0) {
    const stdin = unknown.join('\n') + '\n'
    const { stdout } = await run(git, dir, ['cat-file', '--batch-check=%(objecttype)'], { stdin, signal })
    const lines = stdout.toString('latin1').split('\n')
    unknown.forEach((id, at) => types.set(id, lines[at]))
  }
  for (const { ref, new: id } of branches) {
    const type = types.get(id) ?? ''
    if (type !== 'commit') failed.set(ref, type.endsWith('missing') ? 'bad pack' : 'a branch must point to a commit')
  }
}

/** Speaks to the pusher: through side bands if it understands them, and now and then just to show that we live. */
class Voice {
  #output: Writable
  #bands: boolean
  #timer: NodeJS.Timeout | undefined

  constructor(output: Writable, bands: boolean) {
    this.#output = output
    this.#bands = bands
    if (!bands) return
    this.#timer = setInterval(() => {
      if (!output.destroyed && !output.writableNeedDrain) output.write('0005\x01')
    }, keepAliveMs)
  }

  async say(message: string): Promise<void> {
    if (!this.#bands) return
    // oxlint-disable-next-line no-control-regex
    const text = message.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '').replace(/\n*$/, '\n')
    for (const packet of band(2, Buffer.from(text))) await send(this.#output, packet)
  }

  async report(request: PushRequest, outcome: Outcome): Promise<void> {
    this.close()
    const wanted = request.capabilities.has('report-status') || request.capabilities.has('report-status-v2')
    const report = wanted ? Buffer.concat([...reportLines(request, outcome).map(encode), flush]) : Buffer.alloc(0)
    if (!this.#bands) return void (wanted && await send(this.#output, report))
    for (const packet of band(1, report)) await send(this.#output, packet)
    await send(this.#output, flush)
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
