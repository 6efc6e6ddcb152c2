// States of jobs and runs, their words on the wire, and what the end of one job does to those that wait for it.
import { ExpressionError, holds } from './expressions.ts'
import type { Contexts, Outcome } from './expressions.ts'
import type { JsonObject } from './workflow.ts'

export type JobState = 'waiting' | 'running' | 'success' | 'failure' | 'cancelled' | 'cancelling' | 'skipped' | 'blocked'
export type Conclusion = 'success' | 'failure' | 'cancelled' | 'skipped'
export type WireStatus = 'queued' | 'waiting' | 'in_progress' | 'completed'

export const finalStates: Conclusion[] = ['success', 'failure', 'cancelled', 'skipped']

export function isFinal(state: JobState): state is Conclusion {
  return (finalStates as JobState[]).includes(state)
}

/** status and, once finished, conclusion as clients read them. */
export function wireStatus(state: JobState): { status: WireStatus, conclusion?: Conclusion } {
  if (isFinal(state)) return { status: 'completed', conclusion: state }
  return { status: state === 'waiting' ? 'queued' : state === 'blocked' ? 'waiting' : 'in_progress' }
}

const filterWords: { [word: string]: JobState[] } = {
  __proto__: null as never,
  pending: ['blocked'], waiting: ['blocked'], requested: ['blocked'], action_required: ['blocked'],
  queued: ['waiting'], in_progress: ['running'], failure: ['failure'], success: ['success'],
  skipped: ['skipped'], neutral: ['skipped'], cancelled: ['cancelled'], timed_out: ['cancelled'], completed: finalStates,
}

/** The states that a `status` filter word selects; null if the word is unknown. */
export function filterStates(word: string): JobState[] | null {
  return filterWords[word] ?? null
}

/** What webhooks call a change of a job to this state. */
export function jobAction(state: JobState): WireStatus {
  return wireStatus(state).status
}

/** What webhooks and `workflow_run` call a change of a run to this state. */
export function runAction(state: JobState): 'requested' | 'in_progress' | 'completed' {
  if (isFinal(state)) return 'completed'
  return state === 'waiting' || state === 'blocked' ? 'requested' : 'in_progress'
}

/** The state of the commit status that shows a job. */
export function commitState(state: JobState): 'pending' | 'success' | 'failure' | 'skipped' {
  if (!isFinal(state)) return 'pending'
  return state === 'cancelled' ? 'failure' : state
}

/** The description of that commit status. */
export function commitDescription(state: JobState, seconds: number): string {
  const took = clock(seconds)
  switch (state) {
    case 'waiting': return 'Waiting to run'
    case 'blocked': return 'Blocked by required conditions'
    case 'running': return 'In progress'
    case 'cancelling': return 'Canceling'
    case 'success': return `Successful in ${took}`
    case 'failure': return `Failing after ${took}`
    case 'cancelled': return `Canceled after ${took}`
    default: return 'Skipped'
  }
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return h ? `${h}h${m}m${s}s` : m ? `${m}m${s}s` : `${s}s`
}

/** The state of a run, of a matrix group or of a caller, from its jobs. */
export function aggregate(jobs: { state: JobState, continueOnError: boolean }[]): JobState {
  if (jobs.every((job) => job.state === 'skipped')) return 'skipped'
  const fine = (state: JobState) => state === 'success' || state === 'skipped'
  if (jobs.every((job) => fine(job.state) || (job.state === 'failure' && job.continueOnError))) return 'success'
  const order: JobState[] = ['cancelling', 'running', 'waiting', 'blocked', 'cancelled']
  return order.find((state) => jobs.some((job) => job.state === state)) ?? 'failure'
}

export interface JobRow {
  id: number
  key: string
  /** The caller's id for jobs of a reusable workflow; needs and max-parallel reach siblings only. */
  parent: number | null
  state: JobState
  needs: string[]
  if: string | null
  continueOnError: boolean
  maxParallel: number
  deferred: boolean
  uses: string | null
  matrix: JsonObject | null
  outputs: { [name: string]: string }
}

/** `expand`: a deferred job or a caller is ready and its rows must be made now. Other words are the new state. */
export interface Transition { id: number, to: JobState | 'expand', reason: string }

