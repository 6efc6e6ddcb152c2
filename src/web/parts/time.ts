// Times: relative to now, with the exact one on hover; site.js puts that into the reader's zone.
import { formatTime } from '../../kernel/times.ts'
import { html, type Html } from '../html.ts'
import type { PageCx } from '../page.ts'

const steps: [limit: number, unit: 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year', seconds: number][] = [
  [60, 'second', 1], [3600, 'minute', 60], [86_400, 'hour', 3600], [2_592_000, 'day', 86_400], [31_536_000, 'month', 2_592_000], [Infinity, 'year', 31_536_000],
]

/** `3 hours ago`; takes what records and rows hold. */
export function ago(page: PageCx, when: string | number | null | undefined): Html | '' {
  const seconds = typeof when === 'number' ? when : when ? Math.floor(Date.parse(when) / 1000) : NaN
  if (!Number.isFinite(seconds) || seconds <= 0) return ''
  const exact = formatTime(seconds)
  return html`<time datetime="${exact}" title="${exact.replace('T', ' ').slice(0, 16)} UTC">${inWords(page, seconds)}</time>`
}

function inWords({ w, cx }: PageCx, at: number): string {
  const apart = cx.now() - at
  const size = Math.abs(apart)
  if (size < 10) return w.site.ago.now
  const [, unit, length] = steps.find(([limit]) => size < limit)!
  const span = w.site.ago[unit](Math.floor(size / length))
  return apart > 0 ? w.site.ago.past(span) : w.site.ago.future(span)
}

/** A day, as it is written in the catalogue's language. */
export const day = (page: PageCx, when: string): Html =>
  html`<time datetime="${when}" data-day>${new Date(when).toLocaleDateString(page.lang, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })}</time>`
