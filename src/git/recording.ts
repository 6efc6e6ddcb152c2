// One answer while git makes it: written to a file as far as there is room, and read by everybody who asked for the same. Who keeps up
// is given what lies in memory anyhow; who does not, or comes later, reads the file.
import type { FileHandle } from 'node:fs/promises'
import type { OnReadOpts } from 'node:net'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

// larger ones, or more of them, are slower: what was read is no longer in the processor's cache when it is sent
const BLOCK = 256 * 1024
const BLOCKS = 4
/** With less room than this left, a block is full. */
const LEAST = 64 * 1024
/** How long to wait after a small piece, so that git's next ones come together: they are of 8 KB, and each costs a round of everything. */
const REST_MS = 1
const nothing = Buffer.alloc(0)

interface Block {
  /** Where in the answer it begins. */
  from: number
  bytes: Buffer
  used: number
  /** How many are sending from it at this moment. */
  lent: number
}

export interface Listener {
  /** How much of the answer this one has passed on, and how much it was given last. */
  at: number
  given: number
  from: Block | null
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
  /** Whether the file has taken everything so far. */
  #saving = true
  /** The newest part of the answer, oldest first; what comes next goes to the last. */
  #blocks: Block[] = []
  #spare: Buffer[] = []
  #source: Readable | null = null
  #full = false
  #rests = false
  #listeners = new Set<Listener>()
  #changed = Promise.withResolvers<void>()
  #over = false
  #claim: (bytes: number) => boolean
  /** Aborted when nobody listens any more. */
  readonly left = new AbortController()
  /** How the socket is to be read that the answer comes from. */
  readonly intake: OnReadOpts = { buffer: () => this.#blank(), callback: (bytes) => this.#take(bytes) }

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
    return !this.left.signal.aborted && !this.#over && this.#saving
  }

  join(): Listener {
    const listener = { at: 0, given: 0, from: null }
    this.#listeners.add(listener)
    return listener
  }

  /** When the last one leaves before the end, nobody needs the rest. */
  async leave(listener: Listener): Promise<void> {
    // what was given last may be on its way still: its block stays lent and is not used again
    this.#listeners.delete(listener)
    this.#proceed()
    if (this.#listeners.size > 0) return
    if (this.#over) await this.#close()
    else this.left.abort()
  }

  /** Takes git's output to its end; it is a socket that is read by `intake`. */
  async record(output: Readable): Promise<void> {
    this.#source = output
    let ended = false
    const saved = this.#save(() => ended)
    try {
      this.#goOn()
      await finished(output, { writable: false })
    } finally {
      ended = true
      this.#tell()
      await saved
      await this.end()
    }
  }

  /** Nothing more will come. */
  async end(): Promise<void> {
    this.#over = true
    this.#blocks = this.#blocks.filter((one) => one.from + one.used > this.#inFile)
    this.#spare = []
    this.#tell()
    if (this.#listeners.size === 0) await this.#close()
  }

  /** The next bytes for a listener who has passed on what was given before, to be used until the next are asked for; none at the end. */
  async next(listener: Listener, blank: () => Buffer): Promise<Buffer> {
    this.#takeBack(listener)
    while (listener.at >= this.#end) {
      if (this.#over) return nothing
      await this.#changed.promise
    }
    const block = this.#blockAt(listener.at)
    const bytes = block ? block.bytes.subarray(listener.at - block.from, block.used) : await this.#read(blank(), listener.at)
    if (block) block.lent++
    listener.from = block
    listener.given = bytes.length
    return bytes
  }

  #takeBack(listener: Listener): void {
    const block = listener.from
    if (block && --block.lent === 0 && !this.#over && this.#spare.length < BLOCKS && !this.#blocks.includes(block)) this.#spare.push(block.bytes)
    listener.from = null
    listener.at += listener.given
    listener.given = 0
    this.#proceed()
  }

  #blockAt(at: number): Block | null {
    return this.#blocks.find((one) => at >= one.from && at < one.from + one.used) ?? null
  }

  /** Where the next bytes are to be read to; the socket asks for it even when it was told to stop, and then keeps it for later. */
  #blank(): Buffer {
    const last = this.#blocks.at(-1)
    if (last && last.bytes.length - last.used >= LEAST) return last.bytes.subarray(last.used)
    while (this.#blocks.length >= BLOCKS && this.#drop());
    const bytes = this.#spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK)
    this.#blocks.push({ from: this.#end, bytes, used: 0, lent: 0 })
    return bytes
  }

  /** Whether reading is to go on. */
  #take(bytes: number): boolean {
    const last = this.#blocks.at(-1)!
    last.used += bytes
    this.#end += bytes
    this.#tell()
    this.#full = last.bytes.length - last.used < LEAST && this.#blocks.length >= BLOCKS && !this.#droppable()
    this.#rests = bytes < LEAST && this.#end > BLOCK
    if (this.#rests) setTimeout(() => { this.#rests = false; this.#goOn() }, REST_MS)
    // so that others see it waiting too
    if (this.#full) this.#source?.pause()
    return !this.#full && !this.#rests
  }

  /** Whether nobody needs the oldest block any more. */
  #droppable(): boolean {
    const [{ from, used }] = this.#blocks
    return this.#inFile >= from + used || (!this.#saving && [...this.#listeners].every((one) => one.at >= from + used))
  }

  #drop(): boolean {
    if (!this.#droppable()) return false
    const { bytes, lent } = this.#blocks.shift()!
    if (lent === 0) this.#spare.push(bytes)
    return true
  }

  #proceed(): void {
    if (!this.#full) return
    while (this.#blocks.length > BLOCKS && this.#drop());
    this.#full = this.#blocks.length > BLOCKS
    this.#goOn()
  }

  #goOn(): void {
    if (!this.#full && !this.#rests) this.#source?.resume()
  }

  async #save(ended: () => boolean): Promise<void> {
    this.#file = await this.#opening
    while (this.#saving) {
      const block = this.#blockAt(this.#inFile)
      if (block) {
        this.#saving = await this.#write(block.bytes.subarray(this.#inFile - block.from, block.used))
        this.#proceed()
      } else {
        if (ended()) return
        await this.#changed.promise
      }
    }
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

  async #read(into: Buffer, from: number): Promise<Buffer> {
    const { bytesRead } = await this.#file!.read(into, 0, Math.min(into.length, this.#inFile - from), from)
    if (bytesRead === 0) throw new Error('an answer under way was cut short')
    return into.subarray(0, bytesRead)
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
