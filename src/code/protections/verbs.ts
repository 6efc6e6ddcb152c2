import { READ, WRITE, type Access, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isUniqueViolation, type Db } from '../../kernel/db.ts'
import { bad, forbidden, locked, notFound } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Str } from '../../kernel/schema.ts'
import type { GrantList, ProtectionRow } from '../tables.ts'
import { accountsFor, few, teamsFor } from './people.ts'
import { ordered } from './rules.ts'
import type { NewProtection, ProtectionEdit } from './schema.ts'
import * as store from './store.ts'

export const created = fact('protection.created', { rule_name: Str })
export const changed = fact('protection.changed', { rule_name: Str })
export const removed = fact('protection.removed', { rule_name: Str })

export const list = async (cx: Cx, repo: Repo): Promise<ProtectionRow[]> => ordered(await store.list(cx.db, repo.id))

export async function get(cx: Cx, repo: Repo, name: string): Promise<ProtectionRow> {
  const row = await store.find(cx.db, repo.id, name)
  if (!row) throw notFound()
  return row
}

const writes = (access: Access) => access.units.code >= WRITE
const reads = (access: Access) => access.units.pulls >= READ

/** The members that name a list of people and one of teams, and who may stand on it. */
const listed: { list: GrantList; people: keyof ProtectionEdit; teams: keyof ProtectionEdit; holds: (access: Access) => boolean }[] = [
  { list: 'push', people: 'push_whitelist_usernames', teams: 'push_whitelist_teams', holds: writes },
  { list: 'force', people: 'force_push_allowlist_usernames', teams: 'force_push_allowlist_teams', holds: writes },
  { list: 'merge', people: 'merge_whitelist_usernames', teams: 'merge_whitelist_teams', holds: writes },
  { list: 'approve', people: 'approvals_whitelist_username', teams: 'approvals_whitelist_teams', holds: reads },
  { list: 'bypass', people: 'bypass_allowlist_usernames', teams: 'bypass_allowlist_teams', holds: writes },
]

type Grants = { list: GrantList; accounts: number[] | null; teams: number[] | null }[]

/** Null where a list was not given. */
async function grantsOf(db: Db, repo: Repo, input: ProtectionEdit): Promise<Grants> {
  const found: Grants = []
  for (const { list, people, teams, holds } of listed) {
    const [names, groups] = [input[people] as string[] | undefined, input[teams] as string[] | undefined]
    found.push({ list, accounts: names ? await accountsFor(db, repo, names, holds) : null, teams: groups ? await teamsFor(db, repo, groups) : null })
  }
  return found
}

const nobody = { accounts: [], teams: [] }

async function setGrants(tx: Db, row: ProtectionRow, grants: Grants): Promise<void> {
  for (const { list, ...who } of grants) await store.setGrants(tx, row.id, list, list === 'bypass' && !row.enable_bypass_allowlist ? nobody : who)
}

/** Switches that need no other one, and texts. */
const plain = [
  'enable_merge_whitelist', 'enable_status_check', 'enable_approvals_whitelist', 'block_on_rejected_reviews', 'block_on_official_review_requests', 'block_on_codeowner_reviews',
  'block_on_outdated_branch', 'dismiss_stale_approvals', 'ignore_stale_approvals', 'require_signed_commits', 'block_admin_merge_override', 'enable_bypass_allowlist',
  'protected_file_patterns', 'unprotected_file_patterns',
] as const

const settings = (input: ProtectionEdit): Partial<ProtectionRow> => ({
  ...Object.fromEntries(plain.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]]))),
  ...(input.status_check_contexts === undefined ? {} : { status_check_contexts: JSON.stringify(few(input.status_check_contexts)) }),
})

const taken = () => forbidden('Branch protection already exist')

