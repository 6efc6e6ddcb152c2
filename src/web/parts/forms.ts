// Fields and buttons. Every field has a label; hints and problems are tied to it.
import { flag, html, type Content, type Html } from '../html.ts'

interface Common {
  /** in place of the name, where a page has several fields of that name */
  id?: string
  hint?: Content
  required?: boolean
  autofocus?: boolean
  autocomplete?: string
  placeholder?: string
}

const idOf = (name: string) => `f-${name}`
const shell = (id: string, label: Content, body: Html, hint: Content) =>
  html`<div class="field"><label for="${id}">${label}</label>${body}${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}</div>`
const tie = (id: string, hint: Content) => (hint ? html` aria-describedby="${id}-hint"` : '')

/** One line. */
export const textField = (name: string, label: Content, value: string | number | null | undefined = '', more: Common & { type?: 'text' | 'password' | 'email' | 'url' | 'number' | 'date' | 'color' | 'search'; minlength?: number; maxlength?: number; pattern?: string; list?: string } = {}): Html =>
  shell(idOf(more.id ?? name), label, html`<input id="${idOf(more.id ?? name)}" name="${name}" type="${more.type ?? 'text'}" value="${value ?? ''}"${flag('required', more.required)}${flag('autofocus', more.autofocus)}${
    more.autocomplete ? html` autocomplete="${more.autocomplete}"` : ''}${more.placeholder ? html` placeholder="${more.placeholder}"` : ''}${more.minlength ? html` minlength="${more.minlength}"` : ''}${
    more.maxlength ? html` maxlength="${more.maxlength}"` : ''}${more.pattern ? html` pattern="${more.pattern}"` : ''}${more.list ? html` list="${more.list}"` : ''}${tie(idOf(more.id ?? name), more.hint)}>`, more.hint)

/** Several lines of plain text; for Markdown take editor(). */
export const textArea = (name: string, label: Content, value: string | null | undefined = '', more: Common & { rows?: number; code?: boolean } = {}): Html =>
  shell(idOf(more.id ?? name), label, html`<textarea id="${idOf(more.id ?? name)}" name="${name}" rows="${more.rows ?? 4}" class="${more.code ? 'code' : ''}"${flag('required', more.required)}${flag('autofocus', more.autofocus)}${
    more.placeholder ? html` placeholder="${more.placeholder}"` : ''}${tie(idOf(more.id ?? name), more.hint)}>
${value ?? ''}</textarea>`, more.hint)

export type Choice = readonly [value: string, words: Content] | string

export const selectField = (name: string, label: Content, choices: readonly Choice[], value: string | undefined, more: Common = {}): Html =>
  shell(idOf(more.id ?? name), label, html`<select id="${idOf(more.id ?? name)}" name="${name}"${flag('required', more.required)}${tie(idOf(more.id ?? name), more.hint)}>${choices.map((one) => option(one, value))}</select>`, more.hint)

export const option = (one: Choice, value: string | undefined): Html => {
  const [is, words] = typeof one === 'string' ? [one, one] : one
  return html`<option value="${is}"${flag('selected', is === value)}>${words}</option>`
}

/** Sends `true` when ticked; the hidden field before it says that it was asked. */
export const checkField = (name: string, label: Content, on: boolean | undefined, more: { hint?: Content; value?: string } = {}): Html =>
  html`<div class="field check"><input type="checkbox" id="${idOf(name)}${more.value ? `-${more.value}` : ''}" name="${name}" value="${more.value ?? 'true'}"${flag('checked', on)}${tie(idOf(name), more.hint)}><label for="${idOf(name)}${more.value ? `-${more.value}` : ''}">${label}</label>${
    more.hint && html`<p class="hint" id="${idOf(name)}-hint">${more.hint}</p>`}</div>`

export const radioField = (name: string, label: Content, choices: readonly { value: string; words: Content; hint?: Content }[], value: string | undefined): Html =>
  html`<fieldset class="field"><legend>${label}</legend>${choices.map((one) => html`<div class="check"><input type="radio" id="${idOf(name)}-${one.value}" name="${name}" value="${one.value}"${flag('checked', one.value === value)}><label for="${idOf(name)}-${one.value}">${one.words}</label>${
    one.hint && html`<p class="hint">${one.hint}</p>`}</div>`)}</fieldset>`

export const hidden = (name: string, value: string | number): Html => html`<input type="hidden" name="${name}" value="${value}">`

export const submit = (words: Content, kind: 'strong' | 'danger' | '' = 'strong', more: { name?: string; value?: string } = {}): Html =>
  html`<button class="button ${kind}"${more.name ? html` name="${more.name}" value="${more.value ?? ''}"` : ''}>${words}</button>`

/** What is wrong with what was sent. */
export const problem = (text: string | undefined): Content => text && html`<p class="notice bad" role="alert">${text[0].toUpperCase()}${text.slice(1)}</p>`

/** A form that is posted to `to`. */
export const post = (to: string, body: Content, more: { files?: boolean; kind?: string } = {}): Html =>
  html`<form method="post" action="${to}" class="${more.kind ?? 'stack'}"${more.files ? html` enctype="multipart/form-data"` : ''}>${body}</form>`

/** One button that does something at once, with what it needs in hidden fields. */
export const doButton = (to: string, words: Content, fields: Record<string, string | number> = {}, more: { kind?: string; label?: string; confirm?: string } = {}): Html =>
  html`<form method="post" action="${to}" class="do"${more.confirm ? html` data-confirm="${more.confirm}"` : ''}>${Object.entries(fields).map(([name, value]) => hidden(name, value))}<button class="button ${more.kind ?? ''}"${
    more.label ? html` aria-label="${more.label}" title="${more.label}"` : ''}>${words}</button></form>`

/** A line of filters over a list, kept in the address. */
export const filterBar = (to: string, search: { value: string | undefined; words: string }, more: Content, go: string): Html =>
  html`<form class="filter" action="${to}" role="search" aria-label="${search.words}"><input type="search" name="q" value="${search.value ?? ''}" placeholder="${search.words}" aria-label="${search.words}">${more}<button class="button">${go}</button></form>`
