import type { Insertable } from 'kysely'
import { contains, type Db, type Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { PackageBlobRow, PackageFileRow, PackageRow, PackageVersionRow } from '../tables.ts'

/** A version with what it says of its package. */
export type ListedVersion = PackageVersionRow & Pick<PackageRow, 'owner_id' | 'repo_id' | 'type' | 'name' | 'lower_name'>
export type StoredFile = PackageFileRow & Pick<PackageBlobRow, 'size' | 'md5' | 'sha1' | 'sha256' | 'sha512'>

export const find = (db: Db, ownerId: number, type: string, name: string): Promise<PackageRow | undefined> =>
  db.selectFrom('package').selectAll().where('owner_id', '=', ownerId).where('type', '=', type).where('lower_name', '=', name.toLowerCase()).executeTakeFirst()

export const versions = (db: Db) =>
  db
    .selectFrom('package_version')
    .innerJoin('package', 'package.id', 'package_version.package_id')
    .selectAll('package_version')
    .select(['package.owner_id', 'package.repo_id', 'package.type', 'package.name', 'package.lower_name'])

export const findVersion = (db: Db, packageId: number, version: string): Promise<ListedVersion | undefined> =>
  versions(db).where('package_version.package_id', '=', packageId).where('package_version.lower_version', '=', version.toLowerCase()).executeTakeFirst()

export const findVersionById = (db: Db, id: number): Promise<ListedVersion | undefined> => versions(db).where('package_version.id', '=', id).executeTakeFirst()

export const findLatest = (db: Db, packageId: number): Promise<ListedVersion | undefined> =>
  versions(db).where('package_version.package_id', '=', packageId).orderBy('package_version.id', 'desc').limit(1).executeTakeFirst()

export interface Wanted {
  ownerId?: number
  packageId?: number
  /** linked to this repository */
  repoId?: number
  type?: string
  /** part of the name */
  q?: string
}

/** Newest first. */
export async function list(db: Db, { ownerId, packageId, repoId, type, q }: Wanted, at: Slice): Promise<{ rows: ListedVersion[]; total: number }> {
  let of = db.selectFrom('package_version').innerJoin('package', 'package.id', 'package_version.package_id')
  if (ownerId !== undefined) of = of.where('package.owner_id', '=', ownerId)
  if (packageId !== undefined) of = of.where('package.id', '=', packageId)
  if (repoId !== undefined) of = of.where('package.repo_id', '=', repoId)
  if (type) of = of.where('package.type', '=', type)
  if (q) of = of.where(contains('package.lower_name', q))
  const rows = await of
    .selectAll('package_version')
    .select(['package.owner_id', 'package.repo_id', 'package.type', 'package.name', 'package.lower_name'])
    .orderBy('package_version.created_at', 'desc')
    .orderBy('package_version.id', 'desc')
    .limit(at.limit)
    .offset(at.offset)
    .execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export const listVersions = (db: Db, packageId: number): Promise<ListedVersion[]> => versions(db).where('package_version.package_id', '=', packageId).orderBy('package_version.id').execute()

export const listOwned = (db: Db, ownerId: number): Promise<PackageRow[]> => db.selectFrom('package').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute()

export const ownsAny = async (db: Db, ownerId: number): Promise<boolean> =>
  (await db.selectFrom('package_version').innerJoin('package', 'package.id', 'package_version.package_id').select('package_version.id').where('package.owner_id', '=', ownerId).limit(1).executeTakeFirst()) !== undefined

const files = (db: Db, versionId: number) =>
  db
    .selectFrom('package_file')
    .innerJoin('package_blob', 'package_blob.id', 'package_file.blob_id')
    .selectAll('package_file')
    .select(['package_blob.size', 'package_blob.md5', 'package_blob.sha1', 'package_blob.sha256', 'package_blob.sha512'])
    .where('package_file.version_id', '=', versionId)

export const listFiles = (db: Db, versionId: number): Promise<StoredFile[]> => files(db, versionId).orderBy('package_file.id').execute()

export const findFile = (db: Db, versionId: number, name: string, key = ''): Promise<StoredFile | undefined> =>
  files(db, versionId).where('package_file.lower_name', '=', name.toLowerCase()).where('package_file.composite_key', '=', key).executeTakeFirst()

/** What all files of an owner's packages hold. */
export async function bytesOwned(db: Db, ownerId: number): Promise<number> {
  const row = await db
    .selectFrom('package')
    .innerJoin('package_version', 'package_version.package_id', 'package.id')
    .innerJoin('package_file', 'package_file.version_id', 'package_version.id')
    .innerJoin('package_blob', 'package_blob.id', 'package_file.blob_id')
    .select((eb) => eb.fn.sum<number | string | null>('package_blob.size').as('bytes'))
    .where('package.owner_id', '=', ownerId)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** The row, made if it is not there; whoever else changes the package waits until this transaction ends. */
export const keep = (tx: Db, row: Insertable<Tables['package']>): Promise<PackageRow> =>
  tx
    .insertInto('package')
    .values(row)
    .onConflict((on) => on.columns(['owner_id', 'type', 'lower_name']).doUpdateSet((eb) => ({ lower_name: eb.ref('excluded.lower_name') })))
    .returningAll()
    .executeTakeFirstOrThrow()

export const hold = (tx: Db, id: number): Promise<PackageRow | undefined> =>
  tx.updateTable('package').set((eb) => ({ lower_name: eb.ref('lower_name') })).where('id', '=', id).returningAll().executeTakeFirst()

export const insertVersion = (tx: Db, row: Insertable<Tables['package_version']>) => tx.insertInto('package_version').values(row).returningAll().executeTakeFirstOrThrow()

export const insertFile = (tx: Db, row: Insertable<Tables['package_file']>) => tx.insertInto('package_file').values(row).returningAll().executeTakeFirstOrThrow()

/** Known bytes are not stored twice, but count as new. */
export const keepBlob = (tx: Db, row: Insertable<Tables['package_blob']>) =>
  tx
    .insertInto('package_blob')
    .values(row)
    .onConflict((on) => on.column('sha256').doUpdateSet({ created_at: row.created_at }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeFile = (tx: Db, id: number) => tx.deleteFrom('package_file').where('id', '=', id).returning('id').executeTakeFirst()

export const removeVersion = (tx: Db, id: number) => tx.deleteFrom('package_version').where('id', '=', id).returning('id').executeTakeFirst()

export const remove = (tx: Db, id: number) => tx.deleteFrom('package').where('id', '=', id).execute()

export const link = (tx: Db, id: number, repoId: number | null) => tx.updateTable('package').set({ repo_id: repoId }).where('id', '=', id).execute()

/** Links to a repository that belongs to somebody else by now. */
export const unlinkForeign = (tx: Db, repoId: number, ownerId: number) => tx.updateTable('package').set({ repo_id: null }).where('repo_id', '=', repoId).where('owner_id', '<>', ownerId).execute()

export async function countDownloads(tx: Db, per: ReadonlyMap<number, number>): Promise<void> {
  for (const [id, count] of per) await tx.updateTable('package_version').set((eb) => ({ download_count: eb('download_count', '+', count) })).where('id', '=', id).execute()
}

/** Packages without versions, and bytes that no file has had since then. */
export async function removeUnused(tx: Db, before: number): Promise<void> {
  await tx.deleteFrom('package').where((eb) => eb.not(eb.exists(eb.selectFrom('package_version').select('package_version.id').whereRef('package_version.package_id', '=', 'package.id')))).execute()
  await tx
    .deleteFrom('package_blob')
    .where('created_at', '<', before)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('package_file').select('package_file.id').whereRef('package_file.blob_id', '=', 'package_blob.id'))))
    .execute()
}

export async function knownBlobs(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  return new Set((await db.selectFrom('package_blob').select('sha256').where('sha256', 'in', [...hashes]).execute()).map((row) => row.sha256))
}
