// Moves bytes between a client and a git child in both directions, and ends the child when the client leaves.
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
  git: Git, dir: GitDir, args: string[], options: { env?: Record<string, string>; signal?: AbortSignal },
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

/** Gives memory back at once; left to the collector, what streams through would pile up or make it run all the time. */
export function release(chunk: Buffer): void {
  // part of something larger, which others use
  if (chunk.byteOffset !== 0 || chunk.buffer.byteLength !== chunk.length || !(chunk.buffer instanceof ArrayBuffer)) return
  chunk.buffer.transfer(0)
}

const STEP = 256 * 1024

/** Sends what `next` puts into a buffer until it has nothing more; the client may be slow or gone, but must not stand still. */
export async function pour(output: Writable, next: (into: Buffer) => Promise<number>, signal?: AbortSignal, stall = stallMs): Promise<void> {
  const { promise: gone, reject } = Promise.withResolvers<never>()
  gone.catch(() => {})
  const leave = () => reject(new ProtocolError('the other side has gone'))
  if (signal?.aborted || output.destroyed) leave()
  signal?.addEventListener('abort', leave, { once: true })
  output.once('close', leave)
  try {
    let buffer = Buffer.allocUnsafeSlow(STEP)
    for (;;) {
      const coming = next(buffer)
      coming.catch(() => {})
      const bytes = await Promise.race([coming, gone])
      if (bytes === 0) return
      const { promise: sent, resolve } = Promise.withResolvers<unknown>()
      output.write(buffer.subarray(0, bytes), resolve)
      const timer = setTimeout(() => reject(new ProtocolError('the client stopped reading')), stall)
      await Promise.race([sent, gone]).finally(() => clearTimeout(timer))
      if (!direct.has(output)) buffer = Buffer.allocUnsafeSlow(STEP)
    }
  } finally {
    signal?.removeEventListener('abort', leave)
    output.off('close', leave)
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
