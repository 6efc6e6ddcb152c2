import { id, int, migration, ref, table, text } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_notifications_create',
    table(
      'notification',
      {
        id: id(), account_id: ref('account'), repo_id: ref('repo'), source: text('not null'), issue_id: ref('issue', ''), commit_sha: text(), status: text('not null'),
        by_id: ref('account', '', 'set null'), created_at: int(), updated_at: int(),
      },
      { unique: [['account_id', 'issue_id']], index: [['account_id', 'status', 'updated_at'], ['account_id', 'updated_at'], ['repo_id'], ['issue_id'], ['by_id']] },
    ),
  ),
]
