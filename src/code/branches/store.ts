import type { Db } from '../../kernel/db.ts'

/** Earlier names lead to the new one as well. */
export async function rename(tx: Db, repoId: number, from: string, to: string, now: number): Promise<void> {
  await tx.updateTable('branch_rename').set({ new_name: to }).where('repo_id', '=', repoId).where('new_name', '=', from).execute()
  await tx.deleteFrom('branch_rename').where('repo_id', '=', repoId).where('old_name', 'in', [from, to]).execute()
  await tx.insertInto('branch_rename').values({ repo_id: repoId, old_name: from, new_name: to, created_at: now }).execute()
}

/** The first of the names that a branch had. */
export async function findRenamed(db: Db, repoId: number, names: readonly string[]): Promise<{ old_name: string; new_name: string } | undefined> {
  if (names.length === 0) return undefined
  return db.selectFrom('branch_rename').select(['old_name', 'new_name']).where('repo_id', '=', repoId).where('old_name', 'in', [...names]).limit(1).executeTakeFirst()
}
