// The fields of a template that is a form, checked one by one: whoever wrote the file is told which one is wrong.
import { regexp } from '../../kernel/regexp.ts'
import { isMap, Wrong } from './reading.ts'
import type { FieldRecord } from './schema.ts'

type Members = Record<string, unknown>
type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isFilled: Check = (value) => typeof value === 'string' && value.trim() !== ''
const isSwitch: Check = (value) => typeof value === 'boolean'

const MOST = 100
const types = ['markdown', 'textarea', 'input', 'dropdown', 'checkboxes'] as const

export function fieldsOf(given: unknown): FieldRecord[] {
  if (!Array.isArray(given) || given.length === 0) throw new Wrong("'body' is required")
  if (given.length > MOST) throw new Wrong(`'body' holds more than ${MOST} fields`)
  const ids = new Set<string>()
  return given.map((one: unknown, at) => fieldOf(one, at, ids))
}

function fieldOf(given: unknown, at: number, ids: Set<string>): FieldRecord {
  if (!isMap(given)) throw new Wrong(`body[${at}]: should be a field`)
  const type = types.find((one) => one === given.type)
  if (!type) throw new Wrong(`body[${at}]: 'type' should be one of ${types.join(', ')}`)
  const wrong = (what: string) => new Wrong(`body[${at}](${type}): ${what}`)
  const id = given.id === undefined ? String(at) : given.id
  // what is only shown is never filled in, so it needs no name
  if (type !== 'markdown' || given.id !== undefined) {
    if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw wrong("'id' should contain only letters, digits, '-' and '_'")
    if (ids.has(id)) throw wrong("'id' should be unique")
    ids.add(id)
  }
  const [attributes, validations] = (['attributes', 'validations'] as const).map((name) => {
    if (given[name] !== undefined && given[name] !== null && !isMap(given[name])) throw wrong(`'${name}' should be a map`)
    return (given[name] ?? null) as Members | null
  })
  kinds[type](attributes ?? {}, validations ?? {}, wrong)
  return { type, id: String(id), attributes, validations, visible: visible(given.visible, type, wrong) }
}

type Kind = (attributes: Members, validations: Members, wrong: (what: string) => Wrong) => void

function need(members: Members, name: string, check: Check, says: string, wrong: (what: string) => Wrong): void {
  if (members[name] === undefined || members[name] === null) throw wrong(`'${name}' is required`)
  if (!check(members[name])) throw wrong(`'${name}' should be ${says}`)
}
function may(members: Members, names: readonly string[], check: Check, says: string, wrong: (what: string) => Wrong): void {
  for (const name of names) if (members[name] !== undefined && members[name] !== null && !check(members[name])) throw wrong(`'${name}' should be ${says}`)
}

const kinds: Record<FieldRecord['type'], Kind> = {
  markdown: (attributes, _validations, wrong) => need(attributes, 'value', isFilled, 'a text', wrong),
  textarea(attributes, validations, wrong) {
    labelled(attributes, validations, wrong)
    may(attributes, ['placeholder', 'value', 'render'], isText, 'a text', wrong)
  },
  input(attributes, validations, wrong) {
    labelled(attributes, validations, wrong)
    may(attributes, ['placeholder', 'value'], isText, 'a text', wrong)
    may(validations, ['is_number'], isSwitch, 'true or false', wrong)
    may(validations, ['regex'], (value) => typeof value === 'string' && typeof regexp(value) !== 'string', 'a regular expression', wrong)
  },
  dropdown(attributes, validations, wrong) {
    labelled(attributes, validations, wrong)
    may(attributes, ['multiple', 'list'], isSwitch, 'true or false', wrong)
    const options = choices(attributes, wrong)
    options.forEach((one, at) => {
      if (!isFilled(one)) throw wrong(`options[${at}]: should be a text`)
    })
    may(attributes, ['default'], (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < options.length, 'the position of an option', wrong)
  },
  checkboxes(attributes, validations, wrong) {
    labelled(attributes, validations, wrong)
    choices(attributes, wrong).forEach((one, at) => {
      const inside = (what: string) => wrong(`options[${at}]: ${what}`)
      if (!isMap(one)) throw inside('should be a map')
      need(one, 'label', isFilled, 'a text', inside)
      may(one, ['required'], isSwitch, 'true or false', inside)
    })
  },
}

function labelled(attributes: Members, validations: Members, wrong: (what: string) => Wrong): void {
  need(attributes, 'label', isFilled, 'a text', wrong)
  may(attributes, ['description'], isText, 'a text', wrong)
  may(validations, ['required'], isSwitch, 'true or false', wrong)
}

function choices(attributes: Members, wrong: (what: string) => Wrong): unknown[] {
  const { options } = attributes
  if (!Array.isArray(options) || options.length === 0) throw wrong("'options' is required and should be a list")
  return options
}

/** Where a field appears: while the form is filled in, and in the text that comes of it. */
function visible(given: unknown, type: FieldRecord['type'], wrong: (what: string) => Wrong): string[] {
  if (given === undefined || given === null) return type === 'markdown' ? ['form'] : ['form', 'content']
  if (!Array.isArray(given) || given.some((one) => one !== 'form' && one !== 'content')) throw wrong("'visible' should hold form or content")
  return given as string[]
}
