// Opening a pull request in the browser; comparisons lead here.
import { gates, readable, repoRead, scope, signedIn } from '../../access/index.ts'
import { commitRows, compareSlots, repoShown } from '../../code/index.ts'
import type { LabelRecord, MilestoneRecord } from '../../issues/index.ts'
import { editorFiles, ticks, withFiles } from '../../issues/index.ts'
import { invalid } from '../../kernel/errors.ts'
import { Bool, input, Int, Optional, Str, Type } from '../../kernel/schema.ts'
import { repoAt, repoSheet, theRepo, type RepositoryRecord } from '../../repos/index.ts'
import type { UserRecord } from '../../users/index.ts'
import { avatar, checkField, editor, empty, form, html, icon, label, notice, pathOf, post, problem, redirect, selectField, sentence, submit, textField, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { PullRequestRecord } from '../pulls/schema.ts'
import { listPossible } from '../reviewers/verbs.ts'
import { propose, suggestion, type Proposal } from './proposal.ts'

const Names = Optional(Type.Array(Str))
const Fields = {
  title: Str, body: Optional(Str), draft: Optional(Bool), reviewers: Names, teams: Names, assignees: Names, labels: Optional(Type.Array(Int)), milestone: Optional(Int), allow_maintainer_edit: Optional(Bool),
}
type Given = { title?: string; body?: string; draft?: boolean; reviewers?: string[]; teams?: string[]; assignees?: string[]; labels?: number[]; milestone?: number; allow_maintainer_edit?: boolean }

const sidesOf = (text: string, repo: RepositoryRecord): [base: string, head: string] => {
  const [, base = '', head = ''] = /^(.*?)\.\.\.?(.*)$/.exec(text) ?? ['', '', text]
  return [base || repo.default_branch, head || repo.default_branch]
}

const create = form({
  id: 'newPull', at: '/:owner/:repo/pulls/new/:basehead*', says: 'Open a pull request', needs: gates(scope('repository'), repoShown, readable('pulls'), repoRead('code'), signedIn),
  fields: input('NewPullForm', Fields),
  async show(page) {
    const { cx, w, params, given } = page
    const record = await theRepo(page)
    const [base, head] = sidesOf(params.basehead, record)
    const found = await propose(cx, page.repo, page.actor, base, head)
    const back = html`<a class="button small" href="${record.html_url}/compare/${pathOf(base)}...${pathOf(head)}">${w.pulls.create.choose}</a>`
    const sheet = (body: Content) => repoSheet(page, record, 'pulls', { title: w.pulls.new, islands: ['editor', 'talk', 'code'], body: html`<h2>${w.pulls.new}</h2>${body}` })
    if (!found) return sheet(empty('branch', w.pulls.create.missing, back))
    const same = found.head.repo.id === page.repo.id && found.head.branch === found.base
    if (same || found.commits.length === 0) return sheet(empty('check-circle', w.pulls.create.nothing, html`<p>${w.pulls.create.nothingMore}</p>${back}`))
    if (found.twin !== undefined && page.problem === undefined) return sheet(html`${notice('info', twinLine(page, record, found.twin))}${back}`)
    const [usual, side, list] = await Promise.all([suggestion(cx, page.repo, found), choices(page, record, found, given), commitRows(page, page.repo, record.html_url, found.commits.slice(0, 50))])
    return sheet(html`<p class="soft pull-line create-line">${sentence(w.pulls.create.line, { base: html`<span class="branch"><bdi>${base}</bdi></span>`, head: html`<span class="branch"><bdi>${head}</bdi></span>`, commits: w.pulls.commits(found.commits.length) })} ${back}</p>${problem(page.problem)}
      ${post(page.root + page.rq.url.split('?')[0], html`<div class="split talk-split"><div class="stack">
        ${textField('title', w.issues.form.title, given.title ?? page.query.title ?? usual.title, { required: true, maxlength: 255, autofocus: true })}
        ${editor(page, 'body', w.issues.form.body, given.body ?? page.query.body ?? usual.body, { repo: record, rows: 12, hint: w.issues.form.bodyHint, files: editorFiles(page, record) })}
        ${checkField('draft', w.pulls.create.draft, given.draft, { hint: w.pulls.create.draftHint })}
        ${found.head.repo.id !== page.repo.id && checkField('allow_maintainer_edit', w.pulls.create.maintainers, given.allow_maintainer_edit ?? true, { hint: w.pulls.create.maintainersHint })}
        <div class="row end">${submit(w.pulls.create.go)}</div></div>${side}</div>`, { files: true })}
      ${list}`)
  },
  async send(page) {
    const { ask, given, w, params } = page
    if (!given.title.trim()) throw invalid(w.issues.form.titleNeeded)
    const [base, head] = sidesOf(params.basehead, await theRepo(page))
    const title = given.draft && !/^\s*(wip:|\[wip\])/i.test(given.title) ? `WIP: ${given.title}` : given.title
    const made = await ask<PullRequestRecord>('createReposPulls', repoAt(page), {
      base, head, title, body: await withFiles(page, given.body ?? ''), reviewers: given.reviewers ?? [], team_reviewers: given.teams ?? [], assignees: given.assignees ?? [], labels: given.labels ?? [],
      milestone: given.milestone || undefined, allow_maintainer_edit: given.allow_maintainer_edit ?? false,
    })
    return redirect(made.html_url)
  },
})

const twinLine = (page: PageCx, record: { html_url: string }, number: number): Html =>
  html`${sentence(page.w.pulls.create.twin, { pull: html`<a href="${record.html_url}/pulls/${number}">#${number}</a>` })}`

/** Whoever may write here also sorts; everybody may ask for reviews. */
async function choices(page: PageCx & { repo: Parameters<typeof listPossible>[1] }, record: RepositoryRecord, found: Proposal, given: Given): Promise<Html> {
  const { ask, cx, w } = page
  const s = w.issues.side
  const none = Promise.resolve(undefined)
  const writer = record.permissions?.push === true
  const [people, teams, assignees, labels, milestones] = await Promise.all([
    listPossible(cx.db, page.repo), record.owner && page.repo.owner.type === 'organization' ? ask.maybe<{ name: string }[]>('listReposTeams', repoAt(page)) : none,
    writer ? ask.maybe<UserRecord[]>('listReposAssignees', repoAt(page)) : none, writer ? ask.maybe<LabelRecord[]>('listReposLabels', { ...repoAt(page), limit: 50 }) : none, writer ? ask.maybe<MilestoneRecord[]>('listReposMilestones', { ...repoAt(page), limit: 50 }) : none,
  ])
  const who = (one: { name?: string; login?: string }, name: string) => html`<span class="person">${avatar(page.root, one, 18)}<bdi>${name}</bdi></span>`
  const part = (words: string, body: Content, open: boolean) => html`<details class="side-part pick"${open ? html` open` : ''}><summary><h3>${words}</h3>${icon('chevron')}</summary>${body}</details>`
  const others = people.filter((one) => one.id !== page.viewer?.id)
  return html`<aside class="side" aria-label="${s.label}">
    ${part(w.pulls.reviewers.title, others.length > 0 ? ticks(page, 'reviewers', w.pulls.reviewers.title, others.map((one) => ({ value: one.name, on: given.reviewers?.includes(one.name) ?? false, words: who({ name: one.name }, one.name) }))) : html`<p class="soft">${w.pulls.reviewers.nobody}</p>`, (given.reviewers ?? []).length > 0 || others.length <= 8)}
    ${teams && teams.length > 0 && part(w.pulls.reviewers.teams, ticks(page, 'teams', w.pulls.reviewers.teams, teams.map((one) => ({ value: one.name, on: given.teams?.includes(one.name) ?? false, words: html`<bdi>${one.name}</bdi>` }))), (given.teams ?? []).length > 0)}
    ${assignees && part(s.assignees, ticks(page, 'assignees', s.assignees, assignees.map((one) => ({ value: one.login, on: given.assignees?.includes(one.login) ?? false, words: who(one, one.login) }))), (given.assignees ?? []).length > 0)}
    ${labels && labels.length > 0 && part(s.labels, ticks(page, 'labels', s.labels, labels.map((one) => ({ value: one.id, on: given.labels?.includes(one.id) ?? false, words: label(one) }))), (given.labels ?? []).length > 0)}
    ${milestones && milestones.length > 0 && selectField('milestone', s.milestone, [['0', s.none], ...milestones.map((one) => [String(one.id), one.title] as const)], String(given.milestone ?? 0))}
  </aside>`
}

/** On the page that compares: the way on to a pull request, or to the one that is there. */
compareSlots.push(async (page, { record, row, base, head, commits }) => {
  if (commits === 0 || record.archived || !record.has_pull_requests) return null
  const w = page.w.pulls.create
  const to = `${record.html_url}/pulls/new/${pathOf(base)}...${pathOf(head)}`
  if (!page.viewer) return notice('info', html`<a href="${page.root}/user/login?redirect_to=${encodeURIComponent(page.rq.url)}">${w.signIn}</a>`)
  const found = await propose(page.cx, row, page.actor, base, head)
  if (!found) return notice('info', w.branchesOnly)
  if (found.twin !== undefined) return notice('info', twinLine(page, record, found.twin))
  return html`<div class="notice good row between"><span>${w.able}</span><a class="button strong" href="${to}">${icon('pull')}${w.go}</a></div>`
})

export const pages = [create].flat()
