// Which workflows an event starts, and with which inputs.
import { ignores, pattern, takes } from './glob.ts'
import { isObject, toText } from './expressions.ts'
import type { Input, Json, JsonObject, Trigger, Workflow } from './workflow.ts'

export interface Event {
  /** As in `on`: push, pull_request, issues … */
  name: string
  /** What happened, in the words of `types`; several when one act counts as more (see activities). */
  actions?: string[]
  /** push: the full ref that moved. */
  ref?: string
  /** Pull requests: the base branch; workflow_run: the head branch. */
  branch?: string
  /** Files changed by a push or a pull request. */
  paths?: string[]
  /** workflow_run: the name of the workflow that ran. */
  workflow?: string
}

/** `filtered`: event and type fit, but a branch, tag, path or workflow filter does not. */
export type Verdict = 'starts' | 'filtered' | 'no'
export interface Match { verdict: Verdict, trigger: Trigger | null }

const defaultTypes: { [event: string]: string[] } = {
  __proto__: null as never,
  pull_request: ['opened', 'synchronize', 'reopened'],
  pull_request_target: ['opened', 'synchronize', 'reopened'],
}
const refFilters = ['branches', 'branches-ignore', 'tags', 'tags-ignore', 'paths', 'paths-ignore']
const pullFilters = ['types', 'branches', 'branches-ignore', 'paths', 'paths-ignore']
const known: { [event: string]: string[] } = {
  __proto__: null as never,
  push: refFilters, create: [], delete: [], fork: [], gollum: [], watch: ['types'],
  pull_request: pullFilters, pull_request_target: pullFilters,
  pull_request_review: ['types'], pull_request_review_comment: ['types'], pull_request_comment: ['types'],
  issues: ['types'], issue_comment: ['types'], release: ['types'], registry_package: ['types'],
  workflow_run: ['types', 'workflows', 'branches', 'branches-ignore'], workflow_dispatch: [], schedule: [],
}
const skipWords = ['[skip ci]', '[ci skip]', '[no ci]', '[skip actions]', '[actions skip]']

/** A commit message or pull title that asks for no run (push and pull request events only). */
export function skips(text: string): boolean {
  const lower = text.toLowerCase()
  return skipWords.some((word) => lower.includes(word))
}

/** Does the event start the workflow? Each event is listed at most once in a file. */
export function matches(workflow: Workflow, event: Event): Match {
  const trigger = workflow.on.find((one) => one.event === event.name)
  if (!trigger || !known[event.name]) return { verdict: 'no', trigger: null }
  return { verdict: verdict(trigger, event), trigger }
}

function verdict(trigger: Trigger, event: Event): Verdict {
  const { filters } = trigger
  const allowed = known[event.name]
  // create, delete and the like look at no filter at all; elsewhere an unknown key can never be met
  if (allowed.length && Object.keys(filters).some((key) => !allowed.includes(key))) return 'no'
  const types = filters.types ?? defaultTypes[event.name]
  const { actions } = event
  if (types && allowed.includes('types') && actions && !actions.some((action) => typed(types, action))) return 'no'
  if (event.name === 'push') return pushFits(filters, event) ? 'starts' : 'filtered'
  if (filters.workflows && !filters.workflows.some((name) => typed([name], event.workflow ?? ''))) return 'filtered'
  const branches = event.branch === undefined ? [] : [event.branch]
  if (allowed.includes('branches') && !fits(filters, 'branches', branches)) return 'filtered'
  if (allowed.includes('paths') && !fits(filters, 'paths', event.paths ?? [])) return 'filtered'
  return 'starts'
}

function typed(types: string[], action: string): boolean {
  return types.some((type) => {
    const made = pattern(type)
    return type === action || (typeof made !== 'string' && !made.negative && made.test(action))
  })
}

// True if neither list is given; an empty set of candidates satisfies no list.
function fits(filters: Trigger['filters'], key: string, candidates: string[]): boolean {
  const only = filters[key]
  const except = filters[`${key}-ignore`]
  if (only && !takes(only, candidates)) return false
  return !except || (candidates.length > 0 && !ignores(except, candidates))
}

function pushFits(filters: Trigger['filters'], event: Event): boolean {
  const ref = event.ref ?? ''
  const tag = ref.startsWith('refs/tags/')
  const name = ref.replace(/^refs\/(?:heads|tags)\//, '')
  const has = (key: string) => filters[key] !== undefined || filters[`${key}-ignore`] !== undefined
  const mine = tag ? 'tags' : 'branches'
  if (has('branches') || has('tags')) {
    if (!has(mine) || !fits(filters, mine, [name])) return false
  }
  return tag || fits(filters, 'paths', event.paths ?? [])
}

/** The words of `types` for an act of ours: synchronized → synchronize, label changes → labeled and unlabeled, … */
export function activities(event: string, action: string, change: { added?: number, removed?: number } = {}): string[] {
  if (event === 'pull_request_review' && action === 'commented') return ['created', 'edited']
  if (event === 'pull_request_review' && action === 'reviewed') return ['submitted', 'edited']
  if (event === 'pull_request_review_comment') return ['created', 'edited']
  if (event === 'release' && action === 'updated') return ['edited']
  if (event === 'registry_package' && action === 'created') return ['published']
  if (action === 'synchronized') return ['synchronize']
  if (action === 'label_cleared') return ['unlabeled']
  if (action === 'label_updated') {
    if (event !== 'issues') return ['labeled']
    const words = [...(change.added ? ['labeled'] : []), ...(change.removed ? ['unlabeled'] : [])]
    return words.length ? words : ['labeled']
  }
  return [action]
}

export interface Inputs {
  /** What expressions read: booleans and numbers as such. */
  values: JsonObject
  /** What the event payload carries: text only, as runners expect. */
  texts: { [name: string]: string }
  errors: string[]
}

/** Inputs of a manual start. Undeclared ones are dropped, missing ones take their default. */
export function dispatchInputs(trigger: Trigger, given: { [name: string]: string }): Inputs {
  return readInputs(trigger.inputs, (input) => Object.hasOwn(given, input.name) ? given[input.name] : undefined)
}

/** Inputs by declaration; `take` gives the caller's value or undefined. */
export function readInputs(inputs: Input[], take: (input: Input) => Json | undefined): Inputs {
  const made: Inputs = { values: Object.create(null), texts: Object.create(null), errors: [] }
  for (const input of inputs) {
    const sent = take(input)
    const value = sent === undefined ? input.default : sent
    if (input.required && (value === null || value === '')) made.errors.push(`input ${input.name} is required`)
    const text = Array.isArray(value) || isObject(value) ? JSON.stringify(value) : toText(value)
    const typed = coerce(input, text)
    const kind = input.type === 'choice' ? 'one of its options' : `a ${input.type}`
    if (typed === undefined) made.errors.push(`input ${input.name} must be ${kind}`)
    made.values[input.name] = typed ?? (input.type === 'boolean' ? false : text)
    made.texts[input.name] = input.type === 'boolean' ? String(typed ?? false) : text
  }
  return made
}

function coerce(input: Input, text: string): Json | undefined {
  switch (input.type) {
    case 'boolean':
      if (/^(?:true|yes|on|y|1)$/i.test(text)) return true
      return /^(?:false|no|off|n|0|)$/i.test(text) ? false : undefined
    case 'number':
      if (text === '') return 0
      return Number.isFinite(Number(text)) ? Number(text) : undefined
    case 'choice':
      return text === '' && !input.required ? '' : input.options.includes(text) ? text : undefined
    default:
      return text
  }
}
