// From a workflow to rows: which jobs there are, what they are called, where they run, what waits.
import { ExpressionError, fill, interpolate, isObject, reads, toText, truthy } from './expressions.ts'
import type { Contexts } from './expressions.ts'
import { combinations, matrixText } from './matrix.ts'
import { singleJob } from './payload.ts'
import { stepName } from './workflow.ts'
import type { Concurrency, Job, Json, JsonObject, Workflow } from './workflow.ts'

export interface Group { group: string, cancelInProgress: boolean }

export interface PlannedJob {
  key: string
  name: string
  needs: string[]
  /** Callers of reusable workflows and deferred jobs start blocked, as do jobs with needs or beyond max-parallel. */
  state: 'waiting' | 'blocked'
  /** Must be planned again (expand) when its needs are done, because it reads their outputs. */
  deferred: boolean
  /** A reusable workflow; the row itself never reaches a runner. */
  uses: string | null
  if: string | null
  runsOn: string[]
  matrix: JsonObject | null
  maxParallel: number
  failFast: boolean
  continueOnError: boolean
  timeoutMinutes: number
  /** As written; settle it with concurrency() when the job becomes ready. */
  concurrency: Concurrency | null
  permissions: Json | undefined
  steps: string[]
  /** YAML for the runner; empty for callers and deferred jobs. */
  payload: string
}

export interface PlanError { job: string, message: string }
export interface Plan { runName: string, concurrency: Group | null, jobs: PlannedJob[], errors: PlanError[] }

export const maxJobs = 256
const maxName = 255
// All payloads of a run together: a large job times a large matrix must not fill the database.
const maxPayload = 8 * 1024 * 1024

/** Plans all jobs. Contexts: github, vars, inputs. Errors mean that no run can be made of it. */
export function plan(workflow: Workflow, contexts: Contexts): Plan {
  const made: Plan = { runName: runName(workflow, contexts), concurrency: null, jobs: [], errors: [] }
  const budget = { left: maxPayload }
  const attempt = (job: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      made.errors.push({ job, message: error.message })
    }
  }
  attempt('', () => {
    made.concurrency = concurrency(workflow.concurrency, contexts)
  })
  for (const job of workflow.jobs) {
    attempt(job.id, () => {
      made.jobs.push(...isDeferred(job) ? [placeholder(job)] : rows(workflow, job, contexts, made.runName, budget))
      if (made.jobs.length > maxJobs) throw new ExpressionError(`the workflow gives more than ${maxJobs} jobs`)
    })
    if (made.jobs.length > maxJobs) break
  }
  return made
}

/** Plans one deferred job again, now with the needs context. */
export function expand(workflow: Workflow, key: string, contexts: Contexts): { jobs: PlannedJob[], error: string | null } {
  const job = workflow.jobs.find((one) => one.id === key)
  if (!job) return { jobs: [], error: `there is no job ${key}` }
  try {
    return { jobs: rows(workflow, job, contexts, runName(workflow, contexts), { left: maxPayload }), error: null }
  } catch (error) {
    if (error instanceof ExpressionError) return { jobs: [], error: error.message }
    throw error
  }
}

/** An evaluated concurrency group; null if there is none. Throws ExpressionError. */
export function concurrency(given: Concurrency | null, contexts: Contexts): Group | null {
  const group = given && interpolate(given.group, contexts)
  if (!group) return null
  const cancel = fill(given.cancelInProgress, contexts)
  return { group, cancelInProgress: cancel === 'false' ? false : truthy(cancel) }
}

// A title that cannot be evaluated is no reason to refuse the run: the commit's title is shown instead.
function runName(workflow: Workflow, contexts: Contexts): string {
  try {
    return cut(interpolate(workflow.runName, contexts).trim())
  } catch (error) {
    if (error instanceof ExpressionError) return ''
    throw error
  }
}

function cut(text: string): string {
  return text.length > maxName ? [...text].slice(0, maxName).join('') : text
}

function isDeferred(job: Job): boolean {
  const settled = [job.matrix, job.runsOn, job.name, job.continueOnError, job.failFast, job.timeoutMinutes]
  return job.needs.length > 0 && reads(settled, 'needs')
}

function outline(job: Job) {
  return {
    key: job.id, needs: job.needs, uses: job.uses, if: job.if, maxParallel: job.maxParallel, concurrency: job.concurrency,
    permissions: job.permissions, steps: job.steps.map(stepName),
  }
}

function placeholder(job: Job): PlannedJob {
  return {
    ...outline(job), name: cut(job.name || job.id), state: 'blocked', deferred: true, runsOn: [], matrix: null, failFast: true,
    continueOnError: false, timeoutMinutes: 0, payload: '',
  }
}

function rows(workflow: Workflow, job: Job, contexts: Contexts, title: string, budget: { left: number }): PlannedJob[] {
  const filled = job.matrix === null ? null : fill(job.matrix, contexts)
  const found = filled === null ? [null] : combinations(filled)
  if (typeof found === 'string') throw new ExpressionError(found)
  const total = found.length
  const made = found.map((matrix, index): PlannedJob => {
    const failFast = truthy(fill(job.failFast, contexts))
    const limit = job.maxParallel || total
    const strategy = { 'fail-fast': failFast, 'job-index': index, 'job-total': total, 'max-parallel': limit }
    const known: Contexts = { ...contexts, matrix: matrix ?? {}, strategy }
    const runsOn = job.uses ? [] : labels(fill(job.runsOn, known))
    const name = cut(jobName(job, matrix, known))
    const minutes = Number(fill(job.timeoutMinutes, known))
    const payload = job.uses ? '' : singleJob(workflow, job, { name, runName: title, runsOn, matrix })
    budget.left -= payload.length
    if (budget.left < 0) throw new ExpressionError('the jobs are too large together')
    return {
      ...outline(job), name, runsOn, matrix, failFast, deferred: false, state: 'waiting',
      continueOnError: flag(fill(job.continueOnError, known)),
      timeoutMinutes: Number.isFinite(minutes) && minutes > 0 ? minutes : 360,
      payload,
    }
  })
  if (total > 1) made.sort((a, b) => order(matrixText(a.matrix!), matrixText(b.matrix!)))
  made.forEach((row, index) => {
    if (row.needs.length || row.uses || (row.maxParallel && index >= row.maxParallel)) row.state = 'blocked'
  })
  return made
}


const order = (a: string, b: string) => a < b ? -1 : a > b ? 1 : 0

function flag(value: Json): boolean {
  return typeof value === 'string' ? value.toLowerCase() === 'true' : truthy(value)
}

function jobName(job: Job, matrix: JsonObject | null, contexts: Contexts): string {
  const name = job.name || job.id
  if (name.includes('${{')) return interpolate(name, contexts).trim() || job.id
  return matrix && Object.keys(matrix).length ? `${name} (${matrixText(matrix)})` : name
}

function labels(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(labels)
  if (isObject(value)) return [...labels(value.labels ?? null), ...labels(value.group ?? null)]
  const text = toText(value).trim()
  return text ? [text] : []
}
