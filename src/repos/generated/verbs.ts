import { accountAccess, findAccountByName, isRepoAdmin, type Account, type Repo } from '../../access/index.ts'
import { refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id, Strings } from '../../kernel/schema.ts'
import * as avatars from '../avatars/verbs.ts'
import * as quota from '../quota/verbs.ts'
import * as refFacts from '../refs-facts.ts'
import { checkName } from '../repos/names.ts'
import { checkOwner, created, found, place } from '../repos/verbs.ts'
import * as store from '../repos/store.ts'
import * as view from '../repos/view.ts'
import { link } from '../topics/store.ts'
import { topicsOf } from '../topics/verbs.ts'
import { firstCommit } from './content.ts'
import type { Named } from './words.ts'

/** `repo_id` is the new one; rooms above copy what they hold of the items named */
export const generated = fact('repo.generated', { template_id: Id, items: Strings })

const ITEMS = ['git_content', 'topics', 'git_hooks', 'webhooks', 'avatar', 'labels', 'protected_branch'] as const

export type Wish = { [item in (typeof ITEMS)[number]]?: boolean } & {
  owner?: string
  name: string
  description?: string
  default_branch?: string
  private?: boolean
}

/** A new repository with what is wished of a template. */
export async function from(cx: Cx, template: Repo, by: Account, wish: Wish): Promise<Repo> {
  if (!template.is_template) throw invalid('this is not a template repo')
  const items = await granted(cx, template, by, ITEMS.filter((one) => wish[one]))
  const owner = await ownerOf(cx, wish.owner ?? '', by)
  checkName(wish.name)
  const branch = wish.default_branch || template.default_branch
  if (!refs.validRefName(`refs/heads/${branch}`)) throw invalid(`not a branch name: ${branch}`)
  if (items.includes('git_content')) await quota.need(cx, owner, template.size * 1024)
  const repo = await found(cx, { owner, by, name: wish.name, format: template.object_format, branch }, async (dir, draft) => {
    const description = wish.description ?? ''
    const row = { ...draft, description, lower_description: description.toLowerCase(), is_private: wish.private ?? false }
    const names = { repo: named(cx, { ...row, id: 0, owner }), template: named(cx, template) }
    const first = items.includes('git_content') ? await firstCommit(cx, template, dir, branch, owner, names) : undefined
    const born = first ? { is_empty: false, num_branches: 1, refs_version: 1, language: template.language, licenses: template.licenses } : {}
    const topics = items.includes('topics') ? topicsOf(template) : []
    const avatar = items.includes('avatar') ? await avatars.copy(cx, template, draft.storage) : ''
    const placed = cx.write(async (tx) => {
      const made = await place(tx, cx, owner, by, { ...row, ...born, avatar, topics: JSON.stringify(topics) })
      if (topics.length > 0) await link(tx, made.id, topics, cx.now())
      await emit(tx, created, { repo_id: made.id, by_id: by.id, name: made.name, issue_labels: '' })
      await emit(tx, generated, { repo_id: made.id, by_id: by.id, template_id: template.id, items })
      if (first) await emit(tx, refFacts.created, { repo_id: made.id, by_id: by.id, ref: `refs/heads/${branch}`, new: first, via: 'init' })
      return made
    })
    return placed.catch(async (error) => {
      if (avatar) await avatars.forget(cx, avatar)
      throw error
    })
  })
  return (await store.findWithOwner(cx.db, repo.id)) ?? repo
}

/** Webhooks hold addresses that are secrets, so only those who may read them there take them along. */
async function granted(cx: Cx, template: Repo, by: Account, items: string[]): Promise<string[]> {
  if (items.length === 0) throw invalid('must select at least one template item')
  return isRepoAdmin(await accountAccess(cx.db, by, template)) ? items : items.filter((one) => one !== 'webhooks')
}

/** The caller's own name counts only as it is written; in any other case it is somebody else's. */
async function ownerOf(cx: Cx, name: string, by: Account): Promise<Account> {
  const owner = name === by.name ? by : await findAccountByName(cx.db, name)
  if (!owner) throw notFound()
  if (owner.type !== 'organization' && owner !== by && !by.is_admin) throw forbidden('Only admin can generate repository for other user.')
  await checkOwner(cx, owner, by)
  return owner
}

const named = (cx: Cx, repo: Repo): Named => ({
  name: repo.name, description: repo.description, owner: repo.owner.name, link: new URL(view.html(cx, repo)).pathname, https: `${view.html(cx, repo)}.git`, ssh: view.sshUrl(cx, repo),
})
