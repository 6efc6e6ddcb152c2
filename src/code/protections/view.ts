import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import type { GrantList, ProtectionRow } from '../tables.ts'
import { standing } from './people.ts'
import { contextsOf, isPattern } from './rules.ts'
import type { BranchProtectionRecord } from './schema.ts'
import * as store from './store.ts'

export async function many(cx: Cx, repo: Repo, rows: readonly ProtectionRow[]): Promise<BranchProtectionRecord[]> {
  const all = await store.listGrants(cx.db, rows.map((one) => one.id))
  const stands = await standing(cx.db, repo, all)
  const grants = all.filter(stands)
  return rows.map((row) => {
    const on = (list: GrantList, of: 'account_name' | 'team_name') =>
      grants.filter((one) => one.protection_id === row.id && one.list === list).flatMap((one) => one[of] ?? []).sort()
    return {
      branch_name: isPattern(row.rule_name) ? '' : row.rule_name,
      rule_name: row.rule_name,
      priority: row.priority,
      enable_push: row.enable_push,
      enable_push_whitelist: row.enable_push_whitelist,
      push_whitelist_deploy_keys: row.push_whitelist_deploy_keys,
      enable_force_push: row.enable_force_push,
      enable_force_push_allowlist: row.enable_force_push_allowlist,
      force_push_allowlist_deploy_keys: row.force_push_allowlist_deploy_keys,
      enable_merge_whitelist: row.enable_merge_whitelist,
      enable_status_check: row.enable_status_check,
      enable_approvals_whitelist: row.enable_approvals_whitelist,
      block_on_rejected_reviews: row.block_on_rejected_reviews,
      block_on_official_review_requests: row.block_on_official_review_requests,
      block_on_codeowner_reviews: row.block_on_codeowner_reviews,
      block_on_outdated_branch: row.block_on_outdated_branch,
      dismiss_stale_approvals: row.dismiss_stale_approvals,
      ignore_stale_approvals: row.ignore_stale_approvals,
      require_signed_commits: row.require_signed_commits,
      block_admin_merge_override: row.block_admin_merge_override,
      enable_bypass_allowlist: row.enable_bypass_allowlist,
      push_whitelist_usernames: on('push', 'account_name'),
      push_whitelist_teams: on('push', 'team_name'),
      force_push_allowlist_usernames: on('force', 'account_name'),
      force_push_allowlist_teams: on('force', 'team_name'),
      merge_whitelist_usernames: on('merge', 'account_name'),
      merge_whitelist_teams: on('merge', 'team_name'),
      approvals_whitelist_username: on('approve', 'account_name'),
      approvals_whitelist_teams: on('approve', 'team_name'),
      bypass_allowlist_usernames: on('bypass', 'account_name'),
      bypass_allowlist_teams: on('bypass', 'team_name'),
      required_approvals: row.required_approvals,
      status_check_contexts: contextsOf(row),
      protected_file_patterns: row.protected_file_patterns,
      unprotected_file_patterns: row.unprotected_file_patterns,
      created_at: formatTime(row.created_at),
      updated_at: formatTime(row.updated_at),
    }
  })
}

export const one = async (cx: Cx, repo: Repo, row: ProtectionRow): Promise<BranchProtectionRecord> => (await many(cx, repo, [row]))[0]
