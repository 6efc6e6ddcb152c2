// The workflow that a runner is given: the file reduced to one job, its matrix to one combination.
// Everything the runner evaluates itself is copied as written, so that `1.20` stays `1.20`.
import type { Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { asMap, asSeq, get, keyText, scalarText, yaml } from './yaml.ts'
import type { Json, JsonObject, Tree } from './yaml.ts'
import { isObject } from './expressions.ts'
import type { Job, Mapping, Workflow } from './workflow.ts'

export interface Settled { name: string, runName: string, runsOn: string[], matrix: JsonObject | null }

// What is the same for every combination of a matrix is written once.
const written = new WeakMap<Mapping, string>()

/** YAML text with exactly one job. `needs` is left out: the task itself tells the runner of them. */
export function singleJob(workflow: Workflow, job: Job, settled: Settled): string {
  const top = once(workflow.node, () => block(copies(workflow.node, ['name', 'on', 'env', 'defaults', 'permissions'])))
  const rest = once(job.node, () => {
    const keys = job.node.items.map(({ key }) => keyText(key))
    return indented(block(copies(job.node, keys.filter((key) => !settledKeys.includes(key)))))
  })
  const { Pair } = yaml()
  const own: Pair<Scalar, unknown>[] = [
    new Pair(word('name'), made(settled.name)),
    new Pair(word('runs-on'), made(settled.runsOn.length === 1 ? settled.runsOn[0] : settled.runsOn)),
  ]
  const strategy = reduced(asMap(get(job.node, 'strategy')), settled.matrix)
  if (strategy.items.length) own.push(new Pair(word('strategy'), strategy))
  const title = settled.runName ? block([new Pair(word('run-name'), made(settled.runName))]) : ''
  return `${top}${title}jobs:\n  ${JSON.stringify(job.id)}:\n${indented(block(own))}${rest}`
}

const settledKeys = ['name', 'needs', 'runs-on', 'strategy', 'concurrency']

function once(node: Mapping, make: () => string): string {
  const text = written.get(node) ?? make()
  written.set(node, text)
  return text
}

function copies(from: Mapping, keys: string[]): Pair<Scalar, unknown>[] {
  const { Pair } = yaml()
  return keys.flatMap((key) => {
    const node = get(from, key)
    return node ? [new Pair<Scalar, unknown>(word(key), verbatim(node))] : []
  })
}

function block(pairs: Pair<Scalar, unknown>[]): string {
  if (!pairs.length) return ''
  const { Document, YAMLMap } = yaml()
  const root = new YAMLMap<Scalar, unknown>()
  root.items.push(...pairs)
  // Without a schema no plain text is taken for a number and put into quotes.
  const doc = new Document(null, { schema: 'failsafe', version: '1.2' })
  doc.contents = root as never
  return doc.toString({ lineWidth: 0, minContentWidth: 0 })
}

// Block text keeps its meaning when all of it moves to the right.
function indented(text: string): string {
  return text.split('\n').map((line) => line && `    ${line}`).join('\n')
}

function reduced(strategy: Mapping | null, matrix: JsonObject | null): YAMLMap<Scalar, unknown> {
  const { Pair, YAMLMap } = yaml()
  const body = new YAMLMap<Scalar, unknown>()
  for (const { key, value } of strategy?.items ?? []) {
    if (keyText(key) !== 'matrix' && value) body.items.push(new Pair(word(keyText(key)), verbatim(value)))
  }
  if (matrix) {
    const lists: JsonObject = Object.create(null)
    for (const [key, value] of Object.entries(matrix)) lists[key] = [value]
    body.items.push(new Pair(word('matrix'), made(lists)))
  }
  return body
}

function word(text: string): Scalar {
  const { Scalar } = yaml()
  return Object.assign(new Scalar(text), { type: Scalar.PLAIN })
}

function quoted(text: string): Scalar {
  const { Scalar } = yaml()
  return Object.assign(new Scalar(text), { type: Scalar.QUOTE_DOUBLE })
}

function verbatim(node: Tree): unknown {
  const { Pair, Scalar, YAMLMap, YAMLSeq } = yaml()
  const map = asMap(node)
  if (map) {
    const body = new YAMLMap<Scalar, unknown>()
    for (const { key, value } of map.items) {
      body.items.push(new Pair(verbatim(key) as Scalar, value ? verbatim(value) : word('null')))
    }
    return body
  }
  const seq = asSeq(node)
  if (seq) {
    const body = new YAMLSeq()
    for (const item of seq.items) body.items.push(verbatim(item))
    return body
  }
  const scalar = node as Scalar
  if (scalar.value === null && !scalarText(scalar)) return word('null')
  return Object.assign(new Scalar(scalarText(scalar)), { type: scalar.type })
}

function made(value: Json): Scalar | YAMLMap | YAMLSeq {
  const { Pair, YAMLMap, YAMLSeq } = yaml()
  if (Array.isArray(value)) {
    const body = new YAMLSeq()
    for (const item of value) body.items.push(made(item))
    return body
  }
  if (isObject(value)) {
    const body = new YAMLMap()
    for (const [key, item] of Object.entries(value)) body.items.push(new Pair(quoted(key), made(item)))
    return body
  }
  // Evaluated here already: what still looks like an expression is somebody's data, and the runner must not evaluate it.
  if (typeof value === 'string') return quoted(value.includes('${{') ? `\${{ '${value.replaceAll("'", "''")}' }}` : value)
  if (Number.isNaN(value)) return word('.nan')
  if (value === Infinity || value === -Infinity) return word(value > 0 ? '.inf' : '-.inf')
  return word(String(value))
}
