import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import * as cardStore from '../cards/store.ts'
import type { BoardOwner } from '../ground/owner.ts'
import * as projectStore from '../projects/store.ts'
import * as projects from '../projects/verbs.ts'
import type { ProjectColumnRow, ProjectRow } from '../tables.ts'
import * as store from './store.ts'

const MOST = 20

/** A column named in a path. */
export interface At {
  id: number
  column_id: number
}

export async function list(cx: Cx, owner: BoardOwner, id: number, at: Parameters<typeof store.list>[2]) {
  return store.list(cx.db, (await projects.get(cx, owner, id)).id, at)
}

export async function of(db: Db, project: ProjectRow, columnId: number): Promise<ProjectColumnRow> {
  const found = await store.find(db, project.id, columnId)
  if (!found) throw notFound()
  return found
}

export const get = async (cx: Cx, owner: BoardOwner, at: At): Promise<ProjectColumnRow> => of(cx.db, await projects.get(cx, owner, at.id), at.column_id)

/** A board that takes changes, and its column. */
export async function getOpen(cx: Cx, owner: BoardOwner, at: At): Promise<{ project: ProjectRow; column: ProjectColumnRow }> {
  const project = await projects.getOpen(cx, owner, at.id)
  return { project, column: await of(cx.db, project, at.column_id) }
}

function colorOf(given: string): string {
  if (given !== '' && !/^#[0-9a-f]{6}$/i.test(given)) throw invalid('[Color]: a color is written as #RRGGBB')
  return given
}

export async function create(cx: Cx, owner: BoardOwner, by: Account, id: number, input: { title: string; color?: string }): Promise<ProjectColumnRow> {
  const project = await projects.getOpen(cx, owner, id)
  const color = colorOf(input.color ?? '')
  return cx.write(async (tx) => {
    await held(tx, project)
    const others = await store.listAll(tx, project.id)
    if (others.length >= MOST) throw invalid(`a project has at most ${MOST} columns`)
    const sorting = Math.min(127, Math.max(-1, ...others.map((one) => one.sorting)) + 1)
    return store.insert(tx, { project_id: project.id, creator_id: by.id, title: projects.short(input.title), is_default: false, sorting, color, created_at: cx.now(), updated_at: cx.now() })
  })
}

/** Changes of one board's columns and cards wait for each other. */
export async function held(tx: Db, project: ProjectRow): Promise<void> {
  if (!(await projectStore.hold(tx, project.id))) throw notFound()
}

export async function edit(cx: Cx, owner: BoardOwner, at: At, input: { title?: string; sorting?: number; color?: string }): Promise<ProjectColumnRow> {
  const { column } = await getOpen(cx, owner, at)
  const title = input.title?.trim()
  if (title === '') throw invalid('[Title]: Required')
  if (input.sorting !== undefined && (input.sorting < -128 || input.sorting > 127)) throw invalid('[Sorting]: Range')
  const change = { ...(title === undefined ? {} : { title: projects.short(title) }), sorting: input.sorting, color: input.color === undefined ? undefined : colorOf(input.color) }
  if (Object.values(change).every((one) => one === undefined)) return column
  return cx.write((tx) => store.update(tx, column.id, { ...change, updated_at: cx.now() }))
}

/** Its cards go to the end of the default column, in their order. */
export async function remove(cx: Cx, owner: BoardOwner, by: Account, at: At): Promise<void> {
  const { project } = await getOpen(cx, owner, at)
  await cx.write(async (tx) => {
    await held(tx, project)
    const column = await of(tx, project, at.column_id)
    if (column.is_default) throw invalid('the default column cannot be deleted')
    const heir = await defaultOf(cx, tx, project, by, column.id)
    let sorting = await cardStore.nextSorting(tx, heir)
    for (const card of await cardStore.listCards(tx, column.id)) await cardStore.update(tx, card.id, { column_id: heir.id, sorting: sorting++ })
    await store.remove(tx, column.id)
  })
}

/** The column new cards go to: the default one, else the first, else one that is made. */
export async function defaultOf(cx: Cx, tx: Db, project: ProjectRow, by: Account, without?: number): Promise<ProjectColumnRow> {
  const columns = (await store.listAll(tx, project.id)).filter((one) => one.id !== without)
  const found = columns.find((one) => one.is_default)
  if (found) return found
  if (columns.length > 0) {
    await store.makeDefault(tx, project.id, columns[0].id)
    return { ...columns[0], is_default: true }
  }
  return store.insert(tx, { project_id: project.id, creator_id: by.id, title: 'Uncategorized', is_default: true, sorting: 0, color: '', created_at: cx.now(), updated_at: cx.now() })
}

export async function makeDefault(cx: Cx, owner: BoardOwner, at: At): Promise<void> {
  const { project, column } = await getOpen(cx, owner, at)
  await cx.write(async (tx) => {
    await held(tx, project)
    await store.makeDefault(tx, project.id, column.id)
  })
}

/** Every column exactly once, in the order wanted. */
export async function arrange(cx: Cx, owner: BoardOwner, id: number, ids: readonly number[]): Promise<void> {
  const project = await projects.getOpen(cx, owner, id)
  await cx.write(async (tx) => {
    await held(tx, project)
    const known = new Set((await store.listAll(tx, project.id)).map((one) => one.id))
    if (ids.length !== known.size || new Set(ids).size !== ids.length || !ids.every((one) => known.has(one))) throw invalid('column_ids must name every column of the project once')
    for (const [sorting, one] of ids.entries()) await store.update(tx, one, { sorting })
  })
}
