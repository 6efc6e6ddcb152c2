import { accessTo, accessToMany, accountAccessToMany, ADMIN, allUnits, OWNER, READ, WRITE, type Access, type Actor, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { remake } from '../../kernel/remake.ts'
import { EPOCH, formatDuration, formatTime, ZERO_TIME } from '../../kernel/times.ts'
import { userView } from '../../users/index.ts'
import { listPending } from '../transfers/store.ts'
import type { RepositoryRecord } from './schema.ts'
import { settingsOf } from './settings.ts'
import * as store from './store.ts'

export const html = (cx: Cx, repo: Repo) => `${cx.root}/${encodeURIComponent(repo.owner.name)}/${encodeURIComponent(repo.name)}`
export const api = (cx: Cx, repo: Repo) => `${cx.root}/api/v1/repos/${encodeURIComponent(repo.owner.name)}/${encodeURIComponent(repo.name)}`

const sshPorts = new WeakMap<object, number>()
/** Told by the SSH server once it listens: a configured 0 is whichever port was free. */
export const sshListens = (cx: Cx, port: number) => void sshPorts.set(cx.outbox, port)

export function sshUrl(cx: Cx, repo: Repo): string {
  const path = `${repo.owner.name}/${repo.name}.git`
  const host = new URL(cx.root).hostname
  if (cx.config.ssh_url) return `${cx.config.ssh_url.replace(/\/$/, '')}/${path}`
  const port = sshPorts.get(cx.outbox) ?? cx.config.ssh_port
  return port === 22 ? `git@${host}:${path}` : `ssh://git@${host}:${port}/${path}`
}

/** What a record shows of somebody's rights. */
export const permissions = (access: Access) => ({
  admin: access.level >= ADMIN,
  push: access.units.code >= WRITE,
  pull: access.units.code >= READ,
})

/** One repository for whoever asks. */
export async function one(cx: Cx, repo: Repo, actor: Actor, access?: Access): Promise<RepositoryRecord> {
  const rights = access ?? (await accessTo(cx.db, actor, repo))
  return (await shown(cx, [repo], actor, new Map([[repo.id, rights]])))[0]
}

/** Just made, so with all rights, whatever its units. */
export const fresh = (cx: Cx, repo: Repo, actor: Actor): Promise<RepositoryRecord> => one(cx, repo, actor, { level: OWNER, units: allUnits(OWNER) })

/** Many at once; the number of queries does not grow with theirs. */
export async function many(cx: Cx, repos: readonly Repo[], actor: Actor): Promise<RepositoryRecord[]> {
  return shown(cx, repos, actor, await accessToMany(cx.db, actor, repos))
}

/** Shown with the rights of another account than the caller's. */
export async function manyFor(cx: Cx, repos: readonly Repo[], actor: Actor, account: Actor['account']): Promise<RepositoryRecord[]> {
  return shown(cx, repos, actor, await accountAccessToMany(cx.db, account, repos))
}

/** The parent of a fork is left out where the caller may not see it; it bears the rights on the fork, as the wire has it. */
async function shown(cx: Cx, repos: readonly Repo[], actor: Actor, rights: Map<number, Access>): Promise<RepositoryRecord[]> {
  const parents = await store.listWithOwners(cx.db, repos.flatMap((repo) => repo.fork_id ?? []))
  const seen = parents.length > 0 ? await accessToMany(cx.db, actor, parents) : new Map<number, Access>()
  const parentOf = new Map(parents.filter((one) => seen.get(one.id)!.level >= READ).map((one) => [one.id, one]))
  const transfers = await listPending(cx.db, repos.map((repo) => repo.id))
  return repos.map((repo) => {
    const plain = bare(cx, repo, actor.account, rights.get(repo.id))
    const parent = repo.fork_id === null ? undefined : parentOf.get(repo.fork_id)
    const transfer = transfers.get(repo.id)
    if (!transfer && !parent) return plain
    const record = { ...plain }
    if (transfer) record.repo_transfer = { doer: userView.one(cx, transfer.doer, null), recipient: userView.one(cx, transfer.recipient, null), teams: [] }
    if (parent) record.parent = bare(cx, parent, actor.account, rights.get(repo.id))
    return record
  })
}

const kept = remake<RepositoryRecord>(300)

/** Without its parent; `access` undefined leaves the permissions out. */
export function bare(cx: Cx, repo: Repo, _viewer: Actor['account'], access: Access | undefined): RepositoryRecord {
  const may = access && permissions(access)
  return kept(`${repo.id} ${may?.admin} ${may?.push} ${may?.pull}`, [repo, cx.root, cx.config.ssh_url, sshPorts.get(cx.outbox) ?? cx.config.ssh_port], () => made(cx, repo, may))
}

function made(cx: Cx, repo: Repo, may: ReturnType<typeof permissions> | undefined): RepositoryRecord {
  const settings = settingsOf(repo)
  const home = html(cx, repo)
  const address = api(cx, repo)
  return {
    id: repo.id,
    owner: userView.one(cx, repo.owner, null, { email: may !== undefined }),
    name: repo.name,
    full_name: `${repo.owner.name}/${repo.name}`,
    description: repo.description,
    empty: repo.is_empty,
    private: repo.is_private,
    fork: repo.is_fork,
    template: repo.is_template,
    mirror: repo.is_mirror,
    size: repo.size,
    language: repo.language,
    languages_url: `${address}/languages`,
    html_url: home,
    url: address,
    link: '',
    ssh_url: sshUrl(cx, repo),
    clone_url: `${home}.git`,
    original_url: repo.original_url,
    website: repo.website,
    stars_count: repo.num_stars,
    forks_count: repo.num_forks,
    watchers_count: repo.num_watches,
    branch_count: repo.num_branches,
    open_issues_count: repo.num_issues - repo.num_closed_issues,
    open_pr_counter: repo.num_pulls - repo.num_closed_pulls,
    release_counter: repo.num_releases,
    default_branch: repo.default_branch,
    default_target_branch: settings.default_target_branch || undefined,
    archived: repo.is_archived,
    created_at: formatTime(repo.created_at),
    updated_at: formatTime(repo.updated_at),
    archived_at: repo.is_archived ? formatTime(repo.archived_at) : EPOCH,
    permissions: may,
    has_code: repo.has_code,
    has_issues: repo.has_issues || settings.external_tracker !== undefined,
    internal_tracker: repo.has_issues && !settings.external_tracker ? trackerOf(settings) : undefined,
    external_tracker: settings.external_tracker,
    has_wiki: repo.has_wiki || settings.external_wiki !== undefined,
    external_wiki: settings.external_wiki,
    has_pull_requests: repo.has_pulls,
    has_projects: repo.has_projects,
    projects_mode: settings.projects_mode,
    has_releases: repo.has_releases,
    has_packages: repo.has_packages,
    has_actions: repo.has_actions,
    ...(repo.has_pulls ? pullsOf(settings) : noPulls),
    avatar_url: repo.avatar ? `${cx.root}/repo-avatars/${repo.avatar}` : '',
    internal: !repo.is_private && repo.owner.visibility === 'private',
    mirror_interval: repo.is_mirror ? formatDuration(repo.mirror_interval) : '',
    object_format_name: repo.object_format,
    mirror_updated: repo.is_mirror ? formatTime(repo.mirror_updated_at) : ZERO_TIME,
    mirror_last_sync_at: repo.is_mirror ? formatTime(repo.mirror_synced_at) : ZERO_TIME,
    topics: JSON.parse(repo.topics),
    licenses: JSON.parse(repo.licenses),
  }
}

const trackerOf = (settings: ReturnType<typeof settingsOf>) => ({
  enable_time_tracker: settings.enable_time_tracker,
  allow_only_contributors_to_track_time: settings.allow_only_contributors_to_track_time,
  enable_issue_dependencies: settings.enable_issue_dependencies,
})

const pullsOf = (settings: ReturnType<typeof settingsOf>) => ({
  ignore_whitespace_conflicts: settings.ignore_whitespace_conflicts,
  allow_merge_commits: settings.allow_merge_commits,
  allow_rebase: settings.allow_rebase,
  allow_rebase_explicit: settings.allow_rebase_explicit,
  allow_squash_merge: settings.allow_squash_merge,
  allow_fast_forward_only_merge: settings.allow_fast_forward_only_merge,
  allow_manual_merge: settings.allow_manual_merge,
  autodetect_manual_merge: settings.autodetect_manual_merge,
  allow_rebase_update: settings.allow_rebase_update,
  allow_merge_update: settings.allow_merge_update,
  default_delete_branch_after_merge: settings.default_delete_branch_after_merge,
  default_merge_style: settings.default_merge_style,
  default_update_style: settings.default_update_style,
  default_allow_maintainer_edit: settings.default_allow_maintainer_edit,
})

/** What the wire shows while pull requests are switched off. */
const noPulls: ReturnType<typeof pullsOf> = {
  ignore_whitespace_conflicts: false, allow_merge_commits: false, allow_rebase: false, allow_rebase_explicit: false, allow_squash_merge: false,
  allow_fast_forward_only_merge: false, allow_manual_merge: true, autodetect_manual_merge: false, allow_rebase_update: false, allow_merge_update: false,
  default_delete_branch_after_merge: false, default_merge_style: 'merge', default_update_style: 'merge', default_allow_maintainer_edit: false,
}
