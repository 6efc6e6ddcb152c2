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
    try {
      return JSON.parse(text)
    } catch (error) {
      throw invalid(`[]: ${(error as Error).message}`)
    }
  }
  if (type.includes('form-urlencoded')) return formToJson(schema, new URLSearchParams(await readText(rq, limit)))
  if (type.includes('multipart/form-data')) return (await readForm(rq, schema, limit)).typed
  if (lenient) return {}
  throw invalid('[]: Unsupported Content-Type')
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
