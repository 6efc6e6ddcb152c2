// Reading a request body by its media type, bounded, after the guard.
import { StringDecoder } from 'node:string_decoder'
import { formToJson } from './decode.ts'
import { readBytes } from './bytes.ts'
import { invalid } from './errors.ts'
import type { Rq } from './route.ts'
import type { TSchema } from './schema.ts'
import { readMultipart, type Part } from './multipart.ts'

/** The body as a plain value, or undefined when there is none and that is allowed. */
export async function readBody(rq: Rq, schema: TSchema, optional: boolean, limit: number): Promise<unknown> {
  const type = String(rq.headers['content-type'] ?? '').toLowerCase()
  const lenient = optional || rq.method === 'PATCH' || rq.method === 'DELETE'
  if (type.includes('json')) {
    const text = await readText(rq, limit)
    if (text.trim() === '') {
      if (lenient) return {}
      throw invalid('[]: unexpected end of JSON input')
    }
    return parseJson(text)
  }
  if (type.includes('form-urlencoded')) return formToJson(schema, new URLSearchParams(await readText(rq, limit)))
  if (type.includes('multipart/form-data')) return (await readForm(rq, schema, limit)).typed
  if (lenient) return {}
  throw invalid('[]: Unsupported Content-Type')
}

/** A member given twice is refused: JSON.parse would let the last one win without a word. */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid(`[]: ${(error as Error).message}`)
  }
  if (membersWritten(text) !== membersOf(value)) throw invalid('[]: duplicate object member name')
  return value
}

/** Without recursion, since depth is up to whoever sends it. */
function membersOf(value: unknown): number {
  let count = 0
  for (const open: unknown[] = [value]; open.length > 0; ) {
    const one = open.pop()
    if (one === null || typeof one !== 'object') continue
    const held = Object.values(one)
    if (!Array.isArray(one)) count += held.length
    for (const inner of held) if (inner !== null && typeof inner === 'object') open.push(inner)
  }
  return count
}

/** Of a text that is JSON: how many of its strings have a colon behind them. */
function membersWritten(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start >= 0; ) {
    let end = text.indexOf('"', start + 1)
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
    let next = end + 1
    while (/[ \t\r\n]/.test(text.charAt(next))) next++
    if (text[next] === ':') count++
    start = text.indexOf('"', next)
  }
  return count
}

function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text[from - 1] === '\\') from--
  return (at - from) % 2 === 1
}

/** The query of an operation that has no body: what a form says comes before what the address says. */
export async function readQuery(rq: Rq, limit: number): Promise<Record<string, unknown>> {
  if (rq.method === 'GET' || rq.method === 'HEAD' || !String(rq.headers['content-type'] ?? '').toLowerCase().includes('form-urlencoded')) return rq.query
  const form = new URLSearchParams(await readText(rq, limit))
  const said: Record<string, unknown> = Object.assign(Object.create(null), rq.query)
  for (const key of new Set(form.keys())) said[key] = [...form.getAll(key), ...[rq.query[key] ?? []].flat()]
  return said
}

/** What a form with files brings. A field for files that was left empty sends one without a name. */
export async function readForm(rq: Rq, schema: TSchema, limit: number): Promise<{ typed: unknown; files: Part[] }> {
  if (!String(rq.headers['content-type'] ?? '').toLowerCase().includes('multipart/form-data')) return { typed: await readBody(rq, schema, true, limit), files: [] }
  const parts = await readMultipart(rq, limit)
  const form = new URLSearchParams()
  for (const part of parts) if (part.filename === undefined) form.append(part.name, part.data.toString('utf8'))
  return { typed: formToJson(schema, form), files: parts.filter((one) => one.filename) }
}

/** All of the body as UTF-8 text; invalid bytes are refused. */
export async function readText(rq: Rq, limit: number): Promise<string> {
  const bytes = await readBytes(rq, limit)
  const decoder = new StringDecoder('utf8')
  const text = decoder.write(bytes) + decoder.end()
  if (text.includes('\ufffd') && !isUtf8(bytes)) throw invalid('[]: invalid UTF-8')
  return text
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
