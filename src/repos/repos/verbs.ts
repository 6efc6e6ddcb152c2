import { ADMIN, accountAccess, canCreateRepoIn, canSeeAccount, findAccountByName, type Account, type Repo } from '../../access/index.ts'
import { init } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isUniqueViolation, type Db } from '../../kernel/db.ts'
import { exists, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Bool, Id, Optional, Str } from '../../kernel/schema.ts'
import { randomId } from '../../kernel/secrets.ts'
import { sshKeys } from '../../users/index.ts'
import { listKeyIds } from '../deploy-keys/store.ts'
import { gitDir } from '../folders.ts'
import * as quota from '../quota/verbs.ts'
import * as refFacts from '../refs-facts.ts'
import type { RepoRow } from '../tables.ts'
import { checkName } from './names.ts'
import { checkStart, firstCommit, sizeOf, type StartInput } from './start.ts'
import * as store from './store.ts'
import * as view from './view.ts'

/** `issue_labels` names a set of labelSet() to be made, or is empty; `imported`: brought from elsewhere, which no feed tells */
export const created = fact('repo.created', { name: Str, issue_labels: Str, imported: Optional(Bool) })
/** `removed` is JSON: the Repository record as its owner saw it last */
export const removed = fact('repo.removed', { name: Str, owner_id: Id, storage: Str, removed: Str })

export { touchRefs } from './store.ts'

export interface NewRepo extends StartInput {
  private?: boolean
  template?: boolean
  default_branch?: string
  object_format_name?: string
  trust_model?: string
}

/** Its folder and first commit, then its row; a folder without a row is swept later. */
export async function create(cx: Cx, owner: Account, by: Account, input: NewRepo): Promise<Repo> {
  await checkOwner(cx, owner, by)
  const start = checkStart(input)
  checkName(input.name)
  const format = formatOf(input.object_format_name)
  const branch = input.default_branch || cx.config.default_branch
  return found(cx, { owner, by, name: input.name, format, branch }, async (dir, draft) => {
    const first = start.commits ? await firstCommit(cx, dir, branch, owner, by, input, start) : undefined
    const size = first ? await sizeOf(dir) : 0
    return cx.write(async (tx) => {
      const born = first ? { is_empty: false, num_branches: 1, refs_version: 1, size, git_size: size } : {}
      const repo = await place(tx, cx, owner, by, { ...draft, ...chosen(input), licenses: JSON.stringify(start.license ? [start.license] : []), ...born })
      await emit(tx, created, { repo_id: repo.id, by_id: by.id, name: repo.name, issue_labels: start.labels })
      if (first) await emit(tx, refFacts.created, { repo_id: repo.id, by_id: by.id, ref: `refs/heads/${branch}`, new: first, via: 'init' })
      return repo
    })
  })
}

/** In an organization by its name. */
export async function createIn(cx: Cx, name: string, by: Account, input: NewRepo): Promise<Repo> {
  const org = await findAccountByName(cx.db, name)
  if (org?.type !== 'organization') throw notFound()
  return create(cx, org, by, input)
}

/** 404 for hidden owners, 403 for those who may not create there or have enough already. */
export async function checkOwner(cx: Cx, owner: Account, by: Account): Promise<void> {
  if (!(await canSeeAccount(cx.db, by, owner))) throw notFound()
  if (!(await canCreateRepoIn(cx.db, by, owner))) throw forbidden('User is not allowed to create repositories in this organization.')
  if (isFull(cx, owner) && !by.is_admin) throw forbidden(`user has reached maximum limit of repositories [limit: ${owner.max_repos}]`)
}

export function isFull(cx: Cx, owner: Account): boolean {
  const limit = owner.max_repos >= 0 ? owner.max_repos : cx.config.max_repos_per_user
  return limit >= 0 && owner.num_repos >= limit
}

export const taken = () => exists('The repository with the same name already exists.')

interface Founding {
  owner: Account
  by: Account
  name: string
  format: 'sha1' | 'sha256'
  branch: string
}

/** Makes the folder, lets `fill` put rows to it, and takes it away again if that fails; a crash leaves a draft, which is swept. */
export async function found<T>(cx: Cx, { owner, name, format, branch }: Founding, fill: (dir: ReturnType<typeof gitDir>, draft: Omit<RepoRow, 'id'>) => Promise<T>): Promise<T> {
  const storage = randomId(20)
  const dir = gitDir(cx, { storage, object_format: format })
  if (await store.findNamed(cx.db, owner.id, name)) throw taken()
  await init.create(cx.git, dir.path, { format, defaultBranch: branch, draft: true })
  let made: T
  try {
    made = await fill(dir, { ...blank(owner.id, name, storage, cx.now()), object_format: format, default_branch: branch })
  } catch (error) {
    await init.remove(cx.git, dir)
    throw error
  }
  await init.keep(dir)
  return made
}

