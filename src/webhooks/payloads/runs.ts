// Workflow runs and their jobs.
import { ActionWorkflow, ActionWorkflowJob, ActionWorkflowRun, jobView, runView, workflows, workflowView, type RunRow } from '../../actions/index.ts'
import { issueStore } from '../../issues/index.ts'
import { Organization, orgView } from '../../orgs/index.ts'
import type { Happening } from '../deliveries/verbs.ts'
import { around, plain, type Scene } from './parts.ts'
import { pullRecord } from './pulls.ts'
import * as store from './store.ts'

/** The pull request a run is for and the organization it is in, where there are such. */
async function behind(scene: Scene, run: RunRow | undefined) {
  const issue = run?.pull_id ? await issueStore.findById(scene.cx.db, run.pull_id) : undefined
  const { owner } = scene.repo
  return {
    ...(issue?.is_pull ? { pull_request: await pullRecord(scene, issue) } : {}),
    ...(owner.type === 'organization' ? { organization: plain(Organization, orgView.one(scene.cx, owner)) } : {}),
    ...around(scene.cx, scene.repo, scene.by),
  }
}

/** Null when the default branch has it no more. */
async function workflowOf({ cx, repo }: Scene, run: RunRow) {
  const all = await workflows.list(cx, repo)
  const [found] = workflowView.many(cx, repo, { ...all, files: all.files.filter((one) => one.id === run.workflow) })
  return found ? plain(ActionWorkflow, found) : null
}

export async function onRun(scene: Scene, data: { run_id: number; action: string }): Promise<Happening[]> {
  const run = await store.findRun(scene.cx.db, data.run_id)
  if (!run) return []
  return [{
    type: 'workflow_run',
    payload: async () => ({ action: data.action, workflow: await workflowOf(scene, run), workflow_run: plain(ActionWorkflowRun, await runView.one(scene.cx, run)), ...(await behind(scene, run)) }),
  }]
}

export async function onJob(scene: Scene, data: { job_id: number; action: string }): Promise<Happening[]> {
  const job = await store.findJob(scene.cx.db, data.job_id)
  if (!job) return []
  return [{
    type: 'workflow_job',
    payload: async () => ({
      action: data.action, workflow_job: plain(ActionWorkflowJob, await jobView.one(scene.cx, job)), ...(await behind(scene, await store.findRun(scene.cx.db, job.run_id))),
    }),
  }]
}
