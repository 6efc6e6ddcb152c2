// What the change of one job does to the others: needs, matrices, fail-fast, concurrency groups, calls.
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { ExpressionError, type Contexts } from '../engine/expressions.ts'
import { concurrency, expand, maxJobs } from '../engine/plan.ts'
import { callContexts, callOutputs } from '../engine/reusable.ts'
import { isFinal, needsOf, resolve, type JobState } from '../engine/status.ts'
import type { Workflow } from '../engine/workflow.ts'
import type { RunJobRow } from '../tables.ts'
import { stop } from '../tasks/verbs.ts'
import type { Call } from './calls.ts'
import { contextsOf } from './contexts.ts'
import { workflowOf } from './files.ts'
import { addJobs, columnsOf, flush, move, open, rowOf, type Progress } from './progress.ts'
import * as store from './store.ts'

const busy: JobState[] = ['running', 'cancelling']
const pending: JobState[] = ['waiting', 'blocked']

/** Goes on until nothing moves, writes it down, then lets in who waited for this run's groups. */
export async function settle(cx: Cx, tx: Db, at: Progress): Promise<void> {
  const was = new Map(at.before)
  for (let rounds = 0; rounds < 1000; rounds++) {
    await failFast(cx, tx, at)
    const moves = resolve(rowsOf(at), (row) => contextsFor(at, at.jobs.find((one) => one.id === row.id)!), (row) => isHeld(at, at.jobs.find((one) => one.id === row.id)!))
    if (moves.length === 0) break
    for (const { id, to } of moves) {
      const job = at.jobs.find((one) => one.id === id)!
      if (to === 'expand') await enlarge(cx, tx, at, job)
      else if (to === 'waiting' && job.concurrency) await admit(cx, tx, at, job)
      else move(cx, at, job, to)
    }
  }
  await flush(cx, tx, at)
  const ended = at.jobs.filter((one) => isFinal(one.status) && !isFinal(was.get(one.id) ?? 'blocked'))
  const groups = new Set([...ended.map((one) => one.group_name), ...(ended.length > 0 ? [at.run.group_name] : [])].filter(Boolean))
  for (const group of groups) await release(cx, tx, at.run.repo_id, group)
}

/** Rows with the outputs of callers whose jobs have all ended. */
function rowsOf(at: Progress) {
  for (const job of at.jobs) {
    if (!job.uses || isFinal(job.status)) continue
    const children = at.jobs.filter((one) => one.parent_id === job.id)
    if (children.length === 0 || !children.every((one) => isFinal(one.status))) continue
    const call: Call = JSON.parse(job.callee)
    const keys = [...new Set(children.map((one) => one.key))]
    const needs = needsOf({ ...rowOf(children[0]), needs: keys }, children.map(rowOf))
    job.outputs = JSON.stringify(callOutputs(workflowOf(job.callee_text, call.path), needs, contextsFor(at, children[0])))
    at.changed.add(job)
  }
  return at.jobs.map(rowOf)
}

/** github, vars and inputs as the job sees them; called workflows have inputs of their own. */
export function contextsFor(at: Progress, job: RunJobRow): Contexts {
  const parent = job.parent_id === null ? undefined : at.jobs.find((one) => one.id === job.parent_id)
  if (!parent) return contextsOf(at.known)
  const { inputs }: Call = JSON.parse(parent.callee)
  return callContexts(contextsFor(at, parent), { ...inputs, errors: [] })
}

/** The file a job was written in, and its path. */
export function fileOf(at: Progress, job: RunJobRow): Workflow {
  const parent = job.parent_id === null ? undefined : at.jobs.find((one) => one.id === job.parent_id)
  return parent ? workflowOf(parent.callee_text, (JSON.parse(parent.callee) as Call).path) : workflowOf(at.run.workflow_text, at.run.path)
}

const isHeld = (at: Progress, job: RunJobRow): boolean =>
  at.run.approval === 'needed' || at.run.is_held || job.is_held || (job.callee !== '' && !at.jobs.some((one) => one.parent_id === job.id))

/** With fail-fast, one failure of a matrix ends the rest of it. */
async function failFast(cx: Cx, tx: Db, at: Progress): Promise<void> {
  for (const failed of at.jobs) {
    if (failed.status !== 'failure' || !failed.is_fail_fast || failed.is_tolerated || !failed.matrix || at.before.get(failed.id) === 'failure') continue
    for (const other of at.jobs) {
      if (other.key !== failed.key || other.parent_id !== failed.parent_id || isFinal(other.status)) continue
      other.is_spared = true
      await stopJob(cx, tx, at, other, false)
    }
  }
}

/** Ends one job: at once if nobody runs it, else as its runner can. */
export async function stopJob(cx: Cx, tx: Db, at: Progress, job: RunJobRow, force: boolean): Promise<void> {
  if (isFinal(job.status)) return
  if (job.uses && at.jobs.some((one) => one.parent_id === job.id)) {
    for (const child of at.jobs) if (child.parent_id === job.id) await stopJob(cx, tx, at, child, force)
    return
  }
  move(cx, at, job, job.task_id !== null && busy.includes(job.status) ? await stop(cx, tx, job.task_id, force) : 'cancelled')
}

