// Boxes of rows, pages of them, and what stands there when there are none.
import type { Listed } from '../../kernel/ask.ts'
import { html, type Content, type Html } from '../html.ts'
import { icon, type IconName } from '../icons.ts'
import type { PageCx } from '../page.ts'

/** Rows under each other in a frame, with an optional head. */
export const box = (rows: Content, more: { head?: Content; foot?: Content; label?: string } = {}): Html =>
  html`<section class="box"${more.label ? html` aria-label="${more.label}"` : ''}>${more.head && html`<header class="box-head">${more.head}</header>`}${rows}${more.foot && html`<footer class="box-foot">${more.foot}</footer>`}</section>`

export const rows = (items: Content[]): Html => html`<ul class="rows">${items.map((one) => html`<li>${one}</li>`)}</ul>`

/** An invitation where there is nothing yet. */
export const empty = (drawing: IconName, title: Content, more?: Content): Html => html`<div class="empty">${icon(drawing)}<h2>${title}</h2>${more && html`<div class="what">${more}</div>`}</div>`

/** The same address with other members in its query. */
export function withQuery(page: PageCx, changes: Record<string, string | number | undefined>): string {
  const [path] = page.rq.url.split('?')
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(page.rq.query)) {
    if (!(key in changes)) for (const one of Array.isArray(value) ? value : [value]) query.append(key, String(one))
  }
  for (const [key, value] of Object.entries(changes)) if (value !== undefined && value !== '') query.set(key, String(value))
  const text = query.toString()
  return page.root + path + (text && `?${text}`)
}

/** Which page of a list the address asks for. */
export const pageNumber = ({ query }: Pick<PageCx, 'query'>): number => Math.max(1, Math.min(Math.trunc(Number(query.page)) || 1, 1_000_000))

/** Links to the pages of a list; nothing when it fits on one. */
export function pager<T>(page: PageCx, list: Pick<Listed<T>, 'total' | 'page' | 'limit'>): Html | '' {
  const last = Math.max(1, Math.ceil(list.total / list.limit))
  if (last === 1) return ''
  const { w } = page
  const link = (to: number, words: Content, rel: string) =>
    to < 1 || to > last ? html`<span class="button" aria-disabled="true">${words}</span>` : html`<a class="button" rel="${rel}" href="${withQuery(page, { page: to })}">${words}</a>`
  return html`<nav class="pager" aria-label="${w.site.pages}">${link(list.page - 1, w.site.previous, 'prev')}<span>${w.site.pageOf(list.page, last)}</span>${link(list.page + 1, w.site.next, 'next')}</nav>`
}
