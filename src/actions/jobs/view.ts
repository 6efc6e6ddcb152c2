import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import { repoStore, repoView } from '../../repos/index.ts'
import { wireStatus } from '../engine/status.ts'
import * as runnerStore from '../runners/store.ts'
import * as runView from '../runs/view.ts'
import type { RunJobRow, TaskStepRow } from '../tables.ts'
import * as tasks from '../tasks/store.ts'
import * as store from './store.ts'

const step = (row: TaskStepRow) => ({
  name: row.name, number: row.number, ...wireStatus(row.status), started_at: runView.timeOf(row.started_at), completed_at: runView.timeOf(row.stopped_at),
})

export const one = async (cx: Cx, job: RunJobRow) => (await many(cx, [job]))[0]

/** The same number of queries for one and for fifty. */
export async function many(cx: Cx, jobs: readonly RunJobRow[]) {
  const repos = new Map((await repoStore.listWithOwners(cx.db, jobs.map((one) => one.repo_id))).map((repo) => [repo.id, repo]))
  const runs = new Map((await store.listRuns(cx.db, jobs.map((one) => one.run_id))).map((run) => [run.id, run]))
  const ids = jobs.flatMap((one) => one.task_id ?? [])
  const taskOf = new Map((await tasks.listByIds(cx.db, ids)).map((task) => [task.id, task]))
  const steps = await tasks.listSteps(cx.db, ids)
  const names = await runnerStore.namesOf(cx.db, [...taskOf.values()].map((task) => task.runner_id))
  return jobs.flatMap((job) => {
    const [repo, run, task] = [repos.get(job.repo_id), runs.get(job.run_id), job.task_id === null ? undefined : taskOf.get(job.task_id)]
    if (!repo || !run) return []
    return {
      id: job.id,
      url: `${repoView.api(cx, repo)}/actions/jobs/${job.id}`,
      html_url: `${runView.html(cx, repo, run.id)}/jobs/${job.id}`,
      run_id: run.id,
      run_url: runView.api(cx, repo, run.id),
      name: job.name,
      labels: JSON.parse(job.runs_on) as string[],
      run_attempt: job.attempt,
      head_sha: run.sha,
      head_branch: runView.branchOf(run.ref),
      ...wireStatus(job.status),
      runner_id: task?.runner_id ?? 0,
      runner_name: task ? names.get(task.runner_id) : undefined,
      steps: task ? steps.filter((one) => one.task_id === task.id).map(step) : [],
      created_at: formatTime(job.created_at),
      started_at: runView.timeOf(job.started_at),
      completed_at: runView.timeOf(job.stopped_at),
    }
  })
}
