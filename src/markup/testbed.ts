// What tests of this floor use: the strictest reading of an answer.
import assert from 'node:assert/strict'
import type { Context } from './context.ts'

export const here: Context = { mode: 'document', links: { root: 'https://code.example', repo: '/o/r', ref: 'branch/main', dir: 'docs' } }
export const comment: Context = { mode: 'comment', links: { root: 'https://code.example', repo: '/o/r' } }

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)(?: ?\/)?>/y
const tags = new Set(('h1 h2 h3 h4 h5 h6 p br hr a img b i u em strong del s strike ins sub sup kbd samp var code pre tt q blockquote ul ol li dl dt dd table thead tbody tfoot tr th td caption ' +
  'details summary div span section mark abbr cite dfn small big figure figcaption picture source ruby rt rp rtc bdo bdi wbr time input').split(' '))
const attributes = new Set(('id dir lang title align href rel src alt width height loading srcset media type colspan rowspan valign scope abbr start reversed value open datetime ' +
  'class aria-label disabled checked data-source data-markdown-generated-content').split(' '))
const classes = /^(anchor|mention|ref-issue|ref-commit|footnotes|footnote-ref|footnote-back|front-matter|task-list-item|contains-task-list|text-(left|center|right)|markdown-alert( markdown-alert-[a-z]+)?|markdown-alert-title|hljs language-[a-z]+|hljs-[\w -]+|language-[a-z]+)$/

/** Fails unless each `<` opens a known element with known, quoted attributes that lead nowhere they may not. No parser is asked. */
export function harmless(html: string, of: string): void {
  const fails = (why: string) => assert.fail(`${why}\n  of ${JSON.stringify(of.slice(0, 300))}\n  in ${html.slice(0, 1000)}`)
  for (let at = 0; at < html.length;) {
    const next = html.indexOf('<', at)
    const text = html.slice(at, next < 0 ? html.length : next)
    if (text.includes('>')) fails('a bare >')
    if (next < 0) break
    TAG.lastIndex = next
    const match = TAG.exec(html)
    if (!match) return fails(`no plain tag: ${html.slice(next, next + 60)}`)
    if (!tags.has(match[2])) fails(`element ${match[2]}`)
    for (const [, name, value = ''] of match[3].matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) checkAttribute(match[2], name, decoded(value), match[3], fails)
    at = TAG.lastIndex
  }
}

function checkAttribute(tag: string, name: string, value: string, all: string, fails: (why: string) => void): void {
  if (!attributes.has(name)) fails(`attribute ${name}`)
  if (name === 'id' && !value.startsWith('user-content-')) fails(`id ${value}`)
  if (name === 'class' && !classes.test(value)) fails(`class ${value}`)
  if (name === 'type' && tag === 'input' && value !== 'checkbox') fails(`input ${value}`)
  if (tag === 'input' && !/ disabled/.test(all)) fails('a field that can be used')
  const addresses = name === 'href' || name === 'src' ? [value] : name === 'srcset' ? value.split(', ').map((one) => one.split(' ')[0]) : []
  for (const one of addresses) {
    const scheme = URL.parse(one, 'https://code.example/o/r/')?.protocol
    if (!['http:', 'https:', ...(name === 'href' ? ['mailto:'] : [])].includes(scheme ?? '')) fails(`address ${one}`)
    if (/^[\\/]{2}/.test(one)) fails(`address of another host: ${one}`)
    if (tag === 'a' && /^https?:/.test(one) && URL.parse(one)?.host !== 'code.example' && !/ rel="nofollow noopener"/.test(all)) fails(`foreign link without rel: ${one}`)
  }
}

const decoded = (value: string) => value.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(lt|gt|amp|quot));/gi, (_, hex, number, name) =>
  hex ? String.fromCodePoint(parseInt(hex, 16)) : number ? String.fromCodePoint(Number(number)) : { lt: '<', gt: '>', amp: '&', quot: '"' }[String(name).toLowerCase()]!)
