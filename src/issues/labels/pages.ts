// The labels of a repository: seen by everybody, kept by writers. Those of its organization stand beside them.
import { anyone, canWrite, gates, repoVisible, scope } from '../../access/index.ts'
import { invalid } from '../../kernel/errors.ts'
import { Bool, input, Optional, Str } from '../../kernel/schema.ts'
import { repoSheet, theRepo, type RepositoryRecord } from '../../repos/index.ts'
import { action, box, checkField, choice, dialog, doButton, empty, form, html, icon, label, opens, option, page, post, problem, redirect, rows, selectField, submit, tabs, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { LabelRow } from '../tables.ts'
import type { LabelRecord } from './schema.ts'
import { scopeOf, usable } from './verbs.ts'

type Fields = { name?: string; color?: string; description?: string; exclusive?: boolean; is_archived?: boolean }

/** Issues, labels and milestones of a repository belong together. */
export const issueWays = (page: PageCx, repo: RepositoryRecord, current: 'labels' | 'milestones'): Html =>
  tabs(page.w.issues.title, (['labels', 'milestones'] as const).map((one) => ({ to: `${repo.html_url}/${one}`, words: page.w.issues[one], icon: one === 'labels' ? 'label' : 'flag', current: one === current } as const)))

const PALETTE = ['#d73a4a', '#e99695', '#f9d0c4', '#fbca04', '#fef2c0', '#0e8a16', '#c2e0c6', '#006b75', '#1d76db', '#c5def5', '#5319e7', '#d4c5f9', '#7057ff', '#bfd4f2', '#616161', '#cccccc']

const fieldsOf = (page: PageCx, given: Fields, id: string): Content => {
  const l = page.w.issues.label
  const suffix = id && `-${id}`
  return [
    html`<div class="field"><label for="l-name${suffix}">${l.name}</label><input id="l-name${suffix}" name="name" value="${given.name ?? ''}" required maxlength="50" data-label-name><p class="hint">${l.nameHint}</p></div>`,
    html`<div class="field"><label for="l-description${suffix}">${l.description}</label><input id="l-description${suffix}" name="description" value="${given.description ?? ''}" maxlength="200"></div>`,
    html`<div class="field"><label for="l-color${suffix}">${l.color}</label><input id="l-color${suffix}" type="color" name="color" value="#${(given.color ?? PALETTE[8]).replace('#', '')}" list="label-colours" data-label-color></div>`,
    html`<div class="field check"><input type="checkbox" id="l-exclusive${suffix}" name="exclusive" value="true"${given.exclusive ? html` checked` : ''}><label for="l-exclusive${suffix}">${l.exclusive}</label></div>`,
  ]
}

const archiveField = (page: PageCx, on: boolean | undefined) => checkField('is_archived', page.w.issues.label.archived, on)

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
    const fromSet = write && choice(l.fromSet, [post(`${repo.html_url}/labels/set`, [html`<label class="small">${l.set} <select name="set">${sets.map((one) => option(one, 'Default'))}</select></label>`, submit(l.use, '')], { kind: 'side-form' })])
    return repoSheet(page, repo, 'issues', {
      title: l.title, islands: ['labels'],
      body: html`<h2 class="unseen">${l.title}</h2>${issueWays(page, repo, 'labels')}
        <div class="issue-top"><form class="filter grow" role="search" aria-label="${l.find}" action="${repo.html_url}/labels"><input type="search" name="q" value="${query.q ?? ''}" placeholder="${l.find}" aria-label="${l.find}">${selectField('sort', l.sort, Object.entries(l.orders), query.sort ?? 'name')}<button class="button">${w.site.search}</button></form>${fromSet}${write && opens('new-label', l.new, 'strong')}</div>
        ${box(own.length === 0 ? empty('label', q ? w.issues.none.match : l.none, !q && html`<p>${l.noneMore}</p>`) : labelRows(page, repo, own, write), { label: l.title })}
        ${above.length > 0 && box(labelRows(page, repo, above, false), { head: html`<h2>${l.ofOrg}</h2>`, label: l.ofOrg })}
        ${write && [dialog('new-label', l.new, post(`${repo.html_url}/labels/new`, [fieldsOf(page, {}, ''), preview(page), submit(l.create)])), html`<datalist id="label-colours">${PALETTE.map((one) => html`<option value="${one}"></option>`)}</datalist>`]}`,
    })
  },
})

const preview = (page: PageCx): Html => html`<p class="small" data-label-preview hidden><span class="soft">${page.w.issues.label.preview}</span> <span class="label"></span></p>`

