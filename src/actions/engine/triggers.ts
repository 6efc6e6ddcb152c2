// The `on:` of a workflow: events with their filters, inputs and timetables.
import { pattern } from './glob.ts'
import { asMap, asScalar, asSeq, get, keyText, scalarText, toJson } from './yaml.ts'
import type { Json, Tree } from './yaml.ts'
import { problem } from '../../kernel/schedule.ts'

export interface Input {
  name: string
  type: 'string' | 'boolean' | 'number' | 'choice' | 'environment'
  description: string
  required: boolean
  default: Json
  options: string[]
}
export interface CallOutput { name: string, value: string }
export interface CallSecret { name: string, required: boolean }

export interface Trigger {
  event: string
  /** Each filter key with its list: types, branches, paths-ignore, workflows … */
  filters: { [key: string]: string[] }
  inputs: Input[]
  outputs: CallOutput[]
  secrets: CallSecret[]
  crons: string[]
}

type Complain = (message: string, at: Tree) => void

const maxPatterns = 500
const patternKeys = ['branches', 'branches-ignore', 'tags', 'tags-ignore', 'paths', 'paths-ignore']
const pairs = [['branches', 'branches-ignore'], ['tags', 'tags-ignore'], ['paths', 'paths-ignore']]

export function readTriggers(node: Tree, complain: Complain): Trigger[] {
  const scalar = asScalar(node)
  if (scalar) return [plain(scalarText(scalar))]
  const seq = asSeq(node)
  if (seq) {
    return seq.items.flatMap((item) => {
      const name = asScalar(item)
      if (!name) complain('an event must be a name', item)
      return name ? [plain(scalarText(name))] : []
    })
  }
  return asMap(node)!.items.map(({ key, value }) => {
    const made = plain(keyText(key))
    const body = value ?? undefined
    if (made.event === 'schedule') made.crons = crons(body, complain)
    else if (asMap(body)) members(made, body!, complain)
    else if (body && !(asScalar(body) && asScalar(body)!.value === null)) complain(`${made.event} must be a mapping`, body)
    return made
  })
}

function plain(event: string): Trigger {
  return { event, filters: Object.create(null), inputs: [], outputs: [], secrets: [], crons: [] }
}

function members(trigger: Trigger, node: Tree, complain: Complain) {
  const manual = trigger.event === 'workflow_dispatch' || trigger.event === 'workflow_call'
  for (const { key, value } of asMap(node)!.items) {
    const name = keyText(key)
    const body = value ?? undefined
    if (manual && name === 'inputs') trigger.inputs = entries(body, complain).map(([id, at]) => input(id, at, complain))
    else if (manual && name === 'outputs') {
      trigger.outputs = entries(body, complain).map(([id, at]) => ({ name: id, value: text(at, 'value') }))
    } else if (manual && name === 'secrets') {
      trigger.secrets = entries(body, complain).map(([id, at]) => ({ name: id, required: flag(at, 'required') }))
    } else trigger.filters[name] = filter(name, body ?? key, complain)
  }
  for (const [positive, negative] of pairs) {
    if (trigger.filters[positive] && trigger.filters[negative]) {
      complain(`${trigger.event} may have ${positive} or ${negative}, not both`, node)
    }
  }
}

function filter(name: string, node: Tree, complain: Complain): string[] {
  const items = asSeq(node)?.items ?? [node]
  if (items.length > maxPatterns) {
    complain(`${name} holds more than ${maxPatterns} entries`, node)
    return []
  }
  return items.flatMap((item) => {
    const scalar = asScalar(item)
    if (!scalar) {
      complain(`${name} must be a list of texts`, item)
      return []
    }
    const made = scalarText(scalar)
    const compiled = patternKeys.includes(name) ? pattern(made) : null
    if (typeof compiled === 'string') complain(compiled, item)
    return [made]
  })
}

function entries(node: Tree | undefined, complain: Complain): [string, Tree | undefined][] {
  const map = asMap(node)
  if (!map && node && !(asScalar(node) && asScalar(node)!.value === null)) complain('expected a mapping', node)
  return (map?.items ?? []).map(({ key, value }) => [keyText(key), value ?? undefined])
}

function text(node: Tree | undefined, name: string): string {
  const scalar = asScalar(asMap(node) && get(asMap(node)!, name))
  return scalar && scalar.value !== null ? scalarText(scalar) : ''
}

function flag(node: Tree | undefined, name: string): boolean {
  return text(node, name).toLowerCase() === 'true'
}

function input(name: string, node: Tree | undefined, complain: Complain): Input {
  const map = asMap(node)
  const type = text(node, 'type') || 'string'
  const kinds: Input['type'][] = ['string', 'boolean', 'number', 'choice', 'environment']
  const known = kinds.find((kind) => kind === type)
  if (!known && node) complain(`input ${name} has an unknown type`, node)
  const options = toJson(map ? get(map, 'options') : undefined)
  const given = map && get(map, 'default')
  return {
    name, type: known ?? 'string', description: text(node, 'description'), required: flag(node, 'required'),
    // Text inputs keep `1.20` as written.
    default: asScalar(given) && known !== 'boolean' && known !== 'number' && asScalar(given)!.value !== null
      ? scalarText(asScalar(given)!) : toJson(given ?? undefined),
    options: Array.isArray(options) ? options.map(String) : [],
  }
}

function crons(node: Tree | undefined, complain: Complain): string[] {
  const list = asSeq(node)?.items
  if (!list) {
    if (node) complain('schedule must be a list', node)
    return []
  }
  return list.flatMap((item) => {
    const cron = text(item, 'cron')
    const wrong = cron ? problem(cron) : 'a schedule needs cron'
    if (wrong) complain(wrong, item)
    return wrong ? [] : [cron]
  })
}
