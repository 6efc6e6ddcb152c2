// `> [!NOTE]` and its kin: a quote that is none.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { MARK } from './mark.ts'

const FIRST_LINE = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i

export function alerts(md: MarkdownIt): void {
  md.core.ruler.after('block', 'alerts', (state: StateCore) => {
    const made: Token[] = []
    const open: boolean[] = []
    const { tokens } = state
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]
      made.push(token)
      if (token.type === 'blockquote_close' && open.pop()) token.tag = 'div'
      if (token.type !== 'blockquote_open') continue
      const words = tokens[at + 1]?.type === 'paragraph_open' ? tokens[at + 2] : undefined
      const match = words && FIRST_LINE.exec(words.content)
      open.push(Boolean(match))
      if (!match) continue
      const kind = match[1].toLowerCase()
      token.tag = 'div'
      token.attrs = [['data-own', MARK], ['class', `markdown-alert markdown-alert-${kind}`], ['dir', 'auto']]
      made.push(...title(state, kind))
      words.content = words.content.slice(match[0].length)
      // the paragraph had nothing but the word
      if (words.content.trim() === '') at += 3
    }
    state.tokens = made
  })
}

function title(state: StateCore, kind: string): Token[] {
  const open = new state.Token('paragraph_open', 'p', 1)
  open.attrs = [['data-own', MARK], ['class', 'markdown-alert-title']]
  const words = new state.Token('inline', '', 0)
  words.content = kind[0].toUpperCase() + kind.slice(1)
  words.children = []
  const close = new state.Token('paragraph_close', 'p', -1)
  open.block = close.block = true
  return [open, words, close]
}
