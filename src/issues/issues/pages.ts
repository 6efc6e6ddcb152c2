// The page of an issue, and the small forms on it.
import { anyone } from '../../access/index.ts'
import { exists, invalid, Refusal } from '../../kernel/errors.ts'
import { raw } from '../../kernel/route.ts'
import { Bool, input, Int, Optional, Str, Type } from '../../kernel/schema.ts'
import { setTask } from '../../markup/index.ts'
import { repoSheet, theRepo } from '../../repos/index.ts'
import { action, ago, badge, editor, form, hidden, html, icon, page, person, post, problem, prose, redirect, submit, textField, titled, type Html, type PageCx } from '../../web/index.ts'
import { editorFiles, withFiles } from '../attachments/writing.ts'
import type { CommentRecord } from '../comments/schema.ts'
import { act, leadBack, placeOf } from '../ground/acts.ts'
import { people } from '../ground/gates.ts'
import { openIssue, type OpenIssue } from '../ground/opened.ts'
import { conversation } from '../timeline/conversation.ts'
import { fill } from '../timeline/fill.ts'
import { stateBadge } from './marks.ts'
import type { IssueRecord } from './schema.ts'
import { issueSide } from './side.ts'

/** Title, number, state, and the way to change the title; `more` stands beside the state. */
export function issueHead(page: PageCx, on: OpenIssue, more: { buttons?: Html; line?: Html } = {}): Html {
  const { w, query } = page
  const { issue } = on
  const [path] = page.rq.url.split('?')
  const editing = on.can.edit && query.edit === 'title'
  return html`<header class="issue-head">${editing
    ? post(`${on.acts}/title`, [html`<input name="title" value="${issue.title}" maxlength="255" required autofocus aria-label="${w.issues.form.title}" dir="auto">`, submit(w.issues.form.save), html`<a class="button" href="${page.root}${path}">${w.issues.write.cancel}</a>`], { kind: 'title-form' })
    : html`<div class="row between top"><h2 class="issue-name">${titled(issue.title)} <span class="soft">#${issue.number}</span></h2><div class="row">${on.can.edit && html`<a class="button small" href="${issue.html_url}?edit=title" data-keys="e">${icon('pencil')}${w.issues.form.editTitle}</a>`}${more.buttons}</div></div>`}
    <div class="row issue-line">${stateBadge(page, issue)}${issue.is_locked && badge(html`${icon('lock')}`, 'warn')}${issue.pin_order > 0 && badge(w.issues.pinned, 'info', 'pin')}${more.line ?? html`<span class="soft small">${fill(w.issues.talk.opened, { when: ago(page, issue.created_at) })} · ${person(page, issue.user, 16)} · ${w.site.comments(issue.comments)}</span>`}</div></header>`
}

const show = page({
  id: 'issuePage', at: '/:owner/:repo/issues/:index', says: 'An issue with its conversation', needs: anyone,
  async run(page) {
    const on = await openIssue(page)
    const { issue, repo } = on
    if (issue.pull_request) return redirect(issue.html_url + (page.rq.url.includes('?') ? page.rq.url.slice(page.rq.url.indexOf('?')) : ''))
    const [talk, side] = await Promise.all([conversation(page, on), issueSide(page, on)])
    return repoSheet(page, repo, 'issues', {
      title: `${issue.title} #${issue.number}`, about: issue.body.slice(0, 200), islands: ['editor', 'talk'],
      body: html`${issueHead(page, on)}<div class="split talk-split"><div>${talk}</div>${side}</div>`,
    })
  },
})

const edit = form({
  id: 'editIssue', at: '/:owner/:repo/issues/:index/edit', says: 'Change title and text', needs: people,
  fields: input('EditIssueForm', { title: Optional(Str), body: Optional(Str), content_version: Optional(Int), back: Optional(Str) }),
  async show(page) {
    const { given, w, ask } = page
    const [repo, issue] = await Promise.all([theRepo(page), ask<IssueRecord>('getReposIssuesByIndex', placeOf(page))])
    const stale = given.content_version !== undefined && given.content_version !== issue.content_version
    return repoSheet(page, repo, issue.pull_request ? 'pulls' : 'issues', {
      title: w.issues.form.edit, islands: ['editor'],
      body: html`<h2>${w.issues.form.edit}</h2>${problem(page.problem)}${post(page.root + page.rq.url.split('?')[0], [
        hidden('content_version', issue.content_version), hidden('back', given.back ?? ''),
        textField('title', w.issues.form.title, given.title ?? issue.title, { required: true, maxlength: 255 }),
        editor(page, 'body', w.issues.form.body, given.body ?? issue.body, { repo, rows: 14, files: editorFiles(page, repo) }),
        html`<div class="row end"><a class="button" href="${issue.html_url}">${w.issues.write.cancel}</a>${submit(w.issues.form.save)}</div>`,
      ], { files: true })}${stale && html`<section class="box"><header class="box-head"><h2>${w.issues.form.now}</h2></header><div class="pad">${await prose(page, issue.body, { repo })}</div></section>`}`,
    })
  },
  async send(page) {
    const { given, ask, w } = page
    if (!given.title?.trim()) throw invalid(w.issues.form.titleNeeded)
    try {
      const issue = await ask<IssueRecord>('editReposIssuesByIndex', placeOf(page), { title: given.title, body: await withFiles(page, given.body ?? ''), content_version: given.content_version })
      return given.back ? leadBack(page, given.back) : redirect(issue.html_url)
    } catch (error) {
      throw error instanceof Refusal && error.kind === 'conflict' ? exists(w.issues.form.conflict) : error
    }
  },
})

