import type { Insertable, Updateable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

/** Repositories whose issues, and whose pull requests, may be read. */
export interface Readable {
  issues: readonly number[]
  pulls: readonly number[]
}

/** The repositories that have cards on the boards. */
export const listRepoIds = async (db: Db, projectIds: readonly number[]): Promise<number[]> =>
  projectIds.length === 0
    ? []
    : (await db.selectFrom('project_issue').innerJoin('issue', 'issue.id', 'project_issue.issue_id').select('issue.repo_id').distinct().where('project_issue.project_id', 'in', [...projectIds]).execute()).map((row) => row.repo_id)

export const insert = (tx: Db, row: Insertable<Tables['project_issue']>) => tx.insertInto('project_issue').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (tx: Db, id: number, change: Updateable<Tables['project_issue']>) => tx.updateTable('project_issue').set(change).where('id', '=', id).execute()

export const remove = (tx: Db, id: number) => tx.deleteFrom('project_issue').where('id', '=', id).execute()

export const find = (db: Db, projectId: number, issueId: number) =>
  db.selectFrom('project_issue').selectAll().where('project_id', '=', projectId).where('issue_id', '=', issueId).executeTakeFirst()

export const listOn = (db: Db, projectId: number, issueIds: readonly number[]) =>
  db.selectFrom('project_issue').select('issue_id').where('project_id', '=', projectId).where('issue_id', 'in', [0, ...issueIds]).execute()

export const listOfIssue = (db: Db, issueId: number) => db.selectFrom('project_issue').selectAll().where('issue_id', '=', issueId).orderBy('id').execute()

/** Issues in the order of their cards; the default column also shows cards that have none. */
export async function listIssues(db: Db, column: { id: number; project_id: number; is_default: boolean }, readable: Readable, at: Slice) {
  const of = db
    .selectFrom('project_issue')
    .innerJoin('issue', 'issue.id', 'project_issue.issue_id')
    .where('project_issue.project_id', '=', column.project_id)
    .where((eb) => eb.or([eb('project_issue.column_id', '=', column.id), ...(column.is_default ? [eb('project_issue.column_id', 'is', null)] : [])]))
    .where((eb) => eb.or([
      eb.and([eb('issue.is_pull', '=', false), eb('issue.repo_id', 'in', [0, ...readable.issues])]),
      eb.and([eb('issue.is_pull', '=', true), eb('issue.repo_id', 'in', [0, ...readable.pulls])]),
    ]))
  const rows = await of
    .selectAll('issue')
    .orderBy('project_issue.sorting')
    .orderBy('issue.created_at', 'desc')
    .orderBy('issue.id', 'desc')
    .limit(at.limit)
    .offset(at.offset)
    .execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** The cards of a column in their order. */
export const listCards = (db: Db, columnId: number) =>
  db
    .selectFrom('project_issue')
    .innerJoin('issue', 'issue.id', 'project_issue.issue_id')
    .selectAll('project_issue')
    .where('project_issue.column_id', '=', columnId)
    .orderBy('project_issue.sorting')
    .orderBy('issue.created_at', 'desc')
    .orderBy('issue.id', 'desc')
    .execute()

/** Behind the last card. */
export async function nextSorting(db: Db, column: { id: number }): Promise<number> {
  const row = await db.selectFrom('project_issue').select((eb) => eb.fn.max('sorting').as('last')).where('column_id', '=', column.id).executeTakeFirst()
  return row?.last === null || row?.last === undefined ? 0 : Number(row.last) + 1
}

/** Cards of a repository's issues on boards of accounts that do not own it. */
export const removeForeign = (tx: Db, repoId: number, ownerId: number) =>
  tx
    .deleteFrom('project_issue')
    .where('issue_id', 'in', (eb) => eb.selectFrom('issue').select('issue.id').where('issue.repo_id', '=', repoId))
    .where('project_id', 'in', (eb) => eb.selectFrom('project').select('project.id').where('project.owner_id', 'is not', null).where('project.owner_id', '<>', ownerId))
    .execute()
