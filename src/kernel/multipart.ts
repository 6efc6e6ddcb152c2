// multipart/form-data, bounded in parts and bytes. Uploads are small here; large ones use their own streaming addresses.
import { readBytes } from './bytes.ts'
import { bad } from './errors.ts'
import type { Rq } from './route.ts'

export interface Part {
  name: string
  filename: string | undefined
  type: string
  data: Buffer
}

const PARTS = 200

export async function readMultipart(rq: Rq, limit: number): Promise<Part[]> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(String(rq.headers['content-type'] ?? ''))
  if (!boundary) throw bad('multipart body without a boundary')
  const mark = Buffer.from(`--${boundary[1] ?? boundary[2]}`)
  const body = await readBytes(rq, limit)
  const parts: Part[] = []
  let at = body.indexOf(mark)
  while (at >= 0) {
    const start = at + mark.length
    if (body[start] === 0x2d && body[start + 1] === 0x2d) return parts
    const next = body.indexOf(mark, start)
    const head = body.indexOf('\r\n\r\n', start)
    if (next < 0 || head < 0 || head > next) break
    if (parts.length >= PARTS) throw bad('too many parts')
    parts.push({ ...headOf(body.subarray(start, head).toString('utf8')), data: body.subarray(head + 4, next - 2) })
    at = next
  }
  throw bad('malformed multipart body')
}

/** What the head of a part says of it. */
export function headOf(head: string): Omit<Part, 'data'> {
  const disposition = /content-disposition:[^\r\n]*/i.exec(head)?.[0] ?? ''
  const name = /[;\s]name="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1] ?? ''
  const filename = /[;\s]filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  const type = /content-type:\s*([^\r\n]*)/i.exec(head)?.[1]?.trim() ?? ''
  return { name, filename: filename?.replace(/\\(.)/g, '$1'), type }
}
