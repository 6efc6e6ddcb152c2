// `#12`, `!12`, `owner/name#12`, `@name`, commit ids and addresses of our own site, as links. Nothing is looked up: the form is enough.
import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import type { Context } from './context.ts'
import { withEmoji } from './emoji.ts'
import { front, isOwn } from './links.ts'
import { MARK } from './mark.ts'
import type { Surroundings } from './surroundings.ts'

export function references(md: MarkdownIt): void {
  md.core.ruler.after('linkify', 'references', (state: StateCore) => {
    const { context } = state.env as unknown as Surroundings
    for (const block of state.tokens) {
      if (block.type === 'inline' && block.children && block.children.length > 0) block.children = linked(state, block.children, context)
    }
  })
}

function linked(state: StateCore, tokens: Token[], context: Context): Token[] {
  const made: Token[] = []
  let inside = 0
  tokens.forEach((token, at) => {
    if (token.type === 'link_open') inside++
    if (token.type === 'link_close') inside--
    if (token.type === 'html_inline') inside = Math.max(0, inside + (/^<a[>\s]/i.test(token.content) ? 1 : /^<\/a\s*>/i.test(token.content) ? -1 : 0))
    if (token.type === 'link_open' && token.info === 'auto') shorten(token, tokens[at + 1], context)
    if (token.type !== 'text') return void made.push(token)
    token.content = withEmoji(token.content)
    if (inside > 0 || context.mode === 'plain') made.push(token)
    else for (const one of split(state, token, context)) made.push(one)
  })
  return made
}

const OWNER = '[A-Za-z0-9][\\w.-]{0,99}'
// what stands before may be no part of a word, a path or another reference; what follows no further letter
const PATTERN = new RegExp(
  `(?<![\\w@#!/.&-])(?:(?:(${OWNER})/(${OWNER}))?([#!])([1-9]\\d{0,9})(?![\\w-])` +
  `|(?:(${OWNER})/(${OWNER})@)?([0-9a-f]{7,64})(?![\\w-]|\\.\\w)` +
  `|@([A-Za-z0-9](?:[\\w.-]{0,98}\\w)?)(?![\\w/@]))`, 'g')

function split(state: StateCore, token: Token, context: Context): Token[] {
  if (!/[#!@]\w|[0-9a-f]{7}/.test(token.content)) return [token]
  const made: Token[] = []
  let end = 0
  for (const match of token.content.matchAll(PATTERN)) {
    const found = read(match, context)
    if (!found) continue
    if (match.index > end) made.push(text(state, token.content.slice(end, match.index)))
    made.push(...link(state, found, context))
    end = match.index + match[0].length
  }
  if (end === 0) return [token]
  if (end < token.content.length) made.push(text(state, token.content.slice(end)))
  return made
}

interface Reference {
  path: string
  words: string
  kind: 'ref-issue' | 'ref-commit' | 'mention'
}

function read(match: RegExpExecArray, { links, mentions }: Context): Reference | undefined {
  const [whole, owner, name, sign, number, commitOwner, commitName, commit, person] = match
  if (person !== undefined) return mentions && !mentions.includes(person.toLowerCase()) ? undefined : { path: `/${person}`, words: whole, kind: 'mention' }
  const repo = owner ? `/${owner}/${name}` : commitOwner ? `/${commitOwner}/${commitName}` : links?.repo
  if (!repo) return undefined
  if (number !== undefined) return { path: `${repo}/${sign === '!' ? 'pulls' : 'issues'}/${number}`, words: whole, kind: 'ref-issue' }
  return isCommit(commit) ? { path: `${repo}/commit/${commit}`, words: (commitOwner ? `${commitOwner}/${commitName}@` : '') + commit.slice(0, 10), kind: 'ref-commit' } : undefined
}

/** Words and numbers happen to be hexadecimal too, whole ids hardly. */
const isCommit = (id: string) => id.length === 40 || id.length === 64 || (/\d/.test(id) && /[a-f]/.test(id))

function link(state: StateCore, { path, words, kind }: Reference, { links }: Context): Token[] {
  const open = new state.Token('link_open', 'a', 1)
  open.attrs = [['data-own', MARK], ['class', kind], ['href', front(links) + path]]
  if (links?.absolute) open.attrs.push(['data-markdown-generated-content', ''])
  const inner = kind === 'ref-commit' ? new state.Token('code_inline', 'code', 0) : new state.Token('text', '', 0)
  inner.content = words
  return [open, inner, new state.Token('link_close', 'a', -1)]
}

function text(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0)
  token.content = content
  return token
}

const PAGE = /^\/([\w.-]+)\/([\w.-]+)\/(issues|pulls|commit)\/([1-9]\d*|[0-9a-f]{7,64})(?:#(issuecomment-\d+)|[/#][\w/#.-]*)?$/

/** A bare address of an issue, pull request or commit here reads like a reference to it. */
function shorten(open: Token, words: Token | undefined, { links, mode }: Context): void {
  const href = String(open.attrGet('href') ?? '')
  if (mode === 'plain' || words?.type !== 'text' || !isOwn(href, links)) return
  const match = PAGE.exec(href.slice(links!.root.length))
  if (!match) return
  const [, owner, name, page, id, comment] = match
  const elsewhere = `/${owner}/${name}` === links!.repo ? '' : `${owner}/${name}`
  if (page === 'commit') words.content = `${elsewhere && `${elsewhere}@`}${id.slice(0, 10)}`
  else words.content = `${elsewhere}${page === 'pulls' ? '!' : '#'}${id}${comment ? ' (comment)' : ''}`
  open.attrSet('class', page === 'commit' ? 'ref-commit' : 'ref-issue')
  open.attrSet('data-own', MARK)
}
