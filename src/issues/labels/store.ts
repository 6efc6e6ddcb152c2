import type { ExpressionBuilder, Insertable, Updateable } from 'kysely'
import type { Repo } from '../../access/index.ts'
import { prepared, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { LabelRow } from '../tables.ts'

/** Whose labels: a repository's or an organization's. */
export type Owner = { repo_id: number } | { org_id: number }

const owned = (owner: Owner) => (eb: ExpressionBuilder<Tables, 'label'>) =>
  'repo_id' in owner ? eb('label.repo_id', '=', owner.repo_id) : eb('label.org_id', '=', owner.org_id)

/** What may be put on issues of a repository: its labels and its organization's. */
const usable = (repo: Repo) => (eb: ExpressionBuilder<Tables, 'label'>) =>
  repo.owner.type === 'organization' ? eb.or([eb('label.repo_id', '=', repo.id), eb('label.org_id', '=', repo.owner_id)]) : eb('label.repo_id', '=', repo.id)

export const insert = (db: Db, row: Insertable<Tables['label']>) => db.insertInto('label').values(row).returningAll().executeTakeFirstOrThrow()

export const insertMany = (db: Db, rows: Insertable<Tables['label']>[]) => db.insertInto('label').values(rows).execute()

/** The labels of another repository, on nothing yet. */
export async function copy(db: Db, fromId: number, toId: number, now: number): Promise<void> {
  const rows = await db.selectFrom('label').selectAll().where('repo_id', '=', fromId).orderBy('id').execute()
  if (rows.length > 0) await insertMany(db, rows.map(({ id: _, ...row }) => ({ ...row, repo_id: toId, num_issues: 0, num_closed_issues: 0, created_at: now, updated_at: now })))
}

export const update = (db: Db, id: number, change: Updateable<Tables['label']>) =>
  db.updateTable('label').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const remove = (db: Db, id: number) => db.deleteFrom('label').where('id', '=', id).execute()

export const find = (db: Db, owner: Owner, id: number) => db.selectFrom('label').selectAll().where(owned(owner)).where('id', '=', id).executeTakeFirst()

export const findNamed = (db: Db, owner: Owner, name: string) =>
  db.selectFrom('label').selectAll().where(owned(owner)).where('name', '=', name).orderBy('id').executeTakeFirst()

export async function list(db: Db, owner: Owner, sort: string | undefined, at: Slice) {
  const of = db.selectFrom('label').where(owned(owner))
  const all = of.selectAll()
  const sorted =
    sort === 'reversealphabetically' ? all.orderBy('name', 'desc') : sort === 'leastissues' ? all.orderBy('num_issues') : sort === 'mostissues' ? all.orderBy('num_issues', 'desc') : all.orderBy('name')
  const rows = await sorted.orderBy('id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const listAllOf = (db: Db, owner: Owner): Promise<LabelRow[]> => db.selectFrom('label').selectAll().where(owned(owner)).orderBy('name').orderBy('id').execute()

/** Everything that may be put on issues of a repository, by name. */
export const listAllUsable = (db: Db, repo: Repo): Promise<LabelRow[]> => db.selectFrom('label').selectAll().where(usable(repo)).orderBy('name').orderBy('id').execute()

/** By name; ids that may not be used here are left out. */
export const listUsable = async (db: Db, repo: Repo, ids: readonly number[]): Promise<LabelRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('label').selectAll().where('id', 'in', [...new Set(ids)]).where(usable(repo)).orderBy('name').orderBy('id').execute()

export const listUsableNamed = async (db: Db, repo: Repo, names: readonly string[]): Promise<LabelRow[]> =>
  names.length === 0 ? [] : db.selectFrom('label').selectAll().where('name', 'in', [...new Set(names)]).where(usable(repo)).orderBy('name').orderBy('id').execute()

export const listByIds = async (db: Db, ids: readonly number[]): Promise<LabelRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('label').selectAll().where('id', 'in', [...new Set(ids)]).execute()

const labelsOf = prepared((db, issueIds: readonly number[]) =>
  db
    .selectFrom('issue_label')
    .innerJoin('label', 'label.id', 'issue_label.label_id')
    .selectAll('label')
    .select('issue_label.issue_id')
    .where('issue_label.issue_id', 'in', issueIds)
    .orderBy('label.name')
    .orderBy('label.id')).all

/** The labels of each issue, by name. */
export async function listOfIssues(db: Db, issueIds: readonly number[]): Promise<Map<number, LabelRow[]>> {
  const found = new Map<number, LabelRow[]>()
  if (issueIds.length === 0) return found
  const rows = await labelsOf(db, issueIds)
  for (const { issue_id, ...label } of rows) {
    const list = found.get(issue_id)
    if (list) list.push(label)
    else found.set(issue_id, [label])
  }
  return found
}

export const put = (db: Db, issueId: number, labelId: number) =>
  db.insertInto('issue_label').values({ issue_id: issueId, label_id: labelId }).onConflict((on) => on.doNothing()).execute()

export const take = (db: Db, issueId: number, labelId: number) =>
  db.deleteFrom('issue_label').where('issue_id', '=', issueId).where('label_id', '=', labelId).execute()

export const count = async (db: Db, ids: readonly number[], by: { issues?: number; closed?: number }) => {
  if (ids.length === 0) return
  await db
    .updateTable('label')
    .set((eb) => ({ num_issues: eb('num_issues', '+', by.issues ?? 0), num_closed_issues: eb('num_closed_issues', '+', by.closed ?? 0) }))
    .where('id', 'in', [...ids])
    .execute()
}

/** Labels of organizations other than the owner go from the issues of a repository, and are counted there no more. */
export async function takeForeign(db: Db, repoId: number, ownerId: number): Promise<void> {
  const held = await db
    .selectFrom('issue_label')
    .innerJoin('label', 'label.id', 'issue_label.label_id')
    .innerJoin('issue', 'issue.id', 'issue_label.issue_id')
    .select(['issue_label.label_id', 'issue.is_closed'])
    .select((eb) => eb.fn.countAll<number>().as('issues'))
    .where('issue.repo_id', '=', repoId)
    .where('label.org_id', 'is not', null)
    .where('label.org_id', '<>', ownerId)
    .groupBy(['issue_label.label_id', 'issue.is_closed'])
    .execute()
  if (held.length === 0) return
  for (const { label_id, is_closed, issues } of held) await count(db, [label_id], { issues: -Number(issues), closed: is_closed ? -Number(issues) : 0 })
  await db
    .deleteFrom('issue_label')
    .where('label_id', 'in', [...new Set(held.map((one) => one.label_id))])
    .where('issue_id', 'in', (eb) => eb.selectFrom('issue').select('issue.id').where('issue.repo_id', '=', repoId))
    .execute()
}