/** A deferred job or a call whose needs are done gets its rows. */
async function enlarge(cx: Cx, tx: Db, at: Progress, job: RunJobRow): Promise<void> {
  if (!job.is_deferred) {
    // the called file lies in git, which is not read inside a transaction
    job.callee = 'pending'
    at.changed.add(job)
    await cx.jobs.enqueue(tx, 'actions.call', { run_id: at.run.id, job_id: job.id })
    return
  }
  const { jobs, error } = expand(fileOf(at, job), job.key, { ...contextsFor(at, job), needs: needsOf(rowOf(job), at.jobs.map(rowOf)) })
  if (error || jobs.length === 0 || at.jobs.length + jobs.length - 1 > maxJobs) {
    job.is_deferred = false
    return move(cx, at, job, 'failure')
  }
  Object.assign(job, columnsOf(jobs[0]), { status: 'blocked', updated_at: cx.now() })
  at.changed.add(job)
  await addJobs(cx, tx, at, jobs.slice(1), { parent_id: job.parent_id ?? undefined, blocked: true })
}

/** A job that is ready asks for its group. */
async function admit(cx: Cx, tx: Db, at: Progress, job: RunJobRow): Promise<void> {
  try {
    const row = rowOf(job)
    const group = concurrency(JSON.parse(job.concurrency), { ...contextsFor(at, job), needs: needsOf(row, at.jobs.map(rowOf)), matrix: row.matrix ?? {} })
    at.changed.add(job)
    if (!group) return move(cx, at, job, 'waiting')
    job.group_name = group.group.slice(0, 255)
    job.is_group_cancel = group.cancelInProgress
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return move(cx, at, job, 'failure')
  }
  if (await enter(cx, tx, at, job)) move(cx, at, job, 'waiting')
  else job.is_held = true
}

/** Makes room in a group for a run, or for one of its jobs; false if it has to wait. */
export async function enter(cx: Cx, tx: Db, at: Progress, job?: RunJobRow): Promise<boolean> {
  const { group_name: group, is_group_cancel: cancels } = job ?? at.run
  const repo = at.run.repo_id
  const states = cancels ? [...pending, ...busy] : pending
  for (const other of await store.listGrouped(tx, repo, group, states, at.run.id)) await cancelRun(cx, tx, other.id, false)
  const mine = job ? at.jobs.filter((one) => one.id !== job.id && one.group_name === group && states.includes(one.status)) : []
  for (const other of mine) await stopJob(cx, tx, at, other, false)
  for (const other of await store.listGroupedJobs(tx, repo, group, states, { run: at.run.id })) {
    const theirs = await open(cx, tx, other.run_id, at.by_id)
    const row = theirs?.jobs.find((one) => one.id === other.id)
    if (!theirs || !row) continue
    await stopJob(cx, tx, theirs, row, false)
    await settle(cx, tx, theirs)
  }
  return cancels || !(await isTaken(tx, repo, group, at.run.id, at.jobs.filter((one) => one.group_name === group && one.id !== job?.id)))
}

async function isTaken(tx: Db, repoId: number, group: string, runId: number, own: RunJobRow[]): Promise<boolean> {
  if (own.some((one) => busy.includes(one.status))) return true
  const runs = await store.listGrouped(tx, repoId, group, busy, runId)
  return runs.length > 0 || (await store.listGroupedJobs(tx, repoId, group, busy, { run: runId })).length > 0
}

/** The group has become free: whoever waited longest goes on. */
async function release(cx: Cx, tx: Db, repoId: number, group: string): Promise<void> {
  if (await isTaken(tx, repoId, group, 0, [])) return
  const run = (await store.listGrouped(tx, repoId, group, pending, 0)).find((one) => one.is_held && one.approval !== 'needed')
  const job = run ? undefined : (await store.listGroupedJobs(tx, repoId, group, ['blocked'], {})).find((one) => one.is_held)
  const at = run ? await open(cx, tx, run.id) : job && (await open(cx, tx, job.run_id))
  if (!at) return
  if (run) at.run.is_held = false
  const row = job && at.jobs.find((one) => one.id === job.id)
  if (row) {
    row.is_held = false
    at.changed.add(row)
  }
  await settle(cx, tx, at)
}

/** Ends what has not ended in the latest attempt. */
export async function cancelRun(cx: Cx, tx: Db, runId: number, force: boolean, by_id?: number): Promise<Progress | undefined> {
  const at = await open(cx, tx, runId, by_id)
  if (!at) return undefined
  at.run.is_held = false
  for (const job of at.jobs.filter((one) => one.parent_id === null)) await stopJob(cx, tx, at, job, force)
  await settle(cx, tx, at)
  return at
}
