import { anyone, gates, repoVisible, signedIn } from '../../access/index.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { box, form, html, page, pager, post, problem, redirect, selectField, submit, textField } from '../../web/index.ts'
import { repoSheet, theRepo } from '../frame.ts'
import { ownersFor } from '../ground/owners.ts'
import { repoRows } from '../repos/rows.ts'
import type { RepositoryRecord } from '../repos/schema.ts'

const make = form({
  id: 'forkPage', at: '/:owner/:repo/fork', says: 'Fork a repository', needs: gates(repoVisible, signedIn),
  fields: input('ForkForm', { to: Str, name: Optional(Str) }),
  async show(page) {
    const { w, given } = page
    const t = w.repos.forking
    const [repo, owners] = await Promise.all([theRepo(page), ownersFor(page)])
    return repoSheet(page, repo, 'code', {
      title: t.title(repo.name),
      body: html`<div class="narrow"><h2>${t.title(repo.full_name)}</h2><p class="lede">${t.lede}</p>${problem(page.problem)}<section class="box">${post(`${repo.html_url}/fork`, [
        selectField('to', t.owner, owners, given.to), textField('name', t.name, given.name ?? repo.name, { required: true, maxlength: 100 }), submit(t.go),
      ])}</section></div>`,
    })
  },
  async send({ ask, given, params, viewer }) {
    const organization = given.to.toLowerCase() === viewer!.lower_name ? undefined : given.to
    return redirect((await ask<RepositoryRecord>('createReposForks', params, { organization, name: given.name })).html_url)
  },
})

const list = page({
  id: 'forksPage', at: '/:owner/:repo/forks', says: 'Forks of a repository', needs: anyone,
  async run(page) {
    const [repo, forks] = await Promise.all([theRepo(page), page.ask.list<RepositoryRecord>('listReposForks', { ...page.params, page: page.query.page })])
    const { w } = page
    return repoSheet(page, repo, 'code', { title: w.repos.people.forks, body: html`<h2 class="unseen">${w.repos.people.forks}</h2>${box(repoRows(page, forks.items, w.repos.forking.none))}${pager(page, forks)}` })
  },
})

export const pages = [make, list].flat()
