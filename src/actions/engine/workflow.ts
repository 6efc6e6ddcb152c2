// A workflow file: text to a checked Workflow, or a list of what is wrong with it.
import type { Scalar, YAMLMap } from 'yaml'
import { asMap, asScalar, asSeq, get, keyText, readTree, scalarText, toJson } from './yaml.ts'
import type { Json, JsonObject, Tree, WorkflowError } from './yaml.ts'
import { readTriggers } from './triggers.ts'
import type { Trigger } from './triggers.ts'

export type { Json, JsonObject, WorkflowError } from './yaml.ts'
export type { Input, Trigger } from './triggers.ts'
export type Mapping = YAMLMap<Scalar, Tree>

export interface Concurrency { group: string, cancelInProgress: Json }

export interface Step { name: string, id: string, uses: string, run: string }

export interface Job {
  id: string
  /** As written, with expressions; null if the file gives none. */
  name: string | null
  needs: string[]
  if: string | null
  runsOn: Json
  uses: string | null
  with: JsonObject
  secrets: 'inherit' | { [name: string]: string }
  matrix: Json
  maxParallel: number
  failFast: Json
  continueOnError: Json
  timeoutMinutes: Json
  concurrency: Concurrency | null
  permissions: Json | undefined
  outputs: { [name: string]: string }
  steps: Step[]
  line: number
  node: Mapping
}

export interface Workflow {
  path: string
  name: string
  runName: string
  on: Trigger[]
  env: JsonObject
  defaults: Json
  concurrency: Concurrency | null
  permissions: Json | undefined
  jobs: Job[]
  node: Mapping
}

export type Parsed = { workflow: Workflow, errors: [] } | { workflow: null, errors: WorkflowError[] }

/** Folders that are searched; the first that exists in a commit is used alone. */
export const folders = ['.codestead/workflows', '.gitea/workflows', '.github/workflows']
const maxJobs = 256
const maxErrors = 20
const maxLabels = 50
const idPattern = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/

/** The id of a workflow: its path below the folder; null if the path is not that of a workflow. */
export function workflowId(path: string): string | null {
  const folder = folders.find((name) => path.startsWith(name + '/'))
  return folder && /\.ya?ml$/.test(path) ? path.slice(folder.length + 1) : null
}

/** Reads and checks a file. Never throws on what users write. */
export function parse(text: string, path: string): Parsed {
  const { root, errors, lineOf } = readTree(text)
  const complain = (message: string, at: Tree | Scalar) => {
    if (errors.length < maxErrors) errors.push({ message, line: lineOf(at) })
  }
  const failed = (): Parsed => ({ workflow: null, errors: errors.sort((a, b) => a.line - b.line) })
  if (errors.length) return failed()
  const map = asMap(root)
  if (!map) return { workflow: null, errors: [{ message: 'a workflow is a mapping with on and jobs', line: 1 }] }

  const on = get(map, 'on')
  const triggers = on && (asMap(on) || asSeq(on) || asScalar(on)?.value) ? readTriggers(on, complain) : []
  if (!triggers.length && !errors.length) complain('on names no event', on ?? map)
  const jobsNode = asMap(get(map, 'jobs'))
  if (!jobsNode?.items.length) complain('jobs holds no job', get(map, 'jobs') ?? map)
  if (jobsNode && jobsNode.items.length > maxJobs) complain(`more than ${maxJobs} jobs`, jobsNode)
  const jobs = errors.length ? [] : jobsNode!.items.flatMap(({ key, value }) => readJob(key, value, lineOf, complain) ?? [])
  if (!errors.length) checkNeeds(jobs, complain)
  if (errors.length) return failed()

  return {
    errors: [],
    workflow: {
      path, jobs, on: triggers, node: map,
      name: textOf(get(map, 'name')) ?? '', runName: textOf(get(map, 'run-name')) ?? '',
      env: objectOf(get(map, 'env')), defaults: toJson(get(map, 'defaults')),
      concurrency: concurrencyOf(get(map, 'concurrency')), permissions: permissionsOf(map),
    },
  }
}

