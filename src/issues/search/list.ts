// A repository's list of issues or pull requests with everything around it.
import { repoSheet, type RepositoryRecord } from '../../repos/index.ts'
import { box, empty, html, option, pageNumber, pager, withQuery, type Content, type Html, type PageCx, type Sheet } from '../../web/index.ts'
import { readers } from '../ground/gates.ts'
import type { IssueRecord } from '../issues/schema.ts'
import { usable } from '../labels/verbs.ts'
import type { MilestoneRecord } from '../milestones/schema.ts'
import { chosen, filterMenus, filterOf, isFiltered, searchLine, stateTabs, type Choices } from './filters.ts'
import { issueRows } from './rows.ts'
import * as search from './verbs.ts'

export interface ListMore {
  pulls?: boolean
  /** only those of this milestone */
  milestone?: number
  /** beside the line of search */
  buttons?: Content
  /** over the list */
  top?: Content
  /** where there is none at all */
  none?: Content
  /** what the end of each row shows, found out for all rows at once */
  extra?: (items: readonly IssueRecord[]) => Promise<(issue: IssueRecord) => Content>
}

/** Search, state tabs with counts, filter menus, rows, pages; all in the address. The sheet needs the island `list`. */
export async function issueList(page: PageCx, repo: RepositoryRecord, more: ListMore = {}): Promise<Html> {
  const { w, ask, params, viewer } = page
  const at = { owner: params.owner, repo: params.repo }
  const opened = await readers.open(page.rq)
  const asked = { ...filterOf(page, more.pulls ?? false), ...(more.milestone === undefined ? {} : { milestone: more.milestone }) }
  const [found, labels, milestones, writers] = await Promise.all([
    search.onPage(page.cx, opened, asked, { page: pageNumber(page), limit: 25 }),
    usable(page.cx, opened.repo),
    ask.list<MilestoneRecord>('listReposMilestones', { ...at, state: 'all', limit: 50 }),
    viewer ? ask.maybe<{ login: string }[]>('listReposAssignees', at) : undefined,
  ])
  const extra = await more.extra?.(found.items)
  const people = new Set([...(viewer ? [viewer.name] : []), ...(writers ?? []).map((one) => one.login), ...found.items.flatMap((one) => [one.user?.login, ...(one.assignees ?? []).map((each) => each.login)]).filter((one): one is string => !!one)])
  const from: Choices = { labels, milestones: milestones.items, people: [...people].slice(0, 60) }
  const fixed = { milestone: more.milestone !== undefined }
  const write = viewer !== null && !repo.archived && search.mayChange(opened, more.pulls ?? false)
  const none = isFiltered(more.milestone === undefined ? asked : { ...asked, milestone: undefined }) ? empty('search', w.issues.none.match) : found.open + found.closed === 0 ? (more.none ?? empty(more.pulls ? 'pull' : 'issue', w.issues.none[more.pulls ? 'pulls' : 'issues'])) : empty('check', w.issues.none.allDone)
  return html`<div class="issue-list" data-list>
    <div class="issue-top">${searchLine(page, asked, w.issues.find[more.pulls ? 'pulls' : 'issues'])}${more.buttons}</div>
    ${more.top}${chosen(page, asked, from, fixed)}
    ${write && bulkForm(page, repo, from)}
    ${box(found.items.length === 0 ? none : issueRows(page, found.items, { select: write ? 'bulk' : undefined, extra, labelTo: (id) => withQuery(page, { labels: id, page: undefined }) }), {
      head: html`${write && found.items.length > 0 && html`<input type="checkbox" aria-label="${w.issues.row.selectAll}" data-tick-all hidden>`}${stateTabs(page, asked, found)}${filterMenus(page, asked, from, fixed)}`,
      label: more.pulls ? w.site.pulls : w.issues.title,
    })}
    ${pager(page, found)}</div>`
}

/** Shown while something is ticked. */
function bulkForm(page: PageCx, repo: RepositoryRecord, from: Choices): Html {
  const b = page.w.issues.bulk
  const pick = (name: string, words: string, choices: readonly (readonly [string, string])[]) => html`<select name="${name}" aria-label="${words}">${option(['', `${words}…`], '')}${choices.map((one) => option(one, ''))}</select>`
  const go = (value: string, words: string) => html`<button class="button small" name="do" value="${value}">${words}</button>`
  return html`<form id="bulk" class="bulk" method="post" action="${repo.html_url}/issues/bulk" aria-label="${b.label}"><input type="hidden" name="back" value="${page.rq.url}">
    <span class="row">${go('close', b.close)}${go('reopen', b.reopen)}</span>
    <span class="row">${pick('label', page.w.issues.filters.labelled, from.labels.filter((one) => !one.is_archived).map((one) => [String(one.id), one.name]))}${go('label', b.addLabel)}${go('unlabel', b.removeLabel)}</span>
    <span class="row">${pick('milestone', page.w.issues.filters.milestone, [['0', b.noMilestone], ...from.milestones.filter((one) => one.state === 'open').map((one) => [String(one.id), one.title] as const)])}${go('milestone', b.milestone)}</span>
    <span class="row">${pick('assignee', page.w.issues.filters.assignee, [[search.NOBODY, b.nobody], ...from.people.map((one) => [one, one] as const)])}${go('assign', b.assign)}</span></form>`
}

/** The list as a page of its repository. */
export const listSheet = async (page: PageCx, repo: RepositoryRecord, title: string, more: ListMore): Promise<Sheet> =>
  repoSheet(page, repo, more.pulls ? 'pulls' : 'issues', { title, islands: ['list'], body: html`<h2 class="unseen">${title}</h2>${await issueList(page, repo, more)}` })
