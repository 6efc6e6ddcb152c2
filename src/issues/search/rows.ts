// Issues and pull requests under each other, for every list of them.
import { ago, avatar, html, icon, label, rows, titled, type Content, type Html, type PageCx } from '../../web/index.ts'
import { stateMark, stateOf } from '../issues/marks.ts'
import type { IssueRecord } from '../issues/schema.ts'
import { fill } from '../timeline/fill.ts'

export interface RowsMore {
  /** the repository stands in front of the number: lists over several */
  repo?: boolean
  /** rows can be ticked for a form of this id */
  select?: string
  /** at the end of a row: review state, checks */
  extra?: (issue: IssueRecord) => Content
  /** where a label leads; nowhere when left out */
  labelTo?: (id: number) => string
}

/** `- [x]` lines of a text. */
export function tasksOf(body: string): { done: number; all: number } {
  const boxes = [...body.matchAll(/^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[([ xX])\][ \t]/gm)]
  return { done: boxes.filter((one) => one[1] !== ' ').length, all: boxes.length }
}

export const issueRows = (page: PageCx, list: readonly IssueRecord[], more: RowsMore = {}): Html =>
  html`<div class="issue-rows" data-rows>${rows(list.map((one) => row(page, one, more)))}</div>`

function row(page: PageCx, issue: IssueRecord, more: RowsMore): Html {
  const { w } = page
  const state = stateOf(issue)
  const tasks = tasksOf(issue.body)
  const assignees = issue.assignees ?? []
  const names = w.issues.row.assignedTo(assignees.map((one) => one.login).join(', '))
  const sentence = state === 'merged' ? w.issues.row.merged : state === 'closed' ? w.issues.row.closed : w.issues.row.opened
  const when = ago(page, state === 'merged' ? issue.pull_request!.merged_at : state === 'closed' ? issue.closed_at : issue.created_at)
  const who = issue.original_author ? html`<bdi>${issue.original_author}</bdi>` : html`<a href="${page.root}/${issue.user?.login ?? ''}"><bdi>${issue.user?.login || w.site.ghost}</bdi></a>`
  return html`<div class="issue-row" data-row>
    ${more.select && html`<input type="checkbox" name="numbers" value="${issue.number}" form="${more.select}" aria-label="${w.issues.row.select(issue.number)}" data-tick>`}
    ${stateMark(page, issue)}
    <div class="grow"><div class="issue-title"><a class="title" href="${issue.html_url}" data-go>${titled(issue.title)}</a> ${(issue.labels ?? []).map((one) => html`${label(one, more.labelTo?.(one.id))} `)}</div>
      <div class="meta"><span>${more.repo && issue.repository && html`<bdi>${issue.repository.full_name}</bdi>`}${fill(sentence, { number: String(issue.number), when, who })}</span>
        ${issue.milestone && html`<a href="${repoAddress(issue)}/milestone/${issue.milestone.id}">${icon('flag')} <bdi>${issue.milestone.title}</bdi></a>`}
        ${issue.due_date && due(page, issue.due_date, state)}
        ${tasks.all > 0 && html`<span class="tasks" title="${w.issues.row.tasks(tasks.done, tasks.all)}">${icon('check-circle')} ${tasks.done}/${tasks.all}</span>`}</div></div>
    <div class="issue-end">${more.extra?.(issue)}${assignees.length > 0 && html`<span class="faces" title="${names}">${assignees.slice(0, 4).map((one) => avatar(page.root, one, 20))}<span class="unseen">${names}</span></span>`}
      ${issue.comments > 0 && html`<a class="meta nowrap" href="${issue.html_url}" title="${w.site.comments(issue.comments)}">${icon('comment')} ${issue.comments}<span class="unseen"> ${w.site.comments(issue.comments)}</span></a>`}</div>
  </div>`
}

const repoAddress = (issue: IssueRecord) => issue.html_url.replace(/\/(issues|pulls)\/\d+$/, '')

function due(page: PageCx, date: string, state: string): Html {
  const text = new Date(date).toLocaleDateString(page.lang, { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
  const late = (state === 'open' || state === 'draft') && Date.parse(date) / 1000 < page.cx.now()
  return html`<span class="${late ? 'tone-bad' : ''}">${icon('calendar')} ${late ? page.w.issues.row.late(text) : page.w.issues.row.due(text)}</span>`
}

