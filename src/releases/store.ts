import type { Insertable, Updateable } from 'kysely'
import { sql, type Db, type Tables } from '../kernel/db.ts'
import type { Slice } from '../kernel/paging.ts'

export const insert = (tx: Db, row: Insertable<Tables['release']>) => tx.insertInto('release').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (tx: Db, id: number, change: Updateable<Tables['release']>) => tx.updateTable('release').set(change).where('id', '=', id).returningAll().executeTakeFirst()

export const remove = (tx: Db, id: number) => tx.deleteFrom('release').where('id', '=', id).returningAll().executeTakeFirst()

export const find = (db: Db, repoId: number, id: number) => db.selectFrom('release').selectAll().where('repo_id', '=', repoId).where('id', '=', id).executeTakeFirst()

export const findById = (db: Db, id: number) => db.selectFrom('release').selectAll().where('id', '=', id).executeTakeFirst()

/** The row as it is now, kept from others until this transaction ends. */
export const hold = (tx: Db, id: number) => tx.updateTable('release').set((eb) => ({ sha: eb.ref('sha') })).where('id', '=', id).returningAll().executeTakeFirst()

/** By the tag, in any case of letters. */
export const findTagged = (db: Db, repoId: number, tag: string) =>
  db.selectFrom('release').selectAll().where('repo_id', '=', repoId).where('lower_tag', '=', tag.toLowerCase()).executeTakeFirst()

export interface Wanted {
  draft?: boolean
  prerelease?: boolean
  /** `*` stands for anything */
  tag?: string
}

/** The latest commit first. */
export async function list(db: Db, repoId: number, { draft, prerelease, tag }: Wanted, at: Slice) {
  let of = db.selectFrom('release').where('repo_id', '=', repoId)
  if (draft !== undefined) of = of.where('is_draft', '=', draft)
  if (prerelease !== undefined) of = of.where('is_prerelease', '=', prerelease)
  if (tag) of = of.where(sql<boolean>`lower_tag like ${tag.toLowerCase().replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')} escape '\\'`)
  const rows = await of.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const findLatest = (db: Db, repoId: number) =>
  db.selectFrom('release').selectAll().where('repo_id', '=', repoId).where('is_draft', '=', false).where('is_prerelease', '=', false).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
