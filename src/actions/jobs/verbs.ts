import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import type { RunJobRow } from '../tables.ts'
import { read, type FoundLog } from '../tasks/logs.ts'
import * as tasks from '../tasks/store.ts'
import * as store from './store.ts'

export async function get(cx: Cx, repo: Repo, id: number): Promise<RunJobRow> {
  const job = await store.find(cx.db, repo.id, id)
  if (!job) throw notFound()
  return job
}

/** Ids ascend unless asked otherwise; `order` is looked at only together with `sort`. */
export function newestFirst({ sort, order }: { sort?: string; order?: string }): boolean {
  if (!sort) return false
  if (order && order !== 'asc' && order !== 'desc') throw invalid(`invalid order ${order}`)
  if (sort !== 'id') throw invalid(`invalid sort ${sort}`)
  return order === 'desc'
}

export interface NamedLog extends FoundLog {
  name: string
}

const safe = (text: string) => text.replace(/[^\w.() -]+/g, '_').slice(0, 150)

/** The log of a job as a file; 404 if it has none. */
export async function log(cx: Cx, repo: Repo, id: number, range?: { start: number; end?: number }): Promise<NamedLog> {
  const job = await get(cx, repo, id)
  const task = job.task_id === null ? undefined : await tasks.find(cx.db, job.task_id)
  const found = task && (await read(cx, task, range))
  const [run] = found ? await store.listRuns(cx.db, [job.run_id]) : []
  if (!task || !found || !run) throw notFound()
  return { ...found, name: `${safe(run.workflow.replace(/\.ya?ml$/, ''))}-${safe(job.name)}-${task.id}.log` }
}

export interface ToldStep {
  name: string
  state: RunJobRow['status']
  started_at: number
  stopped_at: number
  lines: string[]
}

/** What a page shows of a log, at most. */
export const SHOWN_BYTES = 2 * 1024 * 1024

/** The steps of a job with their lines; `cut` when only the end of the log is there, `gone` when it was removed. */
export async function told(cx: Cx, repo: Repo, id: number): Promise<{ job: RunJobRow; steps: ToldStep[]; rest: string[]; cut: boolean; gone: boolean }> {
  const job = await get(cx, repo, id)
  const task = job.task_id === null ? undefined : await tasks.find(cx.db, job.task_id)
  if (!task) return { job, steps: [], rest: [], cut: false, gone: false }
  const rows = await tasks.listSteps(cx.db, [task.id])
  const all = await read(cx, task)
  const cut = (all?.size ?? 0) > SHOWN_BYTES
  const found = all && cut ? await read(cx, task, { start: all.size - SHOWN_BYTES }) : all
  if (cut && all && !Buffer.isBuffer(all.body)) all.body.destroy()
  const lines = found ? (await text(found.body)).split('\n').slice(cut ? 1 : 0, -1) : []
  // the end of the log is what is there when it is cut: rows are counted from its end
  const first = cut ? task.log_rows - lines.length : 0
  const at = (index: number) => Math.max(0, index - first)
  const steps = rows.map((row) => ({ name: row.name, state: row.status, started_at: row.started_at, stopped_at: row.stopped_at, lines: row.log_length > 0 ? lines.slice(at(row.log_index), at(row.log_index + row.log_length)) : [] }))
  const spoken = rows.reduce((most, row) => Math.max(most, row.log_index + row.log_length), 0)
  return { job, steps, rest: lines.slice(at(spoken)), cut, gone: task.is_log_gone }
}

async function text(body: NamedLog['body']): Promise<string> {
  if (Buffer.isBuffer(body)) return body.toString('utf8')
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
