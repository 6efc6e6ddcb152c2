import { bool, id, int, migration, ref, table, text, time } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_releases_create',
    table(
      'release',
      {
        id: id(), repo_id: ref('repo'), author_id: ref('account', '', 'set null'), tag_name: text(), lower_tag: text(), target: text(), sha: text(), title: text(), note: text(),
        is_draft: bool(), is_prerelease: bool(), original_author: text(), original_author_id: int(), created_at: int(), published_at: time(),
      },
      { unique: [['repo_id', 'lower_tag']], index: [['repo_id', 'is_draft', 'created_at'], ['author_id']] },
    ),
  ),
]
