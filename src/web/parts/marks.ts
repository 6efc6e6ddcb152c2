// Small marks: labels, states, counts, notices, the clone box's copy button.
import { paint } from '../colours.ts'
import { html, type Content, type Html } from '../html.ts'
import { icon, type IconName } from '../icons.ts'

export const label = (one: { name: string; color: string; description?: string }, to?: string): Html =>
  to ? html`<a class="label ${paint(one.color)}" href="${to}" title="${one.description ?? ''}"><bdi>${one.name}</bdi></a>` : html`<span class="label ${paint(one.color)}" title="${one.description ?? ''}"><bdi>${one.name}</bdi></span>`

/** A title; what stands in backticks is code. */
export const titled = (title: string): Html => html`<bdi>${title.split(/`([^`]+)`/).map((piece, i): Content => (i % 2 === 0 ? piece : html`<code>${piece}</code>`))}</bdi>`

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'done' | 'quiet'

/** A state in words and colour: never by colour alone. */
export const badge = (words: Content, tone: Tone = 'quiet', drawing?: IconName): Html => html`<span class="badge ${tone}">${drawing && icon(drawing)}${words}</span>`

export const notice = (tone: Tone, body: Content): Html => html`<div class="notice ${tone}" role="note">${body}</div>`

/** Text with a button that copies it. */
export const copyable = (text: string, label: string): Html =>
  html`<span class="copyable"><code tabindex="0">${text}</code><button type="button" class="button icon" data-copy="${text}" aria-label="${label}" title="${label}">${icon('copy')}</button></span>`

/** Numbers as people read them: 1.2k. */
export const short = (n: number) => (n < 1000 ? String(n) : n < 1_000_000 ? `${(n / 1000).toFixed(n < 10_000 ? 1 : 0)}k` : `${(n / 1_000_000).toFixed(1)}M`)

export function bytes(n: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let at = 0
  while (n >= 1024 && at < units.length - 1) {
    n /= 1024
    at++
  }
  return `${at === 0 || n >= 100 ? Math.round(n) : n.toFixed(1)} ${units[at]}`
}
