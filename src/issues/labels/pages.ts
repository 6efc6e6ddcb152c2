// The labels of a repository: seen by everybody, kept by writers. Those of its organization stand beside them.
import { anyone, canWrite, gates, repoVisible, scope, signedIn } from '../../access/index.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { repoAddress, repoAt, repoSheet, theRepo, type RepositoryRecord } from '../../repos/index.ts'
import { action, box, empty, form, html, opens, page, redirect, selectField, tabs, type Html, type PageCx } from '../../web/index.ts'
import { checked, editMembers, labelCard, labelRows, members, newDialog, setMenu, type Fields } from './parts.ts'
import type { LabelRecord } from './schema.ts'
import { usable } from './verbs.ts'

/** Issues, labels and milestones of a repository belong together. */
export const issueWays = (page: PageCx, repo: RepositoryRecord, current: 'labels' | 'milestones'): Html =>
  tabs(page.w.issues.title, (['labels', 'milestones'] as const).map((one) => ({ to: `${repo.html_url}/${one}`, words: page.w.issues[one], icon: one === 'labels' ? 'label' : 'flag', current: one === current } as const)))

const show = page({
  id: 'labelsPage', at: '/:owner/:repo/labels', says: 'Labels of a repository', needs: gates(scope('issue'), repoVisible),
  async run(page) {
    const { w, ask, query, cx, access } = page
    const l = w.issues.label
    const repo = await theRepo(page)
    const write = page.viewer !== null && !repo.archived && (canWrite(access, 'issues') || canWrite(access, 'pulls'))
    const [all, sets] = await Promise.all([usable(cx, page.repo), write ? ask<string[]>('listLabelTemplates') : []])
    const q = query.q?.trim().toLowerCase() ?? ''
    const found = all.filter((one) => one.name.toLowerCase().includes(q) || one.description.toLowerCase().includes(q))
    if (query.sort === 'most' || query.sort === 'least') found.sort((a, b) => (query.sort === 'most' ? 1 : -1) * (b.num_issues - a.num_issues))
    const [own, above] = [found.filter((one) => one.repo_id !== null), found.filter((one) => one.repo_id === null)]
    const here = `${repo.html_url}/labels`
    const issues = `${repo.html_url}/${repo.has_issues ? 'issues' : 'pulls'}`
    return repoSheet(page, repo, 'issues', {
      title: l.title, islands: ['labels'],
      body: html`<h2 class="unseen">${l.title}</h2>${issueWays(page, repo, 'labels')}
        <div class="issue-top"><form class="filter grow" role="search" aria-label="${l.find}" action="${here}"><input type="search" name="q" value="${query.q ?? ''}" placeholder="${l.find}" aria-label="${l.find}">${selectField('sort', l.sort, Object.entries(l.orders), query.sort ?? 'name')}<button class="button">${w.site.search}</button></form>${write && [setMenu(page, here, sets), opens('new-label', l.new, 'strong')]}</div>
        ${box(own.length === 0 ? empty('label', q ? w.issues.none.match : l.none, !q && html`<p>${l.noneMore}</p>`) : labelRows(page, own, { keeper: write && here, issues }), { label: l.title })}
        ${above.length > 0 && box(labelRows(page, above, { issues }), { head: html`<h2>${l.ofOrg}</h2>`, label: l.ofOrg })}
        ${write && newDialog(page, here)}`,
    })
  },
})

const alone = async (page: PageCx & { problem: string | undefined }, title: string, given: Fields, edit: boolean) => {
  const repo = await theRepo(page)
  return repoSheet(page, repo, 'issues', { title, islands: ['labels'], body: html`${issueWays(page, repo, 'labels')}${labelCard(page, title, given, edit)}` })
}

const back = (page: PageCx) => repoAddress(page, '/labels')

const create = form({
  id: 'newLabel', at: '/:owner/:repo/labels/new', says: 'Create a label', needs: gates(signedIn),
  fields: input('NewLabelForm', members),
  show: (page) => alone(page, page.w.issues.label.new, page.given, false),
  async send(page) {
    await page.ask('createReposLabels', repoAt(page), checked(page, page.given))
    return redirect(back(page), page.w.issues.label.created)
  },
})

const edit = form({
  id: 'editLabel', at: '/:owner/:repo/labels/:id/edit', says: 'Change a label', needs: gates(signedIn),
  fields: input('EditLabelForm', editMembers),
  async show(page) {
    const now = page.problem === undefined ? await page.ask<LabelRecord>('getReposLabelsById', { ...repoAt(page), id: page.params.id }) : undefined
    return alone(page, page.w.issues.label.edit, now ?? page.given, true)
  },
  async send(page) {
    const { given, ask, params } = page
    await ask('editReposLabelsById', { ...repoAt(page), id: params.id }, { ...checked(page, given), is_archived: given.is_archived ?? false })
    return redirect(back(page), page.w.issues.label.saved)
  },
})

const remove = action({
  id: 'deleteLabel', at: '/:owner/:repo/labels/:id/delete', says: 'Delete a label', needs: anyone,
  async run(page) {
    await page.ask('deleteReposLabelsById', { ...repoAt(page), id: page.params.id })
    return redirect(back(page), page.w.issues.label.deleted)
  },
})

const set = action({
  id: 'useLabelSet', at: '/:owner/:repo/labels/set', says: 'Add the labels of a set', needs: gates(scope('issue'), repoVisible),
  fields: input('UseLabelSetForm', { set: Optional(Str) }),
  async run(page) {
    const { ask, given, w } = page
    const [wanted, there] = await Promise.all([ask<LabelRecord[]>('listLabelTemplatesByName', { name: given.set ?? '' }), usable(page.cx, page.repo)])
    const fresh = wanted.filter((one) => !there.some((other) => other.name === one.name))
    for (const one of fresh) await ask('createReposLabels', repoAt(page), { name: one.name, color: one.color, description: one.description, exclusive: one.exclusive })
    return redirect(back(page), w.issues.label.added(fresh.length))
  },
})

export const pages = [show, create, edit, remove, set].flat()
