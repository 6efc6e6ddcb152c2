// Timetables: five cron fields, descriptors such as @daily, and `@every 10m`; UTC unless the text names a zone.
import { Cron } from 'croner'

const descriptors: { [name: string]: string } = {
  __proto__: null as never,
  '@yearly': '0 0 1 1 *', '@annually': '0 0 1 1 *', '@monthly': '0 0 1 * *', '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *', '@midnight': '0 0 * * *', '@hourly': '0 * * * *',
}
const units: { [name: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const maxLength = 200
const allowed = /^(?:[\s\d*,\-/?]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)+$/i

type Timetable = { every: number } | { cron: Cron }

function read(text: string): Timetable | string {
  if (text.length > maxLength) return 'the schedule is too long'
  const zoned = /^(?:CRON_)?TZ=(\S+)\s+(.*)$/s.exec(text.trim())
  const body = (zoned ? zoned[2] : text).trim()
  if (body.startsWith('@every')) {
    const every = duration(body.slice(6).trim())
    return every === null || every < 1000 ? `${body} is not an interval of a second or more` : { every }
  }
  const fields = descriptors[body.toLowerCase()] ?? body
  if (body.startsWith('@') && fields === body) return `${body} is not a known schedule`
  if (fields.split(/\s+/).length !== 5) return 'a schedule has five fields: minute, hour, day, month, weekday'
  if (!allowed.test(fields)) return 'a schedule holds something other than numbers, names of months or weekdays and * , - / ?'
  try {
    // an offset is reckoned without Intl, whose tables are 8 MB
    return { cron: new Cron(fields, { ...(zoned ? { timezone: zoned[1] } : { utcOffset: 0 }), paused: true }) }
  } catch (error) {
    return `the schedule cannot be read: ${error instanceof Error ? error.message : ''}`
  }
}

/** `1h30m`, `10m`, `90s`, `500ms` in milliseconds; null if it is something else. */
export function duration(text: string): number | null {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return null
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) total += Number(amount) * units[unit]
  return total <= Number.MAX_SAFE_INTEGER ? Math.round(total) : null
}

/** What is wrong with a timetable, or null. */
export function problem(text: string): string | null {
  const made = read(text)
  if (typeof made === 'string') return made
  try {
    return 'cron' in made && !made.cron.nextRun(new Date()) ? 'the schedule never comes' : null
  } catch (error) {
    return `the schedule cannot be read: ${error instanceof Error ? error.message : ''}`
  }
}

/** The first time strictly after `after`, or null if the text is malformed or never comes. */
export function next(text: string, after: Date): Date | null {
  const made = read(text)
  if (typeof made === 'string') return null
  if ('every' in made) return new Date(Math.floor((after.getTime() + made.every) / 1000) * 1000)
  try {
    return made.cron.nextRun(after)
  } catch {
    return null
  }
}
