import { Id, Int, Nullable, record, Str, Time, Type, Uri } from '../../kernel/schema.ts'
import { Repository } from '../../repos/index.ts'
import { User } from '../../users/index.ts'

export const CommitStatus = record('CommitStatus', {
  id: Id,
  status: Str,
  target_url: Str,
  description: Str,
  url: Uri,
  context: Str,
  creator: Nullable(User),
  created_at: Time,
  updated_at: Time,
})

export const CombinedStatus = record('CombinedStatus', {
  state: Str,
  sha: Str,
  total_count: Int,
  statuses: Nullable(Type.Array(CommitStatus)),
  repository: Nullable(Repository),
  commit_url: Uri,
  url: Uri,
})
