// Many small segments become one; what is in no path any more is left out.
import { decode, SegmentWriter, type Segment } from './segment.ts'

const WINDOW = 256 * 1024

/** The lists of a segment from the first to the last, read ahead. */
class Lists {
  readonly segment: Segment
  readonly buckets: Uint32Array
  readonly #offsets: Uint32Array
  readonly #base: number
  #window: Buffer = Buffer.alloc(0)
  #start = 0
  next = 0

  constructor(segment: Segment) {
    this.segment = segment
    const { buckets, offsets, base } = segment.tables()
    this.buckets = buckets
    this.#offsets = offsets
    this.#base = base
  }

  take(): Uint32Array {
    const [from, to] = [this.#offsets[this.next], this.#offsets[this.next + 1]]
    this.next++
    if (from < this.#start || to > this.#start + this.#window.length) {
      const end = Math.min(Math.max(to, from + WINDOW), this.#offsets[this.#offsets.length - 1])
      this.#window = this.segment.read(this.#base + from, end - from)
      this.#start = from
    }
    return decode(this.#window.subarray(from - this.#start, to - this.#start), this.segment.texts)
  }
}

export interface Part {
  segment: Segment
  /** per text whether it is still wanted */
  alive: Uint8Array
}

/** Writes one segment in place of several; for each part the new numbers of its texts. */
export function merge(parts: readonly Part[], file: string, durable: boolean): { bytes: number; numbers: Uint32Array[] } {
  let texts = 0
  const oids: Buffer[] = []
  const numbers = parts.map(({ segment, alive }) => {
    const all = segment.oids()
    return Uint32Array.from(alive, (wanted, text) => {
      if (wanted) oids.push(all.subarray(text * segment.oidLength, (text + 1) * segment.oidLength))
      return wanted ? texts++ : 0
    })
  })
  const lists = parts.map(({ segment }) => new Lists(segment))
  const found = new Uint32Array(texts)
  const writer = new SegmentWriter(file)
  try {
    for (;;) {
      let bucket = Infinity
      for (const one of lists) if (one.next < one.buckets.length) bucket = Math.min(bucket, one.buckets[one.next])
      if (bucket === Infinity) break
      let count = 0
      lists.forEach((one, i) => {
        if (one.buckets[one.next] !== bucket) return
        for (const text of one.take()) if (parts[i].alive[text]) found[count++] = numbers[i][text]
      })
      writer.add(bucket, found.subarray(0, count))
    }
    return { bytes: writer.finish(Buffer.concat(oids), parts[0].segment.oidLength, durable), numbers }
  } finally {
    writer.close()
  }
}

const MOST_SEGMENTS = 10

export interface Weighed {
  bytes: number
  texts: number
  living: number
}

/** Which segments to make one of, by their places: those half dead, and when there are many the smaller ones. */
export function toMerge(segments: readonly Weighed[]): number[] {
  const half = segments.flatMap(({ texts, living }, i) => (living * 2 < texts ? [i] : []))
  if (segments.length - half.length < MOST_SEGMENTS) return half
  const bySize = segments.map((_, i) => i).filter((i) => !half.includes(i)).sort((a, b) => segments[a].bytes - segments[b].bytes)
  let sum = 0
  const small = bySize.filter((i, place) => {
    // each time a text is written anew its segment has grown by half at least
    if (place >= MOST_SEGMENTS / 2 && segments[i].bytes > sum * 2) return false
    sum += segments[i].bytes
    return true
  })
  return [...half, ...small].sort((a, b) => a - b)
}
