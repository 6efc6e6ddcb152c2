import { bool, id, int, migration, ref, table, text } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_packages_create',
    table(
      'package',
      { id: id(), owner_id: ref('account'), repo_id: ref('repo', '', 'set null'), type: text('not null'), name: text('not null'), lower_name: text('not null') },
      { unique: [['owner_id', 'type', 'lower_name']], index: [['repo_id']] },
    ),
    table(
      'package_version',
      {
        id: id(), package_id: ref('package'), creator_id: ref('account', '', 'set null'), version: text('not null'), lower_version: text('not null'),
        metadata: text("not null default '{}'"), download_count: int(), created_at: int(),
      },
      { unique: [['package_id', 'lower_version']], index: [['creator_id'], ['created_at']] },
    ),
    table('package_blob', { id: id(), size: int(), md5: text(), sha1: text(), sha256: text('not null unique'), sha512: text(), created_at: int() }),
    table(
      'package_file',
      {
        id: id(), version_id: ref('package_version'), blob_id: ref('package_blob', 'not null', 'restrict'), name: text('not null'), lower_name: text('not null'),
        composite_key: text(), is_lead: bool(), created_at: int(),
      },
      { unique: [['version_id', 'lower_name', 'composite_key']], index: [['blob_id']] },
    ),
  ),
]