export async function create(cx: Cx, repo: Repo, by: Account, input: NewProtection): Promise<ProtectionRow> {
  if (repo.is_archived) throw locked()
  const rule_name = input.rule_name || input.branch_name
  if (!rule_name) throw bad('both rule_name and branch_name are empty')
  if (await store.find(cx.db, repo.id, rule_name)) throw taken()
  const grants = await grantsOf(cx.db, repo, input)
  const push = input.enable_push ?? false
  const listed = push && (input.enable_push_whitelist ?? false)
  const force = push && (input.enable_force_push ?? false)
  const allowed = force && (input.enable_force_push_allowlist ?? false)
  const row = {
    status_check_contexts: null, protected_file_patterns: '', unprotected_file_patterns: '', ...settings(input), repo_id: repo.id, rule_name, required_approvals: Math.max(0, input.required_approvals ?? 0),
    enable_push: push, enable_push_whitelist: listed, push_whitelist_deploy_keys: listed && (input.push_whitelist_deploy_keys ?? false),
    enable_force_push: force, enable_force_push_allowlist: allowed, force_push_allowlist_deploy_keys: allowed && (input.force_push_allowlist_deploy_keys ?? false),
    created_at: cx.now(), updated_at: cx.now(),
  }
  return cx.write(async (tx) => {
    const made = await store.insert(tx, { ...off, ...row, priority: input.priority || Math.min((await store.lastPriority(tx, repo.id)) + 1, Number.MAX_SAFE_INTEGER) }).catch((error) => {
      throw isUniqueViolation(error) ? taken() : error
    })
    await setGrants(tx, made, grants)
    await emit(tx, created, { repo_id: repo.id, by_id: by.id, rule_name })
    return made
  })
}

const off = {
  enable_merge_whitelist: false, enable_status_check: false, enable_approvals_whitelist: false, block_on_rejected_reviews: false, block_on_official_review_requests: false,
  block_on_codeowner_reviews: false, block_on_outdated_branch: false, dismiss_stale_approvals: false, ignore_stale_approvals: false, require_signed_commits: false, block_admin_merge_override: false,
  enable_bypass_allowlist: false,
}

/** A list is looked at only together with the switch it hangs on. */
function pushing(input: ProtectionEdit): Partial<ProtectionRow> {
  const change: Partial<ProtectionRow> = {}
  if (input.enable_push !== undefined) {
    change.enable_push = input.enable_push
    const list = input.enable_push ? input.enable_push_whitelist : false
    if (list !== undefined) change.enable_push_whitelist = list
    if (list === false) change.push_whitelist_deploy_keys = false
    else if (list && input.push_whitelist_deploy_keys !== undefined) change.push_whitelist_deploy_keys = input.push_whitelist_deploy_keys
  }
  if (input.enable_force_push !== undefined) {
    change.enable_force_push = input.enable_force_push
    const list = input.enable_force_push ? input.enable_force_push_allowlist : false
    if (list !== undefined) change.enable_force_push_allowlist = list
    if (list === false) change.force_push_allowlist_deploy_keys = false
    else if (list && input.force_push_allowlist_deploy_keys !== undefined) change.force_push_allowlist_deploy_keys = input.force_push_allowlist_deploy_keys
  }
  return change
}

/** What is not given stays; the name always does. */
export async function edit(cx: Cx, repo: Repo, by: Account, name: string, input: ProtectionEdit): Promise<ProtectionRow> {
  if (repo.is_archived) throw locked()
  const before = await get(cx, repo, name)
  const grants = await grantsOf(cx.db, repo, input)
  const change = {
    ...settings(input), ...pushing(input), updated_at: cx.now(),
    ...(input.priority === undefined ? {} : { priority: input.priority }),
    ...(input.required_approvals === undefined || input.required_approvals < 0 ? {} : { required_approvals: input.required_approvals }),
  }
  return cx.write(async (tx) => {
    const row = await store.update(tx, before.id, change)
    if (!row) throw notFound()
    await setGrants(tx, row, grants)
    await emit(tx, changed, { repo_id: repo.id, by_id: by.id, rule_name: name })
    return row
  })
}

export async function remove(cx: Cx, repo: Repo, by: Account, name: string): Promise<void> {
  const row = await get(cx, repo, name)
  await cx.write(async (tx) => {
    if (!(await store.remove(tx, row.id))) throw notFound()
    await emit(tx, removed, { repo_id: repo.id, by_id: by.id, rule_name: name })
  })
}

const MOST = 1000

/** The first comes first. Ids of nothing here take their place and change nothing. */
export async function prioritize(cx: Cx, repo: Repo, by: Account, ids: readonly number[]): Promise<void> {
  if (repo.is_archived) throw locked()
  const known = new Map((await store.list(cx.db, repo.id)).map((one) => [one.id, one.rule_name]))
  const places = ids.map((id, at) => ({ id, priority: at + 1 })).filter(({ id }) => known.has(id)).slice(0, MOST)
  await cx.write(async (tx) => {
    for (const { id, priority } of places) {
      await store.prioritize(tx, repo.id, id, priority, cx.now())
      await emit(tx, changed, { repo_id: repo.id, by_id: by.id, rule_name: known.get(id)! })
    }
  })
}
