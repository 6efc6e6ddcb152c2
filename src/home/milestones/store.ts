import { repoRelatedTo, repoVisibleTo, type Actor } from '../../access/index.ts'
import { sql, type Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

/** Milestones of repositories that the account works in and whose issues it may see; those due soonest first. */
export async function list(db: Db, actor: Actor, accountId: number, closed: boolean, at: Slice) {
  const of = (isClosed: boolean) => db
    // whoever reaches a repository by a team that has no issues is not shown its milestones
    .selectFrom(db.selectFrom('milestone').selectAll().select(sql<string>`'issues'`.as('unit')).as('milestone'))
    .innerJoin('repo', 'repo.id', 'milestone.repo_id')
    .innerJoin('account', 'account.id', 'repo.owner_id')
    .where(repoVisibleTo(actor, 'milestone.unit'))
    .where(repoRelatedTo(accountId))
    .where((eb) => eb.or([eb('repo.has_issues', '=', true), eb('repo.has_pulls', '=', true)]))
    .where('repo.is_archived', '=', false)
    .where('milestone.is_closed', '=', isClosed)
  const rows = await of(closed)
    .select(['milestone.id', 'milestone.title', 'milestone.description', 'milestone.num_issues', 'milestone.num_closed_issues', 'milestone.deadline_at', 'repo.name as repo_name', 'account.name as owner_name'])
    .orderBy((eb) => eb('milestone.deadline_at', 'is', null)).orderBy('milestone.deadline_at').orderBy('milestone.id').limit(at.limit).offset(at.offset).execute()
  const count = async (isClosed: boolean) => Number((await of(isClosed).select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total)
  const [open, shut] = [await count(false), await count(true)]
  return { rows, open, closed: shut }
}
