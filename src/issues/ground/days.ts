// Deadlines are days: kept as the last second of the day that was meant.
import { invalid } from '../../kernel/errors.ts'
import { formatTime, parseTime } from '../../kernel/times.ts'

/** The last second of the day a time names, in the zone it was written in or in the server's (UTC). */
export function endOfDay(text: string, zone: 'given' | 'server'): number {
  const { unix, offsetMinutes } = parseTime(text)!
  const end = Math.floor((unix + offsetMinutes * 60) / 86400) * 86400 + 86399
  return zone === 'given' ? end - offsetMinutes * 60 : end
}

/** The time itself. */
export const moment = (text: string): number => parseTime(text)!.unix

export const dayOf = (unix: number): string => formatTime(unix).slice(0, 10)

/** `since` and `before` of a list: both ends count. */
export interface Span {
  since?: number
  before?: number
}
export function spanOf(query: { since?: string; before?: string }): Span {
  const read = (text: string | undefined) => {
    if (!text) return undefined
    const found = parseTime(text)
    if (!found) throw invalid(`cannot read the time ${JSON.stringify(text)}`)
    return found.unix
  }
  return { since: read(query.since), before: read(query.before) }
}

/** Seconds in words, as timelines tell them: `1 hour 1 minute`; empty for none. */
export function inWords(seconds: number): string {
  const units: [string, number][] = [['hour', 3600], ['minute', 60], ['second', 1]]
  let left = Math.abs(seconds)
  const parts: string[] = []
  for (const [name, size] of units) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`)
  }
  return (seconds < 0 ? '-' : '') + parts.join(' ')
}
