// PATCH of a repository: what the members mean, decided without touching anything, then done in one transaction.
import type { Account, Repo } from '../../access/index.ts'
import { refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { isWebUrl } from '../../kernel/decode.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Str, type Static } from '../../kernel/schema.ts'
import { parseDuration } from '../../kernel/times.ts'
import { gitDir } from '../folders.ts'
import { editMirror } from '../ground/ports.ts'
import type { RepoRow, RepoSettings } from '../tables.ts'
import { checkName } from './names.ts'
import type { EditRepoOption } from './schema.ts'
import { settingsOf } from './settings.ts'
import * as store from './store.ts'

export const changed = fact('repo.changed', {})
export const renamed = fact('repo.renamed', { old_name: Str })

type Input = Static<typeof EditRepoOption>

export async function edit(cx: Cx, repo: Repo, by: Account, input: Input): Promise<Repo> {
  const branch = await branchOf(cx, repo, input)
  if (branch) {
    // should we die before the row is written, HEAD is set back to it
    await cx.write((tx) => cx.jobs.enqueue(tx, 'repos.align', { repo_id: repo.id }, { delay: 30 }))
    await refs.setHead(cx.git, gitDir(cx, repo), branch)
  }
  try {
    return await cx.write((tx) => change(cx, tx, repo.id, by, input, branch))
  } catch (error) {
    if (branch) await refs.setHead(cx.git, gitDir(cx, repo), repo.default_branch)
    throw error
  }
}

async function change(cx: Cx, tx: Db, id: number, by: Account, input: Input, branch: string | undefined): Promise<Repo> {
  const repo = await store.findWithOwner(tx, id)
  if (!repo) throw notFound()
  const settings: RepoSettings = JSON.parse(repo.settings)
  const name = nameOf(repo, input)
  const columns: Partial<RepoRow> = { ...basics(input), ...units(repo, input, settings), ...archiving(cx, repo, input), ...mirroring(cx, repo, input), settings: JSON.stringify(settings) }
  if (name !== undefined) Object.assign(columns, await rename(tx, repo, name))
  const hides = await visibilityOf(tx, repo, input)
  if (hides !== undefined) await hide(tx, await store.listWithForks(tx, id), hides)
  const { mirror_username: username, mirror_password: password, mirror_token: token, enable_prune: prunes } = input
  if (repo.is_mirror) await editMirror(cx, tx, repo, { username, password, token, prunes })
  const row = await store.update(tx, id, columns)
  if (branch) Object.assign(row, { default_branch: branch, refs_version: await store.touchRefs(tx, id, { now: row.updated_at, default_branch: branch }) })
  if (name !== undefined) await emit(tx, renamed, { repo_id: id, by_id: by.id, old_name: repo.name })
  await emit(tx, changed, { repo_id: id, by_id: by.id })
  return { ...row, owner: repo.owner }
}

/** The old name leads to the new one until somebody takes it. */
async function rename(tx: Db, repo: Repo, name: string): Promise<Partial<RepoRow>> {
  const other = await store.findNamed(tx, repo.owner_id, name)
  if (other && other.id !== repo.id) throw invalid(`The repository with the same name already exists. [name: ${name}]`)
  await store.dropRedirect(tx, repo.owner_id, name.toLowerCase())
  if (name.toLowerCase() !== repo.lower_name) await store.redirect(tx, repo.owner_id, repo.lower_name, repo.id)
  return { name, lower_name: name.toLowerCase() }
}

async function hide(tx: Db, ids: number[], isPrivate: boolean): Promise<void> {
  await store.setPrivate(tx, ids, isPrivate)
  if (!isPrivate) return
  await store.dropStars(tx, ids)
  await store.dropWatches(tx, ids)
}

function nameOf(repo: Repo, { name }: Input): string | undefined {
  if (name === undefined || name === repo.name) return undefined
  if (name === '') throw invalid('[Name]: Required')
  checkName(name)
  return name
}

function basics(input: Input): Partial<RepoRow> {
  const columns: Partial<RepoRow> = {}
  if (input.description !== undefined) Object.assign(columns, { description: input.description, lower_description: input.description.toLowerCase() })
  if (input.website !== undefined) columns.website = input.website
  if (input.template !== undefined) columns.is_template = input.template
  return columns
}

/** A fork follows its parent, whatever was asked. */
async function visibilityOf(tx: Db, repo: Repo, input: Input): Promise<boolean | undefined> {
  if (input.private === undefined) return undefined
  const parent = repo.fork_id === null ? undefined : await store.findWithOwner(tx, repo.fork_id)
  const wanted = parent ? parent.is_private : input.private
  return wanted === repo.is_private ? undefined : wanted
}

/** Only a branch that is there, unless there is none at all; anything else is passed over. */
async function branchOf(cx: Cx, repo: Repo, { default_branch: branch }: Input): Promise<string | undefined> {
  if (!branch || branch === repo.default_branch || !refs.validRefName(`refs/heads/${branch}`)) return undefined
  return repo.is_empty || (await refs.read(gitDir(cx, repo), `refs/heads/${branch}`)) !== null ? branch : undefined
}

function units(repo: Repo, input: Input, settings: RepoSettings): Partial<RepoRow> {
  const columns: Partial<RepoRow> = {}
  if (input.has_code !== undefined) columns.has_code = input.has_code
  if (input.has_releases !== undefined) columns.has_releases = input.has_releases
  if (input.has_packages !== undefined) columns.has_packages = input.has_packages
  if (input.has_actions !== undefined) columns.has_actions = input.has_actions
  if (input.has_projects !== undefined) columns.has_projects = input.has_projects
  if (input.has_projects && input.projects_mode) settings.projects_mode = input.projects_mode
  if (input.has_projects === false) delete settings.projects_mode
  if (input.has_issues !== undefined) columns.has_issues = tracker(input, settings)
  if (input.has_wiki !== undefined) columns.has_wiki = wiki(input, settings)
  return { ...columns, ...pulls(repo, input, settings) }
}

/** What belongs to a unit goes with it; switched on again, it begins with the defaults. */
function forget(settings: RepoSettings, members: readonly (keyof RepoSettings)[]): void {
  for (const one of members) delete settings[one]
}

const trackerSwitches = ['enable_time_tracker', 'allow_only_contributors_to_track_time', 'enable_issue_dependencies'] as const

function tracker(input: Input, settings: RepoSettings): boolean {
  const external = input.has_issues ? input.external_tracker : undefined
  delete settings.external_tracker
  if (!input.has_issues || external) forget(settings, trackerSwitches)
  if (external) {
    const { external_tracker_url: url = '', external_tracker_format: format = '', external_tracker_style: style = '', external_tracker_regexp_pattern: pattern = '' } = external
    if (!isWebUrl(url)) throw invalid('External tracker URL not valid')
    if (format && !balanced(format)) throw invalid('External tracker URL format not valid')
    settings.external_tracker = { external_tracker_url: url, external_tracker_format: format, external_tracker_style: style, external_tracker_regexp_pattern: pattern }
    return false
  }
  const given = input.has_issues ? input.internal_tracker : undefined
  if (given) {
    settings.enable_time_tracker = given.enable_time_tracker ?? false
    settings.allow_only_contributors_to_track_time = given.allow_only_contributors_to_track_time ?? false
    settings.enable_issue_dependencies = given.enable_issue_dependencies ?? false
  }
  return input.has_issues!
}

/** A web address whose braces close, since they are filled in later. */
function balanced(format: string): boolean {
  const plain = format.replace(/\{[^{}]*\}/g, 'x')
  return !/[{}]/.test(plain) && isWebUrl(plain)
}

function wiki(input: Input, settings: RepoSettings): boolean {
  const external = input.has_wiki ? input.external_wiki : undefined
  delete settings.external_wiki
  if (!external) return input.has_wiki!
  if (!isWebUrl(external.external_wiki_url ?? '')) throw invalid('Invalid external wiki URL')
  settings.external_wiki = { external_wiki_url: external.external_wiki_url! }
  return false
}

const pullSwitches = [
  'ignore_whitespace_conflicts', 'allow_merge_commits', 'allow_rebase', 'allow_rebase_explicit', 'allow_squash_merge', 'allow_fast_forward_only_merge', 'allow_manual_merge',
  'autodetect_manual_merge', 'allow_rebase_update', 'allow_merge_update', 'default_delete_branch_after_merge', 'default_allow_maintainer_edit',
] as const
const pullStyles = ['default_merge_style', 'default_update_style'] as const

function pulls(repo: Repo, input: Input, settings: RepoSettings): Partial<RepoRow> {
  if (input.has_pull_requests === false) {
    forget(settings, [...pullSwitches, ...pullStyles])
    return { has_pulls: false }
  }
  const before = settingsOf(repo)
  let differs = false
  for (const one of pullSwitches) {
    if (input[one] === undefined) continue
    differs ||= input[one] !== before[one]
    settings[one] = input[one]
  }
  for (const one of pullStyles) {
    if (input[one] === undefined) continue
    differs ||= input[one] !== before[one]
    settings[one] = input[one]
  }
  if (input.allow_merge_update !== undefined || input.allow_rebase_update !== undefined || input.default_update_style !== undefined) checkUpdates({ ...before, ...settings })
  return input.has_pull_requests || differs ? { has_pulls: true } : {}
}

function checkUpdates({ default_update_style: style, allow_merge_update: merge, allow_rebase_update: rebase }: ReturnType<typeof settingsOf>): void {
  if (style !== 'merge' && style !== 'rebase') throw invalid(`invalid default update style [${style}]`)
  if (!merge && !rebase) throw invalid('at least one update style must be allowed')
  if (style === 'merge' ? !merge : !rebase) throw invalid(`the default update style ${style} is not allowed`)
}

function archiving(cx: Cx, repo: Repo, { archived }: Input): Partial<RepoRow> {
  if (archived === undefined) return {}
  if (repo.is_mirror) throw invalid('repo is a mirror, cannot archive/un-archive')
  return archived === repo.is_archived ? {} : { is_archived: archived, archived_at: archived ? cx.now() : 0 }
}

function mirroring(cx: Cx, repo: Repo, { mirror_interval: text }: Input): Partial<RepoRow> {
  if (!repo.is_mirror || text === undefined) return {}
  const seconds = parseDuration(text)
  if (seconds === null || seconds < 0) throw invalid(`invalid mirror interval [${text}]`)
  if (seconds !== 0 && seconds < cx.config.mirror_min_interval) throw invalid(`mirror interval is below the minimum [${cx.config.mirror_min_interval}s]`)
  return { mirror_interval: Math.floor(seconds) }
}
