import { findAccountByName, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, conflict, notFound } from '../../kernel/errors.ts'
import * as artifactStore from '../artifacts/store.ts'
import { filterStates, isFinal, type JobState } from '../engine/status.ts'
import type { RunAttemptRow, RunRow } from '../tables.ts'
import { filesAt } from '../workflows/files.ts'
import * as workflowStore from '../workflows/store.ts'
import { known } from './contexts.ts'
import { open, type Progress } from './progress.ts'
import { again, cloned } from './repeat.ts'
import { cancelRun, enter, settle } from './settle.ts'
import * as store from './store.ts'

export async function get(cx: Cx, repo: Repo, id: number): Promise<RunRow> {
  const run = await store.find(cx.db, repo.id, id)
  if (!run) throw notFound()
  return run
}

/** The jobs of one attempt, as rows: pages need to know what waits for what. */
export const jobsOf = (cx: Cx, run: RunRow, attempt = run.attempt) => store.listJobs(cx.db, run.id, attempt)

export async function attemptOf(cx: Cx, run: RunRow, number: number): Promise<RunAttemptRow> {
  const attempt = await store.findAttempt(cx.db, run.id, number)
  if (!attempt) throw notFound()
  return attempt
}

/** Words of a status filter → states; 400 for an unknown one. */
export function statesOf(words: readonly string[] | undefined): JobState[] | undefined {
  if (!words || words.length === 0) return undefined
  return words.flatMap((word) => {
    const states = filterStates(word)
    if (!states) throw bad(`invalid status ${word}`)
    return states
  })
}

export interface RunQuery {
  event?: string
  branch?: string
  status?: string[]
  actor?: string
  head_sha?: string
}

/** The filter of a list; an actor that does not exist is 404. */
/** Where the run's file lies in its commit, if that is still known. */
export async function fileOf(cx: Cx, repo: Repo, run: RunRow): Promise<string | undefined> {
  const files = await filesAt(cx, repo, run.workflow_sha).catch(() => [])
  return files.find((one) => one.id === run.workflow)?.path
}

export async function filterOf(cx: Cx, query: RunQuery, workflow?: string): Promise<store.Filter> {
  const states = statesOf(query.status)
  const actor = query.actor ? await findAccountByName(cx.db, query.actor) : undefined
  if (query.actor && !actor) throw notFound()
  return { event: query.event, branch: query.branch, states, actorId: actor?.id, sha: query.head_sha, workflow }
}

/** Ends a run; one that has ended is refused with an empty 409. */
export async function cancel(cx: Cx, repo: Repo, id: number, by: Account, force: boolean): Promise<RunRow> {
  await cx.write(async (tx) => {
    const run = await store.find(tx, repo.id, id)
    if (!run) throw notFound()
    if (isFinal(run.status)) throw conflict()
    await cancelRun(cx, tx, run.id, force, by.id)
  })
  return get(cx, repo, id)
}

export async function remove(cx: Cx, repo: Repo, id: number): Promise<void> {
  await cx.write(async (tx) => {
    const run = await store.find(tx, repo.id, id)
    if (!run) throw notFound()
    if (!isFinal(run.status)) throw bad('this workflow run is not done')
    const keys = [...(await store.listLogKeys(tx, run.id)), ...(await artifactStore.keysOfRun(tx, run.id))]
    await store.remove(tx, run.id)
    if (keys.length > 0) await cx.jobs.enqueue(tx, 'actions.forget-logs', { keys })
  })
}

const maxAttempts = 50

/** Another attempt: of everything, of what failed, or of one job; with what depends on it. */
export async function rerun(cx: Cx, repo: Repo, id: number, by: Account, which: 'all' | 'failed' | { job_id: number }): Promise<{ run: RunRow; jobIds: Map<number, number> }> {
  const jobIds = await cx.write(async (tx) => {
    const at = (await store.find(tx, repo.id, id)) && (await open(cx, tx, id, by.id))
    if (!at) throw notFound()
    if (typeof which === 'object' && !at.jobs.some((one) => one.id === which.job_id)) throw notFound()
    if (!isFinal(at.run.status)) throw bad('this workflow run is not done')
    if ((await workflowStore.disabledOf(tx, repo.id)).has(at.run.workflow)) throw bad('the workflow is disabled')
    if (at.run.attempt >= maxAttempts) throw bad('this workflow run has been repeated too often')
    const set = again(at.jobs, which)
    if (set.size === 0) throw bad('no failed jobs found')
    const now = cx.now()
    const number = at.run.attempt + 1
    const attempt = { run_id: id, number, trigger_id: by.id, status: 'blocked' as const, created_at: now, started_at: 0, stopped_at: 0 }
    await store.insertAttempt(tx, attempt)
    const run: RunRow = { ...at.run, attempt: number, status: 'blocked', started_at: 0, stopped_at: 0, is_held: false }
    await store.update(tx, id, { attempt: number, status: 'blocked', started_at: 0, stopped_at: 0 })
    const next: Progress = { run, attempt, repo, jobs: [], known: await known(cx, tx, run, attempt, repo), before: new Map(), changed: new Set(), fresh: true, by_id: by.id }
    if (run.group_name) run.is_held = !(await enter(cx, tx, next))
    const ids = await cloned(cx, tx, next, at.jobs, set)
    await settle(cx, tx, next)
    return ids
  })
  return { run: await get(cx, repo, id), jobIds }
}

/** Lets the run of a stranger's fork go; one that never asked is refused. */
export async function approve(cx: Cx, repo: Repo, id: number, by: Account): Promise<RunRow> {
  await cx.write(async (tx) => {
    const at = (await store.find(tx, repo.id, id)) && (await open(cx, tx, id, by.id))
    if (!at) throw notFound()
    if (at.run.approval === '') throw conflict()
    if (at.run.approval === 'given') return
    at.run.approval = 'given'
    await settle(cx, tx, at)
  })
  return get(cx, repo, id)
}
