import { id, int, migration, ref, table, text } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_code_create',
    table('ref_intention', { id: id(), repo_id: ref('repo'), by_id: int(''), via: text(), kind: text(), moves: text(), data: text(), head: text(), created_at: int() }),
    table(
      'commit_status',
      {
        id: id(), repo_id: ref('repo'), sha: text('not null'), number: int(), state: text(), context: text(), description: text(), target_url: text(),
        creator_id: ref('account', '', 'set null'), created_at: int(),
      },
      { unique: [['repo_id', 'sha', 'number']] },
    ),
    table('lfs_object', { repo_id: ref('repo'), oid: text('not null'), size: int(), created_at: int() }, { primary: ['repo_id', 'oid'], index: [['oid']] }),
    table('file_lock', { id: id(), repo_id: ref('repo'), path: text('not null'), account_id: ref('account'), created_at: int() }, { unique: [['repo_id', 'path']] }),
    table('history', { repo_id: ref('repo'), oid: text('not null'), commits: int(), page: text() }, { primary: ['repo_id'] }),
  ),
]
