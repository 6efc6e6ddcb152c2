// A file that says which texts hold which trigrams. Texts are numbered; each bucket has the ascending numbers of its texts.
//   head      magic, version, length of an object id, texts, buckets in use, length of the lists, length of the file
//   lists     per bucket: differences of text numbers, seven bits a byte
//   oids      the blob of each text
//   pages     for the upper ten bits of a bucket: where in the next two tables it begins
//   buckets   those in use, ascending
//   offsets   where each one's list begins, and where the last one ends
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { BUCKETS } from './fold.ts'

const MAGIC = 0x67697274
const VERSION = 1
const HEAD = 32
const PAGE_BITS = 8
const PAGES = (BUCKETS >>> PAGE_BITS) + 1
const OUT = 256 * 1024

/** The file is not what was written once. */
export class Broken extends Error {
  constructor(what: string) {
    super(`the index is broken: ${what}`)
    this.name = 'Broken'
  }
}

const bytesOf = (words: Uint32Array) => Buffer.from(words.buffer, words.byteOffset, words.byteLength)

/** Writes a segment from the first bucket to the last. */
export class SegmentWriter {
  readonly #fd: number
  readonly #out = Buffer.allocUnsafe(OUT)
  #filled = 0
  #written = 0
  #buckets = new Uint32Array(1024)
  #offsets = new Uint32Array(1025)
  #terms = 0

