// What happened, in words: one sentence per entry, and one for several labels or people at once.
import { ago, day, html, icon, label, person, titled, type Content, type Html, type IconName, type PageCx } from '../../web/index.ts'
import type { OpenIssue } from '../ground/opened.ts'
import { issueLink } from '../issues/marks.ts'
import { fill } from './fill.ts'
import type { TimelineRecord } from './schema.ts'
import type { Closer } from './verbs.ts'

/** Entries told together: the first of them leads. */
export type Group = [TimelineRecord, ...TimelineRecord[]]

const MINUTES = 10 * 60_000
const together = new Set(['label', 'assignees', 'review_request'])

/** Labels and people that somebody changed at about the same time. */
export function grouped(entries: readonly TimelineRecord[]): Group[] {
  const found: Group[] = []
  for (const one of entries) {
    const last = found.at(-1)
    const joins = last && together.has(one.type) && last[0].type === one.type && last[0].user?.id === one.user?.id && Date.parse(one.created_at) - Date.parse(last[0].created_at) < MINUTES
    if (joins) last.push(one)
    else found.push([one])
  }
  return found
}

const list = (items: Content[]): Content => items.map((one, i) => [i > 0 ? ' ' : '', one])
/** The text of the link that stands in the entry of a commit. */
const plainText = (markup: string) => markup.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|#34|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', '#34': '"', '#39': "'" })[name]!)

type Told = readonly [IconName, string, Record<string, Content>?]

/** Pull requests add what they know more of; see `Slots`. */
export function eventOf(page: PageCx, on: OpenIssue, group: Group, closer?: Closer): Html {
  const [one] = group
  const { w } = page
  const [drawing, sentence, members] = told(page, on, group, closer)
  return html`<div class="event" id="event-${one.id}"><span class="event-mark">${icon(drawing)}</span><div class="event-text">${one.user && one.user.id > 0 ? person(page, one.user, 20) : w.site.ghost} ${fill(sentence, { when: html`<a class="soft" href="#event-${one.id}">${ago(page, one.created_at)}</a>`, ...members })}</div></div>`
}

function told(page: PageCx, on: OpenIssue, group: Group, closer?: Closer): Told {
  const [one] = group
  const e = page.w.issues.events
  const commit = (sha: string, words?: string) => html`<a href="${on.repo.html_url}/commit/${sha}"><code>${sha.slice(0, 10)}</code>${words ? html` <bdi>${words}</bdi>` : ''}</a>`
  const other = (issue: TimelineRecord['ref_issue']) => (issue && issue.number > 0 ? issueLink(page, issue, on.repo) : html`<i>${e.hiddenIssue}</i>`)
  switch (one.type) {
    case 'close': return closer ? ['check-circle', e.closeWith, { commit: commit(closer.sha, plainText(closer.link)) }] : ['check-circle', e.close]
    case 'reopen': return ['issue', e.reopen]
    case 'label': return labels(page, group)
    case 'assignees': return assignees(page, group)
    case 'review_request': return reviewers(page, group)
    case 'milestone': return milestones(page, on, one)
    case 'change_title': return ['pencil', e.title, { old: html`<del>${titled(one.old_title)}</del>`, new: html`<b>${titled(one.new_title)}</b>` }]
    case 'change_issue_ref': return one.old_ref ? ['branch', e.ref, { old: html`<code>${one.old_ref}</code>`, new: html`<code>${one.new_ref}</code>` }] : ['branch', e.refSet, { new: html`<code>${one.new_ref}</code>` }]
    case 'commit_ref': return ['commit', e.commitRef, { commit: commit(one.ref_commit_sha, plainText(one.body)) }]
    case 'issue_ref': case 'pull_ref': case 'comment_ref':
      return ['link', !isAhead(one) ? e.issueRef : one.ref_action === 'closes' ? e.closesRef : one.ref_action === 'reopens' ? e.reopensRef : e.issueRef, { issue: other(one.ref_issue) }]
    case 'added_deadline': return ['calendar', e.deadlineSet, { new: day(page, one.body) }]
    case 'modified_deadline': return ['calendar', e.deadlineMoved, { new: day(page, one.body.split('|')[0]), old: day(page, one.body.split('|')[1] ?? one.body) }]
    case 'removed_deadline': return ['calendar', e.deadlineGone, { old: day(page, one.body) }]
    case 'add_dependency': return ['link', e.dependencyAdded, { issue: other(one.dependent_issue) }]
    case 'remove_dependency': return ['link', e.dependencyRemoved, { issue: other(one.dependent_issue) }]
    case 'start_tracking': return ['clock', e.timeStart]
    case 'stop_tracking': return ['clock', e.timeStop, { span: spanOf(page, one) }]
    case 'add_time_manual': return ['clock', e.timeAdd, { span: spanOf(page, one) }]
    case 'delete_time_manual': return ['clock', e.timeDelete, { span: spanOf(page, one) }]
    case 'cancel_tracking': return ['clock', e.timeCancel]
    case 'change_time_estimate': return ['clock', e.estimate, { span: /^\d+$/.test(one.body) ? page.w.issues.span(Number(one.body)) : one.body }]
    case 'lock': return one.body ? ['lock', e.lockWhy, { why: html`<bdi>${one.body}</bdi>` }] : ['lock', e.lock]
    case 'unlock': return ['lock', e.unlock]
    case 'pin': return ['pin', e.pin]
    case 'unpin': return ['pin', e.unpin]
    case 'project': return one.project_id > 0 ? ['board', e.projectAdded, { project: project(page, on, one.project_id) }] : ['board', e.projectRemoved, { project: project(page, on, one.old_project_id) }]
    case 'project_board': return ['board', e.projectMoved, { project: project(page, on, one.project_id) }]
    case 'merge_pull': return ['merge', e.merge, { commit: one.ref_commit_sha ? commit(one.ref_commit_sha) : '' }]
    case 'delete_branch': return ['branch', e.deleteBranch, { old: html`<code>${one.old_ref}</code>` }]
    case 'change_target_branch': return ['branch', e.target, { old: html`<code>${one.old_ref}</code>`, new: html`<code>${one.new_ref}</code>` }]
    case 'pull_push': return pushed(page, one, commit)
    case 'pull_scheduled_merge': return ['clock', e.scheduled]
    case 'pull_cancel_scheduled_merge': return ['clock', e.unscheduled]
    case 'dismiss_review': return ['x', e.dismissed]
    case 'review': return ['eye', e.reviewed]
    default: return ['dot', e.other, { type: one.type }]
  }
}

