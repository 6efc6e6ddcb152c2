import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { EPOCH, formatTime } from '../../kernel/times.ts'
import { repoStore, repoView } from '../../repos/index.ts'
import { people } from '../../issues/index.ts'
import { wireStatus } from '../engine/status.ts'
import type { RunAttemptRow, RunRow } from '../tables.ts'
import { pullsOf } from './pulls.ts'
import * as store from './store.ts'

export const api = (cx: Cx, repo: Repo, runId: number) => `${repoView.api(cx, repo)}/actions/runs/${runId}`
export const html = (cx: Cx, repo: Repo, runId: number) => `${repoView.html(cx, repo)}/actions/runs/${runId}`
export const branchOf = (ref: string) => (ref.startsWith('refs/heads/') ? ref.slice(11) : undefined)
export const timeOf = (unix: number) => (unix === 0 ? EPOCH : formatTime(unix))

interface Shown {
  attempt?: RunAttemptRow
  pulls?: boolean
}

export const one = async (cx: Cx, run: RunRow, shown: Shown = {}) => (await many(cx, [run], shown))[0]

/** Runs at their latest attempt, or one at the attempt given. Rows whose repository has gone are left out. */
export async function many(cx: Cx, runs: readonly RunRow[], { attempt: asked, pulls = true }: Shown = {}) {
  const repos = new Map((await repoStore.listWithOwners(cx.db, runs.map((run) => run.repo_id))).map((repo) => [repo.id, repo]))
  const attempts = asked ? [asked] : await store.listAttempts(cx.db, runs.map((run) => run.id))
  const attemptOf = (run: RunRow) => asked ?? attempts.find((one) => one.run_id === run.id && one.number === run.attempt)!
  const known = await people(cx, runs.flatMap((run) => [run.actor_id, attemptOf(run).trigger_id]))
  const pullOf = pulls ? await pullsOf(cx, runs, repos) : undefined
  return runs.flatMap((run) => {
    const repo = repos.get(run.repo_id)
    if (!repo) return []
    const attempt = attemptOf(run)
    const url = api(cx, repo, run.id)
    const { status, conclusion } = wireStatus(attempt.status)
    return {
      id: run.id,
      url: asked ? `${url}/attempts/${attempt.number}` : url,
      previous_attempt_url: attempt.number > 1 ? `${url}/attempts/${attempt.number - 1}` : null,
      html_url: html(cx, repo, run.id),
      jobs_url: `${url}/jobs`,
      logs_url: `${url}/logs`,
      artifacts_url: `${url}/artifacts`,
      cancel_url: `${url}/cancel`,
      rerun_url: `${url}/rerun`,
      display_title: run.title,
      path: `${run.workflow}@${run.ref}`,
      event: run.event,
      run_attempt: attempt.number,
      run_number: run.number,
      repository_id: 0,
      head_sha: run.sha,
      head_branch: branchOf(run.ref),
      status,
      conclusion,
      actor: known.record(run.actor_id, null),
      trigger_actor: known.record(attempt.trigger_id, null),
      repository: { ...repoView.bare(cx, repo, null, undefined), permissions: { admin: false, push: false, pull: false } },
      pull_requests: pullOf?.get(run.id) ?? [],
      created_at: formatTime(run.created_at),
      updated_at: formatTime(run.updated_at),
      started_at: timeOf(attempt.started_at),
      completed_at: timeOf(attempt.stopped_at),
    }
  })
}
