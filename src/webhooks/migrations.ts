import { bool, id, int, migration, ref, table, text, time } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_webhooks_create',
    table(
      'hook',
      {
        id: id(), repo_id: ref('repo', ''), owner_id: ref('account', ''), is_system: bool(), kind: text('not null'), name: text(), url: text('not null'), content_type: text('not null'),
        secret: text(), authorization: text(), branch_filter: text(), events: text("not null default '[]'"), meta: text("not null default '{}'"), is_active: bool(),
        created_at: int(), updated_at: int(),
      },
      { index: [['repo_id'], ['owner_id'], ['is_system']] },
    ),
    table(
      'hook_task',
      {
        id: id(), hook_id: ref('hook'), uuid: text('not null unique'), event_type: text('not null'), payload: text(), created_at: int(), claimed_until: int(),
        delivered_at: time(), is_succeeded: bool(), response: text(),
      },
      { index: [['hook_id', 'delivered_at'], ['delivered_at']] },
    ),
  ),
]
