// The form of a rule for branches: what it sends, and what that means.
import { Bool, input, Optional, Str, type Static } from '../../kernel/schema.ts'
import { box, checkField, html, post, radioField, submit, textArea, textField, type Content, type Html, type PageCx } from '../../web/index.ts'
import { nameFields, namesIn, suggestions, type Known } from '../ground/names.ts'
import type { BranchProtectionRecord, ProtectionEdit } from './schema.ts'

const switches = [
  'require_signed_commits', 'block_on_outdated_branch', 'block_admin_merge_override', 'block_on_rejected_reviews', 'block_on_official_review_requests', 'block_on_codeowner_reviews', 'dismiss_stale_approvals', 'ignore_stale_approvals',
] as const
type Switch = (typeof switches)[number]
const ticks = [...switches, 'push_keys', 'force_keys'] as const

const lists = ['push', 'force', 'merge', 'approve', 'bypass'] as const
type List = (typeof lists)[number]

const each = <K extends string, T>(names: readonly K[], one: T) => Object.fromEntries(names.map((name) => [name, one])) as Record<K, T>
const words = ['rule_name', ...lists, 'required_approvals', 'checks', 'contexts', 'protected_file_patterns', 'unprotected_file_patterns', ...lists.flatMap((one) => [`${one}_people`, `${one}_teams`] as const)] as const

export const fields = input('BranchRuleForm', { ...each(words, Optional(Str)), ...each(ticks, Optional(Bool)) })
export type RuleGiven = Partial<Static<typeof fields>>

/** A new rule keeps everybody from pushing, and asks nothing else. */
export const fresh: RuleGiven = { push: 'nobody', force: 'nobody', merge: 'writers', approve: 'writers', bypass: 'nobody', checks: 'none', required_approvals: '0' }

export function givenOf(rule: BranchProtectionRecord): RuleGiven {
  const names = (list: readonly string[]) => list.join(', ')
  const who = (list: boolean, else_: string, open = true) => (!open ? 'nobody' : list ? 'list' : else_)
  return {
    rule_name: rule.rule_name,
    push: who(rule.enable_push_whitelist, 'writers', rule.enable_push), push_people: names(rule.push_whitelist_usernames), push_teams: names(rule.push_whitelist_teams), push_keys: rule.push_whitelist_deploy_keys,
    force: who(rule.enable_force_push_allowlist, 'writers', rule.enable_force_push), force_people: names(rule.force_push_allowlist_usernames), force_teams: names(rule.force_push_allowlist_teams), force_keys: rule.force_push_allowlist_deploy_keys,
    merge: who(rule.enable_merge_whitelist, 'writers'), merge_people: names(rule.merge_whitelist_usernames), merge_teams: names(rule.merge_whitelist_teams),
    approve: who(rule.enable_approvals_whitelist, 'writers'), approve_people: names(rule.approvals_whitelist_username), approve_teams: names(rule.approvals_whitelist_teams),
    bypass: who(rule.enable_bypass_allowlist, 'nobody'), bypass_people: names(rule.bypass_allowlist_usernames), bypass_teams: names(rule.bypass_allowlist_teams),
    checks: !rule.enable_status_check ? 'none' : rule.status_check_contexts?.length ? 'list' : 'all', contexts: (rule.status_check_contexts ?? []).join('\n'),
    required_approvals: String(rule.required_approvals), protected_file_patterns: rule.protected_file_patterns, unprotected_file_patterns: rule.unprotected_file_patterns,
    ...(Object.fromEntries(switches.map((one) => [one, rule[one]])) as Record<Switch, boolean>),
  }
}

