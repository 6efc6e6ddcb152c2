import { bool, id, int, migration, ref, table, text } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_activity_create',
    table(
      'activity',
      {
        id: id(), user_id: ref('account'), act_user_id: ref('account'), op_type: text('not null'), repo_id: ref('repo'), unit: text(), issue_id: ref('issue', ''),
        comment_id: ref('comment', '', 'set null'), ref_name: text(), is_private: bool(), content: text(), created_at: int(),
      },
      { index: [['user_id', 'created_at'], ['repo_id', 'created_at'], ['act_user_id'], ['issue_id'], ['comment_id']] },
    ),
  ),
]
