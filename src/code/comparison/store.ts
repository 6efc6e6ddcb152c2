import { findRepoById, type Repo } from '../../access/index.ts'
import type { Db } from '../../kernel/db.ts'

/** An owner's repository of the same family: a fork of this one, what it was forked from, or another fork of that. */
export async function findRelative(db: Db, repo: Repo, owner: string, name?: string): Promise<Repo | undefined> {
  const roots = [repo.id, ...(repo.fork_id === null ? [] : [repo.fork_id])]
  let query = db
    .selectFrom('repo')
    .innerJoin('account', 'account.id', 'repo.owner_id')
    .select('repo.id')
    .where('account.lower_name', '=', owner.toLowerCase())
    .where((eb) => eb.or([eb('repo.id', 'in', roots), eb('repo.fork_id', 'in', roots)]))
  if (name !== undefined) query = query.where('repo.lower_name', '=', name.toLowerCase())
  const row = await query.orderBy('repo.id').executeTakeFirst()
  return row && findRepoById(db, row.id)
}
