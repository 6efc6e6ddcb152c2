// One answer while git makes it: written to a file as far as there is room, read by everybody who asked for the same.
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { release } from './relay.ts'

const nothing = Buffer.alloc(0)

export interface Listener {
  /** How much of the answer this one has passed on, and how much it was given last. */
  at: number
  given: number
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
  #newest: Buffer = nothing
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
    const listener = { at: 0, given: 0 }
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
        const inFile = this.whole && (await this.#write(chunk))
        this.#end += chunk.length
        this.#newest = inFile ? nothing : chunk
        if (inFile) release(chunk)
        this.#tell()
        if (this.whole) continue
        while ([...this.#listeners].some((one) => one.at < this.#end)) await this.#changed.promise
        this.#newest = nothing
        release(chunk)
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

  /** The next bytes for a listener who has passed on what was given before; none at the end. */
  async next(listener: Listener, into: Buffer): Promise<number> {
    listener.at += listener.given
    listener.given = 0
    if (!this.whole) this.#tell()
    while (listener.at >= this.#end) {
      if (this.#over) return 0
      await this.#changed.promise
    }
    const begins = this.#end - this.#newest.length
    listener.given = listener.at >= begins ? this.#newest.copy(into, 0, listener.at - begins) : await this.#read(into, listener.at, begins)
    return listener.given
  }

  async #write(chunk: Buffer): Promise<boolean> {
    if (!this.#file || !this.#claim(chunk.length)) return false
    try {
      for (let done = 0; done < chunk.length; ) done += (await this.#file.write(chunk, done, chunk.length - done, this.#inFile + done)).bytesWritten
      this.#inFile += chunk.length
      return true
    } catch {
      // a disk that is full takes nothing from those who are waiting
      this.#claim(-chunk.length)
      return false
    }
  }

  async #read(into: Buffer, from: number, to: number): Promise<number> {
    const { bytesRead } = await this.#file!.read(into, 0, Math.min(into.length, to - from), from)
    if (bytesRead === 0) throw new Error('an answer under way was cut short')
    return bytesRead
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
