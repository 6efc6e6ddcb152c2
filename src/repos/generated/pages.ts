// A new repository from a template.
import { gates, repoVisible, signedIn } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { Bool, input, Optional, Str } from '../../kernel/schema.ts'
import { checkField, form, html, post, problem, radioField, redirect, selectField, submit, textArea, textField } from '../../web/index.ts'
import { repoSheet, theRepo } from '../frame.ts'
import { ownersFor } from '../ground/owners.ts'
import type { RepositoryRecord } from '../repos/schema.ts'

const parts = ['git_content', 'topics', 'labels', 'avatar', 'protected_branch', 'webhooks', 'git_hooks'] as const
const flags = Object.fromEntries(parts.map((one) => [one, Optional(Bool)])) as Record<(typeof parts)[number], ReturnType<typeof Optional<typeof Bool>>>
/** What most people want. */
const usual: readonly string[] = ['git_content', 'topics', 'labels', 'avatar']

export const pages = form({
  id: 'generatePage', at: '/:owner/:repo/generate', says: 'Create a repository from a template', needs: gates(repoVisible, signedIn),
  fields: input('GenerateForm', { to: Str, name: Str, description: Optional(Str), visibility: Optional(Str), ...flags }),
  async show(page) {
    const { w, given } = page
    const [t, c] = [w.repos.generating, w.repos.create]
    const [repo, owners] = await Promise.all([theRepo(page), ownersFor(page)])
    if (!repo.template) throw notFound()
    // a form that comes back says of every box whether it was ticked
    const sent = given.name !== undefined
    const shown = parts.filter((one) => (one === 'webhooks' || one === 'git_hooks' ? repo.permissions?.admin : true))
    return repoSheet(page, repo, 'code', {
      title: t.use,
      body: html`<div class="narrow"><h2>${t.title(repo.full_name)}</h2><p class="lede">${t.lede}</p>${problem(page.problem)}<section class="box">${post(`${repo.html_url}/generate`, [
        html`<div class="columns owner-name">${selectField('to', c.owner, owners, given.to)}${textField('name', c.name, given.name, { required: true, autofocus: true, maxlength: 100, hint: c.nameHint, autocomplete: 'off' })}</div>`,
        textArea('description', html`${c.description} <span class="soft">(${w.site.optional})</span>`, given.description, { rows: 2 }),
        radioField('visibility', c.visibility, [{ value: 'public', words: c.publicWords, hint: c.publicHint }, { value: 'private', words: c.privateWords, hint: c.privateHint }], given.visibility ?? 'public'),
        html`<fieldset class="field"><legend>${t.items}</legend>${shown.map((one) => checkField(one, t.parts[one][0], sent ? given[one] : usual.includes(one), { hint: t.parts[one][1] }))}</fieldset>`,
        submit(t.go),
      ])}</section></div>`,
    })
  },
  async send({ ask, given, params }) {
    const { to, visibility, ...rest } = given
    const made = await ask<RepositoryRecord>('createReposGenerate', params, { ...rest, owner: to, private: visibility === 'private' })
    return redirect(made.html_url)
  },
})