const labelRows = (page: PageCx, repo: RepositoryRecord, list: readonly LabelRow[], write: boolean): Html => {
  const l = page.w.issues.label
  const link = (one: LabelRow, state: string, n: number, words: string) => (n > 0 ? html`<a href="${repo.html_url}/issues?labels=${one.id}${state}">${words}</a>` : html`<span>${words}</span>`)
  return rows(list.map((one) => html`<div class="label-row"><span class="label-name">${label(one, `${repo.html_url}/issues?labels=${one.id}`)} ${scopeOf(one) && html`<span class="soft small nowrap">${l.exclusiveMark}</span>`}${one.is_archived && html`<span class="soft small">${l.archivedMark}</span>`}</span>
    <span class="soft small label-about">${one.description && html`<bdi>${one.description}</bdi>`}</span>
    <span class="meta">${link(one, '', one.num_issues - one.num_closed_issues, l.open(one.num_issues - one.num_closed_issues))}${link(one, '&state=closed', one.num_closed_issues, l.closed(one.num_closed_issues))}</span>
    ${write && html`<span class="row nowrap">${opens(`label-${one.id}`, html`${icon('pencil')}<span class="unseen">${l.more(one.name)}</span>`, 'icon small')}${doButton(`${repo.html_url}/labels/${one.id}/delete`, icon('trash'), {}, { kind: 'icon small', label: `${l.delete} ${one.name}`, confirm: l.sure(one.name) })}</span>
      ${dialog(`label-${one.id}`, l.edit, post(`${repo.html_url}/labels/${one.id}/edit`, [fieldsOf(page, one, String(one.id)), html`<div class="field check"><input type="checkbox" id="l-archived-${one.id}" name="is_archived" value="true"${one.is_archived ? html` checked` : ''}><label for="l-archived-${one.id}">${l.archived}</label></div>`, preview(page), submit(l.save)]))}`}</div>`))
}

/** The form on a page of its own: without dialogs, and when something was refused. */
const alone = async (page: PageCx & { problem: string | undefined }, title: string, given: Fields, edit: boolean) => {
  const repo = await theRepo(page)
  const l = page.w.issues.label
  return repoSheet(page, repo, 'issues', { title, islands: ['labels'], body: html`${issueWays(page, repo, 'labels')}<section class="card narrow-card"><h2>${title}</h2>${problem(page.problem)}${post(page.root + page.rq.url.split('?')[0], [fieldsOf(page, given, ''), edit && archiveField(page, given.is_archived), preview(page), submit(edit ? l.save : l.create)])}</section>` })
}

const members = { name: Optional(Str), color: Optional(Str), description: Optional(Str), exclusive: Optional(Bool) }
const at = ({ params }: PageCx) => ({ owner: params.owner, repo: params.repo })
const back = (page: PageCx) => `${page.root}/${page.params.owner}/${page.params.repo}/labels`

function checked(page: PageCx, given: Fields): { name: string; color: string; description: string; exclusive: boolean } {
  const name = given.name?.trim()
  if (!name) throw invalid(page.w.issues.label.nameNeeded)
  return { name, color: given.color ?? '', description: given.description ?? '', exclusive: given.exclusive ?? false }
}

const create = form({
  id: 'newLabel', at: '/:owner/:repo/labels/new', says: 'Create a label', needs: anyone,
  fields: input('NewLabelForm', members),
  show: (page) => alone(page, page.w.issues.label.new, page.given, false),
  async send(page) {
    const { given, ask } = page
    await ask('createReposLabels', at(page), checked(page, given))
    return redirect(back(page), page.w.issues.label.created)
  },
})

const edit = form({
  id: 'editLabel', at: '/:owner/:repo/labels/:id/edit', says: 'Change a label', needs: anyone,
  fields: input('EditLabelForm', { ...members, is_archived: Optional(Bool) }),
  async show(page) {
    const now = page.problem === undefined ? await page.ask<LabelRecord>('getReposLabelsById', { ...at(page), id: page.params.id }) : undefined
    return alone(page, page.w.issues.label.edit, now ?? page.given, true)
  },
  async send(page) {
    const { given, ask, params } = page
    await ask('editReposLabelsById', { ...at(page), id: params.id }, { ...checked(page, given), is_archived: given.is_archived ?? false })
    return redirect(back(page), page.w.issues.label.saved)
  },
})

const remove = action({
  id: 'deleteLabel', at: '/:owner/:repo/labels/:id/delete', says: 'Delete a label', needs: anyone,
  async run(page) {
    await page.ask('deleteReposLabelsById', { ...at(page), id: page.params.id })
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
    for (const one of fresh) await ask('createReposLabels', at(page), { name: one.name, color: one.color, description: one.description, exclusive: one.exclusive })
    return redirect(back(page), w.issues.label.added(fresh.length))
  },
})

export const pages = [show, create, edit, remove, set].flat()
