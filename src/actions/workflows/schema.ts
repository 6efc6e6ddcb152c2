import { Id, Int, record, Str, Time, Type, Uri, Word } from '../../kernel/schema.ts'

export const ActionWorkflow = record('ActionWorkflow', {
  id: Str,
  name: Str,
  path: Str,
  state: Word('active', 'disabled_manually'),
  created_at: Time,
  updated_at: Time,
  url: Uri,
  html_url: Uri,
  badge_url: Uri,
  deleted_at: Time,
})

export const ActionWorkflowResponse = record('ActionWorkflowResponse', { workflows: Type.Array(ActionWorkflow), total_count: Int })
export const RunDetails = record('RunDetails', { workflow_run_id: Id, run_url: Uri, html_url: Uri })
