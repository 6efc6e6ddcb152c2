// The first file of a multipart form as a stream, so that large uploads are never held.
import { Readable } from 'node:stream'
import { bad } from './errors.ts'
import { headOf, type Part } from './multipart.ts'
import type { Rq } from './route.ts'

const HEAD = 16 * 1024
const SKIPPED = 1024 * 1024

export interface FilePart extends Omit<Part, 'data'> {
  body: Readable
}

/** Parts before it are passed over (and must be small), parts after it are not looked at. Undefined when there is no file. */
export async function firstFile(rq: Rq): Promise<FilePart | undefined> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(String(rq.headers['content-type'] ?? ''))
  if (!boundary) throw bad('multipart body without a boundary')
  const mark = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`)
  const source = rq.raw[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  // the first boundary may open the body; with this it is like all others
  let held: Buffer = Buffer.from('\r\n')
  const more = async () => {
    const next = await source.next()
    if (next.done) throw bad('malformed multipart body')
    held = Buffer.concat([held, next.value])
  }
  const upTo = async (text: Buffer | string, limit: number) => {
    for (let from = 0; ; ) {
      const at = held.indexOf(text, from)
      if (at >= 0) return at
      if (held.length > limit) throw bad('a part of the form is too large')
      from = Math.max(0, held.length - text.length)
      await more()
    }
  }
  for (;;) {
    const at = await upTo(mark, SKIPPED)
    held = held.subarray(at + mark.length)
    while (held.length < 2) await more()
    if (held[0] === 0x2d && held[1] === 0x2d) return undefined
    const end = await upTo('\r\n\r\n', HEAD)
    const head = headOf(held.subarray(0, end).toString('utf8'))
    // the line break before the body is also the one before a boundary that follows at once
    held = held.subarray(end + 2)
    if (head.filename !== undefined) return { ...head, body: Readable.from(rest(), { objectMode: false }) }
  }

  async function* rest(): AsyncGenerator<Buffer> {
    let first = true
    for (;;) {
      const at = held.indexOf(mark)
      const safe = at >= 0 ? at : Math.max(0, held.length - mark.length + 1)
      const from = first ? 2 : 0
      if (safe > from) yield held.subarray(from, safe)
      if (at >= 0) return
      if (safe >= from) {
        held = held.subarray(safe)
        first = false
      }
      await more()
    }
  }
}
