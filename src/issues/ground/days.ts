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

/** Seconds in words, as timelines tell them: `1 hour 1 minute`; seconds only where there is nothing longer. */
export function inWords(seconds: number): string {
  const word = (count: number, name: string) => (count > 0 ? [`${count} ${name}${count === 1 ? '' : 's'}`] : [])
  const size = Math.abs(seconds)
  const long = [...word(Math.floor(size / 3600), 'hour'), ...word(Math.floor(size / 60) % 60, 'minute')]
  return (seconds < 0 ? '-' : '') + (long.length > 0 ? long : word(size, 'second')).join(' ')
}
