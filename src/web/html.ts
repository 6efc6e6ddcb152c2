// Markup as tagged templates: whatever is put in is escaped, unless it is markup itself.
export class Html {
  text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type Content = Html | string | number | null | undefined | false | readonly Content[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text: string) => (/[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (one) => escapes[one]) : text)

function flat(content: Content): string {
  if (content instanceof Html) return content.text
  if (typeof content === 'string') return escape(content)
  if (typeof content === 'number') return String(content)
  if (content === null || content === undefined || content === false) return ''
  let text = ''
  for (const one of content) text += flat(one)
  return text
}

/** Attributes stand in double quotes, always: `<a href="${url}">`. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  let text = parts[0]
  for (let i = 0; i < values.length; i++) text += flat(values[i]) + parts[i + 1]
  return new Html(text)
}

/** Markup made elsewhere and known to be harmless, such as rendered and cleaned Markdown. */
export const trusted = (markup: string) => new Html(markup)

/** ` checked`, ` selected` and the like, or nothing. */
export const flag = (name: 'checked' | 'selected' | 'disabled' | 'open' | 'required' | 'autofocus' | 'multiple' | 'hidden', on: unknown) => new Html(on ? ` ${name}` : '')

/** A link that somebody wrote, if it leads to the web; undefined otherwise. */
export function webLink(url: string | null | undefined): string | undefined {
  const parsed = url ? URL.parse(url) : null
  return parsed && /^(https?|mailto):$/.test(parsed.protocol) ? url! : undefined
}

/** Path members, each encoded, slashes kept. */
export const pathOf = (path: string) => path.split('/').map(encodeURIComponent).join('/')
