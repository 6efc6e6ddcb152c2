// The filters of a list as menus of links and small forms: everything stands in the address.
import { hidden, html, icon, label, menuLink, withQuery, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { MilestoneRecord } from '../milestones/schema.ts'
import type { LabelRow } from '../tables.ts'
import { NOBODY, orders, type AskedOnPage } from './verbs.ts'

export interface Choices {
  labels: readonly LabelRow[]
  milestones: readonly MilestoneRecord[]
  /** names for assignees and authors */
  people: readonly string[]
}

const whole = (text: string | undefined) => (/^-?\d{1,15}$/.test(text ?? '') ? Number(text) : undefined)

/** What the address asks for. */
export function filterOf(page: PageCx, pulls: boolean): AskedOnPage {
  const { query, viewer } = page
  const me = viewer?.name
  const milestone = whole(query.milestone)
  return {
    pulls,
    state: query.state === 'closed' || query.state === 'all' ? query.state : 'open',
    q: query.q?.trim() || undefined,
    labels: query.labels ? query.labels.split(',').flatMap((one) => whole(one) ?? []) : [],
    milestone: milestone || undefined,
    assignee: (query.type === 'assigned' && me) || query.assignee || undefined,
    poster: (query.type === 'created_by' && me) || query.poster || undefined,
    mentioned: query.type === 'mentioned' ? me : undefined,
    order: orders.find((one) => one === query.sort),
  }
}

export const isFiltered = (asked: AskedOnPage): boolean =>
  Boolean(asked.q || asked.labels?.length || asked.milestone || asked.assignee || asked.poster || asked.mentioned)

const to = (page: PageCx, changes: Record<string, string | number | undefined>) => withQuery(page, { page: undefined, ...changes })

const toggled = (labels: readonly number[], id: number) => (labels.includes(id) ? labels.filter((one) => one !== id) : [...labels.filter((one) => one !== -id && one !== 0), id]).join(',')

/** A menu of the filter bar; long ones can be narrowed by typing. */
const filterMenu = (page: PageCx, words: string, on: boolean, items: Content[], many: boolean): Html =>
  html`<details class="menu wide-menu"><summary class="button quiet small"${on ? html` data-on` : ''}>${words}${icon('chevron')}</summary><div class="menu-items" data-narrow-in>${
    many && html`<input type="search" class="narrow" data-narrow aria-label="${page.w.issues.filters.narrow}" placeholder="${page.w.issues.filters.narrow}" hidden>`}${items}</div></details>`

/** The members of the address that a small form must keep. */
const kept = (page: PageCx, without: readonly string[]) =>
  Object.entries(page.query).flatMap(([key, value]) => (value === undefined || key === 'page' || without.includes(key) ? [] : hidden(key, value)))

function peopleMenu(page: PageCx, words: string, key: 'assignee' | 'poster', chosen: string | undefined, names: readonly string[], nobody: Content): Html {
  const f = page.w.issues.filters
  return filterMenu(page, words, chosen !== undefined, [
    html`<form class="menu-form" action="${to(page, {}).split('?')[0]}">${kept(page, [key, 'type'])}<input name="${key}" value="${chosen === NOBODY ? '' : chosen ?? ''}" placeholder="${f.name}" aria-label="${words}" autocomplete="off"><button class="button small">${f.go}</button></form>`,
    menuLink(to(page, { [key]: undefined, type: undefined }), f.anyone, undefined, chosen === undefined),
    nobody,
    names.map((name) => menuLink(to(page, { [key]: name, type: undefined }), html`<bdi>${name}</bdi>`, undefined, name === chosen)),
  ], false)
}

/** Label, milestone, people, order: the end of the list's head. */
export function filterMenus(page: PageCx, asked: AskedOnPage, from: Choices, fixed: { milestone?: boolean } = {}): Html {
  const { w, viewer } = page
  const f = w.issues.filters
  const labels = asked.labels ?? []
  return html`<div class="issue-menus" role="group" aria-label="${f.label}">
    ${filterMenu(page, f.labelled, labels.length > 0, [
      menuLink(to(page, { labels: labels.includes(0) ? undefined : '0' }), f.noLabel, undefined, labels.includes(0)),
      from.labels.map((one) => html`<span class="menu-pair"><a class="menu-item" href="${to(page, { labels: toggled(labels, one.id) })}"${labels.includes(one.id) ? html` aria-current="true"` : ''}>${labels.includes(one.id) && icon('check')}${label(one)}</a><a class="button icon small" href="${
        to(page, { labels: toggled(labels.filter((id) => id !== one.id), -one.id) })}" title="${f.excludeHint}" aria-label="${f.excludeHint}: ${one.name}"${labels.includes(-one.id) ? html` aria-current="true"` : ''}>${icon('minus')}</a></span>`),
    ], from.labels.length > 8)}
    ${!fixed.milestone && filterMenu(page, f.milestone, asked.milestone !== undefined, [
      menuLink(to(page, { milestone: undefined }), f.any, undefined, asked.milestone === undefined),
      menuLink(to(page, { milestone: -1 }), f.noMilestone, undefined, asked.milestone === -1),
      from.milestones.map((one) => menuLink(to(page, { milestone: one.id }), html`<bdi>${one.title}</bdi>`, 'flag', one.id === asked.milestone)),
    ], from.milestones.length > 8)}
    ${peopleMenu(page, f.assignee, 'assignee', page.query.type === 'assigned' ? viewer?.name : asked.assignee, from.people, menuLink(to(page, { assignee: NOBODY, type: undefined }), f.nobody, undefined, asked.assignee === NOBODY))}
    ${peopleMenu(page, f.author, 'poster', asked.poster, from.people, null)}
    ${viewer && filterMenu(page, f.mine, asked.mentioned !== undefined || ['assigned', 'created_by'].includes(page.query.type ?? ''), ([['', f.everything], ['assigned', f.assigned], ['created_by', f.created], ['mentioned', f.mentioned]] as const)
      .map(([type, words]) => menuLink(to(page, { type, assignee: undefined, poster: undefined }), words, undefined, (page.query.type ?? '') === type)), false)}
    ${filterMenu(page, f.sort, asked.order !== undefined && asked.order !== 'latest', orders.map((one) => menuLink(to(page, { sort: one === 'latest' ? undefined : one }), w.issues.orders[one], undefined, (asked.order ?? 'latest') === one)), false)}
  </div>`
}

/** The line of text that is looked for; other filters are kept. */
export const searchLine = (page: PageCx, asked: AskedOnPage, words: string): Html =>
  html`<form class="issue-search" role="search" aria-label="${words}" action="${to(page, {}).split('?')[0]}">${kept(page, ['q'])}<input type="search" name="q" value="${asked.q ?? ''}" placeholder="${words}" aria-label="${words}" data-keys="f"><button class="button" aria-label="${page.w.site.search}">${icon('search')}</button></form>`

export function stateTabs(page: PageCx, asked: AskedOnPage, counts: { open: number; closed: number }): Html {
  const { w } = page
  const tab = (state: 'open' | 'closed' | 'all', words: Content) => html`<a href="${to(page, { state: state === 'open' ? undefined : state })}"${asked.state === state ? html` aria-current="page"` : ''}>${words}</a>`
  return html`<nav class="issue-states" aria-label="${w.issues.states}">${tab('open', [icon(asked.pulls ? 'pull' : 'issue'), w.issues.counted(counts.open, w.issues.state.open)])}${tab('closed', [icon('check'), w.issues.counted(counts.closed, w.issues.state.closed)])}${tab('all', w.issues.state.all)}</nav>`
}

/** What is filtered by, each with a way to drop it. */
export function chosen(page: PageCx, asked: AskedOnPage, from: Choices, fixed: { milestone?: boolean } = {}): Content {
  if (!isFiltered(fixed.milestone ? { ...asked, milestone: undefined } : asked)) return null
  const f = page.w.issues.filters
  const chip = (words: Content, name: string, changes: Record<string, string | undefined>) => html`<a class="chip" href="${to(page, changes)}" aria-label="${f.drop(name)}">${words}${icon('x')}</a>`
  const labels = asked.labels ?? []
  return html`<p class="chips">
    ${asked.q && chip(f.text(asked.q), asked.q, { q: undefined })}
    ${labels.map((id) => {
      const one = from.labels.find((row) => row.id === Math.abs(id))
      return chip(id === 0 ? f.noLabel : one ? [id < 0 ? f.without('') : '', label(one)] : String(id), one?.name ?? f.noLabel, { labels: labels.filter((other) => other !== id).join(',') })
    })}
    ${asked.milestone !== undefined && !fixed.milestone && chip(asked.milestone === -1 ? f.noMilestone : [icon('flag'), from.milestones.find((one) => one.id === asked.milestone)?.title ?? String(asked.milestone)], f.milestone, { milestone: undefined })}
    ${asked.assignee && chip([f.assignee, ': ', asked.assignee === NOBODY ? f.nobody : asked.assignee], f.assignee, { assignee: undefined, type: undefined })}
    ${asked.poster && chip([f.author, ': ', asked.poster], f.author, { poster: undefined, type: undefined })}
    ${asked.mentioned && chip(f.mentioned, f.mentioned, { type: undefined })}
    <a class="small" href="${to(page, { q: undefined, labels: undefined, milestone: undefined, assignee: undefined, poster: undefined, type: undefined })}">${f.clear}</a></p>`
}