function readJob(key: Scalar, value: Tree | null, lineOf: (node: Tree) => number,
  complain: (message: string, at: Tree | Scalar) => void): Job | null {
  const id = keyText(key)
  if (!idPattern.test(id)) {
    complain(`job id ${id.slice(0, 100)} may hold letters, digits, - and _ and starts with a letter or _`, key)
  }
  const map = asMap(value)
  if (!map) {
    complain(`job ${id} must be a mapping`, key)
    return null
  }
  const uses = textOf(get(map, 'uses'))
  const runsOn = toJson(get(map, 'runs-on'))
  const none = runsOn === null || runsOn === '' || (Array.isArray(runsOn) && !runsOn.length)
  if (!uses && none) complain(`job ${id} needs runs-on or uses`, key)
  if (Array.isArray(runsOn) && runsOn.length > maxLabels) complain(`job ${id} has more than ${maxLabels} labels`, key)
  if (uses && get(map, 'steps')) complain(`job ${id} may have uses or steps, not both`, key)
  const steps = get(map, 'steps')
  if (steps && !asSeq(steps)) complain(`steps of job ${id} must be a list`, steps)
  const strategy = get(map, 'strategy')
  if (strategy && !asMap(strategy)) complain(`strategy of job ${id} must be a mapping`, strategy)
  const plan = asMap(strategy)
  const needs = get(map, 'needs')
  return {
    id, uses, runsOn, node: map, line: lineOf(key as Tree),
    name: textOf(get(map, 'name')),
    needs: [...new Set((asSeq(needs)?.items ?? (needs ? [needs] : [])).map((item) => textOf(item) ?? ''))].filter(Boolean),
    if: textOf(get(map, 'if')),
    with: objectOf(get(map, 'with')),
    secrets: textOf(get(map, 'secrets')) === 'inherit' ? 'inherit' : texts(get(map, 'secrets')),
    matrix: toJson(plan ? get(plan, 'matrix') : undefined),
    maxParallel: whole(plan ? get(plan, 'max-parallel') : undefined),
    failFast: (plan ? toJson(get(plan, 'fail-fast')) : null) ?? true,
    continueOnError: toJson(get(map, 'continue-on-error')) ?? false,
    timeoutMinutes: toJson(get(map, 'timeout-minutes')) ?? 360,
    concurrency: concurrencyOf(get(map, 'concurrency')),
    permissions: permissionsOf(map),
    outputs: texts(get(map, 'outputs')),
    steps: (asSeq(steps)?.items ?? []).map((item) => readStep(item, id, complain)),
  }
}

function readStep(node: Tree, job: string, complain: (message: string, at: Tree) => void): Step {
  const map = asMap(node)
  const read = (name: string) => map ? textOf(get(map, name)) ?? '' : ''
  const step = { name: read('name'), id: read('id'), uses: read('uses'), run: read('run') }
  if (!map) complain(`a step of job ${job} must be a mapping`, node)
  else if (!step.uses === !get(map, 'run')) complain(`a step of job ${job} needs either run or uses`, node)
  return step
}

/** The name of a step as it is shown: its own, else what it runs. */
export function stepName(step: Step): string {
  const shown = step.name || `Run ${(step.uses || step.run.trim().split('\n')[0] || step.id).trim()}`
  return shown.slice(0, 255)
}

function checkNeeds(jobs: Job[], complain: (message: string, at: Tree) => void) {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  for (const job of jobs) {
    for (const need of job.needs) {
      if (!byId.has(need)) complain(`job ${job.id} needs ${need.slice(0, 100)}, which does not exist`, get(job.node, 'needs')!)
    }
  }
  // Jobs are taken away as their needs are; what stays stands in a circle.
  const left = new Set(jobs)
  for (let before = -1; before !== left.size;) {
    before = left.size
    for (const job of left) if (!job.needs.some((need) => left.has(byId.get(need)!))) left.delete(job)
  }
  for (const job of left) complain(`job ${job.id} waits for itself through needs`, get(job.node, 'needs')!)
}

function textOf(node: Tree | null | undefined): string | null {
  const scalar = asScalar(node)
  return scalar && scalar.value !== null ? scalarText(scalar) : null
}

function texts(node: Tree | undefined): { [name: string]: string } {
  const made: { [name: string]: string } = Object.create(null)
  for (const { key, value } of asMap(node)?.items ?? []) made[keyText(key)] = textOf(value) ?? ''
  return made
}

function objectOf(node: Tree | undefined): JsonObject {
  return asMap(node) ? toJson(node) as JsonObject : Object.create(null)
}

function permissionsOf(map: Mapping): Json | undefined {
  const node = get(map, 'permissions')
  return node && toJson(node)
}

// Fractions are cut; anything but a positive number means no limit.
function whole(node: Tree | undefined): number {
  const value = Math.trunc(Number(toJson(node) ?? 0))
  return value > 0 && Number.isSafeInteger(value) ? value : 0
}

function concurrencyOf(node: Tree | undefined): Concurrency | null {
  const map = asMap(node)
  const group = textOf(map ? get(map, 'group') : node)
  return group ? { group, cancelInProgress: map ? toJson(get(map, 'cancel-in-progress')) ?? false : false } : null
}
