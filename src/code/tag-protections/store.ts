import type { Insertable, Updateable } from 'kysely'
import type { Repo } from '../../access/index.ts'
import type { Db, Tables } from '../../kernel/db.ts'
import type { TagProtectionRow } from '../tables.ts'

export const list = (db: Db, repoId: number): Promise<TagProtectionRow[]> => db.selectFrom('tag_protection').selectAll().where('repo_id', '=', repoId).orderBy('id').execute()

export const find = (db: Db, repoId: number, id: number) => db.selectFrom('tag_protection').selectAll().where('repo_id', '=', repoId).where('id', '=', id).executeTakeFirst()

export const findLike = (db: Db, repoId: number, pattern: string) => db.selectFrom('tag_protection').select('id').where('repo_id', '=', repoId).where('name_pattern', '=', pattern).executeTakeFirst()

export const insert = (db: Db, row: Insertable<Tables['tag_protection']>) => db.insertInto('tag_protection').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, id: number, change: Updateable<Tables['tag_protection']>) => db.updateTable('tag_protection').set(change).where('id', '=', id).returningAll().executeTakeFirst()

export const remove = async (db: Db, repoId: number, id: number): Promise<boolean> =>
  (await db.deleteFrom('tag_protection').where('repo_id', '=', repoId).where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

/** Null leaves that half of the list as it is. */
export async function setGrants(db: Db, id: number, { accounts, teams }: { accounts: number[] | null; teams: number[] | null }): Promise<void> {
  if (accounts) await db.deleteFrom('tag_protection_grant').where('tag_protection_id', '=', id).where('account_id', 'is not', null).execute()
  if (teams) await db.deleteFrom('tag_protection_grant').where('tag_protection_id', '=', id).where('team_id', 'is not', null).execute()
  const rows = [
    ...(accounts ?? []).map((account_id) => ({ tag_protection_id: id, account_id, team_id: null })),
    ...(teams ?? []).map((team_id) => ({ tag_protection_id: id, account_id: null, team_id })),
  ]
  if (rows.length > 0) await db.insertInto('tag_protection_grant').values(rows).execute()
}

export const listGrants = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
      .selectFrom('tag_protection_grant')
      .leftJoin('account', 'account.id', 'tag_protection_grant.account_id')
      .leftJoin('team', 'team.id', 'tag_protection_grant.team_id')
      .select(['tag_protection_id', 'account_id', 'team_id', 'account.name as account_name', 'team.name as team_name'])
      .where('tag_protection_id', 'in', [...ids])
      .execute()

/** Whether the account is on the list of any of these rules, by itself or by a team of the repository's owner. */
export const isListed = async (db: Db, ids: readonly number[], repo: Repo, accountId: number): Promise<boolean> =>
  (await db
    .selectFrom('tag_protection_grant')
    .select('tag_protection_id')
    .where('tag_protection_id', 'in', [...ids])
    .where((eb) =>
      eb.or([
        eb('account_id', '=', accountId),
        eb('team_id', 'in', eb.selectFrom('team_member').select('team_member.team_id').where('team_member.account_id', '=', accountId).where('team_member.org_id', '=', repo.owner_id)),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined
