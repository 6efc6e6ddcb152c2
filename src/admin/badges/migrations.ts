import { id, migration, ref, table, text } from '../../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_admin_badges',
    table('badge', { id: id(), slug: text('not null unique'), description: text(), image_url: text() }),
    table('account_badge', { account_id: ref('account'), badge_id: ref('badge') }, { primary: ['account_id', 'badge_id'], index: [['badge_id']] }),
  ),
]
