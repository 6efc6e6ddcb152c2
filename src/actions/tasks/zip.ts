// A zip file, made one member at a time.
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

const squeeze = promisify(deflateRaw)
/** bit 11: names are UTF-8 */
const UTF8 = 0x800

function header(signature: number, length: number, fields: [at: number, size: 2 | 4, value: number][]): Buffer {
  const made = Buffer.alloc(length)
  made.writeUInt32LE(signature, 0)
  for (const [at, size, value] of fields) if (size === 2) made.writeUInt16LE(value, at)
    else made.writeUInt32LE(value, at)
  return made
}

const DAY_ONE = 0x21

export async function* zipped(members: AsyncIterable<{ name: string; content: Buffer }>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let at = 0
  for await (const { name, content } of members) {
    const [title, data] = [Buffer.from(name), await squeeze(content)]
    // method 8, no time, the first day there is
    const sums = (from: number): [number, 2 | 4, number][] => [[from, 2, UTF8], [from + 2, 2, 8], [from + 6, 2, DAY_ONE], [from + 8, 4, crc32(content)], [from + 12, 4, data.length], [from + 16, 4, content.length], [from + 20, 2, title.length]]
    const local = header(0x04034b50, 30, [[4, 2, 20], ...sums(6)])
    directory.push(header(0x02014b50, 46, [[4, 2, 20], [6, 2, 20], ...sums(8), [42, 4, at]]), title)
    yield Buffer.concat([local, title, data])
    at += local.length + title.length + data.length
  }
  const entries = Buffer.concat(directory)
  yield entries
  yield header(0x06054b50, 22, [[8, 2, directory.length / 2], [10, 2, directory.length / 2], [12, 4, entries.length], [16, 4, at]])
}
