// The board: columns side by side, cards under each other.
import { issueView, type IssueRecord } from '../../issues/index.ts'
import { forbidden, unauthorized } from '../../kernel/errors.ts'
import { slice } from '../../kernel/paging.ts'
import { avatar, box, closing, dialog, doButton, empty, html, icon, label, menu, menuLink, opens, option, paint, post, submit, textField, titled, type Content, type Html, type PageCx, type Sheet } from '../../web/index.ts'
import * as columnVerbs from '../columns/verbs.ts'
import { boardsAt, inFrame, type Place } from '../ground/place.ts'
import * as projects from '../projects/verbs.ts'
import type { ProjectColumnRow, ProjectRow } from '../tables.ts'
import * as cards from './verbs.ts'

type Here = PageCx & { place: Place }

/** cards shown of one column */
const SHOWN = 50

interface Column {
  row: ProjectColumnRow
  issues: IssueRecord[]
  total: number
}

async function read(page: Here, project: ProjectRow): Promise<Column[]> {
  const { cx, place, viewer } = page
  const { rows } = await columnVerbs.list(cx, place.owner, project.id, { page: 1, limit: 50, offset: 0 })
  return Promise.all(rows.map(async (row) => {
    const found = await cards.list(cx, place, { id: project.id, column_id: row.id }, slice(cx, { limit: SHOWN }))
    return { row, issues: await issueView.many(cx, found.rows, { viewer }), total: found.total }
  }))
}

export async function board(page: Here): Promise<Sheet> {
  const { w, place, cx } = page
  const t = w.projects
  const project = await projects.get(cx, place.owner, Number(page.params.id) || 0)
  const columns = await read(page, project)
  const to = boardsAt(page, place, `/${project.id}`)
  const open = place.writable && !project.is_closed
  return inFrame(page, place, project.title, html`<div class="page-head"><div><h2>${icon('board')} <bdi>${project.title}</bdi></h2>${project.description && html`<p class="soft">${project.description.slice(0, 500)}</p>`}</div>
    <div class="row">${open && opens('new-column', [icon('plus'), t.newColumn])}${place.writable && menu(icon('dots'), w.site.more, [
      menuLink(`${to}/edit`, t.edit, 'pencil'),
      html`<form method="post" action="${to}/state"><button class="menu-item" name="state" value="${project.is_closed ? 'open' : 'closed'}">${icon('check')}${project.is_closed ? t.reopen : t.close}</button></form>`,
      html`<form method="post" action="${to}/delete" data-confirm="${t.sure(project.title)}"><button class="menu-item">${icon('trash')}${t.remove}</button></form>`,
    ])}</div></div>
    ${open && html`<p class="small soft board-hint" id="board-hint" hidden>${t.dragHint}</p>`}<div class="unseen" role="status" data-board-says></div>
    ${columns.length === 0 ? box(empty('board', t.empty)) : html`<div class="board" tabindex="0" role="group" aria-label="${t.board}"${open ? html` data-board="${to}"` : ''}>${columns.map((one, i) => column(page, columns, one, i, to, open))}</div>`}
    ${open && dialog('new-column', t.newColumn, columnForm(page, `${to}/columns`))}`, { wide: true, islands: open && columns.length > 0 ? ['board'] : [] })
}

const columnForm = ({ w }: PageCx, to: string, held?: ProjectColumnRow): Html =>
  post(to, [textField('title', w.projects.columnName, held?.title, { id: `title-${held?.id ?? 'new'}`, required: true, maxlength: 255 }), textField('color', w.projects.colour, held?.color || '#8a94a6', { id: `color-${held?.id ?? 'new'}`, type: 'color' }), held ? submit(w.site.save) : closing('new-column', w.site.cancel, submit(w.projects.addColumn))])

function column(page: Here, all: Column[], { row, issues, total }: Column, at: number, to: string, open: boolean): Html {
  const { w } = page
  const t = w.projects
  const moved = (by: number) => {
    const ids = all.map((one) => one.row.id)
    ids.splice(at + by, 0, ...ids.splice(at, 1))
    return { ids: ids.join(',') }
  }
  const item = (rest: string, drawing: Parameters<typeof icon>[0], words: string, fields: Record<string, string | number> = {}, confirm?: string) =>
    html`<form method="post" action="${to}${rest}"${confirm ? html` data-confirm="${confirm}"` : ''}>${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="menu-item">${icon(drawing)}${words}</button></form>`
  return html`<section class="board-column" data-column="${row.id}" data-title="${row.title}" aria-labelledby="column-${row.id}">
    <header><span class="swatch ${paint(row.color)}"></span><h3 id="column-${row.id}" class="cut"><bdi>${row.title}</bdi></h3><span class="count" data-count>${total}</span>${row.is_default && html`<span class="soft" title="${t.isDefault}">${icon('pin')}<span class="unseen">${t.isDefault}</span></span>`}
      ${open && menu(icon('dots'), t.editColumn(row.title), [
        html`<div class="pad">${columnForm(page, `${to}/columns/${row.id}`, row)}</div>`,
        at > 0 && item('/columns/arrange', 'reply', t.left, moved(-1)), at < all.length - 1 && item('/columns/arrange', 'arrow', t.right, moved(1)),
        !row.is_default && item(`/columns/${row.id}/default`, 'pin', t.makeDefault), item(`/columns/${row.id}/delete`, 'trash', t.removeColumn, {}, t.removeColumnSure(row.title)),
      ], { wide: true })}</header>
    <ol class="board-cards" data-cards>${issues.map((one, i) => card(page, all, row, one, i, to, open))}</ol>
    ${open && html`<a class="button quiet small" href="${to}/add?column=${row.id}">${icon('plus')}${t.addCard}</a>`}
  </section>`
}

