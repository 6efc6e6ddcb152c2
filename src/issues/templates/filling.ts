// A template that is a form: its fields to fill in, and the text that comes of what was filled in.
// Fields that take words are all called `answers`, each sent once and in order; boxes and lists of several are `ticks`, as `field:option`.
import { invalid } from '../../kernel/errors.ts'
import { regexp } from '../../kernel/regexp.ts'
import { flag, html, prose, type Content, type Html, type PageCx, type Words } from '../../web/index.ts'
import type { FieldRecord } from './schema.ts'

export interface Filled {
  answers?: string[]
  ticks?: string[]
}

interface Option {
  label: string
  required?: boolean
}

const attribute = (field: FieldRecord, name: string) => (field.attributes?.[name] === undefined || field.attributes[name] === null ? '' : String(field.attributes[name]))
const labelOf = (field: FieldRecord) => attribute(field, 'label').replace(/\s+/g, ' ').trim()
const isRequired = (field: FieldRecord) => field.validations?.required === true
const isMultiple = (field: FieldRecord) => field.type === 'checkboxes' || (field.type === 'dropdown' && field.attributes?.multiple === true)
const isShown = (field: FieldRecord) => field.visible?.includes('form') ?? true
const optionsOf = (field: FieldRecord): Option[] => ((field.attributes?.options ?? []) as (string | Option)[]).map((one) => (typeof one === 'string' ? { label: one } : one))

/** What a field holds before anybody has touched it. */
function begun(field: FieldRecord): string {
  if (field.type !== 'dropdown') return attribute(field, 'value')
  const at = field.attributes?.default
  return typeof at === 'number' ? (optionsOf(field)[at]?.label ?? '') : ''
}

/** Which of the answers belongs to which field. */
function answered(fields: readonly FieldRecord[], { answers }: Filled): Map<FieldRecord, string> {
  const asked = fields.filter((field) => field.type !== 'markdown' && !isMultiple(field))
  const given = asked.filter(isShown)
  return new Map(asked.map((field) => [field, isShown(field) && answers ? (answers[given.indexOf(field)] ?? '') : begun(field)]))
}

export async function fieldsToFill(page: PageCx, repo: { full_name: string }, fields: readonly FieldRecord[], filled: Filled): Promise<Html> {
  const values = answered(fields, filled)
  const made = await Promise.all(fields.map(async (field, at): Promise<Content> => {
    if (!isShown(field)) return ''
    if (field.type === 'markdown') return prose(page, attribute(field, 'value'), { repo })
    return isMultiple(field) ? boxes(page, field, at, filled) : control(page, field, at, values.get(field) ?? '')
  }))
  return html`${made}`
}

const described = (field: FieldRecord, id: string): Content => attribute(field, 'description') && html`<p class="hint" id="${id}-hint"><bdi>${attribute(field, 'description')}</bdi></p>`

function control(page: PageCx, field: FieldRecord, at: number, value: string): Html {
  const id = `f-answer-${at}`
  const rest = html` id="${id}" name="answers"${flag('required', isRequired(field))}${attribute(field, 'placeholder') ? html` placeholder="${attribute(field, 'placeholder')}"` : ''}${attribute(field, 'description') ? html` aria-describedby="${id}-hint"` : ''}`
  const number = field.validations?.is_number === true ? html` inputmode="decimal"` : ''
  const face = field.type === 'input' ? html`<input type="text" dir="auto" value="${value}"${number}${rest}>`
    : field.type === 'textarea' ? html`<textarea dir="auto" rows="6"${rest}>
${value}</textarea>`
      : html`<select${rest}><option value="">${page.w.issues.fields.choose}</option>${optionsOf(field).map((one) => html`<option value="${one.label}"${flag('selected', one.label === value)}>${one.label}</option>`)}</select>`
  return html`<div class="field"><label for="${id}"><bdi>${labelOf(field)}</bdi>${isRequired(field) && html` <span class="soft">${page.w.issues.fields.needed}</span>`}</label>${face}${described(field, id)}</div>`
}

function boxes(page: PageCx, field: FieldRecord, at: number, { ticks }: Filled): Html {
  const id = `f-tick-${at}`
  const line = (one: Option, n: number) => html`<div class="check"><input type="checkbox" id="${id}-${n}" name="ticks" value="${at}:${n}"${flag('checked', ticks?.includes(`${at}:${n}`))}${flag('required', one.required)}><label for="${id}-${n}"><bdi>${one.label}</bdi>${one.required && html` <span class="soft">${page.w.issues.fields.needed}</span>`}</label></div>`
  return html`<fieldset class="field"><legend><bdi>${labelOf(field)}</bdi>${isRequired(field) && html` <span class="soft">${page.w.issues.fields.needed}</span>`}</legend>${optionsOf(field).map(line)}${described(field, id)}</fieldset>`
}

/** The issue's text; refused where something that is asked for is missing. */
export function textOfForm(w: Words, fields: readonly FieldRecord[], filled: Filled): string {
  const values = answered(fields, filled)
  return fields.flatMap((field, at) => {
    if (field.type === 'markdown') return field.visible?.includes('content') ? [attribute(field, 'value')] : []
    const ticked = optionsOf(field).filter((_one, n) => filled.ticks?.includes(`${at}:${n}`))
    const value = isMultiple(field) ? ticked.map((one) => one.label).join(', ') : (values.get(field) ?? '').replaceAll('\r\n', '\n').trim()
    if (isShown(field)) check(w, field, value, ticked)
    if (!(field.visible?.includes('content') ?? true)) return []
    const body = field.type === 'checkboxes' ? optionsOf(field).map((one) => `- [${ticked.includes(one) ? 'x' : ' '}] ${one.label}`).join('\n') : value === '' ? '_No response_' : rendered(field, value)
    return [`### ${labelOf(field)}\n\n${body}`]
  }).join('\n\n')
}

/** As code, where the template says so; no text can end the fence it stands in. */
function rendered(field: FieldRecord, value: string): string {
  const language = attribute(field, 'render')
  if (language === '' || field.type !== 'textarea') return value
  const fence = '`'.repeat(Math.max(3, ...[...value.matchAll(/`+/g)].map((one) => one[0].length + 1)))
  return `${fence}${language.replace(/[^\w+#-]/g, '')}\n${value}\n${fence}`
}

function check(w: Words, field: FieldRecord, value: string, ticked: readonly Option[]): void {
  const t = w.issues.fields
  const missing = field.type === 'checkboxes' && optionsOf(field).some((one) => one.required && !ticked.includes(one))
  if (missing || (isRequired(field) && value === '')) throw invalid(t.missing(labelOf(field)))
  if (value === '') return
  if (field.type === 'dropdown' && !isMultiple(field) && !optionsOf(field).some((one) => one.label === value)) throw invalid(t.unlike(labelOf(field)))
  if (field.type !== 'input') return
  if (field.validations?.is_number === true && !/^[+-]?\d+(\.\d+)?$/.test(value)) throw invalid(t.number(labelOf(field)))
  const test = typeof field.validations?.regex === 'string' ? regexp(field.validations.regex) : undefined
  if (typeof test === 'function' && !test(value)) throw invalid(t.unlike(labelOf(field)))
}
