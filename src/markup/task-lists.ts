// `- [ ] words`: a box that remembers where in the source it stands, so that it can be ticked later.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { MARK } from './mark.ts'
import type { Surroundings } from './surroundings.ts'

/** The text with the box at this position (`data-source` of the rendered checkbox) ticked or not; undefined if there is none. */
export function setTask(source: string, position: number, ticked: boolean): string | undefined {
  if (!Number.isSafeInteger(position) || position < 0 || !/^\[[ xX]\]$/.test(source.slice(position, position + 3))) return undefined
  return `${source.slice(0, position)}[${ticked ? 'x' : ' '}]${source.slice(position + 3)}`
}

const BOX = /^\[([ xX])\][ \t]+(?=\S)/

export function taskLists(md: MarkdownIt): void {
  md.core.ruler.after('block', 'task-lists', (state: StateCore) => {
    const lists: Token[] = []
    state.tokens.forEach((token, at) => {
      if (token.type.endsWith('_list_open')) lists.push(token)
      if (token.type.endsWith('_list_close')) lists.pop()
      const words = token.type === 'list_item_open' && state.tokens[at + 1]?.type === 'paragraph_open' ? state.tokens[at + 2] : undefined
      const match = words && BOX.exec(words.content)
      if (!match) return
      token.attrs = [['data-own', MARK], ['class', 'task-list-item']]
      lists.at(-1)!.attrSet('data-own', MARK)
      lists.at(-1)!.attrSet('class', 'contains-task-list')
      words.meta = { ticked: match[1] !== ' ', position: positionOf(words, state.env as unknown as Surroundings) }
      words.content = words.content.slice(match[0].length)
    })
  })
  md.core.ruler.after('inline', 'task-boxes', (state: StateCore) => {
    for (const token of state.tokens) {
      if (token.type !== 'inline' || !token.meta) continue
      const box = new state.Token('task_box', '', 0)
      box.meta = token.meta
      token.children!.unshift(box)
    }
  })
  md.renderer.rules.task_box = (tokens, at) => {
    const { ticked, position } = tokens[at].meta as { ticked: boolean; position: number | undefined }
    return `<input data-own="${MARK}" type="checkbox" disabled${ticked ? ' checked' : ''}${position === undefined ? '' : ` data-source="${position}"`} aria-label="${ticked ? 'Completed' : 'Open'} task"> `
  }
}

/** Where the box stands in the source as it was given, line ends of any kind included. */
function positionOf(words: Token, around: Surroundings): number | undefined {
  around.lines ??= [...around.source.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)].map((line) => ({ start: line.index, text: line[0] }))
  const line = words.map && around.lines[words.map[0]]
  const at = line ? line.text.lastIndexOf(words.content.split('\n')[0]) : -1
  return at < 0 || !BOX.test(line!.text.slice(at)) ? undefined : line!.start + at
}
