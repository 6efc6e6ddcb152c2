// Evaluates `${{ }}` for the parts of a workflow that the server decides: names, labels, conditions, matrices.
import { ExpressionError, parse, parts, walk } from './syntax.ts'
import type { Expression } from './syntax.ts'
import type { Json, JsonObject } from './yaml.ts'

export { ExpressionError } from './syntax.ts'

/** What expressions may read: github, needs, vars, inputs, matrix, strategy, secrets, jobs … */
export type Contexts = { [name: string]: Json | undefined }
/** What success(), failure() and cancelled() answer. */
export interface Outcome { success: boolean, failure: boolean, cancelled: boolean }

const names = ['github', 'env', 'job', 'jobs', 'steps', 'runner', 'secrets', 'vars', 'strategy', 'matrix', 'needs', 'inputs']
const checks = ['success', 'failure', 'cancelled', 'always']
const fine: Outcome = { success: true, failure: false, cancelled: false }
const maxText = 1024 * 1024
const maxParts = 1000
const maxDepth = 100

/** The value of one expression, without `${{ }}`. Throws ExpressionError. */
export function evaluate(text: string, contexts: Contexts, outcome: Outcome = fine): Json {
  return value(parse(text), contexts, outcome)
}

/** Text with every `${{ }}` replaced. Throws ExpressionError. */
export function interpolate(text: string, contexts: Contexts, outcome: Outcome = fine): string {
  if (!text.includes('${{')) return text
  const list = parts(text)
  if (list.length > maxParts) throw new ExpressionError('the text holds too many expressions')
  let made = ''
  for (const part of list) {
    made += 'text' in part ? part.text : toText(evaluate(part.expression, contexts, outcome))
    if (made.length > maxText) throw new ExpressionError('the text becomes too long')
  }
  return made
}

/** A YAML value with expressions replaced at any depth; text that is one expression becomes that expression's value. */
export function fill(data: Json, contexts: Contexts): Json {
  if (typeof data === 'string') {
    if (!data.includes('${{')) return data
    const list = parts(data.trim())
    if (list.length === 1 && 'expression' in list[0]) return evaluate(list[0].expression, contexts)
    return interpolate(data, contexts)
  }
  if (Array.isArray(data)) return data.map((item) => fill(item, contexts))
  if (!isObject(data)) return data
  const made: JsonObject = Object.create(null)
  for (const [key, item] of Object.entries(data)) made[key] = fill(item, contexts)
  return made
}

/** A job's `if`: with or without `${{ }}`, success() understood unless a status function is named. */
export function holds(text: string | null, contexts: Contexts, outcome: Outcome): boolean {
  const list = parts((text ?? '').trim())
  if (!list.length) return outcome.success
  const sources = list.map((part) => 'text' in part ? null : part.expression)
  // Bare text is an expression itself; text around `${{ }}` makes a string, which is true unless empty.
  if (list.length === 1) sources[0] ??= (list[0] as { text: string }).text
  const trees = sources.filter((source) => source !== null).map(parse)
  const checked = trees.some((tree) => [...walk(tree)].some((node) => node.kind === 'call' && checks.includes(node.name)))
  if (!checked && !outcome.success) return false
  if (list.length === 1) return truthy(value(trees[0], contexts, outcome))
  return interpolate(text!, contexts, outcome).trim() !== ''
}

/** Does this value hold an expression that reads the named context? Malformed expressions count as no. */
export function reads(data: Json, context: string): boolean {
  if (Array.isArray(data)) return data.some((item) => reads(item, context))
  if (isObject(data)) return Object.values(data).some((item) => reads(item, context))
  if (typeof data !== 'string' || !data.includes('${{')) return false
  try {
    return parts(data).some((part) => 'expression' in part
      && [...walk(parse(part.expression))].some((node) => node.kind === 'context' && node.name === context))
  } catch {
    return false
  }
}

export const isObject = (data: Json | undefined): data is JsonObject =>
  typeof data === 'object' && data !== null && !Array.isArray(data)

// Lists made by `.*`: a member asked of them is asked of each of their items.
type Spread = WeakSet<Json[]>

function value(tree: Expression, contexts: Contexts, outcome: Outcome): Json {
  const spread: Spread = new WeakSet()
  const visit = (node: Expression): Json => {
    switch (node.kind) {
      case 'value': return node.value
      case 'context': return context(node.name, contexts)
      case 'not': return !truthy(visit(node.of))
      case 'member': return member(visit(node.of), visit(node.key), spread)
      case 'every': return every(visit(node.of), spread)
      case 'compare': return compare(node.op, visit(node.left), visit(node.right))
      case 'call': return call(node.name, node.args.map(visit), outcome)
      default: {
        let last: Json = null
        for (const part of node.of) {
          last = visit(part)
          if (truthy(last) === (node.kind === 'any')) break
        }
        return last
      }
    }
  }
  return visit(tree)
}

function context(name: string, contexts: Contexts): Json {
  const known = name === 'gitea' ? 'github' : name
  if (Object.hasOwn(contexts, known)) return contexts[known] ?? null
  if (names.includes(known)) return null
  throw new ExpressionError(`unknown context ${name.slice(0, 40)}`)
}

function own(data: Json, key: string): Json | undefined {
  if (!isObject(data)) return undefined
  if (Object.hasOwn(data, key)) return data[key]
  const wanted = key.toLowerCase()
  const found = Object.keys(data).find((name) => name.toLowerCase() === wanted)
  return found === undefined ? undefined : data[found]
}

