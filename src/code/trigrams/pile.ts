// Texts that are being indexed: which buckets each has, gathered in memory until there are enough for a segment.
import { BUCKETS, foldedBytes, Seen } from './fold.ts'
import { SegmentWriter } from './segment.ts'

/** Four bytes each, twice while they are sorted. */
const MOST_ENTRIES = 2 * 1024 * 1024
const LOOKED_AT = 8000

/** As git sees it: a file whose beginning holds a NUL is no text. */
export const isBinary = (content: Uint8Array) => content.subarray(0, LOOKED_AT).includes(0)

export class Pile {
  readonly #seen = new Seen()
  #entries = new Uint32Array(64 * 1024)
  #count = 0
  #ends: number[] = []
  #oids: Buffer[] = []

  get texts(): number {
    return this.#oids.length
  }
  get full(): boolean {
    return this.#count >= MOST_ENTRIES
  }

  /** Null is what is known and holds no text. */
  add(oid: string, content: Uint8Array | null): void {
    if (content && !isBinary(content)) {
      const text = foldedBytes(content)
      if (this.#count + text.length > this.#entries.length) {
        const more = new Uint32Array(Math.max(Math.min(this.#entries.length * 2, MOST_ENTRIES), this.#count + text.length))
        more.set(this.#entries.subarray(0, this.#count))
        this.#entries = more
      }
      this.#count = this.#seen.collect(text, this.#entries, this.#count)
    }
    this.#ends.push(this.#count)
    this.#oids.push(Buffer.from(oid, 'hex'))
  }

  /** Writes what there is as a segment and begins anew. */
  write(file: string, oidLength: number, durable: boolean): number {
    const starts = new Uint32Array(BUCKETS + 1)
    for (let i = 0; i < this.#count; i++) starts[this.#entries[i] + 1]++
    for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1] += starts[bucket]
    const next = starts.slice()
    const sorted = new Uint32Array(this.#count)
    for (let text = 0, i = 0; text < this.#ends.length; text++) for (; i < this.#ends[text]; i++) sorted[next[this.#entries[i]]++] = text
    const writer = new SegmentWriter(file)
    try {
      for (let bucket = 0; bucket < BUCKETS; bucket++) if (starts[bucket] < starts[bucket + 1]) writer.add(bucket, sorted.subarray(starts[bucket], starts[bucket + 1]))
      return writer.finish(Buffer.concat(this.#oids), oidLength, durable)
    } finally {
      writer.close()
      this.#count = 0
      this.#ends = []
      this.#oids = []
    }
  }
}
