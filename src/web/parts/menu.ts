// Menus open without a script; site.js closes them on Escape and on a click elsewhere.
import { html, type Content, type Html } from '../html.ts'
import { icon, type IconName } from '../icons.ts'

export const menu = (face: Content, label: string, items: Content[], more: { kind?: string; wide?: boolean; start?: boolean } = {}): Html =>
  html`<details class="menu ${more.wide ? 'wide-menu' : ''}${more.start ? ' from-start' : ''}"><summary class="button ${more.kind ?? 'icon'}" aria-label="${label}" title="${label}">${face}</summary><div class="menu-items">${items}</div></details>`

/** A menu whose face is words and an arrow. */
export const choice = (face: Content, items: Content[], more: { wide?: boolean; kind?: string } = {}): Html =>
  html`<details class="menu ${more.wide ? 'wide-menu' : ''}"><summary class="button ${more.kind ?? ''}">${face}${icon('chevron')}</summary><div class="menu-items">${items}</div></details>`

export const menuLink = (to: string, words: Content, drawing?: IconName, current = false): Html =>
  html`<a class="menu-item" href="${to}"${current ? html` aria-current="true"` : ''}>${drawing && icon(drawing)}${words}</a>`

/** A dialog opened by `opens()`; it needs no script. */
export const dialog = (id: string, title: Content, body: Content): Html =>
  html`<div popover id="${id}" class="dialog" role="dialog" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</div>`
/** The end of a dialog: the way out, and the button that does it. */
export const closing = (id: string, cancel: string, button: Content): Html => html`<div class="row end"><button type="button" class="button" popovertarget="${id}" popovertargetaction="hide">${cancel}</button>${button}</div>`
export const opens = (id: string, words: Content, kind = ''): Html => html`<button type="button" class="button ${kind}" popovertarget="${id}">${words}</button>`
