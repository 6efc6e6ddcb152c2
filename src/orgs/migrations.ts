import { bool, id, int, migration, ref, table, text } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_orgs_create',
    table('org_member', { org_id: ref('account'), account_id: ref('account'), is_public: bool() }, { primary: ['org_id', 'account_id'], index: [['account_id']] }),
    table(
      'team',
      {
        id: id(), org_id: ref('account'), name: text('not null'), lower_name: text('not null'), description: text(), lower_description: text(), level: int(),
        includes_all: bool(), can_create_repo: bool(), visibility: text("not null default 'private'"),
      },
      { unique: [['org_id', 'lower_name']] },
    ),
    table('team_unit', { team_id: ref('team'), unit: text('not null'), level: int() }, { primary: ['team_id', 'unit'] }),
    table('team_member', { team_id: ref('team'), account_id: ref('account'), org_id: ref('account') }, { primary: ['team_id', 'account_id'], index: [['account_id', 'org_id']] }),
  ),
]
