// Creating a repository.
import { gates, signedIn } from '../../access/index.ts'
import { Bool, input, Optional, Str } from '../../kernel/schema.ts'
import { checkField, form, html, post, problem, radioField, redirect, selectField, submit, textArea, textField, type PageCx } from '../../web/index.ts'
import { ownersFor } from '../ground/owners.ts'
import type { RepositoryRecord } from './schema.ts'

const fields = input('NewRepositoryForm', {
  owner: Str, name: Str, description: Optional(Str), visibility: Optional(Str), auto_init: Optional(Bool), gitignores: Optional(Str), license: Optional(Str), issue_labels: Optional(Str),
  default_branch: Optional(Str), object_format_name: Optional(Str), template: Optional(Bool),
})

const names = (none: string, list: readonly string[]) => [['', none] as const, ...list.map((one) => [one, one] as const)]

async function choices({ ask }: PageCx) {
  const [gitignores, licenses, labels] = await Promise.all([
    ask<string[]>('listGitignoreTemplates'), ask<{ key: string }[]>('listLicenses'), ask<string[]>('listLabelTemplates'),
  ])
  return { gitignores, licenses: licenses.map((one) => one.key), labels }
}

export const pages = form({
  id: 'createRepoPage', at: '/repo/create', says: 'Create a repository', needs: gates(signedIn), fields,
  async show(page) {
    const { w, root, given, cx, query } = page
    const t = w.repos.create
    const [owners, from] = await Promise.all([ownersFor(page), choices(page)])
    return {
      title: t.title,
      body: html`<div class="narrow"><h1>${t.title}</h1><p class="lede">${t.lede}</p>${problem(page.problem)}<section class="box">${post(`${root}/repo/create`, [
        html`<div class="columns owner-name">${selectField('owner', t.owner, owners, given.owner ?? query.org ?? page.viewer!.name)}${textField('name', t.name, given.name, { required: true, autofocus: true, maxlength: 100, hint: t.nameHint, autocomplete: 'off' })}</div>`,
        textArea('description', html`${t.description} <span class="soft">(${w.site.optional})</span>`, given.description, { rows: 2 }),
        radioField('visibility', t.visibility, [{ value: 'public', words: t.publicWords, hint: t.publicHint }, { value: 'private', words: t.privateWords, hint: t.privateHint }], given.visibility ?? 'public'),
        html`<fieldset class="field"><legend>${t.begin}</legend>${checkField('auto_init', t.init, given.auto_init ?? false, { hint: t.initHint })}</fieldset>`,
        html`<div class="columns">${selectField('gitignores', t.gitignore, names(t.none, from.gitignores), given.gitignores)}${selectField('license', t.license, names(t.none, from.licenses), given.license)}${selectField('issue_labels', t.labels, names(t.none, from.labels), given.issue_labels)}</div>`,
        html`<details><summary>${t.more}</summary><div class="stack pad-top">${textField('default_branch', t.branch, given.default_branch ?? cx.config.default_branch)}${selectField('object_format_name', t.format, [['sha1', 'SHA-1'], ['sha256', 'SHA-256']], given.object_format_name ?? 'sha1', { hint: t.formatHint })}${checkField('template', t.template, given.template)}</div></details>`,
        submit(t.go),
      ])}</section></div>`,
    }
  },
  async send({ ask, given, viewer }) {
    const { owner, visibility, ...rest } = given
    const body = { ...rest, private: visibility === 'private', readme: given.auto_init ? 'Default' : undefined }
    const own = owner.toLowerCase() === viewer!.lower_name
    const repo = await (own ? ask<RepositoryRecord>('createUserRepos', {}, body) : ask<RepositoryRecord>('createOrgsRepos', { org: owner }, body))
    return redirect(repo.html_url)
  },
})
