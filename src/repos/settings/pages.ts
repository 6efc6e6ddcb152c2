// General settings of a repository.
import { gates, repoAdmin, repoVisible, signedIn } from '../../access/index.ts'
import { Bool, input, Optional, Str } from '../../kernel/schema.ts'
import { action, ago, box, bytes, checkField, doButton, form, html, icon, post, problem, redirect, selectField, submit, textArea, textField } from '../../web/index.ts'
import { theRepo } from '../frame.ts'
import type { RepositoryRecord } from '../repos/schema.ts'
import { repoSettings } from '../settings-frame.ts'
import { dangerZone } from './danger.ts'

export const administered = gates(repoVisible, signedIn, repoAdmin)

const units = ['has_issues', 'has_pull_requests', 'has_projects', 'has_releases', 'has_packages', 'has_actions', 'has_wiki'] as const
const styles = ['allow_merge_commits', 'allow_rebase', 'allow_rebase_explicit', 'allow_squash_merge', 'allow_fast_forward_only_merge', 'allow_manual_merge'] as const
const habits = ['default_delete_branch_after_merge', 'allow_rebase_update', 'default_allow_maintainer_edit', 'autodetect_manual_merge'] as const
const tracker = ['enable_time_tracker', 'allow_only_contributors_to_track_time', 'enable_issue_dependencies'] as const

const switches = <K extends string>(names: readonly K[]) => Object.fromEntries(names.map((name) => [name, Optional(Bool)])) as Record<K, ReturnType<typeof Optional<typeof Bool>>>
/** A box that was not ticked is not sent. */
const ticked = <K extends string>(names: readonly K[], given: Partial<Record<K, boolean>>) => Object.fromEntries(names.map((name) => [name, given[name] ?? false]))

const general = form({
  id: 'repoSettingsGeneral', at: '/:owner/:repo/settings', says: 'General settings of a repository', needs: administered,
  fields: input('RepoSettingsForm', {
    name: Str, description: Optional(Str), website: Optional(Str), topics: Optional(Str), default_branch: Optional(Str), template: Optional(Bool), default_merge_style: Optional(Str), mirror_interval: Optional(Str), mirror_username: Optional(Str), mirror_password: Optional(Str),
    ...switches(units), ...switches(styles), ...switches(habits), ...switches(tracker),
  }),
  async show(page) {
    const { w, given, ask, params } = page
    const t = w.repoSettings.general
    const [repo, branches] = await Promise.all([theRepo(page), ask.maybe<{ name: string }[]>('listReposBranches', { ...params, limit: 50 })])
    const failed = repo.mirror ? (await ask.maybe<{ last_error: string }>('getReposMirrorSync', params))?.last_error : ''
    const sentBefore = page.problem !== undefined
    const on = (name: string, held: unknown) => (sentBefore ? (given as Record<string, unknown>)[name] === true : held === true)
    const of = repo as unknown as Record<string, unknown>
    const names = [...new Set([repo.default_branch, ...(branches ?? []).map((one) => one.name)])].filter(Boolean)
    return repoSettings(page, repo, 'general', html`${problem(page.problem)}${post(`${repo.html_url}/settings`, [
      box(html`<div class="stack">${textField('name', t.name, given.name ?? repo.name, { required: true, maxlength: 100 })}${textArea('description', t.description, given.description ?? repo.description, { rows: 2 })}
        <div class="columns">${textField('website', t.website, given.website ?? repo.website, { type: 'url' })}${names.length > 0 ? selectField('default_branch', t.branch, names, given.default_branch ?? repo.default_branch) : ''}</div>
        ${textField('topics', t.topics, given.topics ?? repo.topics.join(' '), { hint: t.topicsHint })}${checkField('template', t.template, on('template', repo.template))}</div>`),
      box(html`<div class="pad"><p class="hint">${t.partsHint}</p><div class="columns tight">${units.map((one) => checkField(one, t.units[one], on(one, of[one])))}</div></div>`, { head: html`<h3>${t.parts}</h3>` }),
      repo.has_issues && box(html`<div class="pad">${tracker.map((one, at) => checkField(one, [t.time, t.timeMembers, t.dependencies][at], on(one, repo.internal_tracker?.[one])))}</div>`, { head: html`<h3>${t.issues}</h3>` }),
      repo.has_pull_requests && box(html`<div class="pad"><div class="columns tight">${styles.map((one) => checkField(one, t.styles[one], on(one, of[one])))}</div>${selectField('default_merge_style', t.preferred, Object.entries(t.preferredStyles), given.default_merge_style ?? repo.default_merge_style)}
        ${habits.map((one, at) => checkField(one, [t.deleteBranch, t.rebaseUpdate, t.maintainers, t.manual][at], on(one, of[one])))}</div>`, { head: html`<h3>${t.merging}</h3>` }),
      repo.mirror && box(html`<div class="stack">${textField('mirror_interval', w.repoSettings.mirror.interval, given.mirror_interval ?? repo.mirror_interval, { hint: w.repoSettings.mirror.intervalHint })}<div class="columns">${textField('mirror_username', w.repoSettings.mirror.username, given.mirror_username, { autocomplete: 'off' })}${textField('mirror_password', w.repoSettings.mirror.password, '', { type: 'password', hint: w.repoSettings.mirror.passwordHint, autocomplete: 'new-password' })}</div><p>${w.repoSettings.mirror.last}: ${ago(page, repo.mirror_updated)}</p>${problem(failed ? w.repoSettings.mirror.failed(failed) : undefined)}</div>`, { head: html`<h3>${w.repoSettings.mirror.title}</h3>` }),
      submit(t.save),
    ])}
    ${repo.mirror && doButton(`${repo.html_url}/settings/sync`, w.repoSettings.mirror.sync)}${repo.size > 0 && html`<p class="meta">${icon('database')} ${t.size(bytes(repo.size * 1024))}</p>`}${dangerZone(page, repo)}`)
  },
  async send({ ask, given, params, root, w }) {
    const repo = await ask<RepositoryRecord>('getRepos', params)
    const { topics, mirror_interval, mirror_username, mirror_password, default_branch } = given
    const changed = await ask<RepositoryRecord>('editRepos', params, {
      name: given.name, description: given.description ?? '', website: given.website ?? '', template: given.template ?? false, default_branch: default_branch && default_branch !== repo.default_branch ? default_branch : undefined,
      ...ticked(units, given), ...(repo.has_issues ? { internal_tracker: ticked(tracker, given) } : {}),
      ...(repo.has_pull_requests && given.has_pull_requests ? { ...ticked(styles, given), ...ticked(habits, given), default_merge_style: given.default_merge_style } : {}),
      ...(repo.mirror ? { mirror_interval, mirror_username: mirror_username || undefined, mirror_password: mirror_password || undefined } : {}),
      // what lies elsewhere stays there
      ...(given.has_issues ? { external_tracker: repo.external_tracker } : {}), ...(given.has_wiki ? { external_wiki: repo.external_wiki } : {}),
    })
    await ask('putReposTopics', { owner: params.owner, repo: changed.name }, { topics: (topics ?? '').split(/[\s,]+/).filter(Boolean) })
    return redirect(`${root}/${changed.full_name}/settings`, w.repoSettings.general.saved)
  },
})

const sync = action({
  id: 'repoSettingsSync', at: '/:owner/:repo/settings/sync', says: 'Update a mirror now', needs: administered,
  async run({ ask, params, root, w }) {
    await ask('createReposMirrorSync', params)
    return redirect(`${root}/${params.owner}/${params.repo}/settings`, w.repoSettings.mirror.synced)
  },
})

export const pages = [general, sync].flat()
