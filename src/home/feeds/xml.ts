// Feeds for readers of feeds: Atom and RSS from the same entries.
import { html, type Html } from '../../web/index.ts'

export interface Entry {
  /** stays the same for ever */
  id: string
  title: string
  to: string
  /** as records have it */
  at: string
  who: string
  /** markup, already safe */
  body: Html
}

export interface Feed {
  title: string
  about: string
  /** of the page with the same things */
  to: string
  /** of the feed itself */
  self: string
  entries: Entry[]
}

/** What XML does not allow, however it is written. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const newest = (feed: Feed) => feed.entries[0]?.at ?? '1970-01-01T00:00:00Z'
const iso = (at: string) => new Date(at).toISOString()
const document = (body: Html) => `<?xml version="1.0" encoding="UTF-8"?>\n${body.text.replace(unwritable, '\ufffd')}`

export const atom = (feed: Feed): string => document(html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${feed.self}</id><title>${feed.title}</title><subtitle>${feed.about}</subtitle><updated>${iso(newest(feed))}</updated>
<link rel="alternate" type="text/html" href="${feed.to}"/><link rel="self" type="application/atom+xml" href="${feed.self}"/>
${feed.entries.map((one) => html`<entry><id>${one.id}</id><title>${one.title}</title><updated>${iso(one.at)}</updated><author><name>${one.who}</name></author><link rel="alternate" href="${one.to}"/><content type="html">${one.body.text}</content></entry>
`)}</feed>
`)

export const rss = (feed: Feed): string => document(html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${feed.title}</title><link>${feed.to}</link><description>${feed.about}</description><pubDate>${new Date(newest(feed)).toUTCString()}</pubDate><atom:link rel="self" type="application/rss+xml" href="${feed.self}"/>
${feed.entries.map((one) => html`<item><guid isPermaLink="false">${one.id}</guid><title>${one.title}</title><link>${one.to}</link><dc:creator>${one.who}</dc:creator><pubDate>${new Date(one.at).toUTCString()}</pubDate><description>${one.body.text}</description></item>
`)}</channel></rss>
`)
