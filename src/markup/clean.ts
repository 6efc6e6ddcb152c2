// The last step before a page: only known elements and attributes remain, and links lead where they may.
import sanitize from 'sanitize-html'
import type { Context } from './context.ts'
import { ownId, resolve } from './links.ts'
import { MARK } from './mark.ts'

// looked through in this order for every element, so those that come by the thousand stand in front
const tags = ('a p li code td tr em strong br th input img ul ol h1 h2 h3 h4 h5 h6 hr b i u del s strike ins sub sup kbd samp var pre tt q blockquote dl dt dd table thead tbody tfoot caption ' +
  'details summary div span section mark abbr cite dfn small big figure figcaption picture source ruby rt rp rtc bdo bdi wbr time').split(' ')

/** Of an element that somebody wrote. */
const theirs: Record<string, string[]> = {
  '*': ['id', 'dir', 'lang', 'title', 'align'],
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  source: ['srcset', 'media', 'type'],
  td: ['colspan', 'rowspan', 'valign'],
  th: ['colspan', 'rowspan', 'valign', 'scope', 'abbr'],
  ol: ['start', 'type', 'reversed'],
  li: ['value'],
  details: ['open'],
  time: ['datetime'],
}
/** Of an element that we made, besides. */
const ours = ['class', 'aria-label', 'aria-describedby', 'type', 'disabled', 'checked', 'data-source', 'data-slot', 'data-markdown-generated-content']

const values: Record<string, RegExp> = {
  align: /^(left|center|right|justify|top|middle|bottom)$/i, valign: /^(top|middle|bottom|baseline)$/i, dir: /^(auto|ltr|rtl)$/i, lang: /^[A-Za-z0-9-]{1,35}$/,
  width: /^\d{1,5}(px|%)?$/, height: /^\d{1,5}(px|%)?$/, colspan: /^\d{1,4}$/, rowspan: /^\d{1,4}$/, start: /^-?\d{1,9}$/, value: /^-?\d{1,9}$/,
  media: /^[\w\s():,.-]{1,100}$/, type: /^[\w/+.-]{1,50}$/, scope: /^(col|row)(group)?$/, datetime: /^[\w:+. -]{1,40}$/,
}

/** `slots` are pieces that we made whole, put in place of `<pre data-slot>` afterwards. */
export function clean(html: string, context: Context, slots: readonly string[]): string {
  const change = (tag: string, attributes: Record<string, string>) => {
    if (attributes['data-own'] === MARK) return { tagName: tag, attribs: attributes }
    for (const _ in attributes) return { tagName: tag, attribs: allowed(tag, attributes, context) }
    return { tagName: tag, attribs: attributes }
  }
  const cleaned = sanitize(html, {
    allowedTags: tags,
    allowedAttributes: { '*': [...theirs['*'], ...ours], ...Object.fromEntries(Object.entries(theirs).filter(([tag]) => tag !== '*')) },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https'], source: ['http', 'https'] },
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template'],
    // browsers stop nesting at about 500 anyway
    nestingLimit: 200,
    parseStyleAttributes: false,
    selfClosing: ['img', 'br', 'hr', 'input', 'source', 'wbr'],
    transformTags: { '*': change },
    // the boxes of task lists are ours; other fields have lost their type above
    exclusiveFilter: ({ tag, attribs }) => tag === 'input' && attribs.type !== 'checkbox',
  })
  return slots.length === 0 ? cleaned : cleaned.replace(new RegExp(`<pre data-slot="${MARK}-(\\d+)"></pre>`, 'g'), (_, number) => slots[Number(number)] ?? '')
}

function allowed(tag: string, given: Record<string, string>, context: Context): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of [...theirs['*'], ...(Object.hasOwn(theirs, tag) ? theirs[tag] : [])]) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value !== undefined && (!Object.hasOwn(values, name) || values[name].test(value))) kept[name] = value
  }
  const id = tag === 'a' ? kept.id || given.name : kept.id
  delete kept.id
  if (id && /^[^\s"'<>&]{1,200}$/.test(id)) kept.id = ownId(id, context)
  if (tag === 'a') link(kept, context)
  if (tag === 'img') image(kept, context)
  if (tag === 'source') sources(kept, context)
  return kept
}

function link(kept: Record<string, string>, context: Context): void {
  const to = kept.href === undefined ? undefined : resolve(kept.href, 'link', context)
  delete kept.href
  delete kept.rel
  if (to) kept.href = to.href
  if (to?.foreign) kept.rel = 'nofollow noopener'
}

function image(kept: Record<string, string>, context: Context): void {
  const from = kept.src === undefined ? undefined : resolve(kept.src, 'image', context)
  delete kept.src
  if (from) kept.src = from.href
  kept.alt ??= ''
  kept.loading = 'lazy'
}

function sources(kept: Record<string, string>, context: Context): void {
  const candidates = (kept.srcset ?? '').slice(0, 4000).split(/,\s+/).flatMap((one) => {
    const [address = '', size = ''] = one.trim().split(/\s+/)
    const from = resolve(address, 'image', context)
    return from && /^(\d+(\.\d+)?[wx])?$/.test(size) ? [`${from.href} ${size}`.trim()] : []
  })
  delete kept.srcset
  if (candidates.length > 0) kept.srcset = candidates.join(', ')
}
