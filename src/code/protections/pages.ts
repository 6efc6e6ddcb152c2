// Rules for branches in the browser, in the order in which they are asked.
import type { Repo } from '../../access/index.ts'
import { invalid } from '../../kernel/errors.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { administered, repoAddress, repoSettings, theRepo } from '../../repos/index.ts'
import { action, badge, box, doButton, empty, form, html, icon, page, pathOf, problem, redirect, rows, type Content, type PageCx } from '../../web/index.ts'
import * as branches from '../branches/verbs.ts'
import { known } from '../ground/names.ts'
import { bodyOf, fields, fresh, givenOf, ruleForm, type RuleGiven } from './form.ts'
import { ruleAmong, rulesOf } from './rules.ts'
import type { BranchProtectionRecord } from './schema.ts'
import * as protections from './verbs.ts'

const at = '/:owner/:repo/settings/branches'
const here = (page: PageCx) => repoAddress(page, '/settings/branches')
const editing = (page: PageCx, name: string) => `${here(page)}/edit?rule_name=${encodeURIComponent(name)}`
/** How many branches a rule is shown with. */
const SHOWN = 8

/** Rule → the branches it holds for. */
async function coverage({ cx }: PageCx, repo: Repo): Promise<Map<string, string[]>> {
  const [rules, tips] = await Promise.all([rulesOf(cx.db, repo.id), branches.list(cx, repo)])
  return Map.groupBy(tips.map((one) => one.name), (name) => ruleAmong(rules, name)?.rule_name ?? '')
}

function summary(page: PageCx, rule: BranchProtectionRecord): Content {
  const t = page.w.repoSettings.branches.says
  return [
    badge(t.push[!rule.enable_push ? 'nobody' : rule.enable_push_whitelist ? 'list' : 'writers'], rule.enable_push ? 'quiet' : 'info'), rule.enable_force_push && badge(t.force, 'warn'), rule.enable_merge_whitelist && badge(t.merge),
    rule.required_approvals > 0 && badge(t.approvals(rule.required_approvals)), rule.enable_status_check && badge(t.checks), rule.require_signed_commits && badge(t.signed), rule.protected_file_patterns.trim() !== '' && badge(t.files), rule.block_admin_merge_override && badge(t.admins),
  ]
}

const list = page({
  id: 'repoSettingsBranches', at, says: 'Rules that protect branches', needs: administered,
  async run(page) {
    const { w, ask, params } = page
    const t = w.repoSettings.branches
    const [repo, found, covered] = await Promise.all([theRepo(page), ask<BranchProtectionRecord[]>('listReposBranchProtections', params), coverage(page, page.repo)])
    const names = (rule: string): Content => {
      const all = covered.get(rule) ?? []
      if (all.length === 0) return html`<span>${t.coversNone}</span>`
      return html`<span>${t.covers} ${all.slice(0, SHOWN).map((one) => html`<a class="mono" href="${repo.html_url}/src/branch/${pathOf(one)}"><bdi>${one}</bdi></a> `)}${all.length > SHOWN && t.more(all.length - SHOWN)}</span>`
    }
    const step = (name: string, way: 'up' | 'down') => doButton(`${here(page)}/move`, icon(way), { rule_name: name, way }, { kind: 'small icon', label: t[way](name) })
    const line = (one: BranchProtectionRecord, i: number) => html`<div class="row between top rule"><div class="grow"><a class="title mono" href="${editing(page, one.rule_name)}"><bdi>${one.rule_name}</bdi></a><p class="row">${summary(page, one)}</p><div class="meta">${names(one.rule_name)}</div></div>
      <span class="row">${i > 0 && step(one.rule_name, 'up')}${i < found.length - 1 && step(one.rule_name, 'down')}<a class="button small" href="${editing(page, one.rule_name)}">${w.site.edit}</a>${doButton(`${here(page)}/delete`, w.site.remove, { rule_name: one.rule_name }, { kind: 'small danger', confirm: t.sure(one.rule_name) })}</span></div>`
    return repoSettings(page, repo, 'branches', html`<div class="row between top"><p class="lede grow">${t.lede}</p><a class="button strong" href="${here(page)}/edit">${t.create}</a></div>${box(found.length > 0 ? rows(found.map(line)) : empty('branch', t.none, t.noneHint))}`)
  },
})

/** With a rule's name in the query it is changed, without one a rule is made. */
const edit = form({
  id: 'repoSettingsBranchRule', at: `${at}/edit`, says: 'A rule that protects branches', needs: administered, fields,
  async show(page) {
    const { w, ask, params, query } = page
    const t = w.repoSettings.branches
    const name = query.rule_name
    const [repo, held, who] = await Promise.all([theRepo(page), name ? ask<BranchProtectionRecord>('getReposBranchProtectionsByName', { ...params, name }) : undefined, known(page)])
    const seen = repo.empty ? undefined : await ask.maybe<{ statuses: { context: string }[] | null }>('getReposCommitsStatusByRef', { ...params, ref: repo.default_branch })
    const given: RuleGiven = page.problem !== undefined ? page.given : held ? givenOf(held) : { ...fresh, rule_name: query.for ?? (repo.empty ? '' : repo.default_branch) }
    const sheet = await repoSettings(page, repo, 'branches', html`<div class="page-head"><h3><bdi>${held ? t.edit(held.rule_name) : t.title}</bdi></h3></div>${problem(page.problem)}${
      ruleForm(page, name ? editing(page, name) : `${here(page)}/edit`, given, { ...who, seen: (seen?.statuses ?? []).map((one) => one.context), edits: held !== undefined })}`)
    return { ...sheet, islands: ['names'] }
  },
  async send(page) {
    const { ask, given, params, query, w } = page
    const t = w.repoSettings.branches
    if (query.rule_name) await ask('editReposBranchProtectionsByName', { ...params, name: query.rule_name }, bodyOf(given))
    else {
      const rule_name = given.rule_name?.trim()
      if (!rule_name) throw invalid(t.nameNeeded)
      await ask('createReposBranchProtections', params, { rule_name, ...bodyOf(given) })
    }
    return redirect(here(page), query.rule_name ? t.saved : t.made)
  },
})

const remove = action({
  id: 'repoSettingsBranchRuleRemove', at: `${at}/delete`, says: 'Remove a rule that protects branches', needs: administered, fields: input('BranchRuleNameForm', { rule_name: Str }),
  async run(page) {
    await page.ask('deleteReposBranchProtectionsByName', { ...page.params, name: page.given.rule_name })
    return redirect(here(page), page.w.repoSettings.branches.gone)
  },
})

const move = action({
  id: 'repoSettingsBranchRuleMove', at: `${at}/move`, says: 'Ask a rule earlier or later', needs: administered, fields: input('BranchRuleMoveForm', { rule_name: Str, way: Optional(Str) }),
  async run(page) {
    const { ask, cx, given, params, repo } = page
    const order = await protections.list(cx, repo)
    const from = order.findIndex((one) => one.rule_name === given.rule_name)
    const to = Math.min(order.length - 1, Math.max(0, from + (given.way === 'up' ? -1 : 1)))
    if (from >= 0) await ask('createReposBranchProtectionsPriority', params, { ids: order.toSpliced(from, 1).toSpliced(to, 0, order[from]).map((one) => one.id) })
    return redirect(here(page), page.w.repoSettings.branches.moved)
  },
})

export const pages = [list, edit, remove, move].flat()
