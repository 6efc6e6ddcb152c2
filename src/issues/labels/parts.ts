// What pages of labels are made of, whoever owns them.
import { invalid } from '../../kernel/errors.ts'
import { Bool, Optional, Str } from '../../kernel/schema.ts'
import { choice, closing, dialog, doButton, flag, html, icon, label, opens, option, post, problem, rows, submit, type Content, type Html, type PageCx } from '../../web/index.ts'
import { scopeOf } from './verbs.ts'

export type Fields = { name?: string; color?: string; description?: string; exclusive?: boolean; is_archived?: boolean }
export const members = { name: Optional(Str), color: Optional(Str), description: Optional(Str), exclusive: Optional(Bool) }
export const editMembers = { ...members, is_archived: Optional(Bool) }

/** What rows and records of labels have in common; counts where they are known. */
export interface LabelShown {
  id: number
  name: string
  color: string
  description: string
  exclusive: boolean
  is_archived: boolean
  num_issues?: number
  num_closed_issues?: number
}

const PALETTE = ['#d73a4a', '#e99695', '#f9d0c4', '#fbca04', '#fef2c0', '#0e8a16', '#c2e0c6', '#006b75', '#1d76db', '#c5def5', '#5319e7', '#d4c5f9', '#7057ff', '#bfd4f2', '#616161', '#cccccc']
const palette = html`<datalist id="label-colours">${PALETTE.map((one) => html`<option value="${one}"></option>`)}</datalist>`

const fieldsOf = (page: PageCx, given: Fields, id = ''): Content => {
  const l = page.w.issues.label
  const suffix = id && `-${id}`
  return [
    html`<div class="field"><label for="l-name${suffix}">${l.name}</label><input id="l-name${suffix}" name="name" value="${given.name ?? ''}" required maxlength="50" data-label-name><p class="hint">${l.nameHint}</p></div>`,
    html`<div class="field"><label for="l-description${suffix}">${l.description}</label><input id="l-description${suffix}" name="description" value="${given.description ?? ''}" maxlength="200"></div>`,
    html`<div class="field"><label for="l-color${suffix}">${l.color}</label><input id="l-color${suffix}" type="color" name="color" value="#${(given.color ?? PALETTE[8]).replace('#', '')}" list="label-colours" data-label-color></div>`,
    html`<div class="field check"><input type="checkbox" id="l-exclusive${suffix}" name="exclusive" value="true"${flag('checked', given.exclusive)}><label for="l-exclusive${suffix}">${l.exclusive}</label></div>`,
  ]
}

const archiveField = (page: PageCx, on: boolean | undefined, id = ''): Html =>
  html`<div class="field check"><input type="checkbox" id="l-archived${id && `-${id}`}" name="is_archived" value="true"${flag('checked', on)}><label for="l-archived${id && `-${id}`}">${page.w.issues.label.archived}</label></div>`

const preview = (page: PageCx): Html => html`<p class="small" data-label-preview hidden><span class="soft">${page.w.issues.label.preview}</span> <span class="label"></span></p>`

/** `keeper` is where they are changed, `issues` where those that have them are listed. */
export const labelRows = (page: PageCx, list: readonly LabelShown[], { keeper, issues }: { keeper?: string | false; issues?: string }): Html => {
  const l = page.w.issues.label
  const to = (one: LabelShown, state: string) => issues && `${issues}?labels=${one.id}${state}`
  const count = (one: LabelShown, state: string, n: number, words: string) => (n > 0 && issues ? html`<a href="${to(one, state)}">${words}</a>` : html`<span>${words}</span>`)
  const counts = (one: LabelShown, all: number, closed: number) => html`<span class="meta">${count(one, '', all - closed, l.open(all - closed))}${count(one, '&state=closed', closed, l.closed(closed))}</span>`
  return rows(list.map((one) => html`<div class="label-row"><span class="label-name">${label(one, to(one, ''))} ${scopeOf(one) && html`<span class="soft small nowrap">${l.exclusiveMark}</span>`}${one.is_archived && html`<span class="soft small">${l.archivedMark}</span>`}</span>
    <span class="soft small label-about">${one.description && html`<bdi>${one.description}</bdi>`}</span>
    ${one.num_issues !== undefined ? counts(one, one.num_issues, one.num_closed_issues ?? 0) : html`<span></span>`}
    ${keeper && html`<span class="row nowrap">${opens(`label-${one.id}`, html`${icon('pencil')}<span class="unseen">${l.more(one.name)}</span>`, 'icon small')}${doButton(`${keeper}/${one.id}/delete`, icon('trash'), {}, { kind: 'icon small', label: `${l.delete} ${one.name}`, confirm: l.sure(one.name) })}</span>
      ${dialog(`label-${one.id}`, l.edit, post(`${keeper}/${one.id}/edit`, [fieldsOf(page, one, String(one.id)), archiveField(page, one.is_archived, String(one.id)), preview(page), closing(`label-${one.id}`, page.w.site.cancel, submit(l.save))]))}`}</div>`))
}

/** The dialog in which one is made; `opens('new-label', …)` opens it. */
export const newDialog = (page: PageCx, keeper: string): Content => {
  const l = page.w.issues.label
  return [dialog('new-label', l.new, post(`${keeper}/new`, [fieldsOf(page, {}), preview(page), closing('new-label', page.w.site.cancel, submit(l.create))])), palette]
}

/** The form on a page of its own: without dialogs, and when something was refused. */
export const labelCard = (page: PageCx & { problem: string | undefined }, title: string, given: Fields, edit: boolean): Html => {
  const l = page.w.issues.label
  return html`<section class="card narrow-card"><h2>${title}</h2>${problem(page.problem)}${post(page.root + page.rq.url.split('?')[0], [fieldsOf(page, given), edit && archiveField(page, given.is_archived), preview(page), submit(edit ? l.save : l.create)])}</section>${palette}`
}

export const setMenu = (page: PageCx, keeper: string, sets: readonly string[]): Html => {
  const l = page.w.issues.label
  return choice(l.fromSet, [post(`${keeper}/set`, [html`<label class="small">${l.set} <select name="set">${sets.map((one) => option(one, 'Default'))}</select></label>`, submit(l.use, '')], { kind: 'side-form' })])
}

export function checked(page: PageCx, given: Fields): { name: string; color: string; description: string; exclusive: boolean } {
  const name = given.name?.trim()
  if (!name) throw invalid(page.w.issues.label.nameNeeded)
  return { name, color: given.color ?? '', description: given.description ?? '', exclusive: given.exclusive ?? false }
}
