// What runners report of their tasks.
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { isFinal, type Conclusion, type JobState } from '../engine/status.ts'
import { move, open } from '../runs/progress.ts'
import { settle } from '../runs/settle.ts'
import type { RunnerRow, TaskRow } from '../tables.ts'
import { append, type LogLine } from '../tasks/logs.ts'
import * as tasks from '../tasks/store.ts'
import { end } from '../tasks/verbs.ts'

/** A report that cannot be taken; the text goes to the runner. */
export class ReportRefused extends Error {
  code: 'NotFound' | 'InvalidArgument'
  constructor(code: ReportRefused['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface StepReport {
  number: number
  result: Conclusion | undefined
  started_at: number
  stopped_at: number
  log_index: number
  log_length: number
}
export interface TaskReport {
  id: number
  result: Conclusion | undefined
  stopped_at: number
  steps: StepReport[]
  outputs: { [name: string]: string }
}

const maxOutput = 1024 * 1024
const maxOutputs = 16 * 1024 * 1024

/** Stores a report; the task's state and the names of all outputs known. */
export function update(cx: Cx, runner: RunnerRow, report: TaskReport): Promise<{ status: JobState; outputs: string[] }> {
  return cx.write(async (tx) => {
    const job = await tasks.findJob(tx, report.id)
    if (!job) throw new ReportRefused('NotFound', 'update task: resource does not exist')
    // heartbeats leave the run's other jobs alone
    const weighty = report.result !== undefined || Object.keys(report.outputs).length > 0
    const at = weighty ? await open(cx, tx, job.run_id) : undefined
    const task = await own(tx, runner, report.id, 'update task: resource does not exist')
    if (isFinal(task.status)) return { status: task.status, outputs: await outputNames(tx, task) }
    await tasks.update(tx, task.id, { heard_at: cx.now() })
    await steps(tx, task, report)
    const row = at?.jobs.find((one) => one.id === job.id)
    if (!at || !row) return { status: task.status, outputs: await outputNames(tx, task) }
    const outputs = kept(JSON.parse(row.outputs), report.outputs)
    row.outputs = JSON.stringify(outputs)
    at.changed.add(row)
    let status = task.status as JobState
    if (report.result !== undefined) {
      const stopped = report.stopped_at > 0 ? Math.min(report.stopped_at, cx.now() + 60) : cx.now()
      status = await end(cx, tx, task, task.status === 'cancelling' ? 'cancelled' : report.result, stopped)
      row.stopped_at = stopped
      move(cx, at, row, status)
    }
    await settle(cx, tx, at)
    return { status, outputs: Object.keys(outputs) }
  })
}

async function own(tx: Db, runner: RunnerRow, taskId: number, missing: string): Promise<TaskRow> {
  const task = await tasks.take(tx, taskId)
  if (!task) throw new ReportRefused('NotFound', missing)
  if (task.runner_id !== runner.id) throw new ReportRefused('InvalidArgument', 'invalid runner for task')
  return task
}

const outputNames = async (tx: Db, task: TaskRow): Promise<string[]> => Object.keys(JSON.parse((await tasks.outputsOf(tx, task.job_id))?.outputs ?? '{}'))

/** The first value of a name stays. */
function kept(known: { [name: string]: string }, sent: { [name: string]: string }) {
  let size = Object.values(known).reduce((sum, one) => sum + one.length, 0)
  for (const [name, value] of Object.entries(sent)) {
    if (Object.hasOwn(known, name) || !name || Buffer.byteLength(name) > 255 || Buffer.byteLength(value) > maxOutput || (size += value.length) > maxOutputs) continue
    Object.defineProperty(known, name, { value: value.replaceAll('\0', ''), enumerable: true, writable: true, configurable: true })
  }
  return known
}

async function steps(tx: Db, task: TaskRow, report: TaskReport): Promise<void> {
  const known = new Map((await tasks.listSteps(tx, [task.id])).map((one) => [one.number, one]))
  for (const { number, result, ...times } of report.steps) {
    const was = known.get(number)
    if (!was || isFinal(was.status)) continue
    const status: JobState = result ?? (times.started_at > 0 ? 'running' : was.status)
    if (status === was.status && times.log_length === was.log_length && times.log_index === was.log_index && times.started_at === was.started_at) continue
    await tasks.updateStep(tx, task.id, number, { status, ...times })
  }
}

/** Stores rows of a log; the number of the row wanted next. */
export function log(cx: Cx, runner: RunnerRow, sent: { task_id: number; index: number; rows: LogLine[]; no_more: boolean }): Promise<number> {
  return cx.write(async (tx) => {
    const task = await own(tx, runner, sent.task_id, `get task: task with id ${sent.task_id}: resource does not exist`)
    // an acknowledgement, so that the runner lets go of it
    if (task.is_cut_off) return Math.max(task.log_rows, sent.index + sent.rows.length)
    if (!isFinal(task.status)) await tasks.update(tx, task.id, { heard_at: cx.now() })
    return append(cx, tx, task, sent.index, sent.rows, sent.no_more)
  })
}
