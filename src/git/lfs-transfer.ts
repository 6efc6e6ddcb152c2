// git-lfs over SSH alone: commands with arguments and lines or bytes, one after the other in packets, each answered by a status.
import type { Readable, Writable } from 'node:stream'
import { delim, encode, flush, line, maxPayload, PacketReader, ProtocolError, send } from './pktline.ts'

export interface TransferRequest {
  command: string
  /** what follows the command's word, or an empty text */
  subject: string
  args: Map<string, string>
  lines: string[]
  /** the bytes of put-object; what is left unread is skipped */
  data: AsyncIterable<Buffer>
}

export interface TransferAnswer {
  status: number
  args?: string[]
  lines?: string[]
  data?: Readable
}

/** A batch has a hundred lines; nobody needs more text in one request than this. */
const TEXT = 1024 * 1024

/** Serves one connection until the client says that it is done, or leaves. */
export async function transfer(input: Readable, output: Writable, answer: (request: TransferRequest) => Promise<TransferAnswer>, signal: AbortSignal): Promise<void> {
  const reader = new PacketReader(input, Number.MAX_SAFE_INTEGER)
  await send(output, Buffer.concat([encode('version=1\n'), encode('locking\n'), flush]), signal)
  for (;;) {
    const request = await next(reader)
    if (request === null) return
    if (request.command === 'quit') return reply(output, { status: 200 }, signal)
    const answered = request.command === 'version' ? { status: request.subject === '1' ? 200 : 400, lines: [] } : await answer(request)
    for await (const rest of request.data) void rest
    await reply(output, answered, signal)
  }
}

async function next(reader: PacketReader): Promise<TransferRequest | null> {
  const first = await reader.read()
  if (first === null) return null
  if (!Buffer.isBuffer(first)) throw new ProtocolError('a command is expected')
  const [command, ...rest] = line(first).split(' ')
  const { texts, end } = await texted(reader)
  const args = new Map(texts.map((text) => [text.split('=', 1)[0], text.slice(text.indexOf('=') + 1)]))
  const bytes = command === 'put-object' && end === 'delim'
  const lines = end === 'delim' && !bytes ? (await texted(reader)).texts : []
  return { command, subject: rest.join(' '), args, lines, data: packets(reader, bytes) }
}

async function texted(reader: PacketReader): Promise<{ texts: string[]; end: 'delim' | 'flush' }> {
  const texts: string[] = []
  let size = 0
  for (;;) {
    const packet = await reader.read()
    if (packet === 'flush' || packet === 'delim') return { texts, end: packet }
    if (packet === null || packet === 'end') throw new ProtocolError('a request is not complete')
    if ((size += packet.length + 8) > TEXT) throw new ProtocolError('a request is too long')
    texts.push(line(packet))
  }
}

/** Goes on where it was left, and ends for good at the flush. */
function packets(reader: PacketReader, open: boolean): AsyncIterable<Buffer> {
  let more = open
  const read = async (): Promise<IteratorResult<Buffer>> => {
    const packet = more ? await reader.read() : 'flush'
    if (Buffer.isBuffer(packet)) return { done: false, value: packet }
    more = false
    if (packet !== 'flush') throw new ProtocolError('bytes end without their last packet')
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next: read }) }
}

async function reply(output: Writable, { status, args = [], lines, data }: TransferAnswer, signal: AbortSignal): Promise<void> {
  const text = (words: string[]) => words.map((one) => encode(`${one}\n`))
  await send(output, Buffer.concat([encode(`status ${status}\n`), ...text(args), ...(lines || data ? [delim] : []), ...text(lines ?? [])]), signal)
  for await (const chunk of (data ?? []) as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += maxPayload) await send(output, encode(chunk.subarray(at, at + maxPayload)), signal)
  }
  await send(output, flush, signal)
}
