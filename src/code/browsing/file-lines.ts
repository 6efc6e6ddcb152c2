// The lines of a file with their numbers, and what cannot be seen in them made visible.
import { html, trusted, type Html } from '../../web/index.ts'

// marks that change the order of letters, and those that have no width: what is read is not what runs
// oxlint-disable-next-line no-misleading-character-class
const ODD = /[\u202a-\u202e\u2066-\u2069\u200b-\u200f\u00ad\u2060-\u2064\ufeff\u061c\u180e\ufff9-\ufffb]/g

export const isOdd = (text: string) => text.replace(/^\ufeff/, '').search(ODD) >= 0

/** Emoji are joined by one of the marks, which is fine between two of them. */
const shown = (line: string) => line.replace(ODD, (mark, at: number) => (mark === '\u200d' && at > 0 && line.codePointAt(at - 1)! > 0x2000 ? mark : `<span class="odd-mark">U+${mark.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}</span>`))

/** One row per line; `lines` are markup, `before` is how many stand before them. */
export const lineRows = (lines: readonly string[], odd = false, before = 0): Html =>
  trusted(lines.map((line, i) => `<tr><td class="n" id="L${before + i + 1}"><a href="#L${before + i + 1}" tabindex="-1">${before + i + 1}</a></td><td class="l">${odd ? shown(line) : line}</td></tr>`).join('\n'))

export const codeTable = (lines: readonly string[], label: string, odd = false): Html =>
  html`<div class="code-scroll" tabindex="0" role="region" aria-label="${label}"><table class="code file-lines"><tbody>${lineRows(lines, odd)}</tbody></table></div>`

/** Lines on one page; browsers are slow with more. */
export const PART = 5000

/** Of many lines one part; the script follows links to lines of others. */
export const partTable = (lines: readonly string[], part: number, label: string, odd: boolean): Html =>
  html`<div class="code-scroll" tabindex="0" role="region" aria-label="${label}"><table class="code file-lines" data-part="${PART}"><tbody>${lineRows(lines.slice((part - 1) * PART, part * PART), odd, (part - 1) * PART)}</tbody></table></div>`

/** Fields of comma or tab separated values, quotes respected; at most so many rows. */
export function separated(text: string, comma: ',' | '\t' | ';', limit: number): string[][] {
  const found: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  for (let i = 0; i < text.length && found.length < limit; i++) {
    const c = text[i]
    if (quoted) {
      if (c !== '"') field += c
      else if (text[i + 1] === '"') field += text[++i]
      else quoted = false
    } else if (c === '"' && field === '') quoted = true
    else if (c === comma) {
      row.push(field)
      field = ''
    } else if (c === '\n') {
      found.push([...row, field.replace(/\r$/, '')])
      row = []
      field = ''
    } else field += c
  }
  if ((field !== '' || row.length > 0) && found.length < limit) found.push([...row, field])
  return found
}
