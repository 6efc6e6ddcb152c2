// Untrusted input → declared shape. Bodies follow the wire's rules (strict types, null = unset, `[Member]: Rule`),
// queries are lenient. One closure per schema, made at first use.
import { invalid } from './errors.ts'
import { parseTime } from './times.ts'
import type { TSchema } from './schema.ts'

type Any = any
type Decoder = (value: unknown, name: string) => unknown

/** Texts come back in lists of fifty, so none may be as long as a body. */
const LONGEST = 1_048_576

/** Integers have 64 bits on the wire; those that a number cannot hold stand for ids and versions that nothing has. */
const LARGEST = 2 ** 63
const held = (n: number) => Math.min(Math.max(n, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)

const decoders = new WeakMap<object, Decoder>()

/** Decodes and validates a JSON body; throws 422. Unknown members never survive. */
export function decodeBody(schema: TSchema, value: unknown): Any {
  if (value === null || value === undefined) value = {}
  return decoderOf(schema)(value, '')
}

function decoderOf(schema: Any): Decoder {
  let found = decoders.get(schema)
  if (!found) decoders.set(schema, (found = build(schema)))
  return found
}

const wrong = (name: string, want: string) => invalid(`[]: cannot decode into ${name ? `member "${name}"` : 'the body'}: ${want} expected`)

function build(s: Any): Decoder {
  if (s.anyOf) return build(s.anyOf.find((one: Any) => one.type !== 'null') ?? s.anyOf[0])
  switch (s.type) {
    case 'object':
      return s.properties ? objectDecoder(s) : mapDecoder(s)
    case 'array': {
      const item = decoderOf(s.items)
      return (value, name) => {
        if (!Array.isArray(value)) throw wrong(name, 'array')
        return value.map((one) => (one === null ? (s.items.properties ? item({}, name) : zeroOf(s.items)) : item(one, name)))
      }
    }
    case 'integer':
      return (value, name) => {
        if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > LARGEST) throw wrong(name, 'integer')
        return held(value)
      }
    case 'number':
      return (value, name) => {
        if (typeof value !== 'number') throw wrong(name, 'number')
        return value
      }
    case 'boolean':
      return (value, name) => {
        if (typeof value !== 'boolean') throw wrong(name, 'boolean')
        return value
      }
    case 'string':
      return (value, name) => {
        if (typeof value !== 'string') throw wrong(name, 'string')
        if (s.format === 'date-time' && !parseTime(value)) throw wrong(name, 'RFC 3339 time')
        return textOf(value, name, s.large)
      }
  }
  return (value, name) => (typeof value === 'string' ? textOf(value, name) : value)
}

/** What both databases can keep. */
function textOf(value: string, name: string, large = false): string {
  if (value.length > LONGEST && !large) throw invalid(`[${goName(name)}]: MaxSize`)
  if (value.includes('\0')) throw invalid(`[]: member "${name}" holds a NUL character`)
  return value.toWellFormed()
}

function zeroOf(s: Any) {
  return s.type === 'string' ? '' : s.type === 'integer' ? 0 : s.type === 'boolean' ? false : undefined
}

function mapDecoder(s: Any): Decoder {
  const inner = s.patternProperties ? Object.values(s.patternProperties)[0] : s.additionalProperties
  const item = inner && typeof inner === 'object' ? decoderOf(inner) : (value: unknown) => value
  return (value, name) => {
    if (!isObject(value)) throw wrong(name, 'object')
    const out: Record<string, unknown> = Object.create(null)
    for (const [key, one] of Object.entries(value)) {
      if (key.includes('\0')) throw invalid(`[]: a name in "${name}" holds a NUL character`)
      if (one !== null) out[key.toWellFormed()] = item(one, `${name}.${key}`)
    }
    return { ...out }
  }
}

function objectDecoder(s: Any): Decoder {
  const required = new Set<string>(s.required ?? [])
  const members = Object.entries<Any>(s.properties).map(([key, schema]) => {
    const plain = schema.anyOf ? schema.anyOf.find((one: Any) => one.type !== 'null') : schema
    return { key, go: plain.go ?? goName(key), decode: decoderOf(schema), required: required.has(key), nulls: schema.nulls === true, rules: rulesOf(plain) }
  })
  return (value, name) => {
    if (!isObject(value)) throw wrong(name, 'object')
    const out: Record<string, unknown> = {}
    for (const m of members) {
      const given = Object.hasOwn(value, m.key) ? value[m.key] : undefined
      if (given !== undefined && given !== null) out[m.key] = m.decode(given, m.key)
      else if (given === null && m.nulls) out[m.key] = null
    }
    for (const m of members) {
      const got = out[m.key]
      if (m.required && isZero(got)) throw invalid(`[${m.go}]: Required`)
      if (got === null || isZero(got)) continue
      for (const rule of m.rules) {
        const failed = rule(got)
        if (failed) throw invalid(`[${m.go}]: ${failed}`)
      }
    }
    return out
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isZero = (value: unknown) =>
  value === undefined || value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0)

/** repo_name → RepoName, as the wire's messages name members */
export function goName(key: string): string {
  return key.split('_').map((part) => (part === 'id' || part === 'url' ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1))).join('')
}

type Rule = (value: Any) => string | undefined

