import type { Expression, Insertable, SqlBool, Updateable } from 'kysely'
import type { Account, Repo } from '../../access/index.ts'
import { prepared, sql, type Db, type Tables } from '../../kernel/db.ts'
import { accountStore } from '../../users/index.ts'

export const insert = (db: Db, row: Insertable<Tables['repo']>) => db.insertInto('repo').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['repo']>) => db.updateTable('repo').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Everything that hangs on it goes by cascade. False if it is gone already. */
export const remove = async (db: Db, id: number): Promise<boolean> => (await db.deleteFrom('repo').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export const findNamed = (db: Db, ownerId: number, name: string) =>
  db.selectFrom('repo').select('id').where('owner_id', '=', ownerId).where('lower_name', '=', name.toLowerCase()).executeTakeFirst()

export const dropRedirect = (db: Db, ownerId: number, lowerName: string) =>
  db.deleteFrom('repo_redirect').where('owner_id', '=', ownerId).where('lower_name', '=', lowerName).execute()

export const redirect = (db: Db, ownerId: number, lowerName: string, repoId: number) =>
  db.insertInto('repo_redirect').values({ owner_id: ownerId, lower_name: lowerName, repo_id: repoId }).onConflict((on) => on.columns(['owner_id', 'lower_name']).doUpdateSet({ repo_id: repoId })).execute()

export const countOwned = (db: Db, ownerId: number, by: number) => accountStore.count(db, [ownerId], 'num_repos', by)

export const countForks = (db: Db, parentId: number, by: number) =>
  db.updateTable('repo').set((eb) => ({ num_forks: eb('num_forks', '+', by) })).where('id', '=', parentId).execute()

export async function findWithOwner(db: Db, id: number): Promise<Repo | undefined> {
  return (await listWithOwners(db, [id]))[0]
}

export async function findVisible(db: Db, id: number, seen: Expression<SqlBool>): Promise<Repo | undefined> {
  const row = await db.selectFrom('repo').select('repo.id').where('repo.id', '=', id).where(seen).executeTakeFirst()
  return row && findWithOwner(db, row.id)
}

const reposNumbered = prepared((db, ids: number[]) => db.selectFrom('repo').selectAll().where('id', 'in', ids)).all

/** In the order of the ids given. */
export async function listWithOwners(db: Db, ids: readonly number[]): Promise<Repo[]> {
  if (ids.length === 0) return []
  const rows = await reposNumbered(db, [...new Set(ids)])
  if (rows.length === 0) return []
  const owners = await accountStore.listByIds(db, rows.map((row) => row.owner_id))
  const ownerOf = new Map<number, Account>(owners.map((one) => [one.id, one]))
  const byId = new Map(rows.map((row) => [row.id, { ...row, owner: ownerOf.get(row.owner_id)! }]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const listIdsOwnedBy = async (db: Db, ownerId: number): Promise<number[]> =>
  (await db.selectFrom('repo').select('id').where('owner_id', '=', ownerId).orderBy('id').execute()).map((row) => row.id)

/** Repositories of an owner that the account has starred, watches or collaborates on. */
export const listTies = async (db: Db, ownerId: number, accountId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('repo')
    .select('repo.id')
    .where('repo.owner_id', '=', ownerId)
    .where((eb) => eb.or([
      eb('repo.id', 'in', eb.selectFrom('star').select('star.repo_id').where('star.account_id', '=', accountId)),
      eb('repo.id', 'in', eb.selectFrom('watch').select('watch.repo_id').where('watch.account_id', '=', accountId)),
      eb('repo.id', 'in', eb.selectFrom('collaboration').select('collaboration.repo_id').where('collaboration.account_id', '=', accountId)),
    ]))
    .execute()
  return rows.map((row) => row.id)
}

/** The repository and all forks of forks of it. */
export async function listWithForks(db: Db, id: number): Promise<number[]> {
  const found = [id]
  for (let level = [id]; level.length > 0; ) {
    level = (await db.selectFrom('repo').select('id').where('fork_id', 'in', level).execute()).map((row) => row.id).filter((one) => !found.includes(one))
    found.push(...level)
  }
  return found
}

/** Forks outlive what they were made from. */
export const orphanForks = (db: Db, id: number) => db.updateTable('repo').set({ is_fork: false, fork_id: null }).where('fork_id', '=', id).execute()

export const watch = (db: Db, accountId: number, repoId: number, mode: 'watch' | 'auto' | 'none', now: number) =>
  db.insertInto('watch').values({ account_id: accountId, repo_id: repoId, mode, created_at: now }).onConflict((on) => on.columns(['account_id', 'repo_id']).doUpdateSet({ mode })).execute()

/** Everybody who chose how to watch it, those who want to hear nothing included. */
export const listWatches = prepared((db, repoId: number) => db.selectFrom('watch').select(['account_id', 'mode']).where('repo_id', '=', repoId)).all

export const countWatches = (db: Db, repoId: number, by: number) =>
  db.updateTable('repo').set((eb) => ({ num_watches: eb('num_watches', '+', by) })).where('id', '=', repoId).execute()

export const collaborate = (db: Db, repoId: number, accountId: number, level: number, now: number) =>
  db.insertInto('collaboration').values({ repo_id: repoId, account_id: accountId, level, created_at: now }).onConflict((on) => on.columns(['repo_id', 'account_id']).doUpdateSet({ level })).execute()

/** Takes all stars off the repositories, before they go or are hidden. */
export async function dropStars(db: Db, ids: readonly number[]): Promise<void> {
  const stars = await db.deleteFrom('star').where('repo_id', 'in', [...ids]).returning('account_id').execute()
  const per = new Map<number, number>()
  for (const { account_id } of stars) per.set(account_id, (per.get(account_id) ?? 0) + 1)
  const of = new Map<number, number[]>()
  for (const [account, count] of per) of.set(count, [...(of.get(count) ?? []), account])
  for (const [count, accounts] of of) await accountStore.count(db, accounts, 'num_stars', -count)
  await db.updateTable('repo').set({ num_stars: 0 }).where('id', 'in', [...ids]).execute()
}

export async function dropWatches(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('watch').where('repo_id', 'in', [...ids]).execute()
  await db.updateTable('repo').set({ num_watches: 0 }).where('id', 'in', [...ids]).execute()
}

export const setPrivate = (db: Db, ids: readonly number[], isPrivate: boolean) => db.updateTable('repo').set({ is_private: isPrivate }).where('id', 'in', [...ids]).execute()

export interface RefsTouched {
  now: number
  /** how many branches there are more (or fewer) */
  branches?: number
  is_empty?: boolean
  /** KiB */
  size?: number
  default_branch?: string
}

/** Tells every copy of the refs in memory that they moved; the new version, undefined if the repository is gone. */
export async function touchRefs(db: Db, id: number, { now, branches = 0, ...columns }: RefsTouched): Promise<number | undefined> {
  const row = await db
    .updateTable('repo')
    .set((eb) => ({ ...columns, updated_at: now, refs_version: eb('refs_version', '+', 1), num_branches: eb('num_branches', '+', branches) }))
    .where('id', '=', id)
    .returning('refs_version')
    .executeTakeFirst()
  return row?.refs_version
}

/** What a push has brought, until the folder is measured. */
export const growGit = (db: Db, id: number, kib: number) =>
  db.updateTable('repo').set((eb) => ({ git_size: eb('git_size', '+', kib), size: eb('size', '+', kib) })).where('id', '=', id).execute()

export const listStored = (db: Db, after: number, limit: number) =>
  db.selectFrom('repo').select(['id', 'storage', 'object_format', 'default_branch', 'status']).where('id', '>', after).orderBy('id').limit(limit).execute()

export async function knownStorages(db: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  return new Set((await db.selectFrom('repo').select('storage').where('storage', 'in', [...names]).execute()).map((row) => row.storage))
}

/** Counters that rows of this room tell, set right where they are wrong. */
export async function recount(db: Db): Promise<void> {
  const stars = sql<number>`(select count(*) from star where star.repo_id = repo.id)`
  const watches = sql<number>`(select count(*) from watch where watch.repo_id = repo.id and watch.mode <> 'none')`
  const forks = sql<number>`(select count(*) from repo as fork where fork.fork_id = repo.id)`
  await db.updateTable('repo').set({ num_stars: stars }).where('num_stars', '<>', stars).execute()
  await db.updateTable('repo').set({ num_watches: watches }).where('num_watches', '<>', watches).execute()
  await db.updateTable('repo').set({ num_forks: forks }).where('num_forks', '<>', forks).execute()
  await accountStore.recount(db)
}

/** The next number for an issue or pull request; whoever asks second waits for the first to finish. */
export async function nextNumber(tx: Db, repoId: number): Promise<number> {
  const row = await tx.updateTable('repo').set((eb) => ({ last_index: eb('last_index', '+', 1) })).where('id', '=', repoId).returning('last_index').executeTakeFirstOrThrow()
  return row.last_index
}

const openedIssue = prepared((tx, repoId: number) =>
  tx.updateTable('repo').set((eb) => ({ last_index: eb('last_index', '+', 1), num_issues: eb('num_issues', '+', 1) })).where('id', '=', repoId).returning('last_index')).one

/** The next number for an issue, which is counted along with it. */
export const countedNumber = async (tx: Db, repoId: number): Promise<number> => (await openedIssue(tx, repoId)).last_index

export const countIssues = (tx: Db, repoId: number, isPull: boolean, by: { all?: number; closed?: number }) =>
  tx
    .updateTable('repo')
    .set((eb) =>
      isPull
        ? { num_pulls: eb('num_pulls', '+', by.all ?? 0), num_closed_pulls: eb('num_closed_pulls', '+', by.closed ?? 0) }
        : { num_issues: eb('num_issues', '+', by.all ?? 0), num_closed_issues: eb('num_closed_issues', '+', by.closed ?? 0) },
    )
    .where('id', '=', repoId)
    .execute()

export const countReleases = (tx: Db, repoId: number, by: number) =>
  tx.updateTable('repo').set((eb) => ({ num_releases: eb('num_releases', '+', by) })).where('id', '=', repoId).execute()