/** Only what is still open can do what it promises. */
const isAhead = ({ ref_issue }: TimelineRecord) => ref_issue?.state === 'open'

const spanOf = (page: PageCx, one: TimelineRecord) => (one.tracked_time ? page.w.issues.span(one.tracked_time.time) : one.body)

function labels(page: PageCx, group: Group): Told {
  const e = page.w.issues.events
  const named = (some: TimelineRecord[]) => list([...new Map(some.map((one) => [one.label?.id ?? 0, one.label])).values()].map((one) => (one ? label(one) : e.aLabel)))
  // what was put on and taken off again within a moment is not worth a word
  const latest = [...new Map(group.map((one) => [one.label?.id ?? -one.id, one])).values()]
  const [added, removed] = [latest.filter((one) => one.body === '1'), latest.filter((one) => one.body !== '1')]
  return ['label', added.length === 0 ? e.labelRemoved : removed.length === 0 ? e.labelAdded : e.labelBoth, added.length === 0 ? { labels: named(removed) } : { labels: named(added), others: named(removed) }]
}

function assignees(page: PageCx, group: Group): Told {
  const e = page.w.issues.events
  const [one] = group
  if (group.length === 1 && one.assignee?.id === one.user?.id) return ['person', one.removed_assignee ? e.selfOff : e.self]
  const off = group.filter((entry) => entry.removed_assignee === one.removed_assignee)
  return ['person', one.removed_assignee ? e.unassigned : e.assigned, { people: list(off.map((entry) => person(page, entry.assignee, 16))) }]
}

function reviewers(page: PageCx, group: Group): Told {
  const e = page.w.issues.events
  const people = list(group.map((one) => (one.assignee ? person(page, one.assignee, 16) : html`<b><bdi>${one.assignee_team?.name ?? page.w.site.ghost}</bdi></b>`)))
  return ['eye', group[0].removed_assignee ? e.reviewUnasked : e.reviewAsked, { people }]
}

function milestones(page: PageCx, on: OpenIssue, { milestone, old_milestone: old }: TimelineRecord): Told {
  const e = page.w.issues.events
  const link = (one: typeof milestone) => (one ? html`<a href="${on.repo.html_url}/milestone/${one.id}"><bdi>${one.title}</bdi></a>` : e.aMilestone)
  return ['flag', milestone ? (old ? e.milestoneMoved : e.milestoneSet) : e.milestoneGone, { new: link(milestone), old: link(old) }]
}

function project(page: PageCx, on: OpenIssue, id: number): Content {
  const known = (on.issue.projects ?? []).find((one) => one.id === id)
  return known ? html`<a href="${known.html_url ?? `${on.repo.html_url}/projects/${id}`}"><bdi>${known.title}</bdi></a>` : page.w.issues.events.aProject
}

function pushed(page: PageCx, one: TimelineRecord, commit: (sha: string) => Html): Told {
  const e = page.w.issues.events
  let said: { is_force_push?: boolean; commit_ids?: string[] } = {}
  try {
    said = JSON.parse(one.body)
  } catch {}
  const ids = said.commit_ids ?? []
  return ['commit', said.is_force_push ? e.forced : e.pushed, { commits: html`${e.commits(ids.length)} ${list(ids.slice(-5).map((sha) => commit(sha)))}` }]
}
