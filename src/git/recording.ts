// One answer while git makes it: written to a file as far as there is room, read by everybody who asked for the same.
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

const STEP = 256 * 1024

export interface Listener {
  /** How much of the answer this one has passed on. */
  at: number
}

/**
 * As long as the file takes everything, git runs ahead of slow readers and they read the file. Once it does not (the disk is full,
 * or the space is used up), git waits for the slowest reader: what was promised to them arrives in any case.
 */
export class Recording {
  #opening: Promise<FileHandle | null>
  #file: FileHandle | null | undefined
  #inFile = 0
  #end = 0
  #newest: Buffer = Buffer.alloc(0)
  #listeners = new Set<Listener>()
  #changed = Promise.withResolvers<void>()
  #over = false
  #claim: (bytes: number) => boolean
  /** Aborted when nobody listens any more. */
  readonly left = new AbortController()

  /** `claim` is asked for room before each write, and given back less than nothing where the write failed. */
  constructor(opening: Promise<FileHandle | null>, claim: (bytes: number) => boolean) {
    this.#opening = opening.catch(() => null)
    this.#claim = claim
  }

  /** Bytes that lie in the file. */
  get inFile(): number {
    return this.#inFile
  }

  get whole(): boolean {
    return this.#inFile === this.#end
  }

  /** Whether all has come that will. */
  get over(): boolean {
    return this.#over
  }

  /** Whether somebody who comes now can have it from its beginning, without holding up the others. */
  get open(): boolean {
    return !this.left.signal.aborted && !this.#over && this.#file !== null && this.whole
  }

  join(): Listener {
    const listener = { at: 0 }
    this.#listeners.add(listener)
    return listener
  }

  /** When the last one leaves before the end, nobody needs the rest. */
  async leave(listener: Listener): Promise<void> {
    this.#listeners.delete(listener)
    this.#tell()
    if (this.#listeners.size > 0) return
    if (this.#over) await this.#close()
    else this.left.abort()
  }

  /** Takes git's output to its end. */
  async record(output: Readable): Promise<void> {
    try {
      this.#file = await this.#opening
      for await (const chunk of output as AsyncIterable<Buffer>) {
        if (this.whole) await this.#write(chunk)
        this.#newest = chunk
        this.#end += chunk.length
        this.#tell()
        while (!this.whole && [...this.#listeners].some((one) => one.at < this.#end)) await this.#changed.promise
      }
    } finally {
      await this.end()
    }
  }

  /** Nothing more will come. */
  async end(): Promise<void> {
    this.#over = true
    this.#tell()
    if (this.#listeners.size === 0) await this.#close()
  }

  async *pieces(listener: Listener): AsyncGenerator<Buffer> {
    for (;;) {
      const begins = this.#end - this.#newest.length
      if (listener.at < this.#end) {
        const piece = listener.at >= begins ? this.#newest.subarray(listener.at - begins) : await this.#read(listener.at, begins)
        yield piece
        listener.at += piece.length
        if (!this.whole) this.#tell()
      } else if (this.#over) {
        return
      } else {
        await this.#changed.promise
      }
    }
  }

  async #write(chunk: Buffer): Promise<void> {
    if (!this.#file || !this.#claim(chunk.length)) return
    try {
      for (let done = 0; done < chunk.length; ) done += (await this.#file.write(chunk, done, chunk.length - done, this.#inFile + done)).bytesWritten
      this.#inFile += chunk.length
    } catch {
      // a disk that is full takes nothing from those who are waiting
      this.#claim(-chunk.length)
    }
  }

  async #read(from: number, to: number): Promise<Buffer> {
    const piece = Buffer.allocUnsafe(Math.min(STEP, to - from))
    const { bytesRead } = await this.#file!.read(piece, 0, piece.length, from)
    if (bytesRead === 0) throw new Error('an answer under way was cut short')
    return piece.subarray(0, bytesRead)
  }

  async #close(): Promise<void> {
    const file = this.#file ?? (await this.#opening)
    this.#file = null
    this.#opening = Promise.resolve(null)
    await file?.close().catch(() => {})
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}
