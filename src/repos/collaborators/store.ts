import type { Account } from '../../access/index.ts'
import type { Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export { collaborate as set } from '../repos/store.ts'

export const find = (db: Db, repoId: number, accountId: number) =>
  db.selectFrom('collaboration').selectAll().where('repo_id', '=', repoId).where('account_id', '=', accountId).executeTakeFirst()

export const remove = async (db: Db, repoId: number, accountId: number): Promise<boolean> =>
  (await db.deleteFrom('collaboration').where('repo_id', '=', repoId).where('account_id', '=', accountId).returning('repo_id').executeTakeFirst()) !== undefined

export async function list(db: Db, repoId: number, at: Slice): Promise<{ rows: Account[]; total: number }> {
  const of = db.selectFrom('collaboration').innerJoin('account', 'account.id', 'collaboration.account_id').where('collaboration.repo_id', '=', repoId)
  const rows = await of.selectAll('account').orderBy('collaboration.created_at').orderBy('account.id').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** People who were given write on anything in the repository, by name or by team, in the order of their names. */
export const listWriters = (db: Db, repoId: number, ownerId: number): Promise<Account[]> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('account.type', '=', 'user')
    .where('account.id', '<>', ownerId)
    .where((eb) => eb.or([
      eb('account.id', 'in', eb.selectFrom('collaboration').select('collaboration.account_id').where('collaboration.repo_id', '=', repoId).where('collaboration.level', '>=', 2)),
      eb('account.id', 'in', writingTeamMembers(db, repoId, ownerId)),
    ]))
    .orderBy('account.lower_name')
    .execute()

const writingTeamMembers = (db: Db, repoId: number, ownerId: number) =>
  db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .select('team_member.account_id')
    .where('team_member.org_id', '=', ownerId)
    .where((eb) => eb.or([
      eb('team.includes_all', '=', true),
      eb('team.level', '>=', 4),
      eb('team.id', 'in', eb.selectFrom('team_repo').select('team_repo.team_id').where('team_repo.repo_id', '=', repoId)),
    ]))
    .where((eb) => eb.or([
      eb('team.level', '>=', 2),
      eb('team.id', 'in', eb.selectFrom('team_unit').select('team_unit.team_id').where('team_unit.level', '>=', 2)),
    ]))
