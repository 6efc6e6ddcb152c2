import type { RepoSettings } from '../tables.ts'

type Defaults = Required<Omit<RepoSettings, 'external_tracker' | 'external_wiki' | 'wiki_branch'>>

export const defaults: Defaults = {
  enable_time_tracker: true,
  allow_only_contributors_to_track_time: true,
  enable_issue_dependencies: true,
  projects_mode: 'all',
  ignore_whitespace_conflicts: false,
  allow_merge_commits: true,
  allow_rebase: true,
  allow_rebase_explicit: true,
  allow_squash_merge: true,
  allow_fast_forward_only_merge: true,
  allow_manual_merge: false,
  autodetect_manual_merge: false,
  allow_rebase_update: true,
  allow_merge_update: true,
  default_delete_branch_after_merge: false,
  default_merge_style: 'merge',
  default_update_style: 'merge',
  default_allow_maintainer_edit: true,
  default_target_branch: '',
}

const parsed = new Map<string, RepoSettings & Defaults>()

/** A repository's settings with the defaults filled in. Most are equal, so the text is parsed once. */
export function settingsOf(repo: { settings: string }): RepoSettings & Defaults {
  let found = parsed.get(repo.settings)
  if (!found) {
    if (parsed.size > 1000) parsed.clear()
    parsed.set(repo.settings, (found = { ...defaults, ...JSON.parse(repo.settings) }))
  }
  return found!
}
