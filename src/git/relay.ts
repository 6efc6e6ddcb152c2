// Moves bytes between a client and a git child in both directions, and ends the child when the client leaves.
import type { OnReadOpts } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Readable, Writable } from 'node:stream'
import { ProtocolError, send } from './pktline.ts'
import { LOOK_EVERY } from '../kernel/space.ts'
import { open } from './run.ts'
import type { Child, Git, GitDir } from './run.ts'

/**
 * Starts a child that talks to a client. Such children mostly wait for the network, and a few slow clients must not
 * hold up everything else, so they do not count among the heavy ones.
 */
export function talk(
  git: Git, dir: GitDir, args: string[], options: { env?: Record<string, string>; signal?: AbortSignal; intake?: OnReadOpts },
): Promise<Child> {
  return open(git, dir, args, { ...options, lane: 'stream' })
}

/** A client that takes or gives nothing for so long has gone without saying so. */
export const stallMs = 120_000

/**
 * Gives a child its input; returns when the input ends or the child does, whichever is first. With `stall` set the
 * input must keep coming.
 */
export async function feed(
  child: Child, chunks: AsyncIterable<Buffer>, limit: number, options: { signal?: AbortSignal; stall?: number; room?(): Promise<void> } = {},
): Promise<void> {
  let over = false
  let late: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_, reject) => {
    if (options.stall) late = setTimeout(() => reject(new ProtocolError('the client stopped sending')), options.stall)
  })
  const pump = async () => {
    let bytes = 0
    let looked = 0
    for await (const chunk of chunks) {
      if (over) return
      late?.refresh()
      bytes += chunk.length
      if (bytes > limit) throw new TooLarge()
      if (options.room && bytes - looked > LOOK_EVERY) {
        looked = bytes
        await options.room()
      }
      await send(child.stdin, chunk, options.signal)
    }
    child.stdin.end()
  }
  const pumping = pump()
  pumping.catch(() => {})
  try {
    await Promise.race([pumping, child.done, stalled])
  } catch (error) {
    // A child that has read enough closes its input; that is not an error of the client's.
    if (!child.stdin.destroyed) {
      child.kill()
      throw error
    }
  } finally {
    over = true
    clearTimeout(late)
  }
}

export class TooLarge extends ProtocolError {
  constructor() {
    super('the request is too large')
  }
}

const direct = new WeakSet<Writable>()

/** Says of a stream that it is through with a buffer when its write has called back, so that the buffer can be used again. */
export function writesThrough<T extends Writable>(output: T): T {
  direct.add(output)
  return output
}

const STEP = 256 * 1024

/**
 * Sends what `next` gives, perhaps in the buffer it can have for it, until there is nothing more; the client may be slow or gone, but
 * must not stand still.
 */
export async function pour(output: Writable, next: (blank: () => Buffer) => Promise<Buffer>, signal?: AbortSignal, stall = stallMs): Promise<void> {
  let lost: Error | null = null
  let fail: (error: Error) => void = () => {}
  const leave = (error: Error) => fail((lost ??= error))
  const gone = () => leave(new ProtocolError('the other side has gone'))
  const unlessLost = <T>(work: Promise<T>) => new Promise<T>((resolve, reject) => {
    fail = reject
    work.then(resolve, reject)
    if (lost) reject(lost)
  })
  if (signal?.aborted || output.destroyed) gone()
  signal?.addEventListener('abort', gone, { once: true })
  output.once('close', gone)
  let sending = false
  const late = setTimeout(() => { if (sending) leave(new ProtocolError('the client stopped reading')) }, stall)
  let buffer: Buffer | null = null
  const blank = () => (buffer ??= Buffer.allocUnsafeSlow(STEP))
  try {
    for (;;) {
      const bytes = await unlessLost(next(blank))
      if (bytes.length === 0) return
      sending = true
      late.refresh()
      await unlessLost(new Promise((sent) => output.write(direct.has(output) ? bytes : Buffer.from(bytes), sent)))
      sending = false
    }
  } finally {
    clearTimeout(late)
    signal?.removeEventListener('abort', gone)
    output.off('close', gone)
  }
}

/** Copies a child's output to the client, who may be slow or gone, but must not stand still. */
export async function drain(stdout: Readable, output: Writable, signal?: AbortSignal, stall = stallMs): Promise<void> {
  const stuck = new AbortController()
  const late = setTimeout(() => {
    if (output.writableNeedDrain) stuck.abort(new ProtocolError('the client stopped reading'))
    else late.refresh()
  }, stall)
  const both = signal ? AbortSignal.any([signal, stuck.signal]) : stuck.signal
  try {
    const done = pipeline(stdout, output, { end: false, signal: both })
    stdout.on('data', () => late.refresh())
    await done
  } catch (error) {
    throw stuck.signal.aborted ? stuck.signal.reason : error
  } finally {
    clearTimeout(late)
  }
}
