// `[[Page]]` and `[[words|Page]]` between the pages of a wiki. Whether there is such a page is found out by whoever follows the link.
import type { MarkdownIt, StateInline } from 'markdown-it'
import { PREFIX } from './links.ts'
import type { Surroundings } from './surroundings.ts'

const LINK = /\[\[([^[\]|\r\n]{1,255})(?:\|([^[\]|\r\n]{1,500}))?\]\]/y

export function wikiLinks(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'wiki-link', (state: StateInline, silent: boolean) => {
    const { context } = state.env as unknown as Surroundings
    if (!context.links?.wiki || state.src[state.pos] !== '[') return false
    LINK.lastIndex = state.pos
    const match = LINK.exec(state.src)
    const [words, target] = match ? [match[1].trim(), (match[2] ?? match[1]).trim()] : ['', '']
    if (!match || words === '' || target === '') return false
    if (!silent) {
      const open = state.push('link_open', 'a', 1)
      open.attrs = [['href', addressOf(target)]]
      state.push('text', '', 0).content = words
      state.push('link_close', 'a', -1)
    }
    state.pos += match[0].length
    return true
  })
}

function addressOf(target: string): string {
  if (/^https?:\/\//i.test(target)) return target
  const [page, ...section] = target.split('#')
  const place = section.join('#').trim().toLowerCase().replaceAll(' ', '-')
  return encodeURIComponent(page.trim().toWellFormed()) + (place ? `#${page.trim() === '' ? '' : PREFIX}${encodeURIComponent(place.toWellFormed())}` : '')
}
