// What stands between a pull request and its merge, for the page that shows it.
import { canWrite, accountAccess, findAccount, findRepoById, type Account, type Actor, type Access, type Repo } from '../../access/index.ts'
import { firstUnsigned, rules, statuses } from '../../code/index.ts'
import { log, objects, refs } from '../../git/index.ts'
import { dependencyStore, issueView } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir, settingsOf } from '../../repos/index.ts'
import type { PullAt } from '../ground/at.ts'
import { mayPushHead } from '../ground/pushing.ts'
import { branchRef } from '../ground/refs.ts'
import { findScheduled } from '../merging/store.ts'
import type { AutoMergeRow } from '../tables.ts'
import { bringsThem, makesUnsigned, ruledBy, unmet, type Unmet } from './conditions.ts'
import { messageFor, titleFor } from './messages.ts'
import { isAllowed, styles, type Style } from './styles.ts'

/** Why it cannot be merged now, besides what the rule of its base asks for. */
export type Hindrance = 'draft' | 'checking' | 'conflict' | 'empty' | 'error' | 'blocked' | 'baseGone'

export interface Outlook {
  hindrances: Hindrance[]
  conflicts: string[]
  unmet: Unmet[]
  ruleName: string | undefined
  /** for whoever looks */
  mayMerge: boolean
  mayBypass: boolean
  styles: Style[]
  usual: Style | undefined
  checks: statuses.StateOf | undefined
  /** names of checks that the rule asks for and that have not been heard of, and of those that count */
  expected: string[]
  required: (context: string) => boolean
  waiting: (AutoMergeRow & { by: string }) | undefined
  /** commits of the base that the head lacks */
  behind: number
  update: { merge: boolean; rebase: boolean }
  headThere: boolean
  /** the head branch can be removed, or brought back, by whoever looks */
  mayRemoveHead: boolean
  removeUsually: boolean
}

type On = PullAt & { actor: Actor; access: Access }

/** `lost`: its commits are not here, so nothing can be said of them. */
export async function outlook(cx: Cx, at: On, lost = false): Promise<Outlook> {
  const { repo, pull, issue } = at
  const by = at.actor.account
  const dir = gitDir(cx, repo)
  const settings = settingsOf(repo)
  const live = !pull.is_merged && !issue.is_closed
  const [base, rule, known, waiting, head] = await Promise.all([
    refs.read(dir, branchRef(pull.base_branch)), rules.ruleFor(cx.db, repo, pull.base_branch), statuses.statesOf(cx, repo, [pull.head_sha]), live ? findScheduled(cx.db, issue.id) : undefined, headOf(cx, at, by),
  ])
  const ends = base === null || lost ? undefined : { base, head: pull.head_sha }
  const missing: Unmet[] = []
  if (rule && ends && live) for await (const one of unmet(cx, at, rule, ends)) missing.push(one)
  const ruled = by && live ? await ruledBy(cx, repo, pull.base_branch, { account: by, access: at.access }) : undefined
  const behind = ends && live ? (await log.aheadBehind(cx.git, dir, ends.base, ends.head)).behind : 0
  const checks = known.get(pull.head_sha)
  const writable = by && live && behind > 0 && (settings.allow_merge_update || settings.allow_rebase_update) ? await mayPushHead(cx, at, by) : undefined
  const bare = rule?.require_signed_commits && ends && live ? await firstUnsigned(cx, dir, ends.head, [ends.base]) : undefined
  const allowed = styles.filter((one) => isAllowed(repo, one) && !makesUnsigned(cx, rule, one) && !(bare && bringsThem(one, behind > 0)))
  return {
    hindrances: live ? await hindrances(cx, at, base) : [],
    conflicts: JSON.parse(pull.conflicted_files || '[]'),
    unmet: missing,
    ruleName: rule?.rule_name,
    mayMerge: (ruled?.mayMerge ?? false) && !repo.is_archived,
    mayBypass: ruled?.mayBypass ?? false,
    styles: allowed,
    usual: allowed.find((one) => one === settings.default_merge_style && !(behind > 0 && one === 'fast-forward-only')) ?? allowed[0],
    checks,
    expected: live && rule?.enable_status_check ? (rules.contextsOf(rule) ?? []).filter((pattern) => !(checks?.list ?? []).some((one) => one.context === pattern || rules.testOf(pattern)(one.context))) : [],
    required: (context) => rule !== undefined && rules.asksFor(rule, context),
    waiting: waiting && { ...waiting, by: (await findAccount(cx.db, waiting.by_id))?.name ?? '' },
    behind,
    update: { merge: writable !== undefined && settings.allow_merge_update, rebase: writable !== undefined && settings.allow_rebase_update },
    headThere: head.there,
    mayRemoveHead: head.mayRemove,
    removeUsually: settings.default_delete_branch_after_merge,
  }
}

async function hindrances(cx: Cx, { repo, issue, pull }: PullAt, base: string | null): Promise<Hindrance[]> {
  const found: Hindrance[] = []
  if (issueView.isDraft(issue.title)) found.push('draft')
  if (base === null) found.push('baseGone')
  if (pull.status !== 'mergeable') found.push(pull.status)
  if (settingsOf(repo).enable_issue_dependencies && (await dependencyStore.hasOpenBlocker(cx.db, issue.id))) found.push('blocked')
  return found
}

async function headOf(cx: Cx, { pull }: PullAt, by: Account | null): Promise<{ there: boolean; mayRemove: boolean }> {
  const repo = pull.head_repo_id === null ? undefined : await findRepoById(cx.db, pull.head_repo_id)
  if (!repo || pull.flow === 'push') return { there: false, mayRemove: false }
  const there = (await refs.read(gitDir(cx, repo), branchRef(pull.head_branch))) !== null
  if (!by || repo.is_archived || repo.is_mirror || pull.head_branch === repo.default_branch || (await rules.ruleFor(cx.db, repo, pull.head_branch))) return { there, mayRemove: false }
  return { there, mayRemove: canWrite(await accountAccess(cx.db, by, repo), 'code') }
}

/** What the fields of a merge hold at first. */
export async function draftFor(cx: Cx, at: PullAt, style: Style): Promise<{ title: string; message: string }> {
  if (style !== 'merge' && style !== 'squash' && style !== 'rebase-merge') return { title: '', message: '' }
  return { title: await titleFor(cx, at, style), message: await messageFor(cx, at, style) }
}

/** Title lines of the newest commits it brings, by id. */
export async function titlesOf(cx: Cx, { repo, pull }: PullAt): Promise<Map<string, string>> {
  return titlesIn(cx, repo, await log.list(cx.git, gitDir(cx, repo), { from: pull.head_sha, not: [pull.merge_base], limit: 250 }))
}

/** Title lines by id, of those that are there. */
export async function titlesIn(cx: Cx, repo: Repo, oids: readonly string[]): Promise<Map<string, string>> {
  const dir = gitDir(cx, repo)
  const found = await Promise.all(oids.slice(0, 250).map(async (oid) => {
    const one = await objects.commit(cx.git, dir, oid).catch((error: unknown) => (error instanceof objects.Missing ? undefined : Promise.reject(error)))
    return one ? [[oid, one.message.split('\n', 1)[0]] as const] : []
  }))
  return new Map(found.flat())
}
