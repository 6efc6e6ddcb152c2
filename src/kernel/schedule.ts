// When a task runs next: cron lines, @daily and friends, and `@every 10m`.
import { Cron } from 'croner'
import { parseDuration } from './times.ts'

const words: Record<string, string> = {
  '@annually': '0 0 1 1 *', '@yearly': '0 0 1 1 *', '@monthly': '0 0 1 * *', '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *', '@midnight': '0 0 * * *', '@hourly': '0 * * * *',
}

/** Unix seconds of the next run after `after`, or undefined if the line means nothing. */
export function nextRun(line: string, after: number): number | undefined {
  const every = /^@every\s+(\S+)$/.exec(line)
  if (every) {
    const seconds = parseDuration(every[1])
    return seconds && seconds > 0 ? after + seconds : undefined
  }
  try {
    const next = new Cron(words[line] ?? line, { timezone: 'UTC', paused: true }).nextRun(new Date(after * 1000))
    return next ? Math.floor(next.getTime() / 1000) : undefined
  } catch {
    return undefined
  }
}
