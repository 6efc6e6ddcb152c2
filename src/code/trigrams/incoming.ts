// What git writes, as it comes: rows of a tree, sizes and contents of objects.

/** Bytes of a stream, taken by length or up to a mark. */
class Incoming {
  readonly #source: AsyncIterator<Uint8Array>
  #bytes: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next()
    if (done) return false
    const part = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    this.#bytes = this.#bytes.length === 0 ? part : Buffer.concat([this.#bytes, part])
    return true
  }

  /** Up to a byte, which is taken away too; null at the end. */
  async until(mark: number): Promise<Buffer | null> {
    for (;;) {
      const end = this.#bytes.indexOf(mark)
      if (end >= 0) {
        const found = this.#bytes.subarray(0, end)
        this.#bytes = this.#bytes.subarray(end + 1)
        return found
      }
      if (await this.#more()) continue
      if (this.#bytes.length > 0) throw new Error('git ended in the middle of a row')
      return null
    }
  }

  async take(length: number): Promise<Buffer> {
    if (this.#bytes.length < length) {
      const parts = [this.#bytes]
      let sum = this.#bytes.length
      this.#bytes = Buffer.alloc(0)
      while (sum < length) {
        if (!(await this.#more())) throw new Error('git ended in the middle of an object')
        parts.push(this.#bytes)
        sum += this.#bytes.length
        this.#bytes = Buffer.alloc(0)
      }
      this.#bytes = Buffer.concat(parts)
    }
    const found = this.#bytes.subarray(0, length)
    this.#bytes = this.#bytes.subarray(length)
    return found
  }
}

export interface Row {
  mode: string
  oid: string
  path: string
}

/** `ls-tree -r -z` */
export async function* rows(source: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const bytes = new Incoming(source)
  for (let row = await bytes.until(0); row; row = await bytes.until(0)) {
    const tab = row.indexOf(9)
    const [mode, , oid] = row.toString('latin1', 0, tab).split(' ')
    yield { mode, oid, path: row.toString('utf8', tab + 1) }
  }
}

/** `cat-file --batch-check` */
export async function* sizes(source: AsyncIterable<Uint8Array>): AsyncGenerator<{ oid: string; size: number | null }> {
  const bytes = new Incoming(source)
  for (let row = await bytes.until(10); row; row = await bytes.until(10)) {
    const [oid, type, size] = row.toString('latin1').split(' ')
    yield { oid, size: type === 'blob' ? Number(size) : null }
  }
}

/** `cat-file --batch`; what is missing is left out. */
export async function* contents(source: AsyncIterable<Uint8Array>): AsyncGenerator<{ oid: string; content: Buffer }> {
  const bytes = new Incoming(source)
  for (let row = await bytes.until(10); row; row = await bytes.until(10)) {
    const [oid, type, size] = row.toString('latin1').split(' ')
    if (type === 'missing') continue
    yield { oid, content: (await bytes.take(Number(size) + 1)).subarray(0, -1) }
  }
}
