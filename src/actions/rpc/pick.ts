// Handing a waiting job to exactly one runner.
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { hashToken, newToken } from '../../kernel/secrets.ts'
import { accepts } from '../engine/labels.ts'
import * as runnerStore from '../runners/store.ts'
import { move, open } from '../runs/progress.ts'
import { settle } from '../runs/settle.ts'
import type { RunnerRow } from '../tables.ts'
import * as tasks from '../tasks/store.ts'
import { accessOf, assemble, type Assembled } from './assemble.ts'

const page = 200
const maxSearches = 16
let searches = 0

export interface Fetched {
  task?: Assembled
  version: number
}

/** Looks for work only if the runner's version is not the present one; 0 always looks. */
export async function fetch(cx: Cx, runner: RunnerRow, sent: number): Promise<Fetched> {
  const version = await runnerStore.version(cx.db, runner)
  if (sent === version || runner.is_disabled) return { version }
  // repeating the sent version makes the runner ask again
  if (searches >= maxSearches) return { version: sent }
  searches++
  try {
    return { task: await pick(cx, runner), version }
  } finally {
    searches--
  }
}

async function pick(cx: Cx, runner: RunnerRow): Promise<Assembled | undefined> {
  if (runner.is_ephemeral && (await tasks.hasWorked(cx.db, runner.id))) return undefined
  const labels: string[] = JSON.parse(runner.labels)
  for (let offset = 0; ; offset += page) {
    const waiting = await tasks.listWaiting(cx.db, runner, page, offset)
    for (const one of waiting) {
      if (!accepts(labels, JSON.parse(one.runs_on))) continue
      const task = await cx.write((tx) => claim(cx, tx, runner, one))
      if (task) return task
    }
    if (waiting.length < page) return undefined
  }
}

/** All of it or nothing: if the task cannot be put together, the job goes on waiting. */
async function claim(cx: Cx, tx: Db, runner: RunnerRow, wanted: { id: number; run_id: number }): Promise<Assembled | undefined> {
  const at = await open(cx, tx, wanted.run_id)
  const job = at?.jobs.find((one) => one.id === wanted.id)
  if (!at || !job || job.status !== 'waiting') return undefined
  const still = await runnerStore.find(tx, runner.id, undefined)
  if (!still || still.is_disabled || (still.is_ephemeral && (await tasks.hasWorked(tx, runner.id)))) return undefined
  const now = cx.now()
  if (!(await tasks.claim(tx, job.id, now))) return undefined
  const token = newToken()
  const task = await tasks.insert(tx, {
    job_id: job.id, repo_id: job.repo_id, runner_id: runner.id, status: 'running', token_hash: hashToken(token), access: JSON.stringify(accessOf(at, job)), heard_at: now, started_at: now,
    stopped_at: 0, is_cut_off: false, log_rows: 0, log_bytes: 0, is_log_sealed: false, log_key: '', is_log_gone: false,
  })
  const names: string[] = JSON.parse(job.steps)
  if (names.length > 0) {
    await tasks.insertSteps(tx, names.slice(0, 1000).map((name, number) => ({ task_id: task.id, number, name, status: 'waiting' as const, started_at: 0, stopped_at: 0, log_index: 0, log_length: 0 })))
  }
  job.task_id = task.id
  move(cx, at, job, 'running')
  const made = await assemble(cx, tx, at, job, task, token)
  await settle(cx, tx, at)
  return made
}
