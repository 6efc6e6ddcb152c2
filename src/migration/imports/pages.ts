// Importing in the browser: a form, then a page that follows.
import { gates, noPublicOnly, scope, signedIn } from '../../access/index.ts'
import { ownersFor } from '../../repos/index.ts'
import { checkField, form, html, notice, page, post, problem, radioField, redirect, selectField, submit, textArea, textField } from '../../web/index.ts'
import { MigrateRepoOptions } from './routes.ts'
import * as watching from './watching.ts'

const needs = gates(scope('repository'), signedIn, noPublicOnly)

const start = form({
  id: 'importPage', at: '/repo/migrate', says: 'Import a repository', needs, fields: MigrateRepoOptions,
  async show(page) {
    const { w, root, given, query } = page
    const t = w.migration
    const owners = await ownersFor(page)
    const check = (name: 'wiki' | 'lfs' | 'labels' | 'milestones' | 'issues' | 'pull_requests' | 'releases', words: string) => checkField(name, words, given[name] ?? false)
    return {
      title: t.title,
      body: html`<div class="narrow"><h1>${t.title}</h1><p class="lede">${t.lede}</p>${problem(page.problem)}<section class="box">${post(`${root}/repo/migrate`, [
        radioField('service', t.service, [{ value: 'git', words: t.services.git }, { value: 'gitea', words: t.services.gitea }], given.service ?? 'git'),
        textField('clone_addr', t.address, given.clone_addr ?? query.clone_addr, { required: true, autofocus: true, hint: t.addressHint, autocomplete: 'off' }),
        html`<details><summary>${t.secret}</summary><div class="stack pad-top"><div class="columns">${textField('auth_username', t.username, given.auth_username, { autocomplete: 'off' })}${textField('auth_password', t.password, '', { type: 'password', autocomplete: 'new-password' })}</div>${textField('auth_token', t.token, '', { type: 'password', hint: t.tokenHint, autocomplete: 'new-password' })}</div></details>`,
        html`<div class="columns owner-name">${selectField('repo_owner', t.owner, owners, given.repo_owner ?? query.org ?? page.viewer!.name)}${textField('repo_name', t.name, given.repo_name ?? query.repo_name, { required: true, maxlength: 100, autocomplete: 'off' })}</div>`,
        textArea('description', html`${t.description} <span class="soft">(${w.site.optional})</span>`, given.description, { rows: 2 }),
        checkField('private', t.private, given.private ?? false),
        html`<div>${checkField('mirror', t.mirror, given.mirror ?? false, { hint: t.mirrorHint })}${textField('mirror_interval', t.interval, given.mirror_interval, { hint: t.intervalHint })}</div>`,
        html`<fieldset class="field"><legend>${t.what}</legend><div class="columns tight">${check('wiki', t.wiki)}${check('lfs', t.lfs)}${check('labels', t.labels)}${check('milestones', t.milestones)}${check('issues', t.issues)}${check('pull_requests', t.pulls)}${check('releases', t.releases)}</div></fieldset>`,
        submit(t.go),
      ])}</section></div>`,
    }
  },
  async send({ cx, given, viewer, root }) {
    const state = await watching.begin(cx, viewer!, given)
    const at = `${encodeURIComponent(given.repo_owner || viewer!.name)}/${encodeURIComponent(given.repo_name)}`
    return redirect(state === 'done' ? `${root}/${at}` : `${root}/repo/migrate/${at}`)
  },
})

const follow = page({
  id: 'importProgress', at: '/repo/migrate/:owner/:repo', says: 'How far an import is', needs,
  async run(page) {
    const { cx, w, root, ask, params, viewer } = page
    const t = w.migration
    const name = `${params.owner}/${params.repo}`
    const made = await ask.maybe<{ html_url: string }>('getRepos', params)
    if (made) return redirect(made.html_url)
    const found = watching.find(cx, viewer!, params.owner, params.repo)
    const again = html`<p><a class="button" href="${root}/repo/migrate?org=${encodeURIComponent(params.owner)}&repo_name=${encodeURIComponent(params.repo)}">${t.again}</a></p>`
    if (!found) return { title: t.title, bare: true, status: 404, body: html`<section class="card"><h1>${t.title}</h1><p>${t.unknown}</p>${again}</section>` }
    if (found.failed !== undefined) return { title: t.title, bare: true, body: html`<section class="card"><h1>${t.running(name)}</h1>${notice('bad', [html`<p>${t.failed}</p>`, found.failed && html`<p>${found.failed}</p>`])}${again}</section>` }
    return {
      title: t.running(name), bare: true, headers: { refresh: '2' },
      body: html`<section class="card"><h1>${t.running(name)}</h1><p role="status">${t.stages[found.stage]}…</p><progress aria-label="${t.running(name)}"></progress><p class="hint">${t.wait}</p></section>`,
    }
  },
})

export const pages = [start, follow].flat()