export type Needs = { [key: string]: { result: Conclusion, outputs: { [name: string]: string } } }

/** Results and outputs of a job's needs, for expressions and for the runner's task. Unfinished needs are left out. */
export function needsOf(job: JobRow, jobs: JobRow[]): Needs {
  const made: Needs = Object.create(null)
  for (const key of job.needs) {
    const rows = jobs.filter((row) => row.key === key && row.parent === job.parent)
    if (!rows.length || !rows.every((row) => isFinal(row.state))) continue
    const outputs: { [name: string]: string } = Object.create(null)
    for (const row of rows) {
      for (const [name, value] of Object.entries(row.outputs)) {
        if (value !== '' || outputs[name] === undefined) outputs[name] = value
      }
    }
    made[key] = { result: aggregate(rows) as Conclusion, outputs }
  }
  return made
}

export function outcomeOf(needs: Needs): Outcome {
  const results = Object.values(needs).map((need) => need.result)
  return {
    success: results.every((result) => result === 'success'),
    failure: results.includes('failure'),
    cancelled: results.includes('cancelled'),
  }
}

/**
 * What happens next to the jobs of one attempt. `contexts` gives github, vars and inputs for a job;
 * `held` keeps jobs back that wait for an approval or a concurrency group.
 */
export function resolve(jobs: JobRow[], contexts: (job: JobRow) => Contexts,
  held: (job: JobRow) => boolean = () => false): Transition[] {
  const rows = jobs.map((job) => ({ ...job }))
  const made = new Map<number, Transition>()
  const move = (job: JobRow, to: JobState | 'expand', reason: string) => {
    made.set(job.id, { id: job.id, to, reason })
    if (to !== 'expand') job.state = to
  }
  // Skipping one job may settle the next, so the rows are gone over until nothing moves.
  for (let moved = true; moved;) {
    moved = false
    for (const job of rows) {
      const children = job.uses ? rows.filter((row) => row.parent === job.id) : []
      const state = children.length ? aggregate(children) : job.state
      if (children.length && !isFinal(job.state)) {
        if (state !== job.state) {
          move(job, state, 'its jobs')
          moved = true
        }
      } else if (job.state === 'blocked' && !made.has(job.id) && !held(job)) {
        const step = next(job, rows, contexts)
        if (step) {
          move(job, ...step)
          moved = true
        }
      }
    }
  }
  return [...made.values()]
}

function next(job: JobRow, rows: JobRow[], contexts: (job: JobRow) => Contexts): [JobState | 'expand', string] | null {
  const siblings = rows.filter((row) => row.parent === job.parent)
  if (siblings.some((row) => job.needs.includes(row.key) && !isFinal(row.state))) return null
  const caller = job.uses !== null || job.deferred
  // The `if` of a job that needs nothing is asked by the runner.
  if (job.needs.length || caller) {
    const needs = needsOf(job, rows)
    try {
      const known: Contexts = { ...contexts(job), needs, matrix: job.matrix ?? {} }
      if (!holds(job.if, known, outcomeOf(needs))) return ['skipped', 'its condition does not hold']
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      return ['failure', `its condition cannot be evaluated: ${error.message}`]
    }
  }
  if (caller) return ['expand', 'its needs are done']
  const busy = siblings.filter((row) => row.key === job.key && ['waiting', 'running', 'cancelling'].includes(row.state)).length
  return job.maxParallel && busy >= job.maxParallel ? null : ['waiting', 'its needs are done']
}

/** The given jobs and all that need them, directly or not: what a re-run has to repeat. */
export function withDependents(jobs: Pick<JobRow, 'id' | 'key' | 'parent' | 'needs'>[], ids: Iterable<number>): Set<number> {
  const made = new Set(ids)
  for (let before = -1; before !== made.size;) {
    before = made.size
    const chosen = new Set(jobs.filter((job) => made.has(job.id)).map((job) => `${job.parent} ${job.key}`))
    for (const job of jobs) if (job.needs.some((need) => chosen.has(`${job.parent} ${need}`))) made.add(job.id)
  }
  return made
}
