import { accessTo, canRead, unitOf, type Account, type SignedIn } from '../../access/index.ts'
import { entry, issueStore, type IssueRow } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { forbidden, invalid, locked, notFound } from '../../kernel/errors.ts'
import { repoStore } from '../../repos/index.ts'
import * as columnStore from '../columns/store.ts'
import * as columns from '../columns/verbs.ts'
import { readableOn, type BoardOwner, type Seen } from '../ground/owner.ts'
import * as projects from '../projects/verbs.ts'
import type { ProjectColumnRow, ProjectIssueRow, ProjectRow } from '../tables.ts'
import * as store from './store.ts'

/** A card named in a path: the issue by its id, not its number. */
export interface At extends columns.At {
  issue_id: number
}
interface By {
  owner: BoardOwner
  actor: SignedIn
}

export async function list(cx: Cx, seen: Seen, at: columns.At, slice: Parameters<typeof store.listIssues>[3]) {
  const column = await columns.get(cx, seen.owner, at)
  return store.listIssues(cx.db, column, await readableOn(cx, seen, [column.project_id]), slice)
}

/** An issue that may be on boards of this owner and be moved about by whoever asks. */
async function issueFor(cx: Cx, { owner, actor }: By, id: number): Promise<IssueRow> {
  const issue = await issueStore.findById(cx.db, id)
  if (!issue || (owner.repo && issue.repo_id !== owner.repo.id)) throw notFound()
  const repo = owner.repo ?? (await repoStore.findWithOwner(cx.db, issue.repo_id))!
  if (!canRead(owner.access ?? (await accessTo(cx.db, actor, repo)), unitOf(issue.is_pull))) throw notFound()
  if (repo.is_archived) throw locked()
  if (owner.account && repo.owner_id !== owner.account.id) throw forbidden('the issue belongs to another owner')
  return issue
}

/** Puts an issue at the end of a column, wherever on the board it was before. */
export async function add(cx: Cx, by: By, at: At): Promise<void> {
  const { project } = await columns.getOpen(cx, by.owner, at)
  const issue = await issueFor(cx, by, at.issue_id)
  await cx.write(async (tx) => {
    await columns.held(tx, project)
    const column = await columns.of(tx, project, at.column_id)
    const card = await store.find(tx, project.id, issue.id)
    if (card) await shift(cx, tx, by.actor.account, card, column, await store.nextSorting(tx, column))
    else await place(cx, tx, by.actor.account, project, column, issue.id)
  })
}

async function place(cx: Cx, tx: Db, by: Account, project: ProjectRow, column: ProjectColumnRow, issueId: number): Promise<void> {
  await store.insert(tx, { project_id: project.id, issue_id: issueId, column_id: column.id, sorting: await store.nextSorting(tx, column) })
  await entry(tx, cx.now(), issueId, by.id, 'project', { project_id: project.id })
  if (!column.is_default) await entry(tx, cx.now(), issueId, by.id, 'project_board', { project_id: project.id })
}

/** A card in the default column may have none of its own. */
async function shift(cx: Cx, tx: Db, by: Account, card: ProjectIssueRow, column: ProjectColumnRow, sorting: number): Promise<void> {
  await store.update(tx, card.id, { column_id: column.id, sorting })
  if (!isIn(card, column)) await entry(tx, cx.now(), card.issue_id, by.id, 'project_board', { project_id: card.project_id })
}

const isIn = (card: ProjectIssueRow, column: ProjectColumnRow) => card.column_id === column.id || (card.column_id === null && column.is_default)

export async function remove(cx: Cx, by: By, at: At): Promise<void> {
  const { project, column } = await columns.getOpen(cx, by.owner, at)
  const issue = await issueFor(cx, by, at.issue_id)
  await cx.write(async (tx) => {
    await columns.held(tx, project)
    const card = await store.find(tx, project.id, issue.id)
    if (!card || !isIn(card, column)) throw notFound()
    await drop(cx, tx, by.actor.account, card)
  })
}

async function drop(cx: Cx, tx: Db, by: Account, card: ProjectIssueRow): Promise<void> {
  await store.remove(tx, card.id)
  await entry(tx, cx.now(), card.issue_id, by.id, 'project', { old_project_id: card.project_id })
}

/** `sorting` is kept as given; other cards stay where they are. */
export async function move(cx: Cx, by: By, at: { id: number; issue_id: number }, to: { column_id: number; sorting?: number }): Promise<void> {
  const project = await projects.getOpen(cx, by.owner, at.id)
  const issue = await issueFor(cx, by, at.issue_id)
  await cx.write(async (tx) => {
    await columns.held(tx, project)
    const column = await columnStore.find(tx, project.id, to.column_id)
    if (!column) throw invalid('the column belongs to another project')
    const card = await store.find(tx, project.id, issue.id)
    if (!card) throw invalid('the issue is not on the project')
    await shift(cx, tx, by.actor.account, card, column, to.sorting ?? (await store.nextSorting(tx, column)))
  })
}

/** Makes these the only boards the issue is on; new cards go to the default column. */
export async function replace(cx: Cx, tx: Db, by: Account, issueId: number, wanted: readonly ProjectRow[]): Promise<void> {
  await issueStore.hold(tx, issueId)
  const there = await store.listOfIssue(tx, issueId)
  for (const card of there) if (!wanted.some((project) => project.id === card.project_id)) await drop(cx, tx, by, card)
  for (const project of wanted) {
    if (there.some((card) => card.project_id === project.id)) continue
    await columns.held(tx, project)
    await place(cx, tx, by, project, await columns.defaultOf(cx, tx, project, by), issueId)
  }
}

/** Which of the issues have a card on the board. */
export const heldOf = async (cx: Cx, projectId: number, issueIds: readonly number[]): Promise<Set<number>> =>
  new Set((await store.listOn(cx.db, projectId, issueIds)).map((row) => row.issue_id))
