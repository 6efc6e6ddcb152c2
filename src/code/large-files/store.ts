import { repoVisibleTo, type Actor } from '../../access/index.ts'
import { sql, type Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export interface LargeFile {
  /** SHA-256 of the content */
  oid: string
  size: number
}

/** What a repository holds beside git; the bytes lie in the blob store under `lfs/` and their hash, for all repositories once. */
export async function insert(tx: Db, repoId: number, files: readonly LargeFile[], now: number): Promise<void> {
  for (let i = 0; i < files.length; i += 500) {
    const rows = files.slice(i, i + 500).map(({ oid, size }) => ({ repo_id: repoId, oid, size, created_at: now }))
    await tx.insertInto('lfs_object').values(rows).onConflict((on) => on.doNothing()).execute()
  }
}

export const list = (db: Db, repoId: number): Promise<LargeFile[]> => db.selectFrom('lfs_object').select(['oid', 'size']).where('repo_id', '=', repoId).orderBy('oid').execute()

/** The largest first, of those whose hash begins so; sums are of these. */
export async function listPage(db: Db, repoId: number, prefix: string, at: Slice) {
  const all = db.selectFrom('lfs_object').where('repo_id', '=', repoId)
  // hashes are lower-case hex, so everything that begins with a prefix lies between it and the prefix followed by g
  const of = prefix === '' ? all : all.where('oid', '>=', prefix).where('oid', '<', `${prefix}g`)
  const rows = await of.select(['oid', 'size', 'created_at']).orderBy('size', 'desc').orderBy('oid').limit(at.limit).offset(at.offset).execute()
  const sums = await of.select((eb) => [eb.fn.countAll<number | string>().as('total'), eb.fn.sum<number | string | null>('size').as('bytes')]).executeTakeFirstOrThrow()
  return { rows, total: Number(sums.total), bytes: Number(sums.bytes ?? 0) }
}

export const find = (db: Db, repoId: number, oid: string): Promise<LargeFile | undefined> =>
  db.selectFrom('lfs_object').select(['oid', 'size']).where('repo_id', '=', repoId).where('oid', '=', oid).executeTakeFirst()

/** Content → size, of those that the repository holds. */
export async function held(db: Db, repoId: number, oids: readonly string[]): Promise<Map<string, number>> {
  if (oids.length === 0) return new Map()
  const rows = await db.selectFrom('lfs_object').select(['oid', 'size']).where('repo_id', '=', repoId).where('oid', 'in', [...oids]).execute()
  return new Map(rows.map((row) => [row.oid, row.size]))
}

/** One repository for each content, of those that the actor may see; which parts of it is not asked here. */
export async function seenElsewhere(db: Db, actor: Actor, oids: readonly string[]): Promise<{ oid: string; size: number; repo_id: number }[]> {
  if (oids.length === 0) return []
  return db
    .selectFrom('lfs_object')
    .innerJoin('repo', 'repo.id', 'lfs_object.repo_id')
    .select((eb) => ['lfs_object.oid', 'lfs_object.size', eb.fn.min<number>('repo.id').as('repo_id')])
    .where('lfs_object.oid', 'in', [...oids])
    .where('repo.has_code', '=', true)
    .where(repoVisibleTo(actor))
    .groupBy(['lfs_object.oid', 'lfs_object.size'])
    .execute()
}

/** A fork holds what its parent does. */
export const copy = (tx: Db, fromId: number, toId: number, now: number) =>
  tx
    .insertInto('lfs_object')
    .columns(['repo_id', 'oid', 'size', 'created_at'])
    .expression((eb) => eb.selectFrom('lfs_object').select([sql<number>`cast(${toId} as bigint)`.as('repo_id'), 'oid', 'size', sql<number>`cast(${now} as bigint)`.as('created_at')]).where('repo_id', '=', fromId))
    .onConflict((on) => on.doNothing())
    .execute()

/** What the one holds and the other does not. */
export const listBeyond = (db: Db, repoId: number, otherId: number): Promise<LargeFile[]> =>
  db
    .selectFrom('lfs_object')
    .select(['oid', 'size'])
    .where('repo_id', '=', repoId)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('lfs_object as other').select('other.oid').where('other.repo_id', '=', otherId).whereRef('other.oid', '=', 'lfs_object.oid'))))
    .execute()

export async function bytesOf(db: Db, repoId: number): Promise<number> {
  const row = await db.selectFrom('lfs_object').select((eb) => eb.fn.sum<number | string | null>('size').as('bytes')).where('repo_id', '=', repoId).executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** Of all repositories of an owner; what two of them hold counts twice, since it goes with neither alone. */
export async function bytesOwned(db: Db, ownerId: number): Promise<number> {
  const row = await db
    .selectFrom('lfs_object')
    .innerJoin('repo', 'repo.id', 'lfs_object.repo_id')
    .select((eb) => eb.fn.sum<number | string | null>('lfs_object.size').as('bytes'))
    .where('repo.owner_id', '=', ownerId)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** Which of these contents any repository holds. */
export async function known(db: Db, oids: readonly string[]): Promise<Set<string>> {
  if (oids.length === 0) return new Set()
  const rows = await db.selectFrom('lfs_object').select('oid').distinct().where('oid', 'in', [...oids]).execute()
  return new Set(rows.map((row) => row.oid))
}

/** Repositories that hold any, a few at a time by id. */
export const listHolders = async (db: Db, after: number, limit: number): Promise<number[]> =>
  (await db.selectFrom('lfs_object').select('repo_id').distinct().where('repo_id', '>', after).orderBy('repo_id').limit(limit).execute()).map((row) => row.repo_id)

export const listOlder = async (db: Db, repoId: number, before: number): Promise<string[]> =>
  (await db.selectFrom('lfs_object').select('oid').where('repo_id', '=', repoId).where('created_at', '<', before).execute()).map((row) => row.oid)

export async function remove(tx: Db, repoId: number, oids: readonly string[]): Promise<void> {
  for (let i = 0; i < oids.length; i += 500) await tx.deleteFrom('lfs_object').where('repo_id', '=', repoId).where('oid', 'in', oids.slice(i, i + 500)).execute()
}
