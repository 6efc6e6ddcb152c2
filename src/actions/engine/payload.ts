// The workflow that a runner is given: the file reduced to one job, its matrix to one combination.
// Everything the runner evaluates itself is copied as written, so that `1.20` stays `1.20`.
import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { asMap, asSeq, get, keyText, scalarText } from './yaml.ts'
import type { Json, JsonObject, Tree } from './yaml.ts'
import { isObject } from './expressions.ts'
import type { Job, Mapping, Workflow } from './workflow.ts'

export interface Settled { name: string, runName: string, runsOn: string[], matrix: JsonObject | null }

/** YAML text with exactly one job. `needs` is left out: the task itself tells the runner of them. */
export function singleJob(workflow: Workflow, job: Job, settled: Settled): string {
  const root = new YAMLMap<Scalar, unknown>()
  const copy = (from: Mapping, into: YAMLMap<Scalar, unknown>, key: string) => {
    const node = get(from, key)
    if (node) into.items.push(new Pair(word(key), verbatim(node)))
  }
  copy(workflow.node, root, 'name')
  if (settled.runName) root.items.push(new Pair(word('run-name'), made(settled.runName)))
  for (const key of ['on', 'env', 'defaults', 'permissions']) copy(workflow.node, root, key)

  const body = new YAMLMap<Scalar, unknown>()
  body.items.push(new Pair(word('name'), made(settled.name)))
  body.items.push(new Pair(word('runs-on'), made(settled.runsOn.length === 1 ? settled.runsOn[0] : settled.runsOn)))
  const strategy = reduced(asMap(get(job.node, 'strategy')), settled.matrix)
  if (strategy.items.length) body.items.push(new Pair(word('strategy'), strategy))
  for (const { key } of job.node.items) {
    if (!['name', 'needs', 'runs-on', 'strategy', 'concurrency'].includes(keyText(key))) copy(job.node, body, keyText(key))
  }
  const jobs = new YAMLMap<Scalar, unknown>()
  jobs.items.push(new Pair(quoted(job.id), body))
  root.items.push(new Pair(word('jobs'), jobs))

  // Without a schema no plain text is taken for a number and put into quotes.
  const doc = new Document(null, { schema: 'failsafe', version: '1.2' })
  doc.contents = root as never
  return doc.toString({ lineWidth: 0, minContentWidth: 0 })
}

function reduced(strategy: Mapping | null, matrix: JsonObject | null): YAMLMap<Scalar, unknown> {
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
  return Object.assign(new Scalar(text), { type: Scalar.PLAIN })
}

function quoted(text: string): Scalar {
  return Object.assign(new Scalar(text), { type: Scalar.QUOTE_DOUBLE })
}

function verbatim(node: Tree): unknown {
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
  if (typeof value === 'number' && !Number.isFinite(value)) return word(Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf')
  return word(String(value))
}
