// Unix seconds on the inside, RFC 3339 and Go-style durations on the wire.

/** A time that was never filled. */
export const ZERO_TIME = '0001-01-01T00:00:00Z'
/** A stored time of zero. */
export const EPOCH = '1970-01-01T00:00:00Z'

export interface ParsedTime {
  unix: number
  /** Minutes east of UTC, as written. */
  offsetMinutes: number
}

// The wire has four digits for the year; anything outside has no spelling.
const EARLIEST = -62167219200
const LATEST = 253402300799

// the same few seconds are spelled again and again in a list
const spelled = new Map<number, string>()

/** Unix seconds as UTC: 2026-01-02T03:04:05Z. */
export function formatTime(unix: number): string {
  const known = spelled.get(unix)
  if (known !== undefined) return known
  if (spelled.size >= 2000) spelled.clear()
  const whole = Math.min(LATEST, Math.max(EARLIEST, Math.floor(unix)))
  const text = `${new Date(whole * 1000).toISOString().slice(0, 19)}Z`
  spelled.set(unix, text)
  return text
}

/** Null and undefined stay null. */
export function timeOrNull(unix: number | null | undefined): string | null {
  return unix === null || unix === undefined ? null : formatTime(unix)
}

/** Unix seconds in a zone of its own, as git commits keep it: 2026-01-02T05:04:05+02:00. */
export function formatTimeAt(unix: number, offsetMinutes: number): string {
  if (offsetMinutes === 0) return formatTime(unix)
  const sign = offsetMinutes < 0 ? '-' : '+'
  const size = Math.abs(offsetMinutes)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${formatTime(unix + offsetMinutes * 60).slice(0, 19)}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** A full RFC 3339 time, fractions dropped; null for anything else, a date alone included. */
export function parseTime(text: string): ParsedTime | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,18})?(?:Z|([+-])(\d\d):(\d\d))$/.exec(text)
  if (!found) return null
  const [year, month, day] = found.slice(1, 4).map(Number) as [number, number, number]
  const [hour, minute, second] = found.slice(4, 7).map(Number) as [number, number, number]
  const [offsetHour, offsetMinute] = [Number(found[8] ?? 0), Number(found[9] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null
  const date = new Date(0)
  // Not Date.UTC, which reads years below 100 as nineteen-hundreds.
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const size = offsetHour * 60 + offsetMinute
  const offsetMinutes = size === 0 ? 0 : found[7] === '-' ? -size : size
  return { unix: date.getTime() / 1000 + hour * 3600 + (minute - offsetMinutes) * 60 + second, offsetMinutes }
}

const UNITS: Record<string, number> = { ns: 1e-9, us: 1e-6, 'µs': 1e-6, 'μs': 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 }

/** Seconds in a duration like 8h, 1h30m, 1.5s or -2m; null when it is not one. */
export function parseDuration(text: string): number | null {
  const [, sign, body] = /^([+-]?)(.+)$/s.exec(text) ?? []
  if (!body || body.length > 64) return null
  if (body === '0') return 0
  let sum = 0
  const rest = body.replace(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gy, (_, count: string, unit: string) => {
    sum += Number(count) * UNITS[unit]!
    return ''
  })
  // 2^63 nanoseconds is where the wire's own type ends.
  if (rest || sum > 9223372036) return null
  return sign === '-' && sum ? -sum : sum
}

/** Seconds as 8h0m0s, 10m0s, 1.5s, 250ms or 0s. */
export function formatDuration(seconds: number): string {
  if (seconds < 0) return `-${formatDuration(-seconds)}`
  if (seconds === 0) return '0s'
  const nanos = Math.round(seconds * 1e9)
  if (nanos < 1000) return `${nanos}ns`
  if (nanos < 1e6) return `${nanos / 1e3}µs`
  if (nanos < 1e9) return `${nanos / 1e6}ms`
  const minutes = Math.floor(seconds / 60)
  const rest = `${Math.round((seconds - minutes * 60) * 1e9) / 1e9}s`
  if (minutes === 0) return rest
  return minutes < 60 ? `${minutes}m${rest}` : `${Math.floor(minutes / 60)}h${minutes % 60}m${rest}`
}
