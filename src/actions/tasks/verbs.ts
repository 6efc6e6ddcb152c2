// A task: one job in the hands of one runner.
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { isFinal, type Conclusion, type JobState } from '../engine/status.ts'
import * as runnerStore from '../runners/store.ts'
import { retire } from '../runners/verbs.ts'
import type { TaskRow } from '../tables.ts'
import { seal } from './logs.ts'
import * as store from './store.ts'

/** A runner that has not reported for this long is not waited for. */
const patience = 60

/** Tells the runner to stop, or ends the task at once; the state that the job has now. */
export async function stop(cx: Cx, tx: Db, taskId: number, force: boolean): Promise<JobState> {
  const task = await store.take(tx, taskId)
  if (!task || isFinal(task.status)) return 'cancelled'
  const runner = await runnerStore.find(tx, task.runner_id, undefined)
  if (!force && runner?.can_cancel && cx.now() - task.heard_at <= patience) {
    await store.update(tx, taskId, { status: 'cancelling' })
    return 'cancelling'
  }
  return cutOff(cx, tx, task, 'cancelled')
}

/** Final: the token dies with it, and a runner made for this one job goes. Its log may still be on the way. */
export async function end(cx: Cx, tx: Db, task: TaskRow, to: Conclusion, stoppedAt: number): Promise<Conclusion> {
  await store.update(tx, task.id, { status: to, stopped_at: stoppedAt })
  await store.endSteps(tx, task.id, to, stoppedAt)
  await retire(cx, tx, task.runner_id)
  return to
}

/** Ends a task without its runner. */
export async function cutOff(cx: Cx, tx: Db, task: TaskRow, to: Conclusion): Promise<Conclusion> {
  await store.update(tx, task.id, { is_cut_off: true })
  await seal(cx, tx, task)
  return end(cx, tx, task, to, cx.now())
}
