import type { Insertable, Updateable } from 'kysely'
import type { Account, Repo } from '../../access/index.ts'
import type { Db, Tables } from '../../kernel/db.ts'

export const insert = (db: Db, row: Insertable<Tables['repo']>) => db.insertInto('repo').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['repo']>) => db.updateTable('repo').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const findNamed = (db: Db, ownerId: number, name: string) =>
  db.selectFrom('repo').select('id').where('owner_id', '=', ownerId).where('lower_name', '=', name.toLowerCase()).executeTakeFirst()

export const dropRedirect = (db: Db, ownerId: number, lowerName: string) =>
  db.deleteFrom('repo_redirect').where('owner_id', '=', ownerId).where('lower_name', '=', lowerName).execute()

export const countOwned = async (db: Db, ownerId: number, by: number) =>
  db.updateTable('account').set((eb) => ({ num_repos: eb('num_repos', '+', by) })).where('id', '=', ownerId).execute()

export async function findWithOwner(db: Db, id: number): Promise<Repo | undefined> {
  return (await listWithOwners(db, [id]))[0]
}

/** In the order of the ids given. */
export async function listWithOwners(db: Db, ids: readonly number[]): Promise<Repo[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('repo').selectAll().where('id', 'in', [...new Set(ids)]).execute()
  const owners = await db.selectFrom('account').selectAll().where('id', 'in', [...new Set(rows.map((row) => row.owner_id))]).execute()
  const ownerOf = new Map<number, Account>(owners.map((one) => [one.id, one]))
  const byId = new Map(rows.map((row) => [row.id, { ...row, owner: ownerOf.get(row.owner_id)! }]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const watch = (db: Db, accountId: number, repoId: number, mode: 'watch' | 'auto' | 'none', now: number) =>
  db.insertInto('watch').values({ account_id: accountId, repo_id: repoId, mode, created_at: now }).onConflict((on) => on.columns(['account_id', 'repo_id']).doUpdateSet({ mode })).execute()

export const countWatches = (db: Db, repoId: number, by: number) =>
  db.updateTable('repo').set((eb) => ({ num_watches: eb('num_watches', '+', by) })).where('id', '=', repoId).execute()

export const collaborate = (db: Db, repoId: number, accountId: number, level: number, now: number) =>
  db.insertInto('collaboration').values({ repo_id: repoId, account_id: accountId, level, created_at: now }).onConflict((on) => on.columns(['repo_id', 'account_id']).doUpdateSet({ level })).execute()
