// The days of a year as a map, and the months as a table for those who cannot see it.
import { html, trusted, type Html, type PageCx } from '../../web/index.ts'

const DAY = 86_400
const CELL = 13
const LEFT = 26
const TOP = 16
const WEEKS = 53

const dayOf = (seconds: number) => Math.floor(seconds / DAY)
const iso = (day: number) => new Date(day * DAY * 1000).toISOString().slice(0, 10)

export function heatMap(page: PageCx, data: readonly { timestamp: number; contributions: number }[]): Html {
  const w = page.w.activity.heat
  const days = new Map<number, number>()
  for (const one of data) days.set(dayOf(one.timestamp), (days.get(dayOf(one.timestamp)) ?? 0) + one.contributions)
  const today = dayOf(page.cx.now())
  // columns are weeks from Sunday; the first of January 1970 was a Thursday
  const first = today - ((today + 4) % 7) - (WEEKS - 1) * 7
  const shown = [...days].filter(([day]) => day >= first)
  const total = shown.reduce((sum, [, n]) => sum + n, 0)
  const most = Math.max(1, ...shown.map(([, n]) => n))
  const cells: string[] = []
  const months: string[] = []
  let month = ''
  const name = (day: number, month: 'short' | 'long') => new Date(day * DAY * 1000).toLocaleDateString(page.lang, { month, timeZone: 'UTC' })
  for (let day = first; day <= today; day++) {
    const [week, row, n] = [Math.floor((day - first) / 7), (day - first) % 7, days.get(day) ?? 0]
    cells.push(`<rect${n > 0 ? ` class="h${Math.ceil((n / most) * 4)}"` : ''} x="${LEFT + week * CELL}" y="${TOP + row * CELL}" width="10.500" height="10.500" rx="2"><title>${w.day(n, iso(day))}</title></rect>`)
    if (row === 0 && iso(day).slice(0, 7) !== month && Number(iso(day).slice(8)) <= 7 && week < WEEKS - 2) {
      months.push(`<text x="${LEFT + week * CELL}" y="10">${name(day, 'short')}</text>`)
      month = iso(day).slice(0, 7)
    }
  }
  const weekdays = [1, 3, 5].map((row) => `<text x="0" y="${TOP + row * CELL + 9}">${new Date((first + row) * DAY * 1000).toLocaleDateString(page.lang, { weekday: 'short', timeZone: 'UTC' })}</text>`)
  return html`<div class="heat" tabindex="0" role="group" aria-label="${w.label}"><svg viewBox="0 0 ${LEFT + WEEKS * CELL} ${TOP + 7 * CELL}" role="img" aria-label="${w.total(total)}">${trusted([...months, ...weekdays, ...cells].join(''))}</svg></div>
    <div class="row between small soft"><span>${w.total(total)}</span>${table(page, shown)}</div>`
}

function table(page: PageCx, shown: [number, number][]): Html | '' {
  const w = page.w.activity.heat
  if (shown.length === 0) return ''
  const months = new Map<string, number>()
  for (const [day, n] of shown.sort((a, b) => b[0] - a[0])) months.set(iso(day).slice(0, 7), (months.get(iso(day).slice(0, 7)) ?? 0) + n)
  const named = (month: string) => new Date(`${month}-01T00:00:00Z`).toLocaleDateString(page.lang, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return html`<details><summary>${w.table}</summary><table class="small"><thead><tr><th scope="col">${w.month}</th><th scope="col">${w.acts}</th></tr></thead><tbody>${[...months].map(([month, n]) => html`<tr><th scope="row">${named(month)}</th><td class="numbers">${n}</td></tr>`)}</tbody></table></details>`
}
