import type { Db } from '../../kernel/db.ts'

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
