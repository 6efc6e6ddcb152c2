import { bool, id, int, migration, ref, table, text } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_users_create',
    table(
      'account',
      {
        id: id(), type: text("not null default 'user'"), name: text('not null'), lower_name: text('not null unique'), full_name: text(), lower_full_name: text(), email: text(), password: text(),
        must_change_password: bool(), is_admin: bool(), is_active: bool(true), prohibit_login: bool(), is_restricted: bool(),
        visibility: text("not null default 'public'"), hide_email: bool(), hide_activity: bool(), description: text(), location: text(), website: text(),
        language: text(), theme: text(), diff_view_style: text(), avatar: text(), allow_create_org: bool(true), allow_import_local: bool(), max_repos: int('not null default -1'),
        repo_admin_change_team_access: bool(), num_followers: int(), num_following: int(), num_stars: int(), num_repos: int(),
        created_at: int(), updated_at: int(), last_login_at: int(),
      },
      { index: [['type', 'lower_name']] },
    ),
    table('account_redirect', { lower_name: text('primary key'), account_id: ref('account') }),
    table('email', { id: id(), account_id: ref('account'), email: text('not null'), lower_email: text('not null unique'), is_verified: bool(), is_primary: bool() }, { index: [['account_id']] }),
    table(
      'access_token',
      { id: id(), account_id: ref('account'), name: text('not null'), hash: text('not null unique'), last_eight: text(), scope: text(), created_at: int(), last_used_at: int() },
      { unique: [['account_id', 'name']] },
    ),
    table(
      'public_key',
      { id: id(), account_id: ref('account', ''), title: text(), fingerprint: text('not null unique'), content: text('not null'), created_at: int(), last_used_at: int() },
      { index: [['account_id']] },
    ),
    table('follow', { account_id: ref('account'), follows_id: ref('account'), created_at: int() }, { primary: ['account_id', 'follows_id'], index: [['follows_id']] }),
    table('block', { account_id: ref('account'), blocked_id: ref('account'), note: text(), created_at: int() }, { primary: ['account_id', 'blocked_id'] }),
  ),
  migration(
    '2026_11_15_users_gpg_keys',
    table(
      'gpg_key',
      {
        id: id(), account_id: ref('account'), key_id: text('not null unique'), primary_key_id: text(), packet: text(), armor: text(), emails: text("not null default '[]'"),
        can_sign: bool(), can_encrypt: bool(), is_verified: bool(), created_at: int(), expires_at: int(),
      },
      { index: [['account_id'], ['primary_key_id']] },
    ),
  ),
  migration(
    '2026_11_15_users_oauth_apps',
    table(
      'oauth_app',
      { id: id(), account_id: ref('account'), name: text('not null'), client_id: text('not null unique'), secret_hash: text('not null'), is_confidential: bool(), skips_secondary: bool(), redirect_uris: text("not null default '[]'"), created_at: int() },
      { index: [['account_id']] },
    ),
  ),
  migration(
    '2026_11_15_users_sessions',
    table(
      'session',
      { id: id(), account_id: ref('account'), hash: text('not null unique'), agent: text(), address: text(), created_at: int(), expires_at: int() },
      { index: [['account_id'], ['expires_at']] },
    ),
  ),
]
