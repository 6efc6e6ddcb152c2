// The framing of git's wire protocol: length-prefixed packets, three special packets, side bands.
import type { Readable, Writable } from 'node:stream'
import { once } from 'node:events'

/** Largest payload of one packet. */
export const maxPayload = 65516

export const flush = Buffer.from('0000')
export const delim = Buffer.from('0001')
export const responseEnd = Buffer.from('0002')

/** A packet as read: its payload, or the name of a special packet. */
export type Packet = Buffer | 'flush' | 'delim' | 'end'

/** The client sent something that is not the protocol, or too much of it. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

export function encode(payload: string | Buffer): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  if (bytes.length > maxPayload) throw new RangeError('packet too long')
  const packet = Buffer.allocUnsafe(bytes.length + 4)
  packet.write((bytes.length + 4).toString(16).padStart(4, '0'), 0, 4, 'latin1')
  bytes.copy(packet, 4)
  return packet
}

/** Bytes of a packet as they were on the wire. */
export function reencode(packet: Packet): Buffer {
  if (packet === 'flush') return flush
  if (packet === 'delim') return delim
  if (packet === 'end') return responseEnd
  return encode(packet)
}

/** Splits bytes into packets of one side band (1 data, 2 messages, 3 fatal error). */
export function* band(number: 1 | 2 | 3, bytes: Buffer): Generator<Buffer> {
  const step = maxPayload - 1
  for (let at = 0; at < bytes.length; at += step) {
    const part = bytes.subarray(at, at + step)
    const packet = Buffer.allocUnsafe(part.length + 5)
    packet.write((part.length + 5).toString(16).padStart(4, '0'), 0, 4, 'latin1')
    packet[4] = number
    part.copy(packet, 5)
    yield packet
  }
}

/** Text of a packet without its line end. */
export function line(packet: Buffer): string {
  const end = packet.length > 0 && packet[packet.length - 1] === 0x0a ? packet.length - 1 : packet.length
  return packet.toString('utf8', 0, end)
}

/** Writes and waits while the reader is slower than we are; rejects if the stream has gone. */
export async function send(output: Writable, bytes: Buffer | string, signal?: AbortSignal): Promise<void> {
  if (output.destroyed || output.writableEnded) throw new ProtocolError('the other side has gone')
  if (output.write(bytes)) return
  const gone = new AbortController()
  const leave = () => gone.abort(new ProtocolError('the other side has gone'))
  output.once('close', leave)
  signal?.addEventListener('abort', leave, { once: true })
  try {
    await once(output, 'drain', { signal: gone.signal })
  } catch (error) {
    throw gone.signal.aborted ? gone.signal.reason : error
  } finally {
    output.off('close', leave)
    signal?.removeEventListener('abort', leave)
  }
}

const hex = /^[0-9a-fA-F]{4}$/

/**
 * Reads packets from a stream, holding at most one packet and one chunk of it, and can hand over the bytes that
 * follow. Reading past `limit` bytes of packets is an error, so that endless packets end.
 */
export class PacketReader {
  #input: Readable
  #source: AsyncIterator<Buffer>
  #held: Buffer[] = []
  #length = 0
  #ended = false
  #left: number

  constructor(input: Readable, limit = 64 * 1024 * 1024) {
    this.#input = input
    this.#source = input.iterator({ destroyOnReturn: false })
    this.#left = limit
  }

  async #more(): Promise<boolean> {
    if (this.#ended) return false
    const next = await this.#source.next()
    if (next.done) {
      this.#ended = true
      return false
    }
    const chunk = typeof next.value === 'string' ? Buffer.from(next.value) : next.value
    this.#held.push(chunk)
    this.#length += chunk.length
    return true
  }

  // Joined only when there is enough, so that a client sending single bytes does not make us copy for ever.
  #joined(): Buffer {
    if (this.#held.length !== 1) this.#held = [Buffer.concat(this.#held, this.#length)]
    return this.#held[0]
  }

  async #take(count: number): Promise<Buffer | null> {
    while (this.#length < count) {
      if (await this.#more()) continue
      if (this.#length === 0) return null
      throw new ProtocolError('the stream ends inside a packet')
    }
    const first = this.#held[0]?.length >= count ? this.#held[0] : this.#joined()
    this.#held[0] = first.subarray(count)
    this.#length -= count
    return first.subarray(0, count)
  }

  /** The next packet, or null at the end of the stream. */
  async read(): Promise<Packet | null> {
    const prefix = await this.#take(4)
    if (prefix === null) return null
    const text = prefix.toString('latin1')
    if (!hex.test(text)) throw new ProtocolError('bad packet length')
    const length = parseInt(text, 16)
    if ((this.#left -= Math.max(length, 4)) < 0) throw new ProtocolError('too many packets')
    if (length === 0) return 'flush'
    if (length === 1) return 'delim'
    if (length === 2) return 'end'
    if (length < 4 || length > maxPayload + 4) throw new ProtocolError('bad packet length')
    if (length === 4) return Buffer.alloc(0)
    const payload = await this.#take(length - 4)
    if (payload === null) throw new ProtocolError('the stream ends inside a packet')
    return payload
  }

  /** Up to `count` raw bytes without consuming them; fewer at the end of the stream. */
  async peek(count: number): Promise<Buffer> {
    while (this.#length < count && await this.#more());
    return this.#joined().subarray(0, count)
  }

  /** The raw bytes that follow, chunk by chunk, until the stream ends or the caller stops asking. */
  async *rest(): AsyncGenerator<Buffer> {
    while (this.#length > 0 || await this.#more()) {
      const chunk = this.#joined()
      this.#held = []
      this.#length = 0
      yield chunk
    }
  }

  /** Reads what is left and throws it away, up to `limit` bytes, so that the other side can finish writing. */
  async discard(limit: number): Promise<void> {
    let bytes = 0
    for await (const chunk of this.rest()) if ((bytes += chunk.length) > limit) break
    if (bytes > limit) this.#input.destroy()
  }

  /** Whether the source was torn down before it ended. */
  get broken(): boolean {
    return this.#input.destroyed && !this.#input.readableEnded
  }
}
