// Where a link or an image in somebody's text may lead: addresses of a few kinds, relative ones resolved against the repository.
import type { Context, Links } from './context.ts'

export interface Address {
  href: string
  /** leads to another site */
  foreign: boolean
}

const CONTROL = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/

/** Undefined where it must not lead anywhere. */
export function resolve(given: string, use: 'link' | 'image', context: Context): Address | undefined {
  const address = tidy(given)
  const scheme = /^([^/?#]*?):/.exec(address)?.[1].toLowerCase()
  if (scheme !== undefined) return withScheme(address, scheme, use, context.links)
  if (address === '' || /^[/\\]{2}/.test(address)) return undefined
  if (context.mode === 'plain') return { href: address.replaceAll('\\', '%5C'), foreign: false }
  if (address.startsWith('#')) return { href: `#${ownId(address.slice(1), context)}`, foreign: false }
  return { href: inRepository(address.replaceAll('\\', '%5C'), use, context), foreign: false }
}

/** As a browser reads it: blanks around it and line ends within it do not count. */
function tidy(given: string): string {
  let start = 0
  let end = given.length
  while (start < end && CONTROL.test(given[start])) start++
  while (end > start && CONTROL.test(given[end - 1])) end--
  return given.slice(start, end).replace(/[\t\n\r]/g, '').replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]/g, (one) => encodeURIComponent(one))
}

function withScheme(address: string, scheme: string, use: 'link' | 'image', links: Links | undefined): Address | undefined {
  if (scheme === 'mailto' && use === 'link') return { href: address, foreign: true }
  if (scheme !== 'http' && scheme !== 'https') return undefined
  if (!/^https?:\/\/[^/\\]/i.test(address) || !URL.canParse(address)) return undefined
  return { href: address, foreign: !isOwn(address, links) }
}

export const isOwn = (address: string, links: Links | undefined): boolean =>
  links !== undefined && links.root !== '' && address.startsWith(links.root) && /^(?:[/?#]|$)/.test(address.slice(links.root.length))

/** What stands in front of paths of our own site. */
export function front(links: Links | undefined): string {
  if (!links) return ''
  if (links.absolute) return links.root
  return (URL.parse(links.root)?.pathname ?? '').replace(/\/+$/, '')
}

function inRepository(address: string, use: 'link' | 'image', { mode, links }: Context): string {
  const [, path, tail] = /^([^?#]*)(.*)$/s.exec(address)!
  const repo = links?.repo
  if (path === '' || !repo) return path.startsWith('/') ? front(links) + address : address
  const rooted = path.startsWith('/')
  if (rooted && (mode === 'comment' || path === repo || path.startsWith(`${repo}/`))) return front(links) + address
  const steps = walk(links.wiki || rooted ? '' : links.dir ?? '', path)
  return `${front(links)}${repo}${place(links, use)}/${steps.map(encode).join('/')}${path.endsWith('/') && steps.length > 0 ? '/' : ''}${prefixed(path, tail)}`
}

function place({ ref, wiki }: Links, use: 'link' | 'image'): string {
  if (wiki) return use === 'image' ? '/wiki/raw' : '/wiki'
  if (!ref) return ''
  // the media address follows pointers to large files, the raw one shows the pointer
  return `/${use === 'image' ? 'media' : 'src'}/${ref.split('/').map(encode).join('/')}`
}

function walk(dir: string, path: string): string[] {
  const steps: string[] = []
  for (const step of [...dir.split('/'), ...path.split('/').map(decode)]) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps
}

/** A heading of another document is found under our prefix, a line of source is not. */
const prefixed = (path: string, tail: string) => (/\.(md|markdown)$/i.test(path) ? tail.replace(/#(?!L\d|user-content-)(?=.)/, '#user-content-') : tail)

export const PREFIX = 'user-content-'

/** An id of the text, never one of the page around it. */
export function ownId(id: string, context: Context): string {
  const front = PREFIX + (context.anchor ? `${context.anchor}-` : '')
  return id.startsWith(front) ? id : front + id.replace(new RegExp(`^${PREFIX}`), '')
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
/** Two more than the standard leaves alone may not stand in an address of ours: they end a Markdown link or an attribute. */
const encode = (step: string) => encodeURIComponent(step.toWellFormed()).replace(/['()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
