import { READ, type Access, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, forbidden, invalid, locked, notFound } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id } from '../../kernel/schema.ts'
import { accountsFor, teamsFor } from '../protections/people.ts'
import type { TagProtectionRow } from '../tables.ts'
import { testOf } from './rules.ts'
import type { TagProtectionInput } from './schema.ts'
import * as store from './store.ts'

export const created = fact('tag_protection.created', { tag_protection_id: Id })
export const changed = fact('tag_protection.changed', { tag_protection_id: Id })
export const removed = fact('tag_protection.removed', { tag_protection_id: Id })

export async function get(cx: Cx, repo: Repo, id: number): Promise<TagProtectionRow> {
  const row = await store.find(cx.db, repo.id, id)
  if (!row) throw notFound()
  return row
}

function checkPattern(pattern: string): void {
  const test = testOf(pattern)
  if (typeof test === 'string') throw invalid(`[NamePattern]: ${test}`)
}

const reads = (access: Access) => access.level >= READ

async function grantsOf(cx: Cx, repo: Repo, { whitelist_usernames: people, whitelist_teams: teams }: TagProtectionInput) {
  return { accounts: people ? await accountsFor(cx.db, repo, people, reads) : null, teams: teams ? await teamsFor(cx.db, repo, teams) : null }
}

export async function create(cx: Cx, repo: Repo, by: Account, input: TagProtectionInput): Promise<TagProtectionRow> {
  if (repo.is_archived) throw locked()
  const name_pattern = (input.name_pattern ?? '').trim()
  if (name_pattern === '') throw bad('name_pattern are empty')
  if (!input.whitelist_usernames?.length && !input.whitelist_teams?.length) throw bad('both whitelist_usernames and whitelist_teams are empty')
  checkPattern(name_pattern)
  const taken = () => forbidden('Tag protection already exist')
  if (await store.findLike(cx.db, repo.id, name_pattern)) throw taken()
  const grants = await grantsOf(cx, repo, input)
  return cx.write(async (tx) => {
    if (await store.findLike(tx, repo.id, name_pattern)) throw taken()
    const row = await store.insert(tx, { repo_id: repo.id, name_pattern, created_at: cx.now(), updated_at: cx.now() })
    await store.setGrants(tx, row.id, grants)
    await emit(tx, created, { repo_id: repo.id, by_id: by.id, tag_protection_id: row.id })
    return row
  })
}

/** Lists that are given replace the old ones; they may be empty here. */
export async function edit(cx: Cx, repo: Repo, by: Account, id: number, input: TagProtectionInput): Promise<TagProtectionRow> {
  if (repo.is_archived) throw locked()
  const before = await get(cx, repo, id)
  if (input.name_pattern !== undefined) checkPattern(input.name_pattern)
  const grants = await grantsOf(cx, repo, input)
  return cx.write(async (tx) => {
    const row = await store.update(tx, before.id, { name_pattern: input.name_pattern ?? before.name_pattern, updated_at: cx.now() })
    if (!row) throw notFound()
    await store.setGrants(tx, id, grants)
    await emit(tx, changed, { repo_id: repo.id, by_id: by.id, tag_protection_id: id })
    return row
  })
}

export async function remove(cx: Cx, repo: Repo, by: Account, id: number): Promise<void> {
  await cx.write(async (tx) => {
    if (!(await store.remove(tx, repo.id, id))) throw notFound()
    await emit(tx, removed, { repo_id: repo.id, by_id: by.id, tag_protection_id: id })
  })
}
