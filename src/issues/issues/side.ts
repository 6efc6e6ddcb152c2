// The panel beside a conversation: everything about an issue or pull request that is no text, each changed in place.
import { day, doButton, hidden, html, icon, label, option, person, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { UserRecord } from '../../users/index.ts'
import { dependencySide } from '../dependencies/side.ts'
import { backTo, type OpenIssue } from '../ground/opened.ts'
import { scopeOf, usable } from '../labels/verbs.ts'
import type { MilestoneRecord } from '../milestones/schema.ts'
import { participants } from '../timeline/verbs.ts'
import type { TrackedTimeRecord } from '../times/schema.ts'
import { timeSide, type Watch } from '../times/side.ts'
import type { IssueRecord, ProjectRecord } from './schema.ts'
import { sideForm, sidePart, ticks } from './side-part.ts'

export interface SideSlots {
  /** at the top: reviewers */
  first?: Content
  last?: Content
}

/** The sheet needs the island `talk`. */
export async function issueSide(page: PageCx, on: OpenIssue, slots: SideSlots = {}): Promise<Html> {
  const { ask, viewer } = page
  const { repo, issue } = on
  const at = { owner: repo.owner!.login, repo: repo.name, index: issue.number }
  const tracker = repo.internal_tracker
  const write = on.can.write
  const none = Promise.resolve(undefined)
  const [labels, people, milestones, boards, blockers, blocked, times, watches, hears, talkers] = await Promise.all([
    write ? usable(page.cx, on.at.repo) : none,
    write ? ask.maybe<UserRecord[]>('listReposAssignees', at) : none,
    write ? ask.maybe<MilestoneRecord[]>('listReposMilestones', { ...at, state: 'open', limit: 50 }) : none,
    write && repo.has_projects ? boardsOf(page, on) : none,
    tracker?.enable_issue_dependencies ? ask.maybe<IssueRecord[]>('listReposIssuesDependenciesByIndex', at) : none,
    tracker?.enable_issue_dependencies ? ask.maybe<IssueRecord[]>('listReposIssuesBlocksByIndex', at) : none,
    viewer && tracker?.enable_time_tracker ? ask.maybe<TrackedTimeRecord[]>('listReposIssuesTimesByIndex', { ...at, limit: 50 }) : none,
    viewer && tracker?.enable_time_tracker ? ask.maybe<Watch[]>('listUserStopwatches') : none,
    viewer ? ask.maybe<{ subscribed: boolean }>('getReposIssuesSubscriptionsCheckByIndex', at) : none,
    participants(page.cx, on.at.issue),
  ])
  return html`<aside class="side" aria-label="${page.w.issues.side.label}">
    ${slots.first}
    ${assigneeSide(page, on, people)}${labelSide(page, on, labels)}${milestoneSide(page, on, milestones)}${(boards || issue.projects?.length) && projectSide(page, on, boards)}${deadlineSide(page, on)}
    ${(blockers || blocked) && dependencySide(page, on, blockers ?? [], blocked ?? [])}${times && timeSide(page, on, times, watches ?? [])}
    ${hears && subscribeSide(page, on, hears.subscribed)}
    ${sidePart(page, page.w.issues.side.participants(talkers.length), html`<div class="faces">${talkers.slice(0, 24).map((name) => html`<a href="${page.root}/${name}" title="${name}" aria-label="${name}"><img class="avatar" src="${page.root}/user/avatar/${encodeURIComponent(name)}/48" width="24" height="24" alt="" loading="lazy"></a>`)}</div>`)}
    ${slots.last}
    ${on.can.admin && manageSide(page, on)}
    ${sidePart(page, page.w.issues.side.reference, html`<span class="copyable"><code>${repo.full_name}#${issue.number}</code><button type="button" class="button icon small" data-copy="${repo.full_name}#${issue.number}" aria-label="${page.w.issues.side.copyReference}" title="${page.w.issues.side.copyReference}">${icon('copy')}</button></span>`)}
  </aside>`
}

async function boardsOf({ ask }: PageCx, { repo }: OpenIssue): Promise<ProjectRecord[]> {
  const owner = repo.owner!.login
  const [own, above] = await Promise.all([ask.maybe<ProjectRecord[]>('listReposProjects', { owner, repo: repo.name, limit: 50 }), ask.maybe<ProjectRecord[]>('listOrgsProjects', { org: owner, limit: 50 }).then((found) => found ?? ask.maybe<ProjectRecord[]>('listUsersProjects', { username: owner, limit: 50 }))])
  return [...(own ?? []), ...(above ?? [])].filter((one) => !one.is_closed)
}

function assigneeSide(page: PageCx, on: OpenIssue, usual: UserRecord[] | undefined): Html {
  const s = page.w.issues.side
  const now = on.issue.assignees ?? []
  const all = [...now, ...(usual ?? []).filter((one) => !now.some((other) => other.id === one.id))]
  const mine = usual?.some((one) => one.id === page.viewer?.id)
  return sidePart(page, s.assignees, now.length > 0 ? html`<ul class="side-list">${now.map((one) => html`<li>${person(page, one, 20)}</li>`)}</ul>` : html`<span class="soft">${s.nobody}</span>${mine && html` · ${doButton(`${on.acts}/assignees`, s.takeIt, { assignees: page.viewer!.name, back: backTo(page) }, { kind: 'link-like' })}`}`,
    usual && sideForm(page, on, 'assignees', ticks(page, 'assignees', s.assignees, all.map((one) => ({ value: one.login, on: now.some((other) => other.id === one.id), words: html`<span class="person"><img class="avatar" src="${one.avatar_url}" width="18" height="18" alt="" loading="lazy"><bdi>${one.login}</bdi></span> <span class="soft small"><bdi>${one.full_name}</bdi></span>` })))))
}

function labelSide(page: PageCx, on: OpenIssue, all: Awaited<ReturnType<typeof usable>> | undefined): Html {
  const s = page.w.issues.side
  const now = on.issue.labels ?? []
  const has = (id: number) => now.some((one) => one.id === id)
  const list = `${on.repo.html_url}/${on.issue.pull_request ? 'pulls' : 'issues'}?labels=`
  return sidePart(page, s.labels, now.length > 0 ? html`<div class="labels">${now.map((one) => html`${label(one, list + one.id)} `)}</div>` : html`<span class="soft">${s.noLabels}</span>`,
    all && html`${sideForm(page, on, 'labels', ticks(page, 'labels', s.labels, all.filter((one) => !one.is_archived || has(one.id)).map((one) => ({ value: one.id, on: has(one.id), group: scopeOf(one), words: html`${label(one)}${one.description && html` <span class="soft small">${one.description}</span>`}` }))))}<a class="menu-item small" href="${on.repo.html_url}/labels">${s.editLabels}</a>`)
}

function milestoneSide(page: PageCx, on: OpenIssue, open: MilestoneRecord[] | undefined): Html {
  const s = page.w.issues.side
  const now = on.issue.milestone
  const all = open && [...(now && !open.some((one) => one.id === now.id) ? [now] : []), ...open]
  const total = now ? now.open_issues + now.closed_issues : 0
  return sidePart(page, s.milestone, now ? html`<a href="${on.repo.html_url}/milestone/${now.id}">${icon('flag')} <bdi>${now.title}</bdi></a>${total > 0 && html`<progress value="${now.closed_issues}" max="${total}" aria-label="${page.w.issues.milestone.progress}"></progress>`}` : html`<span class="soft">${s.noMilestone}</span>`,
    all && sideForm(page, on, 'milestone', ticks(page, 'milestone', s.milestone, [{ value: 0, words: s.none, on: !now }, ...all.map((one) => ({ value: one.id, on: one.id === now?.id, words: html`<bdi>${one.title}</bdi>` }))], 'radio')))
}

function projectSide(page: PageCx, on: OpenIssue, all: ProjectRecord[] | undefined): Html {
  const s = page.w.issues.side
  const now = on.issue.projects ?? []
  const offered = all && [...now, ...all.filter((one) => !now.some((other) => other.id === one.id))]
  return sidePart(page, s.projects, now.length > 0 ? html`<ul class="side-list">${now.map((one) => html`<li><a href="${one.html_url ?? `${on.repo.html_url}/projects/${one.id}`}">${icon('board')} <bdi>${one.title}</bdi></a></li>`)}</ul>` : html`<span class="soft">${s.noProjects}</span>`,
    offered && offered.length > 0 && sideForm(page, on, 'projects', ticks(page, 'projects', s.projects, offered.map((one) => ({ value: one.id, on: now.some((other) => other.id === one.id), words: html`<bdi>${one.title}</bdi>` })))))
}

function deadlineSide(page: PageCx, on: OpenIssue): Html {
  const s = page.w.issues.side
  const due = on.issue.due_date
  const late = due && on.issue.state === 'open' && Date.parse(due) / 1000 < page.cx.now()
  return sidePart(page, s.deadline, due ? html`<span class="${late ? 'tone-bad' : ''}">${icon('calendar')} ${day(page, due)}${late && ` (${s.overdue})`}</span>` : html`<span class="soft">${s.noDeadline}</span>`,
    on.can.write && html`${sideForm(page, on, 'deadline', html`<input type="date" name="date" value="${due ? due.slice(0, 10) : ''}" aria-label="${s.deadline}" required>`)}${due && doButton(`${on.acts}/deadline`, s.clear, { date: '', back: backTo(page) }, { kind: 'small quiet' })}`)
}

const subscribeSide = (page: PageCx, on: OpenIssue, hears: boolean): Html => {
  const s = page.w.issues.side
  return sidePart(page, s.notifications, html`${doButton(`${on.acts}/subscription`, [icon('bell'), hears ? s.unsubscribe : s.subscribe], { on: hears ? 'false' : 'true', back: backTo(page) }, { kind: 'small' })}<p class="hint">${hears ? s.subscribed : s.unsubscribed}</p>`)
}

function manageSide(page: PageCx, on: OpenIssue): Html {
  const s = page.w.issues.side
  const back = { back: backTo(page) }
  const { issue } = on
  return sidePart(page, s.manage, html`<div class="side-manage">
    ${doButton(`${on.acts}/pin`, [icon('pin'), issue.pin_order > 0 ? s.unpin : s.pin], { ...back, on: issue.pin_order > 0 ? 'false' : 'true' }, { kind: 'small quiet' })}
    ${issue.is_locked ? doButton(`${on.acts}/lock`, [icon('lock'), s.unlock], { ...back, on: 'false' }, { kind: 'small quiet' })
      : html`<details class="menu"><summary class="button small quiet">${icon('lock')}${s.lock}</summary><div class="menu-items"><form method="post" action="${on.acts}/lock" class="side-form">${hidden('on', 'true')}${hidden('back', backTo(page))}<label class="small">${s.reason} <select name="reason">${option(['', page.w.site.none], '')}${s.reasons.map((one) => option(one, ''))}</select></label><button class="button small">${s.lock}</button></form></div></details>`}
    ${doButton(`${on.acts}/delete`, [icon('trash'), s.delete], {}, { kind: 'small quiet danger', confirm: s.sure(issue.title) })}</div>`)
}