const title = act('retitleIssue', 'title', 'Change the title', { title: Optional(Str) }, async ({ ask, given, w }, at) => {
  if (!given.title?.trim()) throw invalid(w.issues.form.titleNeeded)
  await ask('editReposIssuesByIndex', at, { title: given.title })
})

const milestone = act('putOnMilestone', 'milestone', 'Choose the milestone', { milestone: Optional(Int) }, async ({ ask, given }, at) => {
  await ask('editReposIssuesByIndex', at, { milestone: given.milestone ?? 0 })
})

const projects = act('putOnProjects', 'projects', 'Choose the projects', { projects: Optional(Type.Array(Int)) }, async ({ ask, given }, at) => {
  await ask('editReposIssuesByIndex', at, { projects: given.projects ?? [] })
})

/** A day of a date field as the wire's time; undefined for no day at all. */
export const endOf = (date: string): string | undefined => (/^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date)) ? `${date}T23:59:59Z` : undefined)

const deadline = act('setDeadline', 'deadline', 'Set or remove the due date', { date: Optional(Str) }, async ({ ask, given, w }, at) => {
  if (given.date && !endOf(given.date)) throw invalid(w.issues.side.badDay)
  await ask('createReposIssuesDeadlineByIndex', at, given.date ? { due_date: endOf(given.date) } : {})
})

const lock = act('lockIssue', 'lock', 'Lock or unlock the conversation', { on: Optional(Bool), reason: Optional(Str) }, async ({ ask, given }, at) => {
  await (given.on ? ask('putReposIssuesLockByIndex', at, { lock_reason: given.reason ?? '' }) : ask('deleteReposIssuesLockByIndex', at))
})

const remove = action({
  id: 'deleteIssue', at: '/:owner/:repo/issues/:index/delete', says: 'Delete an issue or pull request', needs: anyone,
  async run(page) {
    const { ask, params, root, w } = page
    const issue = await ask<IssueRecord>('getReposIssuesByIndex', placeOf(page))
    await ask('deleteReposIssuesByIndex', placeOf(page))
    return redirect(`${root}/${params.owner}/${params.repo}/${issue.pull_request ? 'pulls' : 'issues'}`, w.issues.side.deleted)
  },
})

/** For the island that ticks boxes: says the version the text has now. */
const task = action({
  id: 'tickTask', at: '/:owner/:repo/issues/:index/task', says: 'Tick a box of a task list', needs: anyone,
  fields: input('TickTaskForm', { comment: Optional(Int), position: Optional(Int), ticked: Optional(Bool), content_version: Optional(Int) }),
  async run(page) {
    const { ask, given, params, w } = page
    const place = given.comment ? { owner: params.owner, repo: params.repo, id: given.comment } : placeOf(page)
    const now = await ask<IssueRecord | CommentRecord>(given.comment ? 'getReposIssuesCommentsById' : 'getReposIssuesByIndex', place)
    const body = setTask(now.body, given.position ?? -1, given.ticked ?? false)
    if (body === undefined || ('content_version' in now && now.content_version !== given.content_version)) throw exists(w.issues.task.stale)
    const then = await ask<IssueRecord | CommentRecord>(given.comment ? 'editReposIssuesCommentsById' : 'editReposIssuesByIndex', place, given.comment ? { body } : { body, content_version: given.content_version })
    return raw(JSON.stringify({ version: 'content_version' in then ? then.content_version : 0 }), { 'content-type': 'application/json' })
  },
})

export const pages = [show, edit, title, milestone, projects, deadline, lock, remove, task].flat()
