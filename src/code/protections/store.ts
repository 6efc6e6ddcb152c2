import type { Insertable, Updateable } from 'kysely'
import type { Repo } from '../../access/index.ts'
import type { Db, Tables } from '../../kernel/db.ts'
import type { GrantList, ProtectionRow } from '../tables.ts'

/** In no order that means anything: rules.ts puts them in theirs. */
export const list = (db: Db, repoId: number): Promise<ProtectionRow[]> => db.selectFrom('protection').selectAll().where('repo_id', '=', repoId).execute()

export const find = (db: Db, repoId: number, name: string) => db.selectFrom('protection').selectAll().where('repo_id', '=', repoId).where('rule_name', '=', name).executeTakeFirst()

export const insert = (db: Db, row: Insertable<Tables['protection']>) => db.insertInto('protection').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['protection']>) => db.updateTable('protection').set(change).where('id', '=', id).returningAll().executeTakeFirst()

export const remove = async (db: Db, id: number): Promise<boolean> => (await db.deleteFrom('protection').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export const lastPriority = async (db: Db, repoId: number): Promise<number> =>
  (await db.selectFrom('protection').select((eb) => eb.fn.max('priority').as('most')).where('repo_id', '=', repoId).executeTakeFirst())?.most ?? 0

export const prioritize = (db: Db, repoId: number, id: number, priority: number, now: number) =>
  db.updateTable('protection').set({ priority, updated_at: now }).where('repo_id', '=', repoId).where('id', '=', id).execute()

/** The rules of another repository; whom they name was trusted there, not here. */
export async function copy(db: Db, fromId: number, toId: number, now: number): Promise<void> {
  const rows = (await list(db, fromId)).map(({ id: _, ...row }) => ({ ...row, repo_id: toId, created_at: now, updated_at: now }))
  if (rows.length > 0) await db.insertInto('protection').values(rows).execute()
}

/** A rule named like a branch follows it, unless there is one for the new name. */
export const rename = (db: Db, repoId: number, from: string, to: string, now: number) =>
  db
    .updateTable('protection')
    .set({ rule_name: to, updated_at: now })
    .where('repo_id', '=', repoId)
    .where('rule_name', '=', from)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('protection as other').select('other.id').where('other.repo_id', '=', repoId).where('other.rule_name', '=', to))))
    .execute()

/** What stands on the lists named; lists not named stay. Null leaves that half of a list as it is. */
export async function setGrants(db: Db, id: number, list: GrantList, { accounts, teams }: { accounts: number[] | null; teams: number[] | null }): Promise<void> {
  if (accounts) await db.deleteFrom('protection_grant').where('protection_id', '=', id).where('list', '=', list).where('account_id', 'is not', null).execute()
  if (teams) await db.deleteFrom('protection_grant').where('protection_id', '=', id).where('list', '=', list).where('team_id', 'is not', null).execute()
  const rows = [
    ...(accounts ?? []).map((account_id) => ({ protection_id: id, list, account_id, team_id: null })),
    ...(teams ?? []).map((team_id) => ({ protection_id: id, list, account_id: null, team_id })),
  ]
  if (rows.length > 0) await db.insertInto('protection_grant').values(rows).execute()
}

export const listGrants = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
      .selectFrom('protection_grant')
      .leftJoin('account', 'account.id', 'protection_grant.account_id')
      .leftJoin('team', 'team.id', 'protection_grant.team_id')
      .select(['protection_id', 'list', 'account_id', 'team_id', 'account.name as account_name', 'team.name as team_name'])
      .where('protection_id', 'in', [...ids])
      .execute()

/** The lists of these rules that an account is on, by itself or by a team of the repository's owner. */
export const listHeld = (db: Db, ids: readonly number[], repo: Repo, accountId: number) =>
  db
    .selectFrom('protection_grant')
    .select(['protection_id', 'list', 'team_id'])
    .where('protection_id', 'in', [...ids])
    .where((eb) =>
      eb.or([
        eb('account_id', '=', accountId),
        eb('team_id', 'in', eb.selectFrom('team_member').select('team_member.team_id').where('team_member.account_id', '=', accountId).where('team_member.org_id', '=', repo.owner_id)),
      ]),
    )
    .execute()

export const isTeamListed = async (db: Db, id: number, list: GrantList, teamId: number): Promise<boolean> =>
  (await db.selectFrom('protection_grant').select('team_id').where('protection_id', '=', id).where('list', '=', list).where('team_id', '=', teamId).executeTakeFirst()) !== undefined

/** Which of the owner's teams were given the repository, or anything in it. */
export async function reaching(db: Db, repo: Repo, teamIds: readonly number[]): Promise<number[]> {
  if (teamIds.length === 0 || repo.owner.type !== 'organization') return []
  const rows = await db
    .selectFrom('team')
    .select('team.id')
    .where('team.org_id', '=', repo.owner_id)
    .where('team.id', 'in', [...new Set(teamIds)])
    .where((eb) =>
      eb.or([
        eb('team.includes_all', '=', true),
        eb('team.level', '>=', 4),
        eb.exists(eb.selectFrom('team_repo').select('team_repo.repo_id').whereRef('team_repo.team_id', '=', 'team.id').where('team_repo.repo_id', '=', repo.id)),
      ]),
    )
    .where((eb) => eb.or([eb('team.level', '>=', 1), eb.exists(eb.selectFrom('team_unit').select('team_unit.unit').whereRef('team_unit.team_id', '=', 'team.id').where('team_unit.level', '>=', 1))]))
    .execute()
  return rows.map((row) => row.id)
}

/** Whether a team's members may write code by it. */
export const teamWrites = async (db: Db, teamId: number): Promise<boolean> =>
  (await db
    .selectFrom('team')
    .select('team.id')
    .where('team.id', '=', teamId)
    .where((eb) =>
      eb.or([
        eb('team.level', '>=', 2),
        eb.exists(eb.selectFrom('team_unit').select('team_unit.unit').whereRef('team_unit.team_id', '=', 'team.id').where('team_unit.unit', 'in', ['code', 'repo.code']).where('team_unit.level', '>=', 2)),
      ]),
    )
    .executeTakeFirst()) !== undefined

export const accountsNamed = (db: Db, names: readonly string[]) =>
  names.length === 0 ? Promise.resolve([]) : db.selectFrom('account').selectAll().where('lower_name', 'in', [...new Set(names.map((one) => one.toLowerCase()))]).execute()

export const teamsNamed = (db: Db, orgId: number, names: readonly string[]) =>
  names.length === 0 ? Promise.resolve([]) : db.selectFrom('team').selectAll().where('org_id', '=', orgId).where('lower_name', 'in', [...new Set(names.map((one) => one.toLowerCase()))]).execute()
