// `[^1]` in the text and `[^1]: words` on a line of their own: numbered as they are first named, shown at the end.
import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import { ownId } from './links.ts'
import { MARK } from './mark.ts'
import type { Surroundings } from './surroundings.ts'

interface Note {
  label: string
  number: number
  /** how often it was named */
  named: number
}

export function footnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote', definition, { alt: ['paragraph', 'reference'] })
  md.inline.ruler.before('link', 'footnote', reference)
  md.core.ruler.after('inline', 'footnotes', gather)
  md.renderer.rules.footnote = (tokens, at, _options, env) => {
    const { number, named } = tokens[at].meta as { number: number; named: number }
    const id = (name: string) => ownId(name, (env as unknown as Surroundings).context)
    const own = `data-own="${MARK}"`
    return `<sup><a ${own} class="footnote-ref" id="${id(`fnref-${number}${named > 1 ? `-${named}` : ''}`)}" href="#${id(`fn-${number}`)}" aria-label="Footnote ${number}">${number}</a></sup>`
  }
}

const LABEL = /^\[\^([^\s[\]^]{1,80})\]/
const keyOf = (label: string) => label.toLowerCase()

function definition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine] - state.blkIndent >= 4) return false
  const start = state.bMarks[startLine] + state.tShift[startLine]
  const line = state.src.slice(start, Math.min(state.eMarks[startLine], start + 100))
  const match = LABEL.exec(line)
  if (!match || line[match[0].length] !== ':') return false
  if (silent) return true
  const notes = ((state.env as unknown as Surroundings).notes ??= new Map<string, Note>())
  const label = keyOf(match[1])
  if (!notes.has(label)) notes.set(label, { label, number: 0, named: 0 })

  state.push('footnote_definition_open', '', 1).meta = { label }
  const before = [state.bMarks[startLine], state.tShift[startLine], state.sCount[startLine]]
  const { parentType } = state
  const blanks = /^[ \t]*/.exec(state.src.slice(start + match[0].length + 1, state.eMarks[startLine]))![0].length
  state.blkIndent += 4
  state.bMarks[startLine] = start + match[0].length + 1 + blanks
  state.tShift[startLine] = 0
  state.sCount[startLine] = state.blkIndent
  state.md.block.tokenize(state, startLine, endLine)
  state.blkIndent -= 4
  state.parentType = parentType
  ;[state.bMarks[startLine], state.tShift[startLine], state.sCount[startLine]] = before
  state.push('footnote_definition_close', '', -1)
  return true
}

function reference(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos + 1) !== 0x5e) return false
  const { notes, order } = state.env as unknown as Surroundings
  const match = notes && LABEL.exec(state.src.slice(state.pos, state.pos + 100))
  const note = match && notes.get(keyOf(match[1]))
  if (!note) return false
  if (!silent) {
    if (note.number === 0) note.number = order.push(note)
    state.push('footnote', '', 0).meta = { number: note.number, named: ++note.named }
  }
  state.pos += match[0].length
  return true
}

/** Takes the definitions out of the text and puts those that were named behind it. */
function gather(state: StateCore): void {
  const { notes, order, context } = state.env as unknown as Surroundings
  if (!notes) return
  const bodies = new Map<string, Token[]>()
  const rest: Token[] = []
  const open: Token[][] = [rest]
  for (const token of state.tokens) {
    if (token.type === 'footnote_definition_open') {
      const body: Token[] = []
      open.push(body)
      const { label } = token.meta as { label: string }
      if (!bodies.has(label)) bodies.set(label, body)
    } else if (token.type === 'footnote_definition_close') open.pop()
    else open.at(-1)!.push(token)
  }
  const own = (type: string, tag: string, nesting: -1 | 0 | 1, attributes: Record<string, string> = {}) => {
    const token = new state.Token(type, tag, nesting)
    token.block = true
    if (nesting > 0) token.attrs = Object.entries({ 'data-own': MARK, ...attributes })
    return token
  }
  if (order.length > 0) rest.push(own('footnotes_open', 'section', 1, { class: 'footnotes', 'aria-label': 'Footnotes' }), own('footnotes_list_open', 'ol', 1))
  for (const { label, number, named } of order) {
    const body = bodies.get(label) ?? []
    const backs = Array.from({ length: Math.min(named, 20) }, (_, i) => back(state, ownId(`fnref-${number}${i > 0 ? `-${i + 1}` : ''}`, context), number)).flat()
    rest.push(own('footnote_open', 'li', 1, { id: ownId(`fn-${number}`, context) }))
    for (const token of body) rest.push(token)
    const last = body.at(-1)?.type === 'paragraph_close' ? body.at(-2) : undefined
    if (last?.children) last.children.push(...backs)
    else {
      const inline = new state.Token('inline', '', 0)
      inline.children = backs
      rest.push(inline)
    }
    rest.push(own('footnote_close', 'li', -1))
  }
  if (order.length > 0) rest.push(own('footnotes_list_close', 'ol', -1), own('footnotes_close', 'section', -1))
  state.tokens = rest
}

function back(state: StateCore, id: string, number: number): Token[] {
  const open = new state.Token('link_open', 'a', 1)
  open.attrs = [['data-own', MARK], ['class', 'footnote-back'], ['href', `#${id}`], ['aria-label', `Back to the text at footnote ${number}`]]
  const arrow = new state.Token('text', '', 0)
  arrow.content = '↩'
  return [open, arrow, new state.Token('link_close', 'a', -1)]
}
