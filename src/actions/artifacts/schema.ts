import { Bool, Id, Int, Nullable, record, Str, Time, Type, Uri } from '../../kernel/schema.ts'
import { ActionWorkflowRun } from '../runs/schema.ts'

export const ActionArtifact = record('ActionArtifact', {
  id: Id,
  name: Str,
  size_in_bytes: Int,
  url: Uri,
  archive_download_url: Uri,
  expired: Bool,
  workflow_run: Nullable(ActionWorkflowRun),
  created_at: Time,
  updated_at: Time,
  expires_at: Time,
})

export const ActionArtifactsResponse = record('ActionArtifactsResponse', { artifacts: Type.Array(ActionArtifact), total_count: Int })
