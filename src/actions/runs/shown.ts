// States in words, colours and drawings, and how long things took.
import { badge, html, icon, sentence, type Html, type IconName, type PageCx, type Tone } from '../../web/index.ts'
import type { Missed } from '../runners/verbs.ts'

export interface Stated {
  status: string
  conclusion?: string
}

const looks: Record<string, [Tone, IconName]> = {
  success: ['good', 'check-circle'], failure: ['bad', 'cross-circle'], cancelled: ['quiet', 'stop'], skipped: ['quiet', 'arrow'], in_progress: ['warn', 'refresh'], queued: ['info', 'clock'], waiting: ['info', 'clock'],
}

export const wordOf = ({ status, conclusion }: Stated) => (status === 'completed' ? conclusion ?? 'completed' : status)

export function stateBadge({ w }: PageCx, one: Stated): Html {
  const word = wordOf(one)
  const [tone, drawing] = looks[word] ?? ['quiet', 'dot']
  return badge(w.actions.states[word] ?? word, tone, drawing)
}

export function stateIcon({ w }: PageCx, one: Stated): Html {
  const word = wordOf(one)
  const [tone, drawing] = looks[word] ?? ['quiet', 'dot']
  return html`<span class="tone-${tone}" role="img" aria-label="${w.actions.states[word] ?? word}" title="${w.actions.states[word] ?? word}">${icon(drawing)}</span>`
}

/** `1m 20s`; nothing before it began. */
export function took(page: PageCx, started: string, completed: string): string {
  const begin = Math.floor(Date.parse(started) / 1000)
  if (!(begin > 0)) return ''
  const end = Math.floor(Date.parse(completed) / 1000)
  return span(Math.max(0, (end > 0 ? end : page.cx.now()) - begin))
}

export const span = (seconds: number) => (seconds < 60 ? `${seconds}s` : seconds < 3600 ? `${Math.floor(seconds / 60)}m ${seconds % 60}s` : `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`)

/** Why nobody takes a job. */
export const missing = ({ w }: PageCx, { why, labels }: Missed): Html =>
  html`<span class="small tone-warn">${icon('alert')} ${labels.length === 0 ? w.actions[why].any : sentence(w.actions[why].labels, { labels: labels.map((one) => [badge(one), ' ']) })}</span>`
