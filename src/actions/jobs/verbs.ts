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
