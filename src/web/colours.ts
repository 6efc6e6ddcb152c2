// Colours that people choose (labels, projects) become classes, and only those that a page uses are defined in its head:
// style attributes are forbidden by our content policy.
import { html, trusted, type Html } from './html.ts'

/** The class that paints a surface in `hex` (with or without #) with readable text; empty when it is no colour. */
export function paint(hex: string | null | undefined): string {
  const found = /^#?([0-9a-f]{6})$/i.exec(hex ?? '')
  return found ? `paint c-${found[1].toLowerCase()}` : 'paint'
}

/** Relative luminance as WCAG has it. */
function luminance(hex: string): number {
  const [r, g, b] = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** A style element for the painted surfaces of `body`. */
export function painted(body: Html, nonce: string): Html {
  const used = new Set([...body.text.matchAll(/\bc-([0-9a-f]{6})\b/g)].map((match) => match[1]))
  if (used.size === 0) return html``
  const rules = [...used].map((hex) => `.c-${hex}{--paint:#${hex};--on-paint:${luminance(hex) > 0.179 ? '#000' : '#fff'}}`)
  return html`<style nonce="${nonce}">${trusted(rules.join(''))}</style>`
}
