import { ADMIN, accountAccess, canCreateRepoIn, canSeeAccount, type Account, type Repo } from '../../access/index.ts'
import { init } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { exists, forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Str } from '../../kernel/schema.ts'
import { randomId } from '../../kernel/secrets.ts'
import { gitDir } from '../folders.ts'
import type { RepoRow } from '../tables.ts'
import { checkName } from './names.ts'
import * as store from './store.ts'

export const created = fact('repo.created', { name: Str })

export interface NewRepo {
  name: string
  description?: string
  private?: boolean
  template?: boolean
  default_branch?: string
  object_format_name?: string
  trust_model?: string
}

/** An empty repository: its folder first, then its row; a folder without a row is swept later. */
export async function create(cx: Cx, owner: Account, by: Account, input: NewRepo): Promise<Repo> {
  checkName(input.name)
  if (!(await canSeeAccount(cx.db, by, owner))) throw notFound()
  if (!(await canCreateRepoIn(cx.db, by, owner))) throw forbidden('you may not create repositories for this owner')
  const format = formatOf(input.object_format_name)
  const branch = input.default_branch || cx.config.default_branch
  const storage = randomId(20)
  const dir = gitDir(cx, { storage, object_format: format })
  if (await store.findNamed(cx.db, owner.id, input.name)) throw taken(input.name)
  await init.create(cx.git, dir.path, { format, defaultBranch: branch })
  try {
    return await cx.write(async (tx) => {
      if (await store.findNamed(tx, owner.id, input.name)) throw taken(input.name)
      const row = await store.insert(tx, { ...blank(owner.id, input.name, storage, cx.now()), ...chosen(input), object_format: format, default_branch: branch })
      await settle(tx, { ...row, owner }, by, cx.now())
      await emit(tx, created, { repo_id: row.id, by_id: by.id, name: row.name })
      return { ...row, owner, num_watches: 1 }
    })
  } catch (error) {
    await init.remove(cx.git, dir)
    throw error
  }
}

/** What follows from a new row: counters, redirects, the maker's rights and watch. */
async function settle(tx: Parameters<typeof store.insert>[0], repo: Repo, by: Account, now: number): Promise<void> {
  await store.countOwned(tx, repo.owner_id, 1)
  await store.dropRedirect(tx, repo.owner_id, repo.lower_name)
  if ((await accountAccess(tx, by, repo)).level < ADMIN) await store.collaborate(tx, repo.id, by.id, ADMIN, now)
  await store.watch(tx, by.id, repo.id, 'watch', now)
  await store.countWatches(tx, repo.id, 1)
}

function formatOf(name: string | undefined): 'sha1' | 'sha256' {
  if (!name) return 'sha1'
  if (name !== 'sha1' && name !== 'sha256') throw invalid(`unknown object format [${name}]`)
  return name
}

const taken = (name: string) => exists(`The repository with the same name already exists. [name: ${name}]`)

const chosen = (input: NewRepo) => ({
  description: input.description ?? '',
  lower_description: (input.description ?? '').toLowerCase(),
  is_private: input.private ?? false,
  is_template: input.template ?? false,
  trust_model: input.trust_model ?? '',
})

/** Every column of a new repository. */
export const blank = (ownerId: number, name: string, storage: string, now: number): Omit<RepoRow, 'id'> => ({
  owner_id: ownerId, name, lower_name: name.toLowerCase(), description: '', lower_description: '', website: '', default_branch: 'main', is_private: false,
  is_archived: false, archived_at: 0, is_mirror: false, is_fork: false, fork_id: null, is_template: false, is_empty: true, object_format: 'sha1', storage, status: 'ready',
  refs_version: 0, size: 0, git_size: 0, lfs_size: 0, topics: '[]', licenses: '[]', language: '', trust_model: '', original_url: '', avatar: '', has_code: true, has_issues: true,
  has_wiki: true, has_pulls: true, has_releases: true, has_projects: true, has_packages: true, has_actions: true, settings: '{}', mirror_interval: 0, mirror_updated_at: 0,
  num_stars: 0, num_watches: 0, num_forks: 0, num_issues: 0, num_closed_issues: 0, num_pulls: 0, num_closed_pulls: 0, num_releases: 0, num_branches: 0, last_index: 0,
  created_at: now, updated_at: now,
})
