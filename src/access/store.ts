// What deciding needs to read. The tables belong to the rooms users, orgs and repos.
import type { Selectable } from 'kysely'
import type { Db, Tables } from '../kernel/db.ts'

export type Account = Selectable<Tables['account']>
export type RepoRow = Selectable<Tables['repo']>
/** A repository with its owner, as guards open it. */
export interface Repo extends RepoRow {
  owner: Account
}

export const findAccount = (db: Db, id: number) => db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

export const findAccountByName = (db: Db, name: string) =>
  db.selectFrom('account').selectAll().where('lower_name', '=', name.toLowerCase()).executeTakeFirst()

export const findAccountByEmail = (db: Db, email: string) =>
  db
    .selectFrom('account')
    .innerJoin('email', 'email.account_id', 'account.id')
    .selectAll('account')
    .where('email.lower_email', '=', email.toLowerCase())
    .where('email.is_verified', '=', true)
    .executeTakeFirst()

export const findToken = (db: Db, hash: string) => db.selectFrom('access_token').selectAll().where('hash', '=', hash).executeTakeFirst()

export const findDeployToken = (db: Db, hash: string) => db.selectFrom('deploy_key').selectAll().where('token_hash', '=', hash).executeTakeFirst()

export const findKey = (db: Db, fingerprint: string) => db.selectFrom('public_key').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirst()

export const findDeployKey = (db: Db, keyId: number, repoId: number) =>
  db.selectFrom('deploy_key').selectAll().where('key_id', '=', keyId).where('repo_id', '=', repoId).executeTakeFirst()

export async function findRepo(db: Db, owner: string, name: string): Promise<Repo | undefined> {
  const account = await findAccountByName(db, owner)
  if (!account) return undefined
  const repo = await db.selectFrom('repo').selectAll().where('owner_id', '=', account.id).where('lower_name', '=', name.toLowerCase()).executeTakeFirst()
  return repo && { ...repo, owner: account }
}

export async function findRepoById(db: Db, id: number): Promise<Repo | undefined> {
  const repo = await db.selectFrom('repo').selectAll().where('id', '=', id).executeTakeFirst()
  return repo && { ...repo, owner: (await findAccount(db, repo.owner_id))! }
}

/** Where a renamed or moved repository is now. */
export const findRepoRedirect = (db: Db, owner: string, name: string) =>
  db
    .selectFrom('repo_redirect')
    .innerJoin('account', 'account.id', 'repo_redirect.owner_id')
    .select('repo_redirect.repo_id')
    .where('account.lower_name', '=', owner.toLowerCase())
    .where('repo_redirect.lower_name', '=', name.toLowerCase())
    .executeTakeFirst()

export const findAccountRedirect = (db: Db, name: string) =>
  db
    .selectFrom('account_redirect')
    .innerJoin('account', 'account.id', 'account_redirect.account_id')
    .selectAll('account')
    .where('account_redirect.lower_name', '=', name.toLowerCase())
    .executeTakeFirst()

export async function collaboratorLevel(db: Db, repoId: number, accountId: number): Promise<number> {
  const row = await db.selectFrom('collaboration').select('level').where('repo_id', '=', repoId).where('account_id', '=', accountId).executeTakeFirst()
  return row?.level ?? 0
}

/** Teams of the organization that the account is in and that reach the repository, with their levels per unit. */
export const teamLevels = (db: Db, orgId: number, accountId: number, repoId: number) =>
  db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .leftJoin('team_unit', 'team_unit.team_id', 'team.id')
    .where('team_member.account_id', '=', accountId)
    .where('team_member.org_id', '=', orgId)
    .where((eb) =>
      eb.or([
        eb('team.includes_all', '=', true),
        eb('team.level', '>=', 4),
        eb.exists(eb.selectFrom('team_repo').select('team_repo.repo_id').whereRef('team_repo.team_id', '=', 'team.id').where('team_repo.repo_id', '=', repoId)),
      ]),
    )
    .select(['team.level as level', 'team_unit.unit as unit', 'team_unit.level as unit_level'])
    .execute()

export const findMembership = (db: Db, orgId: number, accountId: number) =>
  db.selectFrom('org_member').selectAll().where('org_id', '=', orgId).where('account_id', '=', accountId).executeTakeFirst()

/** The account's best level over its teams in the organization, and whether one of them may create repositories. */
export async function bestTeam(db: Db, orgId: number, accountId: number): Promise<{ level: number; canCreate: boolean }> {
  const rows = await db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .select(['team.level', 'team.can_create_repo'])
    .where('team_member.account_id', '=', accountId)
    .where('team_member.org_id', '=', orgId)
    .execute()
  return { level: Math.max(0, ...rows.map((row) => row.level)), canCreate: rows.some((row) => row.can_create_repo || row.level >= 4) }
}

/** A bearer of the account is named in the organization, or in a team or repository of it. */
export async function sharesPrivateGround(db: Db, account: Account, viewerId: number): Promise<boolean> {
  if (account.type !== 'organization') return false
  return (await findMembership(db, account.id, viewerId)) !== undefined
}

export async function isBlocked(db: Db, byId: number, accountId: number): Promise<boolean> {
  const row = await db.selectFrom('block').select('account_id').where('account_id', '=', byId).where('blocked_id', '=', accountId).executeTakeFirst()
  return row !== undefined
}

export const touchTokens = async (db: Db, used: Map<number, number>) => {
  for (const [id, at] of used) await db.updateTable('access_token').set({ last_used_at: at }).where('id', '=', id).execute()
}
export const touchKeys = async (db: Db, used: Map<number, number>) => {
  for (const [id, at] of used) await db.updateTable('public_key').set({ last_used_at: at }).where('id', '=', id).execute()
}
