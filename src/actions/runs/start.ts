// From an event and a workflow file to a run with its jobs, in the writer's transaction.
import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { plan } from '../engine/plan.ts'
import type { JsonObject } from '../engine/workflow.ts'
import type { RunFrame, RunRow } from '../tables.ts'
import { contextsOf, known } from './contexts.ts'
import { workflowOf } from './files.ts'
import { addJobs, type Progress } from './progress.ts'
import { enter, settle } from './settle.ts'
import * as store from './store.ts'

/** What happened, apart from the file that it starts. */
export interface Happening {
  repo: Repo
  by_id: number
  event: string
  ref: string
  sha: string
  title: string
  payload: JsonObject
  frame?: RunFrame
  inputs?: JsonObject
  pull_id?: number
  fork?: boolean
  approval?: boolean
  depth?: number
  /** the commit whose files were read */
  source: string
}

export interface WorkflowFile {
  /** below the folder */
  id: string
  path: string
  text: string
}

const cut = (text: string) => [...text].slice(0, 255).join('')

/** The run, or undefined if the file cannot be planned for this event. */
export async function start(cx: Cx, tx: Db, what: Happening, file: WorkflowFile): Promise<RunRow | undefined> {
  const { repo, by_id } = what
  const now = cx.now()
  const run = await store.insert(tx, {
    repo_id: repo.id, number: await store.nextNumber(tx, repo.id), workflow: file.id, path: file.path, workflow_repo_id: repo.id, workflow_sha: what.source, workflow_text: file.text,
    title: cut(what.title), event: what.event, ref: what.ref, sha: what.sha, frame: JSON.stringify(what.frame ?? {}), payload: JSON.stringify(what.payload), inputs: JSON.stringify(what.inputs ?? {}),
    pull_id: what.pull_id ?? null, actor_id: by_id, is_fork_pull: what.fork ?? false, approval: what.approval ? 'needed' : '', group_name: '', is_group_cancel: false, is_held: false,
    depth: what.depth ?? 0, attempt: 1, status: 'blocked', turn: 0, created_at: now, updated_at: now, started_at: 0, stopped_at: 0,
  })
  const attempt = { run_id: run.id, number: 1, trigger_id: by_id, status: 'blocked' as const, created_at: now, started_at: 0, stopped_at: 0 }
  await store.insertAttempt(tx, attempt)
  const at: Progress = { run, attempt, repo, jobs: [], known: await known(cx, tx, run, attempt, repo), before: new Map(), changed: new Set(), fresh: true, by_id }
  const planned = plan(workflowOf(file.text, file.path), contextsOf(at.known))
  if (planned.errors.length > 0) {
    cx.log.info('a workflow was not started', { repo: repo.id, workflow: file.id, problem: planned.errors[0].message })
    await store.remove(tx, run.id)
    return undefined
  }
  if (planned.runName) run.title = cut(planned.runName)
  if (planned.concurrency) {
    run.group_name = planned.concurrency.group.slice(0, 255)
    run.is_group_cancel = planned.concurrency.cancelInProgress
    run.is_held = !(await enter(cx, tx, at))
  }
  await addJobs(cx, tx, at, planned.jobs, { blocked: run.is_held || run.approval === 'needed' })
  await settle(cx, tx, at)
  return run
}
