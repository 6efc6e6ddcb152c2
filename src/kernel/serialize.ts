// Answers → JSON text. One function per declared shape, generated at first use, so that undeclared members never leave
// and declared order is kept. Code is generated from our own schemas only.
import type { TSchema } from './schema.ts'

type Any = any
type Write = (value: Any) => string

/** JSON made earlier (a record cached by its version); sent as it is. */
export class Fragment {
  text: string
  constructor(text: string) {
    this.text = text
  }
}

const writers = new WeakMap<object, Write>()
const named = new Map<string, Any>()

/** Records must be known by name before a Ref to them is written. */
export function learn(schema: Any, seen = new Set<object>()): void {
  if (!schema || typeof schema !== 'object' || seen.has(schema)) return
  seen.add(schema)
  if (schema.$id) named.set(schema.$id, schema)
  for (const part of [...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {}), schema.items]) learn(part, seen)
}

export function recordNamed(name: string): Any {
  return named.get(name)
}

/** The text of `value` as `schema` declares it. */
export function serialize(schema: TSchema, value: unknown): string {
  return writerOf(schema)(value)
}

function writerOf(schema: Any): Write {
  let found = writers.get(schema)
  if (!found) {
    // a placeholder first, so that shapes containing themselves end
    writers.set(schema, (value) => writerOf(schema)(value))
    writers.set(schema, (found = build(schema)))
  }
  return found
}

const quote = JSON.stringify

function build(s: Any): Write {
  if (s.$ref) return (value) => writerOf(named.get(s.$ref))(value)
  if (s.anyOf) {
    const inner = s.anyOf.filter((one: Any) => one.type !== 'null')
    if (inner.length !== 1) return (value) => quote(value) ?? 'null'
    const write = writerOf(inner[0])
    return (value) => (value === null || value === undefined ? 'null' : write(value))
  }
  if (s.type === 'array') {
    const write = writerOf(s.items)
    return (value) => {
      if (value === null || value === undefined) return 'null'
      let out = '['
      for (let i = 0; i < value.length; i++) out += i === 0 ? write(value[i]) : ',' + write(value[i])
      return out + ']'
    }
  }
  if (s.type === 'object' && s.properties) return s.$id ? onceIfFrozen(objectWriter(s)) : objectWriter(s)
  if (s.type === 'string') return (value) => (value === null || value === undefined ? 'null' : quote(value))
  if (s.type === 'integer' || s.type === 'number' || s.type === 'boolean') return (value) => (value === null || value === undefined ? 'null' : String(value))
  return (value) => (value instanceof Fragment ? value.text : (quote(value) ?? 'null'))
}

/** What cannot change is written once for as long as it lives. */
function onceIfFrozen(write: Write): Write {
  const texts = new WeakMap<object, string>()
  return (value) => {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return write(value)
    let text = texts.get(value)
    if (text === undefined) texts.set(value, (text = write(value)))
    return text
  }
}

function objectWriter(s: Any): Write {
  const required = new Set<string>(s.required ?? [])
  const parts: Write[] = []
  let code = 'if (v === null || v === undefined) return "null"\nif (v instanceof Fragment) return v.text\nlet out = ""\n'
  for (const [key, schema] of Object.entries<Any>(s.properties)) {
    const name = JSON.stringify(key)
    const head = JSON.stringify(`,${name}:`)
    const at = `v[${name}]`
    let text
    if (schema.type === 'integer' || schema.type === 'boolean') text = `(${at} === undefined || ${at} === null ? "null" : ${at})`
    else if (schema.type === 'string') text = `(${at} === undefined || ${at} === null ? "null" : quote(${at}))`
    else {
      parts.push((value) => writerOf(schema)(value))
      text = `parts[${parts.length - 1}](${at})`
    }
    code += required.has(key) ? `out += ${head} + ${text}\n` : `if (${at} !== undefined) out += ${head} + ${text}\n`
  }
  code += 'return out === "" ? "{}" : "{" + out.slice(1) + "}"'
  return new Function('parts', 'quote', 'Fragment', `return function (v) {\n${code}\n}`)(parts, quote, Fragment) as Write
}
