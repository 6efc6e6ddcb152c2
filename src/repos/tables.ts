import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    repo: RepoTable
    repo_redirect: RepoRedirectTable
    collaboration: CollaborationTable
    star: StarTable
    watch: WatchTable
    team_repo: TeamRepoTable
    deploy_key: DeployKeyTable
    repo_transfer: RepoTransferTable
    topic: TopicTable
    repo_topic: RepoTopicTable
    owner_usage: OwnerUsageTable
  }
}

export interface RepoTable {
  id: Generated<number>
  owner_id: number
  name: string
  lower_name: string
  description: string
  lower_description: string
  website: string
  default_branch: string
  is_private: boolean
  is_archived: boolean
  archived_at: number
  is_mirror: boolean
  is_fork: boolean
  fork_id: number | null
  is_template: boolean
  is_empty: boolean
  object_format: 'sha1' | 'sha256'
  /** names the folders of its git data, so that renaming and moving touch rows only */
  storage: string
  status: 'ready' | 'migrating' | 'broken'
  /** bumped with every change of a ref, so that copies in memory know their age */
  refs_version: number
  /** KiB */
  size: number
  git_size: number
  lfs_size: number
  /** JSON array of strings */
  topics: string
  licenses: string
  language: string
  trust_model: string
  original_url: string
  avatar: string
  has_code: boolean
  has_issues: boolean
  has_wiki: boolean
  has_pulls: boolean
  has_releases: boolean
  has_projects: boolean
  has_packages: boolean
  has_actions: boolean
  /** JSON: RepoSettings */
  settings: string
  mirror_interval: number
  mirror_updated_at: number
  /** of the last sync; 0 before the first */
  mirror_synced_at: number
  num_stars: number
  num_watches: number
  num_forks: number
  num_issues: number
  num_closed_issues: number
  num_pulls: number
  num_closed_pulls: number
  num_releases: number
  num_branches: number
  /** last number given to an issue or pull request */
  last_index: number
  created_at: number
  updated_at: number
}
export type RepoRow = Selectable<RepoTable>

/** What an administrator of a repository may set beyond columns; absent = the default in settings.ts. */
export interface RepoSettings {
  enable_time_tracker?: boolean
  allow_only_contributors_to_track_time?: boolean
  enable_issue_dependencies?: boolean
  external_tracker?: { external_tracker_url: string; external_tracker_format: string; external_tracker_style: string; external_tracker_regexp_pattern: string }
  external_wiki?: { external_wiki_url: string }
  projects_mode?: string
  ignore_whitespace_conflicts?: boolean
  allow_merge_commits?: boolean
  allow_rebase?: boolean
  allow_rebase_explicit?: boolean
  allow_squash_merge?: boolean
  allow_fast_forward_only_merge?: boolean
  allow_manual_merge?: boolean
  autodetect_manual_merge?: boolean
  allow_rebase_update?: boolean
  allow_merge_update?: boolean
  default_delete_branch_after_merge?: boolean
  default_merge_style?: string
  default_update_style?: string
  default_allow_maintainer_edit?: boolean
  default_target_branch?: string
  wiki_branch?: string
}

interface RepoRedirectTable {
  owner_id: number
  lower_name: string
  repo_id: number
}
interface CollaborationTable {
  repo_id: number
  account_id: number
  /** 1 read, 2 write, 3 admin */
  level: number
  created_at: number
}
interface StarTable {
  account_id: number
  repo_id: number
  created_at: number
}
interface WatchTable {
  account_id: number
  repo_id: number
  /** 'watch' by choice, 'auto' by taking part, 'none' = explicitly not */
  mode: 'watch' | 'auto' | 'none'
  created_at: number
}
/** what teams were given, besides those that include all */
interface TeamRepoTable {
  team_id: number
  repo_id: number
  org_id: number
}
/** waiting for the new owner's answer */
interface RepoTransferTable {
  repo_id: number
  doer_id: number
  recipient_id: number
  /** JSON array of ids */
  team_ids: string
  /** the recipient was given reading rights for it */
  was_granted: boolean
  created_at: number
}
/** what `topics` of a repository says, the other way round */
interface TopicTable {
  id: Generated<number>
  name: string
  created_at: number
  updated_at: number
}
interface RepoTopicTable {
  repo_id: number
  topic_id: number
}
export interface DeployKeyTable {
  id: Generated<number>
  repo_id: number
  title: string
  key_type: 'ssh' | 'token'
  /** the public_key of an ssh one */
  key_id: number | null
  token_hash: string | null
  read_only: boolean
  created_at: number
  last_used_at: number
}
export type DeployKeyRow = Selectable<DeployKeyTable>


/** Bytes that an owner has stored, by kind, and may store. */
interface OwnerUsageTable {
  account_id: number
  /** -1 = as the site has it, 0 = any amount */
  allowed: number
  git: number
  lfs: number
  packages: number
  attachments: number
}
