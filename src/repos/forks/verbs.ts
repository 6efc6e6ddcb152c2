import { canCreateRepoIn, canSeeAccount, findAccountByName, isBlocked, type Account, type Repo } from '../../access/index.ts'
import { copy, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { exists, forbidden, notFound } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import { gitDir } from '../folders.ts'
import * as quota from '../quota/verbs.ts'
import { checkName } from '../repos/names.ts'
import { sizeOf } from '../repos/start.ts'
import * as repoStore from '../repos/store.ts'
import { found, isFull, place } from '../repos/verbs.ts'
import * as store from './store.ts'

/** `repo_id` is the new one */
export const forked = fact('repo.forked', { parent_id: Id })

export async function create(cx: Cx, parent: Repo, by: Account, input: { organization?: string; name?: string }): Promise<Repo> {
  if (await isBlocked(cx.db, parent.owner_id, by.id)) throw forbidden('the owner has blocked you')
  const owner = input.organization ? await organization(cx, input.organization, by) : by
  const name = input.name || parent.name
  checkName(name)
  if (await store.findOwned(cx.db, parent.id, owner.id)) throw already(owner)
  if (isFull(cx, owner) && !by.is_admin) throw exists(`user has reached maximum limit of repositories [limit: ${owner.max_repos}]`)
  await quota.need(cx, owner, parent.size * 1024)
  return found(cx, { owner, by, name, format: parent.object_format, branch: parent.default_branch }, async (dir, draft) => {
    await copy(cx.git, gitDir(cx, parent), dir)
    const { heads } = await refs.list(cx.git, dir)
    const size = await sizeOf(dir)
    return cx.write(async (tx) => {
      if (await store.findOwned(tx, parent.id, owner.id)) throw already(owner)
      const row = { ...draft, ...inherited(parent), size, git_size: size, num_branches: heads.size, is_empty: heads.size === 0, refs_version: 1 }
      const repo = await place(tx, cx, owner, by, row)
      await repoStore.countForks(tx, parent.id, 1)
      await emit(tx, forked, { repo_id: repo.id, by_id: by.id, parent_id: parent.id })
      return repo
    })
  })
}

const already = (owner: Account) => exists(`the repository is already forked by this owner [${owner.name}]`)

async function organization(cx: Cx, name: string, by: Account): Promise<Account> {
  const org = await findAccountByName(cx.db, name)
  if (org?.type !== 'organization' || !(await canSeeAccount(cx.db, by, org))) throw notFound()
  if (!(await canCreateRepoIn(cx.db, by, org))) throw forbidden('User is not allowed to create repositories in this organization.')
  return org
}

/** A fork begins with code and pull requests alone. */
const inherited = (parent: Repo) => ({
  fork_id: parent.id, is_fork: true, description: parent.description, lower_description: parent.lower_description, is_private: parent.is_private || parent.owner.visibility === 'private',
  language: parent.language, licenses: parent.licenses, has_issues: false, has_wiki: false, has_releases: false, has_projects: false, has_packages: false, has_actions: false,
})