function member(data: Json, key: Json, spread: Spread): Json {
  if (Array.isArray(data)) {
    if (spread.has(data) && typeof key === 'string') {
      const made = data.map((item) => own(item, key)).filter((item) => item !== undefined)
      spread.add(made)
      return made
    }
    const index = toNumber(key)
    return Number.isNaN(index) || index < 0 ? null : data[Math.floor(index)] ?? null
  }
  return own(data, toText(key)) ?? null
}

function every(data: Json, spread: Spread): Json {
  const items = (one: Json): Json[] => Array.isArray(one) ? one : isObject(one) ? Object.values(one) : []
  const made = Array.isArray(data) && spread.has(data) ? data.flatMap(items) : [...items(data)]
  spread.add(made)
  return made
}

export function truthy(data: Json): boolean {
  return !(data === null || data === false || data === 0 || data === '' || Number.isNaN(data))
}

function toNumber(data: Json): number {
  if (data === null) return 0
  if (typeof data === 'boolean') return data ? 1 : 0
  if (typeof data === 'number') return data
  if (typeof data !== 'string') return NaN
  const text = data.trim()
  if (/^-0[xo]/.test(text)) return -Number(text.slice(1))
  return Number(text)
}

/** A value as text, numbers with at most 15 digits. */
export function toText(data: Json): string {
  if (data === null) return ''
  if (typeof data === 'object') return Array.isArray(data) ? 'Array' : 'Object'
  if (typeof data !== 'number' || !Number.isFinite(data)) return String(data)
  if (data === 0) return '0'
  const [digits, exponent] = data.toExponential(14).split('e').map(Number)
  if (exponent >= -4 && exponent < 15) return String(Number(data.toPrecision(15)))
  return `${digits}E${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

function compare(op: string, left: Json, right: Json): boolean {
  let sign: number
  if (typeof left === 'string' && typeof right === 'string') {
    const [a, b] = [left.toLowerCase(), right.toLowerCase()]
    sign = a < b ? -1 : a > b ? 1 : 0
  } else if (typeof left === 'object' && typeof right === 'object' && left && right) sign = left === right ? 0 : NaN
  else {
    const [a, b] = [toNumber(left), toNumber(right)]
    sign = a < b ? -1 : a > b ? 1 : a === b ? 0 : NaN
  }
  switch (op) {
    case '==': return sign === 0
    case '!=': return sign !== 0
    case '<': return sign < 0
    case '<=': return sign <= 0
    case '>': return sign > 0
    default: return sign >= 0
  }
}

const arity: { [name: string]: [number, number] } = {
  __proto__: null as never,
  contains: [2, 2], startswith: [2, 2], endswith: [2, 2], format: [1, 255], join: [1, 2], tojson: [1, 1], fromjson: [1, 1],
  always: [0, 0], success: [0, 0], failure: [0, 0], cancelled: [0, 0],
}

function call(name: string, args: Json[], outcome: Outcome): Json {
  const count = arity[name]
  if (name === 'hashfiles') throw new ExpressionError('hashFiles is known to runners only')
  if (!count) throw new ExpressionError(`unknown function ${name.slice(0, 40)}`)
  if (args.length < count[0] || args.length > count[1]) throw new ExpressionError(`wrong number of arguments for ${name}`)
  const lower = (index: number) => toText(args[index]).toLowerCase()
  switch (name) {
    case 'contains':
      if (Array.isArray(args[0])) return args[0].some((item) => compare('==', item, args[1]))
      return !isObject(args[0]) && lower(0).includes(lower(1))
    case 'startswith': return lower(0).startsWith(lower(1))
    case 'endswith': return lower(0).endsWith(lower(1))
    case 'format': return format(toText(args[0]), args.slice(1))
    case 'join': return join(args[0], args.length > 1 ? toText(args[1]) : ',')
    case 'tojson': return json(args[0])
    case 'fromjson': return fromJson(toText(args[0]))
    case 'always': return true
    default: return outcome[name as keyof Outcome]
  }
}

function bounded(pieces: Iterable<string>): string {
  let made = ''
  for (const piece of pieces) {
    if (made.length + piece.length > maxText) throw new ExpressionError('the text becomes too long')
    made += piece
  }
  return made
}

function format(text: string, args: Json[]): string {
  const pieces = text.split(/(\{\{|\}\}|\{\d{1,3}\})/)
  return bounded(pieces.map((piece) => {
    if (piece === '{{' || piece === '}}') return piece[0]
    if (!/[{}]/.test(piece)) return piece
    const index = /^\{\d+\}$/.test(piece) ? Number(piece.slice(1, -1)) : NaN
    if (Number.isNaN(index)) throw new ExpressionError('format() has a brace without a partner')
    if (index >= args.length) throw new ExpressionError(`format() names argument ${index}, which is not given`)
    return toText(args[index])
  }))
}

function join(data: Json, separator: string): string {
  if (!Array.isArray(data)) return toText(data)
  return bounded(data.flatMap((item, index) => index ? [separator, toText(item)] : [toText(item)]))
}

function json(data: Json): string {
  try {
    return bounded([JSON.stringify(data, null, 2)])
  } catch (error) {
    if (error instanceof ExpressionError) throw error
    throw new ExpressionError('toJSON() was given a value nested too deeply')
  }
}

// Brackets inside strings do not count; what is deeper than anybody writes would exhaust the stack later.
function isDeep(text: string): boolean {
  let depth = 0
  for (const [piece] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (piece === '[' || piece === '{') depth++
    else if (piece === ']' || piece === '}') depth--
    if (depth > maxDepth) return true
  }
  return false
}

function fromJson(text: string): Json {
  if (isDeep(text)) throw new ExpressionError('fromJSON() was given text nested too deeply')
  try {
    return JSON.parse(text)
  } catch {
    throw new ExpressionError('fromJSON() was given text that is not JSON')
  }
}
