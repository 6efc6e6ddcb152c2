// What the rule of the base branch asks of a pull request before it is merged.
import { findAccount, type Access, type Account, type Repo } from '../../access/index.ts'
import { firstUnsigned, protectedAmong, rules } from '../../code/index.ts'
import { diff, log } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notAllowed } from '../../kernel/errors.ts'
import { gitDir } from '../../repos/index.ts'
import type { PullAt } from '../ground/at.ts'
import { isApprovedByOwners } from '../owners/verbs.ts'
import * as store from '../merging/store.ts'
import * as reviewStore from '../reviews/store.ts'
import type { ReviewRow } from '../tables.ts'
import type { Style } from './styles.ts'

/** The rule, if there is one, and what it lets whoever asks do. */
export interface Ruled {
  rule: rules.Rule | undefined
  mayMerge: boolean
  mayBypass: boolean
}

export async function ruledBy(cx: Cx, repo: Repo, branch: string, mover: { account: Account; access: Access }): Promise<Ruled> {
  const rule = await rules.ruleFor(cx.db, repo, branch)
  const held = (await rules.heldBy(cx.db, repo, rule ? [rule] : [], mover.account))(rule!)
  return { rule, mayMerge: rules.mayMerge(rule, mover, held), mayBypass: rule !== undefined && rules.mayBypass(rule, mover, held) }
}

/** Base and head as they are about to be merged. */
export interface Ends {
  base: string
  head: string
}

/** One thing that a rule asks for and that is not so. */
export type Unmet =
  | { kind: 'checks'; state: string }
  | { kind: 'approvals'; has: number; needs: number }
  | { kind: 'refused' | 'asked' | 'owners' | 'outdated' }
  | { kind: 'kept'; path: string }

/** Throws the first thing that is missing. */
export async function needConditions(cx: Cx, at: PullAt, rule: rules.Rule, ends: Ends): Promise<void> {
  for await (const why of unmet(cx, at, rule, ends)) {
    throw notAllowed(`the branch ${at.pull.base_branch} is protected by the rule ${JSON.stringify(rule.rule_name)}: ${inWords(why)}`)
  }
}

/** Everything that is missing, in the order in which merging asks for it. */
export async function* unmet(cx: Cx, at: PullAt, rule: rules.Rule, ends: Ends): AsyncGenerator<Unmet> {
  yield* missingChecks(cx, at, rule, ends.head)
  yield* missingWords(cx, at, rule, ends)
  yield* inTheWay(cx, at, rule, ends)
}

function inWords(why: Unmet): string {
  switch (why.kind) {
    case 'checks': return `the required status checks are not successful but ${why.state}`
    case 'approvals': return `it has ${why.has} of ${why.needs} required approvals`
    case 'refused': return 'somebody whose review counts has asked for changes'
    case 'asked': return 'somebody whose review counts was asked for it and has not answered'
    case 'owners': return 'owners of what it changes have not approved it'
    case 'outdated': return 'the head lacks commits that the base has'
    case 'kept': return `the file ${JSON.stringify(why.path)} must not be changed here`
  }
}

async function* missingChecks(cx: Cx, { repo }: PullAt, rule: rules.Rule, head: string): AsyncGenerator<Unmet> {
  if (!rule.enable_status_check) return
  const state = rules.checksOf(rule, await store.listStates(cx.db, repo.id, head))
  if (state !== 'success') yield { kind: 'checks', state }
}

async function* missingWords(cx: Cx, at: PullAt, rule: rules.Rule, ends: Ends): AsyncGenerator<Unmet> {
  const all = await reviewStore.listStanding(cx.db, [at.issue.id])
  const said = all.filter((one) => one.official)
  if (rule.required_approvals > 0) {
    const approvals = await approvalsOf(cx, at, rule, said)
    if (approvals < rule.required_approvals) yield { kind: 'approvals', has: approvals, needs: rule.required_approvals }
  }
  if (rule.block_on_rejected_reviews && said.some((one) => one.state === 'REQUEST_CHANGES')) yield { kind: 'refused' }
  if (rule.block_on_official_review_requests && said.some((one) => one.state === 'REQUEST_REVIEW')) yield { kind: 'asked' }
  if (rule.block_on_codeowner_reviews && !(await isApprovedByOwners(cx, at, ends, new Set(given(rule, all).map((one) => one.reviewer_id!))))) yield { kind: 'owners' }
}

const given = (rule: rules.Rule, said: readonly ReviewRow[]) => said.filter((one) => one.state === 'APPROVED' && one.reviewer_id !== null && !(rule.ignore_stale_approvals && one.stale))

/** One for each person who may still approve. */
async function approvalsOf(cx: Cx, at: PullAt, rule: rules.Rule, said: readonly ReviewRow[]): Promise<number> {
  let count = 0
  for (const id of new Set(given(rule, said).map((one) => one.reviewer_id!))) {
    const reviewer = await findAccount(cx.db, id)
    if (reviewer && (await rules.mayApprove(cx.db, at.repo, rule, reviewer))) count++
  }
  return count
}

async function* inTheWay(cx: Cx, { repo }: PullAt, rule: rules.Rule, { base, head }: Ends): AsyncGenerator<Unmet> {
  const dir = gitDir(cx, repo)
  if (rule.block_on_outdated_branch && !(await log.isAncestor(cx.git, dir, base, head))) yield { kind: 'outdated' }
  if (rule.protected_file_patterns.trim() === '') return
  const kept = await protectedAmong(rule, await diff.changes(cx.git, dir, (await log.mergeBase(cx.git, dir, base, head)) ?? base, head))
  if (kept !== undefined) yield { kind: 'kept', path: kept }
}

/** Whether a style makes commits that the rule would not take, because the server signs nothing. */
export const makesUnsigned = (cx: Cx, rule: rules.Rule | undefined, style: Style): boolean =>
  rule?.require_signed_commits === true && !cx.signer.sign && style !== 'fast-forward-only' && style !== 'manually-merged'

/** Whether the commits of the head come as they are, signed or not, rather than being made anew. */
export const bringsThem = (style: Style, behind: boolean): boolean =>
  style === 'merge' || style === 'fast-forward-only' || (!behind && (style === 'rebase' || style === 'rebase-merge'))

/** Nobody is exempt: what comes must be signed, made here or not. */
export async function needSigned(cx: Cx, repo: Repo, rule: rules.Rule, base: string, made: string): Promise<void> {
  if (!rule.require_signed_commits) return
  const unsigned = await firstUnsigned(cx, gitDir(cx, repo), made, [base])
  if (unsigned) throw notAllowed(`the base takes signed commits only, and commit ${unsigned.slice(0, 10)} is not signed with a key that is known and verified`)
}
