// Markdown as HTML: parsed by markdown-it with our rules, cleaned by clean.ts.
import MarkdownIt, { type StateCore, type Token } from 'markdown-it'
import { alerts } from './alerts.ts'
import { clean } from './clean.ts'
import { colour } from './code.ts'
import type { Context } from './context.ts'
import { escape } from './escape.ts'
import { footnotes } from './footnotes.ts'
import { frontMatter } from './front-matter.ts'
import { languageNamed } from './languages.ts'
import { ownId } from './links.ts'
import { MARK, renewMark } from './mark.ts'
import { references } from './references.ts'
import type { Surroundings } from './surroundings.ts'
import { taskLists } from './task-lists.ts'
import { wikiLinks } from './wiki-links.ts'

/** Characters of fenced code coloured in one document; what follows stays plain. */
const COLOURS = 128 * 1024
/** A fence with a longer line stays plain: grammars take the square of it, and the whole document would wait. */
const LINE = /[^\n]{1001}/

const parser = new MarkdownIt({ html: true, linkify: true })
parser.use(alerts).use(taskLists).use(footnotes).use(references).use(wikiLinks)
parser.core.ruler.push('dress', dress)
parser.linkify.set({ fuzzyLink: false }).add('ftp:', null).add('//', null)
parser.linkify.add('www.', {
  validate: (text, at) => /^[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s<>"]*[^\s<>"?!.,:*_~)'\]])?/.exec(text.slice(at, at + 2000))?.[0].length ?? 0,
  normalize: (match) => void (match.url = `http://${match.url}`),
})

const { rules } = parser.renderer
rules.fence = (tokens, at, _options, env) => code(tokens[at].content, tokens[at].info, env as unknown as Surroundings)
rules.code_block = (tokens, at, _options, env) => code(tokens[at].content, '', env as unknown as Surroundings)
rules.s_open = () => '<del>'
rules.s_close = () => '</del>'
rules.html_block = rules.html_inline = (tokens, at, _options, env) => written(tokens[at].content, env as unknown as Surroundings)

/** Elements whose words would go with them; written as they are they rather mean the word in brackets. */
const WORDS = /<(?=\/?(?:textarea|option|title|xmp|plaintext|noembed|noframes|noscript|template)\b)/gi
/** Elements left open; cleaning takes the square of them. */
const OPEN = 3000

function written(html: string, around: Surroundings): string {
  around.open += (html.match(/<(?!(?:br|hr|img|wbr|input|source)\b)[a-z]/gi)?.length ?? 0) - (html.match(/<\//g)?.length ?? 0)
  return around.open > OPEN ? escape(html) : html.replace(WORDS, '&lt;')
}

export async function markdown(source: string, context: Context): Promise<string> {
  const { table, body } = context.mode === 'document' ? await frontMatter(source) : { table: '', body: source }
  const around: Surroundings = { context, source, slots: [], colours: COLOURS, open: 0, order: [] }
  parser.set({ breaks: context.mode === 'comment' })
  renewMark()
  const html = (table && whole(table, around)) + parser.render(body, around as unknown as Record<string, unknown>)
  return clean(html, context, around.slots)
}

function code(content: string, info: string, around: Surroundings): string {
  const text = content.replace(/\n$/, '')
  const language = languageNamed(/^\S{0,40}/.exec(info.trim())![0])
  const coloured = language !== undefined && language !== 'plaintext' && text.length <= around.colours && !LINE.test(text)
  if (coloured) around.colours -= text.length
  const inner = coloured ? `<code class="hljs language-${language}">${colour(text, language)}</code>` : `<code>${escape(text)}</code>`
  return whole(`<pre>${inner}</pre>`, around)
}

/** A piece of our own that is put in after cleaning. */
const whole = (html: string, { slots }: Surroundings): string => `<pre data-own="${MARK}" data-slot="${MARK}-${slots.push(html) - 1}"></pre>\n`

/** Ids and links at headings, alignment of cells, direction of what is written. */
function dress(state: StateCore): void {
  const { context } = state.env as unknown as Surroundings
  const used = new Map<string, number>()
  state.tokens.forEach((token, at) => {
    if (token.type === 'heading_open' && context.mode !== 'plain') heading(state, token, state.tokens[at + 1], used, context)
    if (token.type === 'th_open' || token.type === 'td_open') align(token)
    if (/^(paragraph|heading|bullet_list|ordered_list)_open$/.test(token.type) && !token.hidden) token.attrSet('dir', 'auto')
  })
}

function heading(state: StateCore, open: Token, inline: Token, used: Map<string, number>, context: Context): void {
  const words = (inline.children ?? []).filter(({ type }) => type === 'text' || type === 'text_special' || type === 'code_inline').map(({ content }) => content).join('')
  const slug = words.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-').slice(0, 200)
  if (slug === '') return
  const times = used.get(slug) ?? 0
  used.set(slug, times + 1)
  const id = ownId(times > 0 ? `${slug}-${times}` : slug, context)
  open.attrSet('data-own', MARK)
  open.attrSet('id', id)
  if (context.mode !== 'document') return
  const anchor = new state.Token('link_open', 'a', 1)
  anchor.attrs = [['data-own', MARK], ['class', 'anchor'], ['href', `#${id}`], ['aria-label', `Link to “${words.trim().slice(0, 200)}”`]]
  inline.children!.push(anchor, new state.Token('link_close', 'a', -1))
}

function align(cell: Token): void {
  const side = /text-align:(left|center|right)/.exec(String(cell.attrGet('style') ?? ''))?.[1]
  cell.attrs = side ? [['data-own', MARK], ['class', `text-${side}`]] : null
}
