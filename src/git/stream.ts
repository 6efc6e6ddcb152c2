// A child's output as a stream that fails when the child does, instead of merely ending early.
import { Readable } from 'node:stream'
import { GitError, open, type Child, type Git, type GitDir, type RunOptions } from './run.ts'

async function* pieces(child: Child, command: string, head: Buffer | null): AsyncGenerator<Buffer> {
  if (head) yield head
  yield* child.stdout as AsyncIterable<Buffer>
  const { code, stderr, reason } = await child.done
  if (code !== 0) throw new GitError(command, code, stderr, reason)
}

/** Starts git and gives its output, after `head` if there is one; destroying the stream ends the child. */
export async function output(git: Git, dir: GitDir, args: string[], options: RunOptions & { head?: Buffer } = {}): Promise<Readable> {
  const child = await open(git, dir, args, options)
  if (options.stdin === undefined) child.stdin.end()
  return Readable.from(pieces(child, args[0], options.head ?? null), { objectMode: false, highWaterMark: 64 * 1024 })
    .once('close', () => child.stdout.destroy())
}

export async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
