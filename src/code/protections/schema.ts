import { Bool, input, Int, Nullable, Optional, record, Str, Strings, Text, Time, type Static } from '../../kernel/schema.ts'

/** What is told and asked in the same words; `approvals_whitelist_username` is spelt so on the wire. */
const members = {
  enable_push: Bool,
  enable_push_whitelist: Bool,
  push_whitelist_usernames: Strings,
  push_whitelist_teams: Strings,
  push_whitelist_deploy_keys: Bool,
  enable_force_push: Bool,
  enable_force_push_allowlist: Bool,
  force_push_allowlist_usernames: Strings,
  force_push_allowlist_teams: Strings,
  force_push_allowlist_deploy_keys: Bool,
  enable_merge_whitelist: Bool,
  merge_whitelist_usernames: Strings,
  merge_whitelist_teams: Strings,
  enable_status_check: Bool,
  status_check_contexts: Nullable(Strings),
  required_approvals: Int,
  enable_approvals_whitelist: Bool,
  approvals_whitelist_username: Strings,
  approvals_whitelist_teams: Strings,
  block_on_rejected_reviews: Bool,
  block_on_official_review_requests: Bool,
  block_on_codeowner_reviews: Bool,
  block_on_outdated_branch: Bool,
  dismiss_stale_approvals: Bool,
  ignore_stale_approvals: Bool,
  require_signed_commits: Bool,
  protected_file_patterns: Str,
  unprotected_file_patterns: Str,
  block_admin_merge_override: Bool,
  enable_bypass_allowlist: Bool,
  bypass_allowlist_usernames: Strings,
  bypass_allowlist_teams: Strings,
}

export const BranchProtection = record('BranchProtection', { branch_name: Str, rule_name: Str, priority: Int, ...members, created_at: Time, updated_at: Time })
export type BranchProtectionRecord = Static<typeof BranchProtection>

type Loose<P> = { [K in keyof P]: P[K] & ReturnType<typeof Optional> }
const optional = <P extends Record<string, any>>(members: P) => Object.fromEntries(Object.entries(members).map(([key, one]) => [key, Optional(one)])) as Loose<P>

const Patterns = Optional(Text({ maxLength: 10_000 }))
const change = { ...optional(members), priority: Optional(Int), status_check_contexts: Optional(Strings), protected_file_patterns: Patterns, unprotected_file_patterns: Patterns }

export const EditBranchProtectionOption = input('EditBranchProtectionOption', change)
export type ProtectionEdit = Static<typeof EditBranchProtectionOption>

const Name = Optional(Text({ maxLength: 255 }))
export const CreateBranchProtectionOption = input('CreateBranchProtectionOption', { rule_name: Name, branch_name: Name, ...change })
export type NewProtection = Static<typeof CreateBranchProtectionOption>
