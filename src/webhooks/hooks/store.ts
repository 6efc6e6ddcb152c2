import type { Insertable, Updateable } from 'kysely'
import { prepared, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { Owner } from '../ground/owner.ts'

const of = (db: Db, { repo_id, owner_id }: Owner) =>
  db.selectFrom('hook').where('repo_id', repo_id === null ? 'is' : '=', repo_id).where('owner_id', owner_id === null ? 'is' : '=', owner_id)

/** `system` narrows the site's own to one of its two sorts. */
export async function list(db: Db, owner: Owner, at: Slice, system?: boolean) {
  const found = system === undefined ? of(db, owner) : of(db, owner).where('is_system', '=', system)
  const rows = await found.selectAll().orderBy('id').limit(at.limit).offset(at.offset).execute()
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export const find = (db: Db, owner: Owner, id: number) => of(db, owner).where('id', '=', id).selectAll().executeTakeFirst()

export const insert = (db: Db, row: Insertable<Tables['hook']>) => db.insertInto('hook').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['hook']>) =>
  db.updateTable('hook').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const remove = (db: Db, id: number) => db.deleteFrom('hook').where('id', '=', id).execute()

export const findById = (db: Db, id: number) => db.selectFrom('hook').selectAll().where('id', '=', id).executeTakeFirst()

export const listOfRepo = (db: Db, repoId: number) => db.selectFrom('hook').selectAll().where('repo_id', '=', repoId).orderBy('id').execute()

/** Those copied into every new repository. */
export const listDefault = (db: Db) =>
  db.selectFrom('hook').selectAll().where('repo_id', 'is', null).where('owner_id', 'is', null).where('is_system', '=', false).orderBy('id').execute()

const hearing = prepared((db, repoId: number | null, ownerId: number) =>
  db
    .selectFrom('hook')
    .selectAll()
    .where('is_active', '=', true)
    .where((eb) =>
      eb.or([
        eb('repo_id', '=', repoId),
        eb('owner_id', '=', ownerId),
        eb.and([eb('is_system', '=', true), eb('repo_id', 'is', null), eb('owner_id', 'is', null)]),
      ]),
    )
    .orderBy('id')).all

/** The active ones that may hear of something: the repository's, its owner's, the site's; in this order. */
export async function listHearing(db: Db, repoId: number | null, ownerId: number) {
  const rows = await hearing(db, repoId, ownerId)
  const rank = (row: { repo_id: number | null; owner_id: number | null }) => (row.repo_id !== null ? 0 : row.owner_id !== null ? 1 : 2)
  return rows.sort((a, b) => rank(a) - rank(b))
}