/** What the operations want. */
export const bodyOf = (given: RuleGiven): ProtectionEdit => ({
  enable_push: given.push !== undefined && given.push !== 'nobody', enable_push_whitelist: given.push === 'list', push_whitelist_deploy_keys: given.push_keys ?? false, push_whitelist_usernames: namesIn(given.push_people), push_whitelist_teams: namesIn(given.push_teams),
  enable_force_push: given.force !== undefined && given.force !== 'nobody', enable_force_push_allowlist: given.force === 'list', force_push_allowlist_deploy_keys: given.force_keys ?? false, force_push_allowlist_usernames: namesIn(given.force_people), force_push_allowlist_teams: namesIn(given.force_teams),
  enable_merge_whitelist: given.merge === 'list', merge_whitelist_usernames: namesIn(given.merge_people), merge_whitelist_teams: namesIn(given.merge_teams),
  enable_approvals_whitelist: given.approve === 'list', approvals_whitelist_username: namesIn(given.approve_people), approvals_whitelist_teams: namesIn(given.approve_teams),
  enable_bypass_allowlist: given.bypass === 'list', bypass_allowlist_usernames: namesIn(given.bypass_people), bypass_allowlist_teams: namesIn(given.bypass_teams),
  enable_status_check: given.checks === 'all' || given.checks === 'list', status_check_contexts: given.checks === 'list' ? [...new Set((given.contexts ?? '').split('\n').map((one) => one.trim()).filter(Boolean))] : [],
  required_approvals: Math.max(0, Math.trunc(Number(given.required_approvals)) || 0), protected_file_patterns: given.protected_file_patterns ?? '', unprotected_file_patterns: given.unprotected_file_patterns ?? '',
  ...(Object.fromEntries(switches.map((one) => [one, given[one] ?? false])) as Record<Switch, boolean>),
})

export interface FormMore extends Known {
  /** names of checks that reported on the default branch */
  seen: readonly string[]
  /** the name stays once a rule is made */
  edits: boolean
}

export function ruleForm(page: PageCx, to: string, given: RuleGiven, more: FormMore): Html {
  const t = page.w.repoSettings.branches
  const part = (title: string, body: Content) => box(html`<div class="stack">${body}</div>`, { head: html`<h3>${title}</h3>` })
  const who = (list: List, legend: string, choices: Record<string, string>, hints: Record<string, string> = {}, keys?: 'push_keys' | 'force_keys') =>
    html`<div class="listed">${radioField(list, legend, Object.entries(choices).map(([value, words]) => ({ value, words, hint: hints[value] })), given[list])}<div class="only-listed">${
      nameFields(page, list, { people: given[`${list}_people`], teams: given[`${list}_teams`] }, more)}${keys && checkField(keys, t.keys, given[keys])}</div></div>`
  const tick = (name: Switch, label: string, hint: string) => checkField(name, label, given[name], { hint })
  const { push, merging, approvals, checks, files } = t
  return post(to, [
    !more.edits && box(html`<div class="stack">${textField('rule_name', t.name, given.rule_name, { required: true, maxlength: 255, autofocus: true, autocomplete: 'off', hint: t.nameHint })}</div>`),
    part(push.title, [who('push', push.legend, push.choices, push.hints, 'push_keys'), who('force', push.force, push.forceChoices, { writers: push.forceHint }, 'force_keys'), tick('require_signed_commits', push.signed, push.signedHint)]),
    part(merging.title, [who('merge', merging.legend, merging.choices), tick('block_on_outdated_branch', merging.outdated, merging.outdatedHint), tick('block_admin_merge_override', merging.admins, merging.adminsHint), who('bypass', merging.bypass, merging.bypassChoices)]),
    part(approvals.title, [
      textField('required_approvals', approvals.count, given.required_approvals, { type: 'number', hint: approvals.countHint }), who('approve', approvals.legend, approvals.choices),
      html`<div>${tick('block_on_rejected_reviews', approvals.rejected, approvals.rejectedHint)}${tick('block_on_official_review_requests', approvals.requests, approvals.requestsHint)}${tick('block_on_codeowner_reviews', approvals.owners, approvals.ownersHint)}${
        tick('dismiss_stale_approvals', approvals.dismiss, approvals.dismissHint)}${tick('ignore_stale_approvals', approvals.ignore, approvals.ignoreHint)}</div>`,
    ]),
    part(checks.title, html`<div class="listed">${radioField('checks', checks.legend, Object.entries(checks.choices).map(([value, words]) => ({ value, words })), given.checks)}<div class="only-listed">${
      textArea('contexts', checks.names, given.contexts, { code: true, rows: 4, hint: [checks.namesHint, more.seen.length > 0 && html` ${checks.seen} ${more.seen.map((one) => html`<code>${one}</code> `)}`] })}</div></div>`),
    part(files.title, [textField('protected_file_patterns', files.kept, given.protected_file_patterns, { hint: files.keptHint, autocomplete: 'off' }), textField('unprotected_file_patterns', files.open, given.unprotected_file_patterns, { hint: files.openHint, autocomplete: 'off' })]),
    suggestions(more), submit(more.edits ? t.save : t.makeIt),
  ])
}
