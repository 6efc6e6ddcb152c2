import type { Insertable, Updateable } from 'kysely'
import { prepared, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { Readable } from '../cards/store.ts'
import type { ProjectRow } from '../tables.ts'

/** The columns that tell one owner's boards from another's. */
export type Whose = { repo_id: number } | { owner_id: number }
const column = (whose: Whose) => ('repo_id' in whose ? (['repo_id', whose.repo_id] as const) : (['owner_id', whose.owner_id] as const))

export const insert = (tx: Db, row: Insertable<Tables['project']>) => tx.insertInto('project').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (tx: Db, id: number, change: Updateable<Tables['project']>) => tx.updateTable('project').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const remove = (tx: Db, id: number) => tx.deleteFrom('project').where('id', '=', id).execute()

export function find(db: Db, whose: Whose, id: number): Promise<ProjectRow | undefined> {
  const [key, value] = column(whose)
  return db.selectFrom('project').selectAll().where('id', '=', id).where(key, '=', value).executeTakeFirst()
}

/** The row as it is now, kept from others until this transaction ends; undefined if it has gone. */
export const hold = (tx: Db, id: number) =>
  tx.updateTable('project').set((eb) => ({ updated_at: eb.ref('updated_at') })).where('id', '=', id).returningAll().executeTakeFirst()

/** Newest first. */
export async function list(db: Db, whose: Whose, closed: boolean | undefined, at: Slice) {
  const [key, value] = column(whose)
  let of = db.selectFrom('project').where(key, '=', value)
  if (closed !== undefined) of = of.where('is_closed', '=', closed)
  const rows = await of.selectAll().orderBy('id', 'desc').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Those of the ids that belong to the repository or to its owner. */
export const listUsable = async (db: Db, repo: { id: number; owner_id: number }, ids: readonly number[]): Promise<ProjectRow[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('project').selectAll().where('id', 'in', [...ids]).where((eb) => eb.or([eb('repo_id', '=', repo.id), eb('owner_id', '=', repo.owner_id)])).orderBy('id').execute()

const boardsOf = prepared((db, issueIds: readonly number[]) =>
  db
    .selectFrom('project_issue')
    .innerJoin('project', 'project.id', 'project_issue.project_id')
    .selectAll('project')
    .select('project_issue.issue_id')
    .where('project_issue.issue_id', 'in', issueIds)
    .orderBy('project.id')).all

/** The boards each issue is on. */
export const listOfIssues = async (db: Db, issueIds: readonly number[]): Promise<(ProjectRow & { issue_id: number })[]> =>
  issueIds.length === 0 ? [] : boardsOf(db, issueIds)

export interface Counts {
  open: number
  closed: number
}

/** Cards per board, all or of those issues only that may be read. */
export async function counts(db: Db, ids: readonly number[], readable: Readable | undefined): Promise<Map<number, Counts>> {
  const found = new Map<number, Counts>(ids.map((id) => [id, { open: 0, closed: 0 }]))
  if (ids.length === 0) return found
  let of = db.selectFrom('project_issue').innerJoin('issue', 'issue.id', 'project_issue.issue_id').where('project_issue.project_id', 'in', [...ids])
  if (readable) {
    of = of.where((eb) => eb.or([
      eb.and([eb('issue.is_pull', '=', false), eb('issue.repo_id', 'in', [0, ...readable.issues])]),
      eb.and([eb('issue.is_pull', '=', true), eb('issue.repo_id', 'in', [0, ...readable.pulls])]),
    ]))
  }
  const rows = await of.select((eb) => ['project_issue.project_id', 'issue.is_closed', eb.fn.countAll<number>().as('count')]).groupBy(['project_issue.project_id', 'issue.is_closed']).execute()
  for (const row of rows) found.get(row.project_id)![row.is_closed ? 'closed' : 'open'] = row.count
  return found
}
