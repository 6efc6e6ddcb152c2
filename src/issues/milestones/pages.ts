// Milestones of a repository, and what is on one of them.
import { anyone, canWrite, gates, repoVisible, scope, signedIn } from '../../access/index.ts'
import { invalid } from '../../kernel/errors.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { repoAddress, repoAt, repoSheet, theRepo, type RepositoryRecord } from '../../repos/index.ts'
import { action, ago, badge, box, doButton, editor, empty, form, html, icon, page, pager, post, problem, prose, redirect, rows, submit, tabs, textField, withQuery, type Html, type PageCx } from '../../web/index.ts'
import { endOf } from '../issues/pages.ts'
import { issueWays } from '../labels/pages.ts'
import { issueList } from '../search/list.ts'
import type { MilestoneRecord } from './schema.ts'

const seen = gates(scope('issue'), repoVisible)
const writer = (page: PageCx & { access: Parameters<typeof canWrite>[0] }, repo: RepositoryRecord) => page.viewer !== null && !repo.archived && (canWrite(page.access, 'issues') || canWrite(page.access, 'pulls'))

/** How far it is, when it is due. */
function progress(page: PageCx, one: MilestoneRecord): Html {
  const m = page.w.issues.milestone
  const all = one.open_issues + one.closed_issues
  const text = one.due_on && new Date(one.due_on).toLocaleDateString(page.lang, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
  const late = one.due_on && one.state === 'open' && Date.parse(one.due_on) / 1000 < page.cx.now()
  return html`<progress value="${one.closed_issues}" max="${Math.max(all, 1)}" aria-label="${m.progress}"></progress>
    <div class="meta"><b>${m.done(all === 0 ? 0 : Math.floor((one.closed_issues * 100) / all))}</b><span>${m.open(one.open_issues)}</span><span>${m.closed(one.closed_issues)}</span>
      <span class="${late ? 'tone-bad' : ''}">${icon('calendar')} ${text ? (late ? m.late(text) : m.dueOn(text)) : m.noDue}</span>${one.state === 'closed' && one.closed_at && html`<span>${m.closedOn} ${ago(page, one.closed_at)}</span>`}</div>`
}

const buttons = (page: PageCx, repo: RepositoryRecord, one: MilestoneRecord): Html => {
  const m = page.w.issues.milestone
  return html`<span class="row"><a class="button small" href="${repo.html_url}/milestones/${one.id}/edit">${icon('pencil')}${page.w.site.edit}</a>${doButton(`${repo.html_url}/milestones/${one.id}/state`, one.state === 'open' ? m.close : m.reopen, { state: one.state === 'open' ? 'closed' : 'open' }, { kind: 'small' })}${
    doButton(`${repo.html_url}/milestones/${one.id}/delete`, m.delete, {}, { kind: 'small danger', confirm: m.sure(one.title) })}</span>`
}

const list = page({
  id: 'milestonesPage', at: '/:owner/:repo/milestones', says: 'Milestones of a repository', needs: seen,
  async run(page) {
    const { ask, w, query } = page
    const m = w.issues.milestone
    const state = query.state === 'closed' ? 'closed' : 'open'
    const repo = await theRepo(page)
    const write = writer(page, repo)
    const wanted = { ...repoAt(page), name: query.q || undefined }
    const [found, others] = await Promise.all([ask.list<MilestoneRecord>('listReposMilestones', { ...wanted, state, page: query.page, limit: 20 }), ask.list<MilestoneRecord>('listReposMilestones', { ...wanted, state: state === 'open' ? 'closed' : 'open', limit: 1 })])
    const texts = await Promise.all(found.items.map((one) => prose(page, one.description.slice(0, 2000), { repo, anchor: `milestone-${one.id}` })))
    const create = write && html`<a class="button strong" href="${repo.html_url}/milestones/new" data-keys="c">${m.new}</a>`
    const way = (one: 'open' | 'closed', n: number) => html`<a href="${withQuery(page, { state: one === 'open' ? undefined : one, page: undefined })}"${one === state ? html` aria-current="page"` : ''}>${icon(one === 'open' ? 'flag' : 'check')}${w.issues.counted(n, w.issues.state[one])}</a>`
    const [open, closed] = state === 'open' ? [found.total, others.total] : [others.total, found.total]
    return repoSheet(page, repo, 'issues', {
      title: m.title,
      body: html`<h2 class="unseen">${m.title}</h2>${issueWays(page, repo, 'milestones')}
        <div class="issue-top"><form class="issue-search" role="search" aria-label="${m.find}" action="${repo.html_url}/milestones"><input type="search" name="q" value="${query.q ?? ''}" placeholder="${m.find}" aria-label="${m.find}"><button class="button" aria-label="${w.site.search}">${icon('search')}</button></form>${create}</div>
        ${box(found.items.length === 0 ? empty('flag', state === 'open' ? m.none : m.noneClosed, state === 'open' && html`<p>${m.noneMore}</p>${create}`)
          : rows(found.items.map((one, i) => html`<div class="milestone-row"><div class="grow"><a class="title" href="${repo.html_url}/milestone/${one.id}"><bdi>${one.title}</bdi></a><div class="small milestone-text">${texts[i]}</div></div><div class="milestone-side">${progress(page, one)}${write && buttons(page, repo, one)}</div></div>`)), { head: html`<nav class="issue-states" aria-label="${w.issues.states}">${way('open', open)}${way('closed', closed)}</nav>` })}
        ${pager(page, found)}`,
    })
  },
})

const one = page({
  id: 'milestonePage', at: '/:owner/:repo/milestone/:id', says: 'What is on a milestone', needs: seen,
  async run(page) {
    const { ask, w, params, query } = page
    const m = w.issues.milestone
    const [repo, milestone] = await Promise.all([theRepo(page), ask<MilestoneRecord>('getReposMilestonesById', { ...repoAt(page), id: params.id })])
    const pulls = repo.has_pull_requests && (query.kind === 'pulls' || !repo.has_issues)
    const kinds = repo.has_issues && repo.has_pull_requests && tabs(m.title, (['issues', 'pulls'] as const).map((kind) => ({ to: withQuery(page, { kind: kind === 'pulls' ? kind : undefined, page: undefined, state: undefined }), words: m[kind], icon: kind === 'pulls' ? 'pull' : 'issue', current: (kind === 'pulls') === pulls } as const)))
    return repoSheet(page, repo, 'issues', {
      title: milestone.title, islands: ['list'],
      body: html`<header class="issue-head"><div class="row between top"><h2 class="issue-name">${icon('flag')} <bdi>${milestone.title}</bdi> ${milestone.state === 'closed' && badge(w.issues.state.closed, 'done', 'check')}</h2>${writer(page, repo) && buttons(page, repo, milestone)}</div><div class="milestone-head">${progress(page, milestone)}</div>${await prose(page, milestone.description, { repo })}</header>
        ${kinds}${await issueList(page, repo, { pulls, milestone: milestone.id, buttons: !repo.archived && !pulls && html`<a class="button strong" href="${repo.html_url}/issues/new?milestone=${milestone.id}">${w.issues.new}</a>` })}`,
    })
  },
})

type Given = { title?: string; description?: string; due?: string }

async function sheet(page: PageCx & { problem: string | undefined }, title: string, given: Given, go: string) {
  const repo = await theRepo(page)
  const m = page.w.issues.milestone
  return repoSheet(page, repo, 'issues', {
    title, islands: ['editor'],
    body: html`${issueWays(page, repo, 'milestones')}<section class="card"><h2>${title}</h2>${problem(page.problem)}${post(page.root + page.rq.url.split('?')[0], [
      textField('title', m.name, given.title, { required: true, maxlength: 255, autofocus: true }),
      textField('due', m.due, given.due, { type: 'date', hint: m.dueHint }),
      editor(page, 'description', m.description, given.description, { repo, rows: 8 }),
      html`<div class="row"><a class="button" href="${repo.html_url}/milestones">${page.w.issues.write.cancel}</a>${submit(go)}</div>`,
    ])}</section>`,
  })
}

const members = { title: Optional(Str), description: Optional(Str), due: Optional(Str) }

function bodyOf(page: PageCx, given: { title?: string; description?: string; due?: string }) {
  const m = page.w.issues.milestone
  if (!given.title?.trim()) throw invalid(m.titleNeeded)
  if (given.due && !endOf(given.due)) throw invalid(m.badDay)
  return { title: given.title.trim(), description: given.description ?? '', due_on: given.due ? endOf(given.due) : undefined }
}

const create = form({
  id: 'newMilestone', at: '/:owner/:repo/milestones/new', says: 'Create a milestone', needs: gates(signedIn), fields: input('NewMilestoneForm', members),
  show: (page) => sheet(page, page.w.issues.milestone.new, page.given, page.w.issues.milestone.create),
  async send(page) {
    const made = await page.ask<MilestoneRecord>('createReposMilestones', repoAt(page), bodyOf(page, page.given))
    return redirect(repoAddress(page, `/milestone/${made.id}`), page.w.issues.milestone.created)
  },
})

const edit = form({
  id: 'editMilestone', at: '/:owner/:repo/milestones/:id/edit', says: 'Change a milestone', needs: gates(signedIn), fields: input('EditMilestoneForm', members),
  async show(page) {
    const now = page.problem === undefined ? await page.ask<MilestoneRecord>('getReposMilestonesById', { ...repoAt(page), id: page.params.id }) : undefined
    return sheet(page, page.w.issues.milestone.edit, now ? { title: now.title, description: now.description, due: now.due_on?.slice(0, 10) } : page.given, page.w.issues.milestone.save)
  },
  async send(page) {
    const changed = await page.ask<MilestoneRecord>('editReposMilestonesById', { ...repoAt(page), id: page.params.id }, bodyOf(page, page.given))
    return redirect(repoAddress(page, `/milestone/${changed.id}`), page.w.issues.milestone.saved)
  },
})

const state = action({
  id: 'closeMilestone', at: '/:owner/:repo/milestones/:id/state', says: 'Close or reopen a milestone', needs: anyone, fields: input('CloseMilestoneForm', { state: Str }),
  async run(page) {
    const place = { ...repoAt(page), id: page.params.id }
    const now = await page.ask<MilestoneRecord>('getReposMilestonesById', place)
    // the operation forgets a due date that is not sent again
    await page.ask('editReposMilestonesById', place, { state: page.given.state === 'closed' ? 'closed' : 'open', due_on: now.due_on ?? undefined })
    return redirect(repoAddress(page, `/milestone/${now.id}`), page.w.issues.milestone.saved)
  },
})

const remove = action({
  id: 'deleteMilestone', at: '/:owner/:repo/milestones/:id/delete', says: 'Delete a milestone', needs: anyone,
  async run(page) {
    await page.ask('deleteReposMilestonesById', { ...repoAt(page), id: page.params.id })
    return redirect(repoAddress(page, '/milestones'), page.w.issues.milestone.deleted)
  },
})

export const pages = [list, one, create, edit, state, remove].flat()
