import type { Db } from '../../kernel/db.ts'

/** Ids of the workflows that are switched off. */
export async function disabledOf(db: Db, repoId: number): Promise<Set<string>> {
  const row = await db.selectFrom('actions_repo').select('disabled').where('repo_id', '=', repoId).executeTakeFirst()
  return new Set(JSON.parse(row?.disabled ?? '[]') as string[])
}

export const setDisabled = (db: Db, repoId: number, ids: Set<string>) => {
  const disabled = JSON.stringify([...ids].sort())
  return db.insertInto('actions_repo').values({ repo_id: repoId, last_run: 0, disabled }).onConflict((on) => on.column('repo_id').doUpdateSet({ disabled })).execute()
}

export const hasRuns = async (db: Db, repoId: number, workflow: string): Promise<boolean> =>
  (await db.selectFrom('run').select('id').where('repo_id', '=', repoId).where('workflow', '=', workflow).limit(1).executeTakeFirst()) !== undefined
