import { html, type Content, type Html } from '../html.ts'
import { icon, type IconName } from '../icons.ts'

export interface Tab {
  to: string
  words: Content
  icon?: IconName
  count?: number
  current?: boolean
  keys?: string
}

/** As wide as it would be in bold, so that nothing moves when it becomes the current one. */
const steady = (words: Content): Content => (typeof words === 'string' ? html`<span class="steady" data-words="${words}">${words}</span>` : words)

/** Ways between pages of one thing. */
export const tabs = (label: string, list: (Tab | false | null | undefined)[]): Html =>
  html`<nav class="tabs" aria-label="${label}">${list.map((one) => one && html`<a href="${one.to}"${one.current ? html` aria-current="page"` : ''}${one.keys ? html` data-keys="${one.keys}"` : ''}>${one.icon && icon(one.icon)}${steady(one.words)}${
    one.count ? html`<span class="count">${one.count}</span>` : ''}</a>`)}</nav>`

/** The list at the side of settings. */
export const sideNav = (label: string, list: (Tab | false | null | undefined)[]): Html =>
  html`<nav class="side-nav" aria-label="${label}">${list.map((one) => one && html`<a href="${one.to}"${one.current ? html` aria-current="page"` : ''}>${one.icon && icon(one.icon)}${one.words}${one.count ? html`<span class="count">${one.count}</span>` : ''}</a>`)}</nav>`

/** Side list and content. */
export const withSide = (side: Html, body: Content): Html => html`<div class="sided">${side}<div class="content">${body}</div></div>`
