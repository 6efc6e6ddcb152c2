import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { parseDuration } from '../../kernel/times.ts'

/** Seconds; 0 stands for by hand only. */
export function intervalOf(cx: Cx, text: string | undefined): number {
  if (!text) return cx.config.mirror_interval
  const seconds = parseDuration(text)
  if (seconds === null || seconds < 0) throw invalid(`invalid mirror interval [${text}]`)
  if (seconds !== 0 && seconds < cx.config.mirror_min_interval) throw invalid(`mirror interval is below the minimum [${cx.config.mirror_min_interval}s]`)
  return Math.floor(seconds)
}
