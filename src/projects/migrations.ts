import { bool, id, int, migration, ref, table, text, time } from '../kernel/migrate.ts'

const gone = (name: string) => ref(name, '', 'set null')

export const migrations = [
  migration(
    '2026_11_15_projects_create',
    table(
      'project',
      {
        id: id(), repo_id: ref('repo', ''), owner_id: ref('account', ''), creator_id: gone('account'), title: text(), description: text(), is_closed: bool(),
        template_type: text("not null default 'none'"), card_type: text("not null default 'text_only'"), created_at: int(), updated_at: int(), closed_at: time(),
      },
      { index: [['repo_id', 'is_closed'], ['owner_id', 'is_closed'], ['creator_id']] },
    ),
    table(
      'project_column',
      {
        id: id(), project_id: ref('project'), creator_id: gone('account'), title: text(), is_default: bool(), sorting: int(), color: text(), created_at: int(), updated_at: int(),
      },
      { index: [['project_id', 'sorting'], ['creator_id']] },
    ),
    table(
      'project_issue',
      { id: id(), project_id: ref('project'), issue_id: ref('issue'), column_id: gone('project_column'), sorting: int() },
      { unique: [['project_id', 'issue_id']], index: [['issue_id'], ['column_id', 'sorting']] },
    ),
  ),
]
