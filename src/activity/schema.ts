import { Bool, Id, Int, Nullable, record, Str, Time, Word } from '../kernel/schema.ts'
import { Comment } from '../issues/index.ts'
import { Repository } from '../repos/index.ts'
import { User } from '../users/index.ts'

export const Activity = record('Activity', {
  id: Id,
  user_id: Id,
  op_type: Word(
    'create_repo', 'rename_repo', 'star_repo', 'watch_repo', 'commit_repo', 'create_issue', 'create_pull_request', 'transfer_repo', 'push_tag', 'comment_issue', 'merge_pull_request',
    'close_issue', 'reopen_issue', 'close_pull_request', 'reopen_pull_request', 'delete_tag', 'delete_branch', 'mirror_sync_push', 'mirror_sync_create', 'mirror_sync_delete',
    'approve_pull_request', 'reject_pull_request', 'comment_pull', 'publish_release', 'pull_review_dismissed', 'pull_request_ready_for_review', 'auto_merge_pull_request',
  ),
  act_user_id: Id,
  act_user: Nullable(User),
  repo_id: Id,
  repo: Nullable(Repository),
  comment_id: Id,
  comment: Nullable(Comment),
  ref_name: Str,
  is_private: Bool,
  content: Str,
  created: Time,
})

export const UserHeatmapData = record('UserHeatmapData', { timestamp: Int, contributions: Int })