function rulesOf(s: Any): Rule[] {
  const rules: Rule[] = []
  if (s.type === 'string') {
    if (s.enum) rules.push((v) => (s.enum.includes(v) ? undefined : 'In'))
    if (s.maxLength !== undefined) rules.push((v) => ([...v].length > s.maxLength ? 'MaxSize' : undefined))
    if (s.minLength > 1) rules.push((v) => ([...v].length < s.minLength ? 'MinSize' : undefined))
    if (s.format && formats[s.format]) rules.push(formats[s.format])
  }
  if (s.type === 'integer' && (s.minimum !== undefined || s.maximum !== undefined)) {
    rules.push((v) => (v < (s.minimum ?? -Infinity) || v > (s.maximum ?? Infinity) ? 'Range' : undefined))
  }
  return rules
}

/** Named rules of string members; rooms may add their own with `addFormat`. */
const formats: Record<string, Rule> = {
  alphaDash: (v) => (/^[A-Za-z0-9_-]+$/.test(v) ? undefined : 'AlphaDash'),
  alphaDashDot: (v) => (/^[A-Za-z0-9_.-]+$/.test(v) ? undefined : 'AlphaDashDot'),
  email: (v) => (/^[^\s@<>"(),:;\\[\]-][^\s@<>"(),:;\\[\]]*@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\].]+$/.test(v) && v.length <= 254 ? undefined : 'Email'),
  username: (v) => (isUserName(v) ? undefined : 'invalid username'),
  gitRefName: (v) => (isRefName(v) ? undefined : 'GitRefName'),
  newRefName: (v) => (isNewRefName(v) ? undefined : 'GitRefName'),
  url: (v) => (isWebUrl(v) ? undefined : 'Url'),
}

/** letters and digits first, single separators - _ . inside, at most 40 */
export function isUserName(name: string): boolean {
  return name.length <= 40 && /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/.test(name)
}

/** what may stand for a branch or tag: git's grammar, and never taken for an option */
export function isRefName(name: string): boolean {
  if (!name || name.length > 255 || /^[-/.]|[/.]$|\.lock(\/|$)|\.\.|\/\/|\/\.|@\{|^@$/.test(name)) return false
  // marks nobody sees make two names look alike
  // eslint-disable-next-line no-control-regex
  return !/[\x00-\x20\x7f~^:?*[\\\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/.test(name)
}

/** the same for one to be made: neither an object id nor a full name, which would be read as something else */
export const isNewRefName = (name: string): boolean =>
  isRefName(name) && name !== 'HEAD' && !name.startsWith('refs/') && !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(name) && name.split('/').every((part) => Buffer.byteLength(part) <= 250)

export function isWebUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
}

const TRUE = /^(1|t|true|on)$/i

/** Lenient reading of a query: garbage integers are 0, booleans true only for 1, t, true, on. */
export function decodeQuery(schema: TSchema | undefined, query: Record<string, unknown>): Any {
  const out: Record<string, unknown> = {}
  if (!schema) return out
  for (const [key, s] of Object.entries<Any>((schema as Any).properties)) {
    const given = query[key]
    if (s.type === 'array') {
      const list = given === undefined ? [] : Array.isArray(given) ? given : [given]
      out[key] = list.map(String).filter((one) => one !== '')
      if (list.some((one) => String(one).includes('\0'))) throw invalid(`query parameter ${key} holds a NUL character`)
      continue
    }
    const text = Array.isArray(given) ? String(given[0]) : given === undefined ? undefined : String(given)
    if (text?.includes('\0')) throw invalid(`query parameter ${key} holds a NUL character`)
    if (text === undefined || (text === '' && s.type !== 'string')) {
      if (s.default !== undefined) out[key] = s.default
    } else if (s.type === 'integer') out[key] = lenientInteger(text)
    else if (s.type === 'boolean') out[key] = TRUE.test(text)
    else out[key] = text
  }
  return out
}

export function lenientInteger(text: string | undefined): number {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return 0
  return held(Number(text))
}

/** Path members declared as integers: anything that is not one becomes 0, which names nothing. */
export function decodeParams(schema: TSchema | undefined, params: Record<string, string>): Any {
  if (!schema) return params
  const out: Record<string, unknown> = { ...params }
  for (const [key, s] of Object.entries<Any>((schema as Any).properties)) {
    if (s.type === 'integer') out[key] = /^\d{1,15}$/.test(params[key] ?? '') ? Number(params[key]) : 0
  }
  return out
}

/** A urlencoded or multipart form as if it had been JSON of the declared shape. */
export function formToJson(schema: TSchema, form: URLSearchParams): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [key, declared] of Object.entries<Any>((schema as Any).properties)) {
    const s = declared.anyOf ? declared.anyOf.find((one: Any) => one.type !== 'null') : declared
    const all = form.getAll(key)
    if (all.length === 0) continue
    if (s.type === 'array') out[key] = all.map((one) => (s.items.type === 'integer' ? lenientInteger(one) : one))
    else if (s.type === 'integer') out[key] = lenientInteger(all[0])
    else if (s.type === 'boolean') out[key] = TRUE.test(all[0])
    // a field for a time that was left empty says none
    else if (s.type === 'string' && !(s.format === 'date-time' && all[0] === '')) out[key] = all[0]
  }
  return out
}
