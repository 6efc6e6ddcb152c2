// Which text lies at which path of the indexed commit, in the order of paths. Names begin with how much they share with the
// one before, afresh every few, so that single ones can be read.
import { Broken } from './segment.ts'

const MAGIC = 0x7473696c
const VERSION = 1
const HEAD = 16
const AFRESH = 16

export interface ListedText {
  path: string
  /** counted through all segments in their order */
  text: number
}

export function encode(entries: readonly ListedText[]): Buffer {
  const texts = Uint32Array.from(entries, (one) => one.text)
  const starts = new Uint32Array(Math.ceil(entries.length / AFRESH) + 1)
  const parts: Buffer[] = []
  let length = 0
  let before: Buffer = Buffer.alloc(0)
  entries.forEach(({ path }, i) => {
    if (i % AFRESH === 0) {
      starts[i / AFRESH] = length
      before = Buffer.alloc(0)
    }
    const name = Buffer.from(path)
    let same = 0
    while (same < before.length && same < name.length && same < 0xffff && before[same] === name[same]) same++
    const part = Buffer.allocUnsafe(4 + name.length - same)
    part.writeUInt16LE(same, 0)
    part.writeUInt16LE(name.length - same, 2)
    name.copy(part, 4, same)
    parts.push(part)
    length += part.length
    before = name
  })
  starts[starts.length - 1] = length
  const head = Buffer.from(new Uint32Array([MAGIC, VERSION, entries.length, length]).buffer)
  return Buffer.concat([head, Buffer.from(texts.buffer), Buffer.from(starts.buffer), ...parts])
}

/** Longer paths are not listed. */
export const LONGEST_PATH = 0xffff

export class Listing {
  readonly texts: Uint32Array
  readonly bytes: number
  readonly #starts: Uint32Array
  readonly #names: Buffer

  constructor(file: Buffer) {
    // the words must begin where the machine can read them
    const whole = file.byteOffset % 4 === 0 ? file : Buffer.from(new Uint8Array(file).buffer)
    if (whole.length < HEAD) throw new Broken('the list of paths')
    const [magic, version, count, length] = new Uint32Array(whole.buffer, whole.byteOffset, 4)
    const starts = Math.ceil(count / AFRESH) + 1
    if (magic !== MAGIC || version !== VERSION || whole.length !== HEAD + (count + starts) * 4 + length) throw new Broken('the list of paths')
    this.bytes = whole.length
    this.texts = new Uint32Array(whole.buffer, whole.byteOffset + HEAD, count)
    this.#starts = new Uint32Array(whole.buffer, whole.byteOffset + HEAD + count * 4, starts)
    this.#names = whole.subarray(HEAD + (count + starts) * 4)
  }

  path(entry: number): string {
    let at = this.#starts[Math.floor(entry / AFRESH)]
    let name: Buffer = Buffer.alloc(0)
    for (let i = entry - (entry % AFRESH); i <= entry; i++) {
      if (at + 4 > this.#names.length) throw new Broken('a path')
      const [same, rest] = [this.#names.readUInt16LE(at), this.#names.readUInt16LE(at + 2)]
      name = Buffer.concat([name.subarray(0, same), this.#names.subarray(at + 4, at + 4 + rest)])
      at += 4 + rest
    }
    return name.toString('utf8')
  }
}
