// Recorded answers of a public server that speaks the same API, as facts: which members there are, and of what kind.
//
// A shape is letters, one for each kind that was seen (0 null, b boolean, n number, e empty text, s other text, t time,
// z the zero time, a anything), or a list of one shape, or an object of shapes. A name that ends in ? is sometimes absent,
// `{or, of}` is null or an object, and `#Name` is one of the shapes told apart.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Shape = string | [] | [Shape] | [Shape, 'maybe'] | { [member: string]: Shape }

interface Records {
  shapes: Record<string, Shape>
  answers: Record<string, { status: number; headers: string[]; body: Shape }>
}

export const records: Records = JSON.parse(readFileSync(join(import.meta.dirname, 'records.json'), 'utf8'))

/** Where the API's own description says otherwise than what was recorded, the description holds. */
const also: Record<string, string[]> = {
  'login_name': ['type'],
  'key_id': ['key_type'],
  'last_used_at': ['updated_at'],
}

/** What differs, each with its place. */
export function differences(shape: Shape, value: unknown, at: string): string[] {
  if (typeof shape === 'string' && shape.startsWith('#')) return differences(records.shapes[shape.slice(1)], value, at)
  if (typeof shape === 'string') return shape.includes('a') || shape.includes(letter(value)) ? [] : [`${at} is ${shown(value)}, recorded as ${shape}`]
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${at} is ${shown(value)}, recorded as a list`]
    const [item, maybe] = shape
    if (item === undefined) return value.length > 0 ? [`${at} is not empty`] : []
    if (value.length === 0) return maybe ? [] : [`${at} is empty`]
    return value.flatMap((one, i) => differences(item, one, `${at}[${i}]`))
  }
  if ('or' in shape) return value === null ? [] : differences(shape.of, value, at)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [`${at} is ${shown(value)}, recorded as an object`]
  const members = new Map(Object.entries(shape).map(([key, one]) => [key.replace(/\?$/, ''), { one, sure: !key.endsWith('?') }]))
  const described = Object.keys(shape).flatMap((key) => also[key] ?? [])
  return [
    ...[...members].flatMap(([key, { one, sure }]) => {
      if (key in value) return differences(one, (value as Record<string, unknown>)[key], `${at}.${key}`)
      return sure ? [`${at}.${key} is missing`] : []
    }),
    ...Object.keys(value).filter((key) => !members.has(key) && !described.includes(key)).map((key) => `${at}.${key} is not recorded`),
  ]
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/

function letter(value: unknown): string {
  if (value === null) return '0'
  if (typeof value === 'boolean') return 'b'
  if (typeof value === 'number') return 'n'
  if (typeof value !== 'string') return 'object or list'
  if (value === '') return 'e'
  if (/^(0001-01-01|1970-01-01)T00:00:00Z$/.test(value)) return 'z'
  return TIME.test(value) ? 't' : 's'
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 80) ?? 'absent'
