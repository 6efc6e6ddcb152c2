import { bool, id, int, migration, ref, table, text } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_pulls_create',
    table(
      'review',
      {
        id: id(), issue_id: ref('issue'), reviewer_id: ref('account', '', 'set null'), team_id: ref('team', ''), state: text('not null'), content: text(), commit_id: text(),
        official: bool(), stale: bool(), dismissed: bool(), created_at: int(), updated_at: int(),
      },
      { index: [['issue_id', 'reviewer_id'], ['reviewer_id'], ['team_id']] },
    ),
    table('auto_merge', { issue_id: ref('issue', 'primary key'), by_id: ref('account'), style: text('not null'), title: text(), message: text(), delete_branch: bool(), created_at: int() }, { index: [['by_id']] }),
  ),
]
