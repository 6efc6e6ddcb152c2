// Moves bytes between a client and a git child in both directions, and ends the child when the client leaves.
import { pipeline } from 'node:stream/promises'
import type { Readable, Writable } from 'node:stream'
import { ProtocolError, send } from './pktline.ts'
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

/** Gives a child its input; returns when the input ends or the child does, whichever is first. */
export async function feed(child: Child, chunks: AsyncIterable<Buffer>, limit: number, signal?: AbortSignal): Promise<void> {
  let over = false
  const pump = async () => {
    let bytes = 0
    for await (const chunk of chunks) {
      if (over) return
      bytes += chunk.length
      if (bytes > limit) throw new ProtocolError('the request is too large')
      await send(child.stdin, chunk, signal)
    }
    child.stdin.end()
  }
  const pumping = pump()
  pumping.catch(() => {})
  try {
    await Promise.race([pumping, child.done])
  } catch (error) {
    // A child that has read enough closes its input; that is not an error of the client's.
    if (!child.stdin.destroyed) {
      child.kill()
      throw error
    }
  } finally {
    over = true
  }
}

/** Copies a child's output to the client, who may be slow or gone. */
export async function drain(stdout: Readable, output: Writable, signal?: AbortSignal): Promise<void> {
  await pipeline(stdout, output, { end: false, signal })
}
