import { Id, Int, Nullable, Optional, record, Str, Strings, Time, Type, Uri, Word } from '../../kernel/schema.ts'
import { conclusionWords, statusWords } from '../runs/schema.ts'

export const ActionWorkflowStep = record('ActionWorkflowStep', {
  name: Str,
  number: Int,
  status: Word(...statusWords),
  conclusion: Optional(Word(...conclusionWords)),
  started_at: Time,
  completed_at: Time,
})

export const ActionWorkflowJob = record('ActionWorkflowJob', {
  id: Id,
  url: Uri,
  html_url: Uri,
  run_id: Id,
  run_url: Uri,
  name: Str,
  labels: Nullable(Strings),
  run_attempt: Int,
  head_sha: Str,
  head_branch: Optional(Str),
  status: Word(...statusWords),
  conclusion: Optional(Word(...conclusionWords)),
  runner_id: Int,
  runner_name: Optional(Str),
  steps: Nullable(Type.Array(ActionWorkflowStep)),
  created_at: Time,
  started_at: Time,
  completed_at: Time,
})

export const ActionWorkflowJobsResponse = record('ActionWorkflowJobsResponse', { jobs: Type.Array(ActionWorkflowJob), total_count: Int })