function card(page: Here, all: Column[], column: ProjectColumnRow, issue: IssueRecord, at: number, to: string, open: boolean): Html {
  const { w, root, place } = page
  const t = w.projects
  const labels = issue.labels ?? []
  const name = `${place.kind === 'repo' ? '' : issue.repository?.full_name ?? ''}#${issue.number}`
  const state = issue.state === 'open' ? 'tone-good' : issue.pull_request?.merged ? 'tone-done' : 'tone-bad'
  const mover: Content = open && menu(icon('dots'), t.moveCard(issue.title), [
    html`<form method="post" action="${to}/cards/${issue.id}/move" class="pad stack"><label for="move-${issue.id}">${t.moveTo}</label><select id="move-${issue.id}" name="column_id">${all.map((one) => option([String(one.row.id), one.row.title], String(column.id)))}</select>${submit(t.moveTo, '')}</form>`,
    html`<form method="post" action="${to}/cards/${issue.id}/remove"><input type="hidden" name="column_id" value="${column.id}"><button class="menu-item">${icon('cross')}${t.takeOff}</button></form>`,
  ])
  return html`<li class="board-card" data-card="${issue.id}" data-title="${issue.title}"${open ? html` draggable="true" tabindex="0" aria-describedby="board-hint"` : ''}>
    <div class="row between top"><span class="small soft ${state}">${icon(issue.pull_request ? 'pull' : issue.state === 'open' ? 'issue' : 'check-circle')} <span class="soft">${name}</span></span>${mover}</div>
    <a class="title" href="${issue.html_url}">${titled(issue.title)}</a>
    ${labels.length > 0 && html`<div class="labels">${labels.slice(0, 6).map((one) => [label(one), ' '])}${labels.length > 6 && html`<span class="soft small">+${labels.length - 6}</span>`}</div>`}
    <div class="meta">${issue.milestone && html`<span>${icon('flag')} <bdi>${issue.milestone.title}</bdi></span>`}${issue.comments > 0 && html`<span>${icon('comment')} ${issue.comments}</span>`}<span class="people-row">${(issue.assignees ?? []).slice(0, 4).map((one) => avatar(root, one, 20))}</span></div></li>`
}

/** Issues to put on the board, found by words or number. */
export async function adding(page: Here): Promise<Sheet> {
  const { w, cx, place, ask, query } = page
  const t = w.projects
  if (!place.writable) throw page.viewer ? forbidden() : unauthorized()
  const project = await projects.getOpen(cx, place.owner, Number(page.params.id) || 0)
  const column = await columnVerbs.of(cx.db, project, Number(query.column) || 0)
  const to = boardsAt(page, place, `/${project.id}`)
  const found = place.kind === 'repo'
    ? await ask.list<IssueRecord>('listReposIssues', { ...place.members, state: 'open', q: query.q, limit: 50, type: 'all' })
    : await ask.list<IssueRecord>('listReposIssuesSearch', { state: 'open', q: query.q, limit: 50, owner: page.params.owner })
  const held = await cards.heldOf(cx, project.id, found.items.map((one) => one.id))
  const others = found.items.filter((one) => !held.has(one.id))
  const line = (one: IssueRecord) => html`<li class="row between"><span class="grow"><a class="title" href="${one.html_url}">${titled(one.title)}</a> <span class="soft">${place.kind === 'repo' ? '' : one.repository?.full_name}#${one.number}</span></span>${doButton(`${to}/cards/${one.id}/add`, [icon('plus'), w.site.add], { column_id: column.id }, { kind: 'small', label: `${w.site.add}: ${one.title}` })}</li>`
  return inFrame(page, place, t.addTo(column.title), html`<div class="narrow"><h2>${t.addTo(column.title)}</h2><form class="filter" action="${to}/add"><input type="hidden" name="column" value="${column.id}"><input type="search" name="q" value="${query.q ?? ''}" placeholder="${t.addCardHint}" aria-label="${t.addCardHint}" autofocus><button class="button">${t.find}</button></form>
    ${box(others.length === 0 ? empty('issue', t.noMatch) : html`<ul class="rows">${others.map(line)}</ul>`)}<p><a class="button" href="${to}">${w.site.back}</a></p></div>`)
}
