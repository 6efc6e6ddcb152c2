// Lists of boards; making, editing and closing them.
import { notFound } from '../../kernel/errors.ts'
import { slice } from '../../kernel/paging.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import type { ProjectRecord } from '../../issues/index.ts'
import { action, ago, box, empty, form, html, icon, page, pageNumber, pager, post, problem, redirect, rows, selectField, submit, tabs, textArea, textField, withQuery, type PageCx } from '../../web/index.ts'
import { atOwner, boardsAt, inFrame, inRepo, type Place } from '../ground/place.ts'
import * as projects from './verbs.ts'
import * as view from './view.ts'

type Here = PageCx & { place: Place }

async function shownList(page: Here) {
  const { w, cx, query, place } = page
  const t = w.projects
  const state = query.state === 'closed' ? 'closed' : 'open'
  const at = slice(cx, { page: pageNumber(page) })
  const { rows: found, total } = await projects.list(cx, place.owner, state, at)
  const list = await view.many(cx, found, place)
  const line = (one: ProjectRecord) => html`<a class="title" href="${one.html_url!}">${icon('board')} <bdi>${one.title}</bdi></a>${one.description && html`<p class="soft">${one.description.split('\n')[0].slice(0, 200)}</p>`}
    <div class="meta"><span>${t.done(one.num_closed_issues, one.num_issues)}</span><progress class="thin" max="${Math.max(1, one.num_issues)}" value="${one.num_closed_issues}" aria-label="${t.done(one.num_closed_issues, one.num_issues)}"></progress><span>${w.repos.updated} ${ago(page, one.updated_at ?? one.created_at)}</span></div>`
  return inFrame(page, place, t.title, html`<div class="row between">${tabs(t.title, (['open', 'closed'] as const).map((one) => ({ to: withQuery(page, { state: one, page: undefined }), words: t[one], current: one === state })))}${place.writable && html`<a class="button strong" href="${boardsAt(page, place, '/new')}">${t.create}</a>`}</div>
    ${box(list.length === 0 ? empty('board', state === 'open' ? t.none : t.noneClosed, t.noneHint) : rows(list.map(line)))}${pager(page, { total, page: at.page, limit: at.limit })}`)
}

const fields = input('ProjectForm', { title: Str, description: Optional(Str), template_type: Optional(Str), card_type: Optional(Str) })

interface Given {
  title?: string
  description?: string
  template_type?: string
  card_type?: string
}

const editor = (page: Here & { given: Given; problem?: string }, to: string, held?: ProjectRecord) => {
  const t = page.w.projects
  return html`<div class="narrow"><h2>${held ? t.edit : t.create}</h2>${problem(page.problem)}${box(post(to, [
    textField('title', t.name, page.given.title ?? held?.title, { required: true, autofocus: true, maxlength: 255 }), textArea('description', t.description, page.given.description ?? held?.description, { rows: 4 }),
    held ? '' : selectField('template_type', t.template, Object.entries(t.templates), page.given.template_type ?? 'basic_kanban'),
    selectField('card_type', t.cardType, Object.entries(t.cardTypes), page.given.card_type ?? held?.card_type ?? 'text_only'), submit(held ? t.save : t.go),
  ]))}</div>`
}

const mustWrite = ({ place }: Here) => {
  if (!place.writable) throw notFound()
}
const idOf = ({ params }: PageCx) => Number(params.id) || 0

const pagesAt = (names: string, at: string, needs: typeof inRepo) => [
  page({ id: `projects${names}`, at, says: 'Projects', needs, run: shownList }),
  form({
    id: `projectNew${names}`, at: `${at}/new`, says: 'Create a project', needs, fields,
    show(page) {
      mustWrite(page)
      return inFrame(page, page.place, page.w.projects.create, editor(page, boardsAt(page, page.place, '/new')))
    },
    async send(page) {
      mustWrite(page)
      const made = await page.ask<ProjectRecord>(`create${page.place.names}Projects`, page.place.members, page.given)
      return redirect(made.html_url!, page.w.projects.made)
    },
  }),
  form({
    id: `projectEdit${names}`, at: `${at}/:id/edit`, says: 'Edit a project', needs, fields,
    async show(page) {
      mustWrite(page)
      const held = await view.one(page.cx, await projects.get(page.cx, page.place.owner, idOf(page)), page.place)
      return inFrame(page, page.place, held.title, editor(page, boardsAt(page, page.place, `/${held.id}/edit`), held))
    },
    async send(page) {
      const { title, description, card_type } = page.given
      const made = await page.ask<ProjectRecord>(`edit${page.place.names}ProjectsById`, { ...page.place.members, id: idOf(page) }, { title, description, card_type })
      return redirect(made.html_url!, page.w.projects.saved)
    },
  }),
  action({
    id: `projectState${names}`, at: `${at}/:id/state`, says: 'Close or open a project', needs, fields: input('ProjectStateForm', { state: Str }),
    async run(page) {
      const made = await page.ask<ProjectRecord>(`edit${page.place.names}ProjectsById`, { ...page.place.members, id: idOf(page) }, { state: page.given.state })
      return redirect(made.html_url!, page.w.projects.saved)
    },
  }),
  action({
    id: `projectRemove${names}`, at: `${at}/:id/delete`, says: 'Delete a project', needs,
    async run(page) {
      await page.ask(`delete${page.place.names}ProjectsById`, { ...page.place.members, id: idOf(page) })
      return redirect(boardsAt(page, page.place), page.w.projects.gone)
    },
  }),
].flat()

export const pages = [...pagesAt('Repo', '/:owner/:repo/projects', inRepo), ...pagesAt('Owner', '/:owner/-/projects', atOwner)]