/** The row and what follows from it: counters, redirects, the maker's rights and watch. */
export async function place(tx: Db, cx: Cx, owner: Account, by: Account, row: Omit<RepoRow, 'id'>): Promise<Repo> {
  if (await store.findNamed(tx, owner.id, row.name)) throw taken()
  const inserted = await store.insert(tx, row).catch((error) => {
    throw isUniqueViolation(error) ? taken() : error
  })
  const repo = { ...inserted, owner }
  await store.countOwned(tx, repo.owner_id, 1)
  await quota.grow(cx, tx, owner, 'git', repo.git_size * 1024)
  await store.dropRedirect(tx, repo.owner_id, repo.lower_name)
  if ((await accountAccess(tx, by, repo)).level < ADMIN) await store.collaborate(tx, repo.id, by.id, ADMIN, cx.now())
  await store.watch(tx, by.id, repo.id, 'watch', cx.now())
  await store.countWatches(tx, repo.id, 1)
  return { ...repo, num_watches: 1 }
}

/** Rows go at once, in one transaction; the job that takes the folders away is part of it. */
export async function remove(cx: Cx, repo: Repo, by: Account): Promise<void> {
  const record = await view.fresh(cx, repo, { account: by, scopes: null, publicOnly: false, via: 'session' })
  await cx.write(async (tx) => {
    await store.dropStars(tx, [repo.id])
    await store.orphanForks(tx, repo.id)
    const keys = await listKeyIds(tx, repo.id)
    if (!(await store.remove(tx, repo.id))) throw notFound()
    for (const key of keys) await sshKeys.releaseFromDeploy(tx, key)
    if (repo.fork_id !== null) await store.countForks(tx, repo.fork_id, -1)
    await store.countOwned(tx, repo.owner_id, -1)
    await quota.recountSoon(cx, tx, repo.owner_id)
    await emit(tx, removed, { repo_id: repo.id, by_id: by.id, name: repo.name, owner_id: repo.owner_id, storage: repo.storage, removed: JSON.stringify(record) })
    const clear = { storage: repo.storage, object_format: repo.object_format, avatar: repo.avatar }
    await cx.jobs.enqueue(tx, 'repos.clear', clear)
    // whoever was at work in it when it went may have made a folder anew
    await cx.jobs.enqueue(tx, 'repos.clear', clear, { delay: 3600 })
  })
}

/** All repositories of an owner, one by one in the background. False if there are none. */
export async function removeAll(cx: Cx, owner: Account, by: Account): Promise<boolean> {
  if ((await store.listIdsOwnedBy(cx.db, owner.id)).length === 0) return false
  await cx.write((tx) => cx.jobs.enqueue(tx, 'repos.remove-all', { owner_id: owner.id, by_id: by.id }, { key: String(owner.id) }))
  return true
}

function formatOf(name: string | undefined): 'sha1' | 'sha256' {
  if (!name) return 'sha1'
  if (name !== 'sha1' && name !== 'sha256') throw invalid(`unknown object format [${name}]`)
  return name
}

const trust = ['default', 'collaborator', 'committer', 'collaboratorcommitter']

const chosen = (input: NewRepo) => ({
  description: input.description ?? '',
  lower_description: (input.description ?? '').toLowerCase(),
  is_private: input.private ?? false,
  is_template: input.template ?? false,
  has_actions: !input.template,
  trust_model: trust.includes(input.trust_model ?? '') ? input.trust_model! : '',
})

/** Every column of a new repository. */
export const blank = (ownerId: number, name: string, storage: string, now: number): Omit<RepoRow, 'id'> => ({
  owner_id: ownerId, name, lower_name: name.toLowerCase(), description: '', lower_description: '', website: '', default_branch: 'main', is_private: false,
  is_archived: false, archived_at: 0, is_mirror: false, is_fork: false, fork_id: null, is_template: false, is_empty: true, object_format: 'sha1', storage, status: 'ready',
  refs_version: 0, size: 0, git_size: 0, lfs_size: 0, topics: '[]', licenses: '[]', language: '', trust_model: '', original_url: '', avatar: '', has_code: true, has_issues: true,
  has_wiki: true, has_pulls: true, has_releases: true, has_projects: true, has_packages: true, has_actions: true, settings: '{}', mirror_interval: 0, mirror_updated_at: 0, mirror_synced_at: 0,
  num_stars: 0, num_watches: 0, num_forks: 0, num_issues: 0, num_closed_issues: 0, num_pulls: 0, num_closed_pulls: 0, num_releases: 0, num_branches: 0, last_index: 0,
  created_at: now, updated_at: now,
})
