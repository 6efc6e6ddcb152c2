import { addColumn, bool, id, int, migration, ref, table, text } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_migration_create',
    table(
      'import_intention',
      { storage: text('primary key'), object_format: text('not null'), owner_id: ref('account'), lower_name: text('not null'), blobs: text("not null default '[]'"), alive_until: int() },
      { unique: [['owner_id', 'lower_name']] },
    ),
    table('mirror', { repo_id: ref('repo', 'primary key'), address: text('not null'), username: text(), secret: text(), credential_kind: text("not null default 'plain'"), with_wiki: bool(), tried_at: int(), last_error: text() }),
  ),
  migration(
    '2026_11_15_migration_push_mirrors',
    table(
      'push_mirror',
      {
        id: id(), repo_id: ref('repo'), remote_name: text('not null unique'), address: text('not null'), username: text(), secret: text(), every_seconds: int(), sync_on_commit: bool(),
        created_at: int(), tried_at: int(), pushed_at: int(), last_error: text(),
      },
      { index: [['repo_id']] },
    ),
  ),
  migration('2026_11_15_migration_mirror_prunes', addColumn('mirror', 'prunes', bool(true))),
]
