// The watch over tasks, and what old runs leave behind.
import type { Cx } from '../kernel/cx.ts'
import type { CronTask, JobKind } from '../kernel/jobs.ts'
import * as artifactStore from './artifacts/store.ts'
import * as artifacts from './artifacts/verbs.ts'
import { expandCall } from './runs/calls.ts'
import { move, open } from './runs/progress.ts'
import { settle, stopJob } from './runs/settle.ts'
import * as runStore from './runs/store.ts'
import { startDue } from './schedules/verbs.ts'
import { archive, folderOf } from './tasks/logs.ts'
import * as tasks from './tasks/store.ts'
import { cutOff } from './tasks/verbs.ts'

const minute = 60
const hour = 3600
const day = 86400
/** Silence, running time, waiting, and how long logs and runs are kept. */
const limits = { silent: 10 * minute, endless: 3 * hour, abandoned: day, logs: 365 * day, runs: 400 * day }

async function endTasks(cx: Cx, ids: { id: number }[]): Promise<void> {
  for (const { id } of ids) {
    await cx.write(async (tx) => {
      const job = await tasks.findJob(tx, id)
      const at = job && (await open(cx, tx, job.run_id))
      const task = at && (await tasks.take(tx, id))
      const row = at?.jobs.find((one) => one.id === job!.id && one.task_id === id)
      if (!at || !task || !row || (task.status !== 'running' && task.status !== 'cancelling')) return
      move(cx, at, row, await cutOff(cx, tx, task, task.status === 'cancelling' ? 'cancelled' : 'failure'))
      await settle(cx, tx, at)
    })
  }
}

async function cancelAbandoned(cx: Cx): Promise<void> {
  for (const { id, run_id } of await runStore.listAbandoned(cx.db, cx.now() - limits.abandoned, 500)) {
    await cx.write(async (tx) => {
      const at = await open(cx, tx, run_id)
      const job = at?.jobs.find((one) => one.id === id)
      if (!at || !job) return
      await stopJob(cx, tx, at, job, true)
      await settle(cx, tx, at)
    })
  }
}

async function removeOldLogs(cx: Cx): Promise<void> {
  for (const { id } of await tasks.listUnsealed(cx.db)) await archive(cx, id)
  for (;;) {
    const old = await tasks.listOldLogs(cx.db, cx.now() - limits.logs)
    if (old.length === 0) return
    for (const { id, log_key } of old) {
      await cx.write(async (tx) => {
        await tasks.update(tx, id, { is_log_gone: true, log_key: '' })
        await tasks.removeLog(tx, id)
      })
      if (log_key) await cx.blobs.remove(log_key)
    }
  }
}

async function removeOldRuns(cx: Cx): Promise<void> {
  for (;;) {
    const old = await runStore.listFinishedBefore(cx.db, cx.now() - limits.runs, 100)
    if (old.length === 0) return
    for (const { id } of old) {
      await cx.write(async (tx) => {
        const keys = [...(await runStore.listLogKeys(tx, id)), ...(await artifactStore.keysOfRun(tx, id))]
        await runStore.remove(tx, id)
        if (keys.length > 0) await cx.jobs.enqueue(tx, 'actions.forget-logs', { keys })
      })
    }
  }
}

export const crons: CronTask[] = [
  { name: 'stop_zombie_tasks', schedule: '@every 5m', enabled: true, atStart: true, run: async (cx) => endTasks(cx, await tasks.listSilent(cx.db, cx.now() - limits.silent)) },
  { name: 'stop_endless_tasks', schedule: '@every 30m', enabled: true, atStart: true, run: async (cx) => endTasks(cx, await tasks.listEndless(cx.db, cx.now() - limits.endless)) },
  { name: 'cancel_abandoned_jobs', schedule: '@every 6h', enabled: true, atStart: true, run: cancelAbandoned },
  { name: 'start_schedule_tasks', schedule: '@every 1m', enabled: true, run: startDue },
  { name: 'cleanup_actions', schedule: '@midnight', enabled: true, run: async (cx) => {
    await removeOldLogs(cx)
    await artifacts.removeOver(cx)
  } },
  { name: 'cleanup_action_runs', schedule: '@midnight', enabled: true, run: removeOldRuns },
]

export const jobs: JobKind[] = [
  { kind: 'actions.call', run: (cx, payload) => expandCall(cx, payload) },
  { kind: 'actions.archive-log', run: (cx, { task_id }: { task_id: number }) => archive(cx, task_id) },
  {
    kind: 'actions.forget-logs',
    async run(cx, { keys }: { keys: string[] }) {
      for (const key of keys) await cx.blobs.remove(key)
    },
  },
  {
    kind: 'actions.forget-repo',
    async run(cx, { storage }: { storage: string }) {
      for (const folder of [folderOf(storage), artifacts.folderOf(storage)]) for await (const { key } of cx.blobs.list(folder)) await cx.blobs.remove(key)
    },
  },
]
