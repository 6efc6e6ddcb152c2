// Three letters in a row, small, as the index knows them. Texts and what is looked for pass through the same functions.
import { isAscii } from 'node:buffer'

/** Trigrams fall into so many buckets; where two share one, the content decides. */
export const BUCKETS = 1 << 18

const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte))
const NEWLINE = 10
const RETURN = 13
const BLANKS = 0x202020

const bucketOf = (three: number) => Math.imul(three, 0x9e3779b1) >>> 14

/** What counts as the same letter: case does not, nor where in its word a sigma stands. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/** Bytes whose trigrams count; other than plain letters may change their length. */
export const foldedBytes = (bytes: Uint8Array): Uint8Array =>
  isAscii(bytes) ? bytes : Buffer.from(fold(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')))

/** Which buckets were met already: each text has a mark of its own, so that nothing is cleared between texts. */
export class Seen {
  readonly #marks = new Uint32Array(BUCKETS)
  #mark = 0

  /** Writes the buckets of a text to `into` from `at` on, each once; gives the place after the last. */
  collect(text: Uint8Array, into: Uint32Array, at: number): number {
    const marks = this.#marks
    const mark = ++this.#mark
    let three = 0
    let run = 0
    for (let i = 0; i < text.length; i++) {
      const byte = LOWER[text[i]]
      // nothing that is looked for goes over the end of a line
      if (byte === NEWLINE || byte === RETURN) {
        run = 0
        continue
      }
      three = ((three << 8) | byte) & 0xffffff
      if (++run < 3 || three === BLANKS) continue
      const bucket = bucketOf(three)
      if (marks[bucket] === mark) continue
      marks[bucket] = mark
      into[at++] = bucket
    }
    return at
  }
}

/** The buckets that every text must have that holds these words; none where the index cannot tell. */
export function bucketsOf(words: string): number[] {
  const bytes = Buffer.from(fold(words))
  const found = new Set<number>()
  for (let at = 0; at + 3 <= bytes.length; at++) {
    const three = bytes.readUIntBE(at, 3)
    if (three !== BLANKS && !/[\r\n]/.test(bytes.toString('latin1', at, at + 3))) found.add(bucketOf(three))
  }
  return [...found].sort((a, b) => a - b)
}
