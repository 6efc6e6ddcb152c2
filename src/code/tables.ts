import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    ref_intention: RefIntentionTable
    commit_status: CommitStatusTable
    lfs_object: LfsObjectTable
    file_lock: FileLockTable
    branch_rename: BranchRenameTable
    protection: ProtectionTable
    protection_grant: ProtectionGrantTable
    tag_protection: TagProtectionTable
    tag_protection_grant: TagProtectionGrantTable
    history: HistoryTable
    code_index: CodeIndexTable
  }
}

/** Refs that are about to move; gone once rows and facts tell of it. Settled at start by looking at git. */
interface RefIntentionTable {
  id: Generated<number>
  repo_id: number
  by_id: number | null
  via: string
  /** which settler writes the rows that belong to the move */
  kind: string
  /** JSON: Move[] */
  moves: string
  /** JSON of the settler */
  data: string
  /** the branch HEAD is to name afterwards, or empty */
  head: string
  created_at: number
}
export type RefIntentionRow = Selectable<RefIntentionTable>

export interface CommitStatusTable {
  id: Generated<number>
  repo_id: number
  sha: string
  /** running number per commit, the id on the wire */
  number: number
  state: string
  context: string
  description: string
  target_url: string
  creator_id: number | null
  created_at: number
}
export type CommitStatusRow = Selectable<CommitStatusTable>

/** What a branch was called before; a branch that bears the name now is meant by it all the same. */
interface BranchRenameTable {
  repo_id: number
  old_name: string
  new_name: string
  created_at: number
}

interface FileLockTable {
  id: Generated<number>
  repo_id: number
  path: string
  account_id: number
  created_at: number
}
export type FileLockRow = Selectable<FileLockTable>

/** A large file that a repository holds; having the row is having the right to the bytes. */
interface LfsObjectTable {
  repo_id: number
  /** SHA-256 of the content */
  oid: string
  size: number
  created_at: number
}

/** The first page of the default branch as it was when the repository was last tidied. */
interface HistoryTable {
  repo_id: number
  oid: string
  /** how many there are in all */
  commits: number
  /** JSON: words of git's history.read() */
  page: string
}

/** Which files of the repository's folder are the index of its default branch, and what they hold in short. */
interface CodeIndexTable {
  repo_id: number
  /** changes with every change of the row */
  generation: number
  /** what wrote the files */
  format: number
  commit_oid: string
  tree_oid: string
  /** of the repository when the commit was its default branch's */
  refs_version: number
  /** JSON array of names */
  segments: string
  listing: string
  files: number
  /** on disk */
  bytes: number
  is_partial: boolean
  indexed_at: number
  /** base64 of trigrams/summary.ts */
  summary: string
}
export type CodeIndexRow = Selectable<CodeIndexTable>

/** A rule for the branches its name matches; of several the one of the lowest priority holds. */
interface ProtectionTable {
  id: Generated<number>
  repo_id: number
  /** a branch, or a pattern */
  rule_name: string
  priority: number
  enable_push: boolean
  enable_push_whitelist: boolean
  push_whitelist_deploy_keys: boolean
  enable_force_push: boolean
  enable_force_push_allowlist: boolean
  force_push_allowlist_deploy_keys: boolean
  enable_merge_whitelist: boolean
  enable_status_check: boolean
  /** JSON array of patterns; null = never given */
  status_check_contexts: string | null
  required_approvals: number
  enable_approvals_whitelist: boolean
  block_on_rejected_reviews: boolean
  block_on_official_review_requests: boolean
  block_on_codeowner_reviews: boolean
  block_on_outdated_branch: boolean
  dismiss_stale_approvals: boolean
  ignore_stale_approvals: boolean
  require_signed_commits: boolean
  /** separated by ; */
  protected_file_patterns: string
  unprotected_file_patterns: string
  block_admin_merge_override: boolean
  enable_bypass_allowlist: boolean
  created_at: number
  updated_at: number
}
export type ProtectionRow = Selectable<ProtectionTable>

export type GrantList = 'push' | 'force' | 'merge' | 'approve' | 'bypass'
/** Somebody, or a team, on one of the lists of a rule; gone with the account or the team. */
interface ProtectionGrantTable {
  protection_id: number
  list: GrantList
  account_id: number | null
  team_id: number | null
}

/** Tags that only those on its list may make, move or remove. */
interface TagProtectionTable {
  id: Generated<number>
  repo_id: number
  /** a pattern, or between slashes a regular expression */
  name_pattern: string
  created_at: number
  updated_at: number
}
export type TagProtectionRow = Selectable<TagProtectionTable>

interface TagProtectionGrantTable {
  tag_protection_id: number
  account_id: number | null
  team_id: number | null
}
