// Reading a request body by its media type, bounded, after the guard.
import { StringDecoder } from 'node:string_decoder'
import { formToJson } from './decode.ts'
import { readBytes } from './bytes.ts'
import { invalid } from './errors.ts'
import type { Rq } from './route.ts'
import type { TSchema } from './schema.ts'
import { readMultipart } from './multipart.ts'

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
  if (type.includes('multipart/form-data')) {
    const form = new URLSearchParams()
    for (const part of await readMultipart(rq, limit)) if (part.filename === undefined) form.append(part.name, part.data.toString('utf8'))
    return formToJson(schema, form)
  }
  if (lenient) return {}
  throw invalid('[]: Unsupported Content-Type')
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
