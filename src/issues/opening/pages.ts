// Opening an issue: a chooser where the repository has templates, and the form, which an address can fill in beforehand.
import { canWrite, gates, readable, repoVisible, scope, signedIn } from '../../access/index.ts'
import { invalid, Refusal } from '../../kernel/errors.ts'
import { input, Int, Optional, Str, Strings, Type } from '../../kernel/schema.ts'
import { repoSheet, theRepo, type RepositoryRecord } from '../../repos/index.ts'
import { box, editor, form, hidden, html, label, notice, page, post, problem, redirect, rows, submit, textField, webLink, withQuery, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { UserRecord } from '../../users/index.ts'
import { editorFiles, withFiles } from '../attachments/writing.ts'
import { endOf } from '../issues/pages.ts'
import type { IssueRecord, ProjectRecord } from '../issues/schema.ts'
import { ticks } from '../issues/side-part.ts'
import { scopeOf, usable } from '../labels/verbs.ts'
import type { MilestoneRecord } from '../milestones/schema.ts'
import { fieldsToFill, textOfForm, type Filled } from '../templates/filling.ts'
import { templatesOf, type Template } from './templates.ts'

interface Given extends Filled {
  template?: string
  title?: string
  body?: string
  labels?: number[]
  milestone?: number
  assignees?: string[]
  projects?: number[]
  due?: string
}

const listed = (text: string | undefined) => (text ?? '').split(',').map((one) => one.trim()).filter(Boolean)

/** What the address or a template says; labels by id or name. */
function preset(page: PageCx, all: readonly { id: number; name: string }[], template: Template | undefined): Given {
  const { query } = page
  const wanted = new Set([...listed(query.labels), ...(template?.labels ?? [])])
  return {
    title: query.title ?? template?.title ?? '',
    body: query.body ?? template?.content ?? '',
    labels: all.filter((one) => wanted.has(String(one.id)) || wanted.has(one.name)).map((one) => one.id),
    milestone: Number(query.milestone) || 0,
    assignees: [...listed(query.assignees ?? query.assignee), ...(template?.assignees ?? [])],
    projects: listed(query.projects ?? query.project).map(Number),
  }
}

const seen = gates(scope('issue'), repoVisible, readable('issues', 'pulls'), signedIn)

const open = form({
  id: 'newIssuePage', at: '/:owner/:repo/issues/new', says: 'Open an issue', needs: seen,
  fields: input('NewIssueForm', { title: Optional(Str), body: Optional(Str), labels: Optional(Type.Array(Int)), milestone: Optional(Int), assignees: Optional(Strings), projects: Optional(Type.Array(Int)), due: Optional(Str), template: Optional(Str), answers: Optional(Strings), ticks: Optional(Strings) }),
  async show(page) {
    const { w, query, given, problem: wrong } = page
    const f = w.issues.form
    const repo = await theRepo(page)
    if (!repo.has_issues) return repoSheet(page, repo, 'issues', { title: w.issues.new, body: notice('info', w.issues.none.off) })
    const { templates, links, blank } = await templatesOf(page)
    const chosen = templates.find((one) => one.file_name === (given.template ?? query.template))
    const begun = wrong !== undefined || chosen || query.template !== undefined || query.title || query.body || given.title
    if (templates.length > 0 && !begun) return repoSheet(page, repo, 'issues', { title: w.issues.new, body: chooser(page, repo, templates, links, blank) })
    const write = canWrite(page.access, 'issues')
    const all = await usable(page.cx, page.repo)
    const values: Given = wrong === undefined ? preset(page, all, chosen) : given
    const words = chosen?.body ? html`${hidden('template', chosen.file_name)}${await fieldsToFill(page, repo, chosen.body, values)}` : editor(page, 'body', f.body, values.body, { repo, rows: 14, hint: f.bodyHint, files: editorFiles(page, repo) })
    return repoSheet(page, repo, 'issues', {
      title: w.issues.new, islands: ['editor', 'talk'],
      body: html`<header class="page-head"><h2>${chosen?.name ?? w.issues.new}</h2>${templates.length > 0 && html`<a href="${repo.html_url}/issues/new">${f.other}</a>`}</header>${problem(wrong)}
        ${post(`${repo.html_url}/issues/new`, html`<div class="box stack pad-box">${textField('title', f.title, values.title, { required: true, maxlength: 255, autofocus: true })}
          ${words}<div class="row end">${submit(f.create)}</div></div>
          ${write ? await options(page, repo, values, all) : html`<div></div>`}`, { kind: 'split talk-split', files: true })}`,
    })
  },
  async send(page) {
    const { given, ask, params, w } = page
    if (!given.title?.trim()) throw invalid(w.issues.form.titleNeeded)
    if (given.due && !endOf(given.due)) throw invalid(w.issues.side.badDay)
    const form = given.template === undefined ? undefined : (await templatesOf(page)).templates.find((one) => one.file_name === given.template)?.body
    const body = { title: given.title.trim(), body: form ? textOfForm(w, form, given) : await withFiles(page, given.body ?? ''), labels: given.labels, milestone: given.milestone || undefined, assignees: given.assignees, projects: given.projects, due_date: given.due ? endOf(given.due) : undefined }
    const issue = await ask<IssueRecord>('createReposIssues', { owner: params.owner, repo: params.repo }, body).catch((error: unknown) => {
      throw error instanceof Refusal && error.kind === 'locked' ? invalid(w.issues.write.archived) : error
    })
    return redirect(issue.html_url)
  },
})

/** What writers set at once, folded away until it is wanted. */
async function options(page: PageCx, repo: RepositoryRecord, values: Given, all: Awaited<ReturnType<typeof usable>>): Promise<Html> {
  const { ask, params, w } = page
  const s = w.issues.side
  const at = { owner: params.owner, repo: params.repo }
  const [people, milestones, projects] = await Promise.all([
    ask.maybe<UserRecord[]>('listReposAssignees', at), ask.maybe<MilestoneRecord[]>('listReposMilestones', { ...at, state: 'open', limit: 50 }),
    repo.has_projects ? ask.maybe<ProjectRecord[]>('listReposProjects', { ...at, limit: 50 }) : undefined,
  ])
  const part = (words: string, on: boolean, body: Content) => html`<details class="side-part side-fold"${on ? html` open` : ''}><summary><h3>${words}</h3></summary>${body}</details>`
  const has = (list: readonly (string | number)[] | undefined, one: string | number) => list?.includes(one) ?? false
  return html`<div class="side">
    ${part(s.assignees, Boolean(values.assignees?.length), ticks(page, 'assignees', s.assignees, (people ?? []).map((one) => ({ value: one.login, on: has(values.assignees, one.login), words: html`<bdi>${one.login}</bdi>` }))))}
    ${part(s.labels, Boolean(values.labels?.length), ticks(page, 'labels', s.labels, all.filter((one) => !one.is_archived).map((one) => ({ value: one.id, on: has(values.labels, one.id), group: scopeOf(one), words: label(one) }))))}
    ${part(s.milestone, Boolean(values.milestone), ticks(page, 'milestone', s.milestone, [{ value: 0, words: s.none, on: !values.milestone }, ...(milestones ?? []).map((one) => ({ value: one.id, on: one.id === values.milestone, words: html`<bdi>${one.title}</bdi>` }))], 'radio'))}
    ${projects && projects.length > 0 && part(s.projects, Boolean(values.projects?.length), ticks(page, 'projects', s.projects, projects.filter((one) => !one.is_closed).map((one) => ({ value: one.id, on: has(values.projects, one.id), words: html`<bdi>${one.title}</bdi>` }))))}
    ${part(s.deadline, Boolean(values.due), html`<input type="date" name="due" value="${values.due ?? ''}" aria-label="${s.deadline}">`)}</div>`
}

function chooser(page: PageCx, repo: RepositoryRecord, templates: readonly Template[], links: readonly { name: string; url: string; about: string }[], blank: boolean): Html {
  const f = page.w.issues.form
  const line = (name: string, about: string, to: string, words: string) => html`<div class="row between"><div class="grow"><b><bdi>${name}</bdi></b><p class="soft"><bdi>${about}</bdi></p></div><a class="button" href="${to}">${words}</a></div>`
  return html`<header class="page-head"><h2>${f.choose}</h2></header>${box(rows([
    ...templates.map((one) => line(one.name, one.about, withQuery(page, { template: one.file_name }), f.begin)),
    ...links.flatMap((one) => (webLink(one.url) ? [line(one.name, one.about, one.url, f.elsewhere)] : [])),
    ...(blank ? [line(f.blank, f.blankMore, withQuery(page, { template: '-' }), f.begin)] : []),
  ]), { label: repo.full_name })}`
}

/** Where other servers have the chooser. */
const choose = page({
  id: 'chooseTemplate', at: '/:owner/:repo/issues/new/choose', says: 'Choose a template', needs: seen,
  run: ({ root, params, rq }) => redirect(`${root}/${params.owner}/${params.repo}/issues/new${rq.url.includes('?') ? rq.url.slice(rq.url.indexOf('?')) : ''}`),
})

export const pages = [open, choose].flat()
