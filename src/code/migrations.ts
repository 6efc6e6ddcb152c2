import { id, int, migration, ref, table, text } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_code_create',
    table('ref_intention', { id: id(), repo_id: ref('repo'), by_id: int(''), via: text(), kind: text(), moves: text(), data: text(), created_at: int() }),
  ),
]
