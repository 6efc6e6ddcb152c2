// One part of the side panel: a heading that opens a small form where something can be changed, and what is so now.
import { hidden, html, icon, type Content, type Html, type PageCx } from '../../web/index.ts'
import { backTo, type OpenIssue } from '../ground/opened.ts'

export function sidePart(page: PageCx, words: string, now: Content, change?: Content): Html {
  const head = change
    ? html`<details class="menu side-menu"><summary aria-label="${page.w.issues.side.change(words)}"><h3>${words}</h3>${icon('gear')}</summary><div class="menu-items">${change}</div></details>`
    : html`<h3>${words}</h3>`
  return html`<section class="side-part">${head}<div class="side-now">${now}</div></section>`
}

export const sideForm = (page: PageCx, on: OpenIssue, tail: string, body: Content): Html =>
  html`<form method="post" action="${on.acts}/${tail}" class="side-form">${hidden('back', backTo(page))}${body}<button class="button small">${page.w.issues.side.apply}</button></form>`

export interface Tick {
  value: string | number
  words: Content
  on: boolean
  /** ticking one unticks others of its group */
  group?: string
}

/** Boxes to tick; many can be narrowed by typing. */
export const ticks = (page: PageCx, name: string, label: string, list: readonly Tick[], kind: 'checkbox' | 'radio' = 'checkbox'): Html =>
  html`<fieldset class="ticks" data-narrow-in><legend class="unseen">${label}</legend>${list.length > 8 && html`<input type="search" class="narrow" data-narrow aria-label="${page.w.issues.filters.narrow}" placeholder="${page.w.issues.filters.narrow}" hidden>`}${
    list.map((one) => html`<label class="menu-item"><input type="${kind}" name="${name}" value="${one.value}"${one.on ? html` checked` : ''}${one.group ? html` data-group="${one.group}"` : ''}><span class="grow">${one.words}</span></label>`)}</fieldset>`
