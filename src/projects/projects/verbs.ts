import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, invalid, notFound } from '../../kernel/errors.ts'
import * as columnStore from '../columns/store.ts'
import type { BoardOwner } from '../ground/owner.ts'
import type { ProjectRow } from '../tables.ts'
import * as store from './store.ts'

const templates: Record<string, string[]> = {
  none: [],
  basic_kanban: ['Backlog', 'To Do', 'In Progress', 'Done'],
  bug_triage: ['Backlog', 'Needs Triage', 'High Priority', 'Low Priority', 'Closed'],
}
const cardTypes = ['text_only', 'images_and_text']

export const short = (title: string): string => [...title].slice(0, 255).join('')

const whose = (owner: BoardOwner): store.Whose => (owner.repo ? { repo_id: owner.repo.id } : { owner_id: owner.account.id })

export const list = (cx: Cx, owner: BoardOwner, state: string | undefined, at: Parameters<typeof store.list>[3]) =>
  store.list(cx.db, whose(owner), state === 'all' ? undefined : state === 'closed', at)

/** A board of this owner. */
export async function get(cx: Cx, owner: BoardOwner, id: number): Promise<ProjectRow> {
  const found = await store.find(cx.db, whose(owner), id)
  if (!found) throw notFound()
  return found
}

/** The same, if its columns and cards may still be changed. */
export async function getOpen(cx: Cx, owner: BoardOwner, id: number): Promise<ProjectRow> {
  const found = await get(cx, owner, id)
  if (found.is_closed) throw forbidden('project is closed')
  return found
}

function cardType(given: string): string {
  if (given !== '' && !cardTypes.includes(given)) throw invalid('[CardType]: In')
  return given || 'text_only'
}

export interface NewProject {
  title: string
  description?: string
  template_type?: string
  card_type?: string
}

/** Columns of a template all start at the same place; the order they are made in decides. */
export async function create(cx: Cx, owner: BoardOwner, by: Account, input: NewProject): Promise<ProjectRow> {
  const template_type = input.template_type || 'none'
  if (!Object.hasOwn(templates, template_type)) throw invalid('[TemplateType]: In')
  const card_type = cardType(input.card_type ?? '')
  const now = cx.now()
  return cx.write(async (tx) => {
    const row = await store.insert(tx, {
      repo_id: owner.repo?.id ?? null, owner_id: owner.account?.id ?? null, creator_id: by.id, title: short(input.title), description: input.description ?? '',
      is_closed: false, template_type, card_type, created_at: now, updated_at: now, closed_at: null,
    })
    for (const [i, title] of templates[template_type].entries()) {
      await columnStore.insert(tx, { project_id: row.id, creator_id: by.id, title, is_default: i === 0, sorting: 0, color: '', created_at: now, updated_at: now })
    }
    return row
  })
}

export interface ProjectEdit {
  title?: string
  description?: string
  card_type?: string
  state?: string
}

export async function edit(cx: Cx, owner: BoardOwner, id: number, input: ProjectEdit): Promise<ProjectRow> {
  const row = await get(cx, owner, id)
  const title = input.title?.trim()
  if (title === '') throw invalid('[Title]: Required')
  if (input.state !== undefined && input.state !== 'open' && input.state !== 'closed') throw invalid('[State]: In')
  const closed = input.state === undefined ? row.is_closed : input.state === 'closed'
  const change = {
    title: title === undefined ? row.title : short(title),
    description: input.description ?? row.description,
    card_type: input.card_type === undefined ? row.card_type : cardType(input.card_type),
    is_closed: closed,
    closed_at: closed ? (row.is_closed ? row.closed_at : cx.now()) : null,
    updated_at: cx.now(),
  }
  return cx.write((tx) => store.update(tx, row.id, change))
}

export async function remove(cx: Cx, owner: BoardOwner, id: number): Promise<void> {
  const row = await get(cx, owner, id)
  await cx.write((tx) => store.remove(tx, row.id))
}
