import { Id, Int, Nullable, Optional, record, Str, Time, Type, Uri, Word } from '../../kernel/schema.ts'
import { Repository } from '../../repos/index.ts'
import { User } from '../../users/index.ts'

export const PullRequestMinimalHeadRepo = record('PullRequestMinimalHeadRepo', { id: Id, url: Str, name: Str })
export const PullRequestMinimalHead = record('PullRequestMinimalHead', { ref: Str, sha: Str, repo: PullRequestMinimalHeadRepo })
export const PullRequestMinimal = record('PullRequestMinimal', { id: Id, number: Int, url: Str, head: PullRequestMinimalHead, base: PullRequestMinimalHead })

export const statusWords = ['queued', 'waiting', 'in_progress', 'completed'] as const
export const conclusionWords = ['success', 'failure', 'cancelled', 'skipped'] as const

export const ActionWorkflowRun = record('ActionWorkflowRun', {
  id: Id,
  url: Uri,
  previous_attempt_url: Nullable(Uri),
  html_url: Uri,
  jobs_url: Uri,
  logs_url: Uri,
  artifacts_url: Uri,
  cancel_url: Uri,
  rerun_url: Uri,
  display_title: Str,
  path: Str,
  event: Str,
  run_attempt: Int,
  run_number: Int,
  repository_id: Int,
  head_sha: Str,
  head_branch: Optional(Str),
  status: Word(...statusWords),
  conclusion: Optional(Word(...conclusionWords)),
  actor: Optional(User),
  trigger_actor: Optional(User),
  repository: Optional(Repository),
  head_repository: Optional(Repository),
  pull_requests: Nullable(Type.Array(PullRequestMinimal)),
  created_at: Time,
  updated_at: Time,
  started_at: Time,
  completed_at: Time,
})

export const ActionWorkflowRunsResponse = record('ActionWorkflowRunsResponse', { workflow_runs: Type.Array(ActionWorkflowRun), total_count: Int })
