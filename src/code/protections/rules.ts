// Which rule holds for a branch, and what it lets somebody do. Owners and administrators are held to it like everybody else.
import { accountAccess, ADMIN, READ, WRITE, type Access, type Account, type Repo } from '../../access/index.ts'
import type { Db } from '../../kernel/db.ts'
import { glob, type Test } from '../../kernel/glob.ts'
import { combined } from '../checks/combined.ts'
import type { GrantList, ProtectionRow } from '../tables.ts'
import * as store from './store.ts'

export interface Rule extends ProtectionRow {
  covers: Test
}

/** Whoever is about to do something: a person, a key of the repository, or a job. */
export interface Mover {
  account: Account | null
  access: Access
  deploy?: object
}

export const isPattern = (name: string): boolean => /[*?\\[\]{}]/.test(name)

/** A pattern that is none matches its own text, so that no rule is there for nothing. */
export function testOf(pattern: string, separators = ''): Test {
  const made = glob(pattern, separators)
  return typeof made === 'string' ? (text) => text === pattern : made
}

function covering(name: string): Test {
  if (isPattern(name)) return testOf(name, '/')
  const lower = name.toLowerCase()
  return (branch) => branch.toLowerCase() === lower
}

/** Of a repository, in the order in which they are asked: by priority, then plain names before patterns, then by age. */
export const ordered = (rows: readonly ProtectionRow[]): ProtectionRow[] =>
  rows.toSorted((a, b) => a.priority - b.priority || Number(isPattern(a.rule_name)) - Number(isPattern(b.rule_name)) || a.created_at - b.created_at || a.id - b.id)

export const rulesOf = async (db: Db, repoId: number): Promise<Rule[]> => ordered(await store.list(db, repoId)).map((row) => ({ ...row, covers: covering(row.rule_name) }))

/** The one rule that holds for a branch. */
export const ruleAmong = (rules: readonly Rule[], branch: string): Rule | undefined => rules.find((one) => one.covers(branch))
export const ruleFor = async (db: Db, repo: Repo, branch: string): Promise<Rule | undefined> => ruleAmong(await rulesOf(db, repo.id), branch)

/** The lists of a rule that somebody is on; `team` tells of those by a team. */
export interface Held {
  by: Set<GrantList>
  team: Set<GrantList>
}
const nothing: Held = { by: new Set(), team: new Set() }

/** By the id of the rule, in one query for all of them. */
export async function heldBy(db: Db, repo: Repo, rules: readonly Rule[], account: Account | null): Promise<(rule: Rule) => Held> {
  if (!account || rules.length === 0) return () => nothing
  const found = new Map<number, Held>()
  for (const { protection_id, list, team_id } of await store.listHeld(db, rules.map((one) => one.id), repo, account.id)) {
    const held = found.get(protection_id) ?? { by: new Set(), team: new Set() }
    held.by.add(list)
    if (team_id !== null) held.team.add(list)
    found.set(protection_id, held)
  }
  return (rule) => found.get(rule.id) ?? nothing
}

const writes = ({ access }: Mover): boolean => access.units.code >= WRITE

export function mayPush(rule: Rule, mover: Mover, held: Held): boolean {
  if (!rule.enable_push || !writes(mover)) return false
  if (!rule.enable_push_whitelist) return true
  return mover.deploy ? rule.push_whitelist_deploy_keys : held.by.has('push')
}

/** Leaving commits behind. */
export function mayForce(rule: Rule, mover: Mover, held: Held): boolean {
  if (!rule.enable_force_push || !mayPush(rule, mover, held)) return false
  if (!rule.enable_force_push_allowlist) return true
  return mover.deploy ? rule.force_push_allowlist_deploy_keys : held.by.has('force')
}

/** A team on the list is enough by itself; whoever is on it by name must still be able to write. */
export function mayMerge(rule: Rule | undefined, mover: Mover, held: Held): boolean {
  if (!rule?.enable_merge_whitelist) return writes(mover)
  return held.team.has('merge') || (held.by.has('merge') && writes(mover))
}

/** Merging although the rule is not met. */
export const mayBypass = (rule: Rule, { access }: Mover, held: Held): boolean =>
  (access.level >= ADMIN && !rule.block_admin_merge_override) || (rule.enable_bypass_allowlist && held.by.has('bypass'))

/** Whose approval or refusal counts for a branch: those on the list if there is one, else those who may write code. */
export async function mayApprove(db: Db, repo: Repo, rule: Rule | undefined, account: Account): Promise<boolean> {
  const access = await accountAccess(db, account, repo)
  if (!rule?.enable_approvals_whitelist) return access.units.code >= WRITE
  return access.units.pulls >= READ && (await heldBy(db, repo, [rule], account))(rule).by.has('approve')
}

/** The same of a team; where there is no rule nothing waits for one. */
export async function mayTeamApprove(db: Db, repo: Repo, rule: Rule | undefined, teamId: number): Promise<boolean> {
  if (!rule) return false
  return rule.enable_approvals_whitelist ? store.isTeamListed(db, rule.id, 'approve', teamId) : (await store.reaching(db, repo, [teamId])).length > 0 && store.teamWrites(db, teamId)
}

export const contextsOf = (rule: ProtectionRow): string[] | null => (rule.status_check_contexts === null ? null : JSON.parse(rule.status_check_contexts))

/** What the checks that a rule asks for come to: every pattern must have found one, and all found must be good. */
export function checksOf(rule: ProtectionRow, statuses: readonly { context: string; state: string }[]): string {
  const wanted = (contextsOf(rule) ?? []).map((pattern) => [pattern, testOf(pattern)] as const)
  if (wanted.length === 0) return combined(statuses.map((one) => one.state))
  const found = wanted.map(([pattern, test]) => statuses.filter((one) => one.context === pattern || test(one.context)))
  const state = combined(found.flat().map((one) => one.state))
  return state === 'success' && found.some((some) => some.length === 0) ? 'pending' : state
}

/** Whether a rule asks for a check of this name. */
export const asksFor = (rule: ProtectionRow, context: string): boolean => rule.enable_status_check && (contextsOf(rule) ?? []).some((pattern) => pattern === context || testOf(pattern)(context))
