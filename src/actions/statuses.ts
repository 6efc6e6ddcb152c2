// Commit statuses that show the jobs of a run.
import type { Repo } from '../access/index.ts'
import { statuses } from '../code/index.ts'
import type { Cx } from '../kernel/cx.ts'
import type { Db } from '../kernel/db.ts'
import { commitDescription, commitState } from './engine/status.ts'
import { workflowOf } from './runs/files.ts'
import type { RunFrame, RunJobRow, RunRow } from './tables.ts'

/** The name under which a job shows at its commit. */
export const contextOf = (workflow: { name: string }, file: string, job: string, event: string): string => `${workflow.name || file.split('/').pop()!} / ${job} (${event})`

/** One for each job whose state is another; events without a commit of their own have none. */
export async function record(cx: Cx, tx: Db, repo: Repo, run: RunRow, jobs: RunJobRow[]): Promise<void> {
  const { status_sha }: RunFrame = JSON.parse(run.frame)
  if (!status_sha || jobs.length === 0) return
  const workflow = workflowOf(run.workflow_text, run.path)
  for (const job of jobs) {
    if (job.is_deferred) continue
    await statuses.add(cx, tx, repo.id, status_sha, null, {
      state: commitState(job.status),
      context: contextOf(workflow, run.workflow, job.name, run.event),
      description: commitDescription(job.status, (job.stopped_at || cx.now()) - (job.started_at || job.stopped_at || cx.now())),
      target_url: `/${repo.owner.name}/${repo.name}/actions/runs/${run.id}/jobs/${job.id}`,
    })
  }
}
