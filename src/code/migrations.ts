import { bool, id, int, migration, ref, table, text } from '../kernel/migrate.ts'

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
  migration(
    '2026_11_15_code_protections',
    table(
      'protection',
      {
        id: id(), repo_id: ref('repo'), rule_name: text('not null'), priority: int(),
        enable_push: bool(), enable_push_whitelist: bool(), push_whitelist_deploy_keys: bool(),
        enable_force_push: bool(), enable_force_push_allowlist: bool(), force_push_allowlist_deploy_keys: bool(),
        enable_merge_whitelist: bool(), enable_status_check: bool(), status_check_contexts: text(''),
        required_approvals: int(), enable_approvals_whitelist: bool(), block_on_rejected_reviews: bool(), block_on_official_review_requests: bool(), block_on_codeowner_reviews: bool(),
        block_on_outdated_branch: bool(), dismiss_stale_approvals: bool(), ignore_stale_approvals: bool(), require_signed_commits: bool(),
        protected_file_patterns: text(), unprotected_file_patterns: text(), block_admin_merge_override: bool(), enable_bypass_allowlist: bool(), created_at: int(), updated_at: int(),
      },
      { unique: [['repo_id', 'rule_name']] },
    ),
    table('protection_grant', { protection_id: ref('protection'), list: text('not null'), account_id: ref('account', ''), team_id: ref('team', '') }, { index: [['protection_id'], ['account_id'], ['team_id']] }),
    table('tag_protection', { id: id(), repo_id: ref('repo'), name_pattern: text('not null'), created_at: int(), updated_at: int() }, { index: [['repo_id']] }),
    table('tag_protection_grant', { tag_protection_id: ref('tag_protection'), account_id: ref('account', ''), team_id: ref('team', '') }, { index: [['tag_protection_id'], ['account_id'], ['team_id']] }),
  ),
  migration(
    '2026_11_15_code_index',
    table(
      'code_index',
      {
        repo_id: ref('repo'), generation: int(), format: int(), commit_oid: text('not null'), tree_oid: text('not null'), refs_version: int(), segments: text(), listing: text(),
        files: int(), bytes: int(), is_partial: bool(), indexed_at: int(), summary: text(),
      },
      { primary: ['repo_id'] },
    ),
  ),
  migration(
    '2026_11_15_code_branch_renames',
    table('branch_rename', { repo_id: ref('repo'), old_name: text('not null'), new_name: text('not null'), created_at: int() }, { primary: ['repo_id', 'old_name'] }),
  ),
]