  constructor(file: string) {
    this.#fd = openSync(file, 'wx', 0o640)
    writeSync(this.#fd, Buffer.alloc(HEAD))
  }

  /** The texts of a bucket, ascending; buckets come in ascending order too. */
  add(bucket: number, texts: Uint32Array): void {
    if (texts.length === 0) return
    if (this.#terms === this.#buckets.length) {
      const more = [new Uint32Array(this.#terms * 2), new Uint32Array(this.#terms * 2 + 1)]
      more[0].set(this.#buckets)
      more[1].set(this.#offsets)
      ;[this.#buckets, this.#offsets] = more
    }
    this.#buckets[this.#terms] = bucket
    let before = -1
    for (const text of texts) {
      if (this.#filled > OUT - 5) this.#flush()
      let gap = text - before
      before = text
      for (; gap > 127; gap >>>= 7) this.#out[this.#filled++] = (gap & 127) | 128
      this.#out[this.#filled++] = gap
    }
    this.#offsets[++this.#terms] = this.#written + this.#filled
  }

  #flush(): void {
    this.#put(this.#out.subarray(0, this.#filled))
    this.#written += this.#filled
    this.#filled = 0
  }

  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at)
  }

  /** Ends the file; its length in bytes. */
  finish(oids: Uint8Array, oidLength: number, durable: boolean): number {
    this.#flush()
    const buckets = this.#buckets.subarray(0, this.#terms)
    const pages = new Uint32Array(PAGES)
    for (let page = 0, at = 0; page < PAGES; page++) {
      while (at < this.#terms && buckets[at] >>> PAGE_BITS < page) at++
      pages[page] = at
    }
    const tables = [oids, bytesOf(pages), bytesOf(buckets), bytesOf(this.#offsets.subarray(0, this.#terms + 1))]
    for (const one of tables) this.#put(one)
    const length = HEAD + this.#written + tables.reduce((sum, one) => sum + one.length, 0)
    const head = new Uint32Array([MAGIC, VERSION, oidLength, oids.length / oidLength, this.#terms, this.#written, length, 0])
    writeSync(this.#fd, bytesOf(head), 0, HEAD, 0)
    if (durable) fsyncSync(this.#fd)
    return length
  }

  close(): void {
    closeSync(this.#fd)
  }
}

/** An open segment; every read is checked against its own tables, for disks fail. */
export class Segment {
  readonly file: string
  readonly texts: number
  readonly bytes: number
  readonly oidLength: number
  readonly #fd: number
  readonly #terms: number
  readonly #lists: number
  readonly #pages: Uint32Array

  constructor(file: string) {
    this.file = file
    this.#fd = openSync(file, 'r')
    try {
      const [magic, version, oidLength, texts, terms, lists, length] = this.#words(0, HEAD / 4)
      if (magic !== MAGIC || version !== VERSION || fstatSync(this.#fd).size !== length) throw new Broken(file)
      if (length !== HEAD + lists + texts * oidLength + (PAGES + terms * 2 + 1) * 4) throw new Broken(file)
      this.texts = texts
      this.bytes = length
      this.oidLength = oidLength
      this.#terms = terms
      this.#lists = lists
      this.#pages = this.#words(this.#tables, PAGES)
    } catch (error) {
      this.close()
      throw error
    }
  }

  get #tables(): number {
    return HEAD + this.#lists + this.texts * this.oidLength
  }

  read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length)
    if (length > 0 && readSync(this.#fd, bytes, 0, length, at) !== length) throw new Broken(this.file)
    return bytes
  }

  #words(at: number, count: number): Uint32Array {
    return new Uint32Array(this.read(at, count * 4).buffer, 0, count)
  }

  /** How many bytes the list of a bucket takes, and where it lies. */
  find(bucket: number): { at: number; length: number } | undefined {
    const [from, to] = [this.#pages[bucket >>> PAGE_BITS], this.#pages[(bucket >>> PAGE_BITS) + 1] ?? this.#terms]
    if (from >= to) return undefined
    if (to > this.#terms) throw new Broken(this.file)
    const base = this.#tables + PAGES * 4
    const place = this.#words(base + from * 4, to - from).indexOf(bucket)
    if (place < 0) return undefined
    const [at, end] = this.#words(base + (this.#terms + from + place) * 4, 2)
    if (end < at || end > this.#lists) throw new Broken(this.file)
    return { at: HEAD + at, length: end - at }
  }

  /** All buckets in use and the places of their lists. */
  tables(): { buckets: Uint32Array; offsets: Uint32Array; base: number } {
    const base = this.#tables + PAGES * 4
    return { buckets: this.#words(base, this.#terms), offsets: this.#words(base + this.#terms * 4, this.#terms + 1), base: HEAD }
  }

  oids(): Buffer {
    return this.read(HEAD + this.#lists, this.texts * this.oidLength)
  }

  oid(text: number): string {
    return this.read(HEAD + this.#lists + text * this.oidLength, this.oidLength).toString('hex')
  }

  close(): void {
    closeSync(this.#fd)
  }
}

/** The numbers of a list. */
export function decode(bytes: Uint8Array, texts: number): Uint32Array {
  const found = new Uint32Array(Math.min(bytes.length, texts))
  let count = 0
  let before = -1
  for (let at = 0; at < bytes.length; ) {
    let gap = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined || shift > 28) throw new Broken('a list is cut')
      gap |= (byte & 127) << shift
      if (byte < 128) break
    }
    before += gap
    if (gap <= 0 || before >= texts) throw new Broken('a list goes too far')
    found[count++] = before
  }
  return found.subarray(0, count)
}

/** Texts that are in all of the buckets. */
export function withAll(segment: Segment, buckets: readonly number[]): Uint32Array {
  const lists = []
  for (const bucket of buckets) {
    const list = segment.find(bucket)
    if (!list) return new Uint32Array()
    lists.push(list)
  }
  // the shortest first: what comes after can only take away
  lists.sort((a, b) => a.length - b.length)
  let found = decode(segment.read(lists[0].at, lists[0].length), segment.texts)
  for (const { at, length } of lists.slice(1)) {
    // reading the few that are left costs less than a long list
    if (found.length === 0 || length > found.length * ENOUGH_READ) break
    found = both(found, decode(segment.read(at, length), segment.texts))
  }
  return found
}
const ENOUGH_READ = 4096

function both(a: Uint32Array, b: Uint32Array): Uint32Array {
  let count = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      a[count++] = a[i++]
      j++
    } else if (a[i] < b[j]) i++
    else j++
  }
  return a.subarray(0, count)
}
