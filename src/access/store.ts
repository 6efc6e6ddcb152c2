// What deciding needs to read. The tables belong to the rooms users, orgs and repos.
import { expressionBuilder, type Expression, type ExpressionBuilder, type Selectable, type SqlBool } from 'kysely'
import { prepared, sql, type Db, type Tables } from '../kernel/db.ts'
import type { Actor } from './actor.ts'
import { READ, type Unit } from './levels.ts'

export type Account = Selectable<Tables['account']>
export type RepoRow = Selectable<Tables['repo']>
/** A repository with its owner, as guards open it. */
export interface Repo extends RepoRow {
  owner: Account
}

export const findAccount = prepared((db, id: number) => db.selectFrom('account').selectAll().where('id', '=', id)).first

const accountNamed = prepared((db, lower: string) => db.selectFrom('account').selectAll().where('lower_name', '=', lower)).first
export const findAccountByName = (db: Db, name: string) => accountNamed(db, name.toLowerCase())

export const findAccountByEmail = (db: Db, email: string) =>
  db
    .selectFrom('account')
    .innerJoin('email', 'email.account_id', 'account.id')
    .selectAll('account')
    .where('email.lower_email', '=', email.toLowerCase())
    .where('email.is_verified', '=', true)
    .executeTakeFirst()

export const findToken = prepared((db, hash: string) => db.selectFrom('access_token').selectAll().where('hash', '=', hash)).first

export const findSession = (db: Db, hash: string, now: number) =>
  db.selectFrom('session').select(['id', 'account_id']).where('hash', '=', hash).where('expires_at', '>', now).executeTakeFirst()

export const findDeployToken = (db: Db, hash: string) => db.selectFrom('deploy_key').selectAll().where('token_hash', '=', hash).executeTakeFirst()

export const findKey = (db: Db, fingerprint: string) => db.selectFrom('public_key').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirst()

export const findTokenById = (db: Db, id: number) => db.selectFrom('access_token').selectAll().where('id', '=', id).executeTakeFirst()

export const findKeyById = (db: Db, id: number) => db.selectFrom('public_key').selectAll().where('id', '=', id).executeTakeFirst()

export const findDeployById = (db: Db, id: number) => db.selectFrom('deploy_key').selectAll().where('id', '=', id).executeTakeFirst()

export const findDeployKey = (db: Db, keyId: number, repoId: number) =>
  db.selectFrom('deploy_key').selectAll().where('key_id', '=', keyId).where('repo_id', '=', repoId).executeTakeFirst()

const repoNamed = prepared((db, ownerId: number, lower: string) => db.selectFrom('repo').selectAll().where('owner_id', '=', ownerId).where('lower_name', '=', lower)).first

/** `near` is an account just read, which may well be the owner. */
export async function findRepo(db: Db, owner: string, name: string, near: Account | null = null): Promise<Repo | undefined> {
  const account = near?.lower_name === owner.toLowerCase() ? near : await findAccountByName(db, owner)
  if (!account) return undefined
  const repo = await repoNamed(db, account.id, name.toLowerCase())
  return repo && { ...repo, owner: account }
}

const repoNumbered = prepared((db, id: number) => db.selectFrom('repo').selectAll().where('id', '=', id)).first

export async function findRepoById(db: Db, id: number): Promise<Repo | undefined> {
  const repo = await repoNumbered(db, id)
  return repo && { ...repo, owner: (await findAccount(db, repo.owner_id))! }
}

/** Where a renamed or moved repository is now. */
const findRepoRedirect = (db: Db, owner: string, name: string) =>
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

/** The repository that once had this address, and whether it was renamed itself or its owner was. */
export async function findMovedRepo(db: Db, owner: string, name: string): Promise<{ repo: Repo; why: 'moved' | 'movedOwner' } | undefined> {
  const renamed = async (account: string) => {
    const found = await findRepoRedirect(db, account, name)
    return found && findRepoById(db, found.repo_id)
  }
  const repo = await renamed(owner)
  if (repo) return { repo, why: 'moved' }
  const account = await findAccountRedirect(db, owner)
  const theirs = account && ((await findRepo(db, account.name, name)) ?? (await renamed(account.name)))
  return theirs && { repo: theirs, why: 'movedOwner' }
}

const levelsOf = prepared((db, accountId: number, repoIds: readonly number[]) =>
  db.selectFrom('collaboration').select(['repo_id', 'level']).where('account_id', '=', accountId).where('repo_id', 'in', repoIds)).all

/** Repository → level, for those where there is one. */
export async function collaboratorLevels(db: Db, accountId: number, repoIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await levelsOf(db, accountId, repoIds)
  return new Map(rows.map((row) => [row.repo_id, row.level]))
}

/** Teams that the account is in and that reach the repositories, with their levels per unit. */
export const teamLevels = prepared((db, accountId: number, repoIds: readonly number[]) =>
  db
    .selectFrom('repo')
    .innerJoin('team_member', 'team_member.org_id', 'repo.owner_id')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .leftJoin('team_unit', 'team_unit.team_id', 'team.id')
    .where('repo.id', 'in', repoIds)
    .where('team_member.account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('team.includes_all', '=', true),
        eb('team.level', '>=', 4),
        eb.exists(eb.selectFrom('team_repo').select('team_repo.repo_id').whereRef('team_repo.team_id', '=', 'team.id').whereRef('team_repo.repo_id', '=', 'repo.id')),
      ]),
    )
    .select(['repo.id as repo_id', 'team.level as level', 'team_unit.unit as unit', 'team_unit.level as unit_level'])).all

export const findMembership = prepared((db, orgId: number, accountId: number) =>
  db.selectFrom('org_member').selectAll().where('org_id', '=', orgId).where('account_id', '=', accountId)).first

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

/** The levels an account's teams in an organization have, as a whole and for one unit. */
export const listTeamLevels = (db: Db, orgId: number, accountId: number, unit: string) =>
  db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .leftJoin('team_unit', (join) => join.onRef('team_unit.team_id', '=', 'team.id').on('team_unit.unit', '=', unit))
    .select(['team.level', 'team_unit.level as unit_level'])
    .where('team_member.org_id', '=', orgId)
    .where('team_member.account_id', '=', accountId)
    .execute()

/** Whom a private person lets in: those they follow, and those they share an organization's teams with. */
export const letIn = (eb: ExpressionBuilder<Tables, 'account'>, viewerId: number) =>
  eb.or([
    eb.exists(eb.selectFrom('follow').select('follow.follows_id').whereRef('follow.account_id', '=', 'account.id').where('follow.follows_id', '=', viewerId)),
    eb.exists(
      eb
        .selectFrom('team_member as theirs')
        .innerJoin('team_member as mine', 'mine.org_id', 'theirs.org_id')
        .select('theirs.team_id')
        .whereRef('theirs.account_id', '=', 'account.id')
        .where('mine.account_id', '=', viewerId),
    ),
  ])

export const knows = async (db: Db, accountId: number, viewerId: number): Promise<boolean> =>
  (await db.selectFrom('account').select('id').where('id', '=', accountId).where((eb) => letIn(eb, viewerId)).executeTakeFirst()) !== undefined

/** canSeeAccount for the rows of a list; a token may narrow it to what is public. */
export function visibleTo(viewer: Account | null, publicOnly = false) {
  return (eb: ExpressionBuilder<Tables, 'account'>) => {
    const open = eb('account.visibility', '=', 'public')
    if (!viewer || publicOnly) return open
    if (viewer.is_admin) return sql<boolean>`1 = 1`
    const membership = eb.and([
      eb('account.type', '=', 'organization'),
      eb.exists(eb.selectFrom('org_member').select('org_member.org_id').whereRef('org_member.org_id', '=', 'account.id').where('org_member.account_id', '=', viewer.id)),
    ])
    const known = viewer.is_restricted ? [] : [eb('account.visibility', '=', 'limited'), letIn(eb, viewer.id)]
    return eb.or([open, eb('account.id', '=', viewer.id), membership, ...known])
  }
}

/** Which of the accounts the viewer may see, by id. */
export async function seenOf(db: Db, viewer: Account, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.selectFrom('account').select('account.id').where('account.id', 'in', [...new Set(ids)]).where(visibleTo(viewer)).execute()
  return new Set(rows.map((row) => row.id))
}

const blockOf = prepared((db, byId: number, accountId: number) => db.selectFrom('block').select('account_id').where('account_id', '=', byId).where('blocked_id', '=', accountId)).first

export const isBlocked = async (db: Db, byId: number, accountId: number): Promise<boolean> => (await blockOf(db, byId, accountId)) !== undefined

const AT_ONCE = 5000

/**
 * Who of these accounts may read a unit of a repository: what accessTo decides one by one, asked at once. In no particular
 * order; organizations and bots read nothing by themselves.
 */
export async function readersOf(db: Db, repo: Repo, unit: Unit, ids: readonly number[]): Promise<Account[]> {
  if (!repo[`has_${unit}`]) return []
  const wanted = [...new Set(ids)]
  const found: Account[] = []
  for (let from = 0; from < wanted.length; from += AT_ONCE) found.push(...(await some(db, repo, unit, wanted.slice(from, from + AT_ONCE))))
  return found
}

const some = (db: Db, repo: Repo, unit: Unit, ids: number[]): Promise<Account[]> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('account.id', 'in', ids)
    .where('account.type', '=', 'user')
    .where((eb) => {
      const collaborates = eb.exists(
        eb.selectFrom('collaboration').select('collaboration.level').whereRef('collaboration.account_id', '=', 'account.id').where('collaboration.repo_id', '=', repo.id).where('collaboration.level', '>=', READ),
      )
      const inTeam = eb.exists(
        eb
          .selectFrom('team_member')
          .innerJoin('team', 'team.id', 'team_member.team_id')
          .select('team.id')
          .whereRef('team_member.account_id', '=', 'account.id')
          .where('team_member.org_id', '=', repo.owner_id)
          .where((q) => q.or([
            q('team.includes_all', '=', true),
            q('team.level', '>=', 4),
            q.exists(q.selectFrom('team_repo').select('team_repo.repo_id').whereRef('team_repo.team_id', '=', 'team.id').where('team_repo.repo_id', '=', repo.id)),
          ]))
          .where((q) => q.or([
            q('team.level', '>=', READ),
            q.exists(q.selectFrom('team_unit').select('team_unit.unit').whereRef('team_unit.team_id', '=', 'team.id').where('team_unit.unit', 'in', [unit, `repo.${unit}`]).where('team_unit.level', '>=', READ)),
          ])),
      )
      const member = eb.exists(eb.selectFrom('org_member').select('org_member.org_id').where('org_member.org_id', '=', repo.owner_id).whereRef('org_member.account_id', '=', 'account.id'))
      const unrestricted = eb('account.is_restricted', '=', false)
      const open = repo.is_private ? [] : [repo.owner.visibility === 'private' ? eb.and([unrestricted, member]) : unrestricted]
      return eb.or([eb('account.is_admin', '=', true), eb('account.id', '=', repo.owner_id), collaborates, inTeam, ...open])
    })
    .execute()

// Which repositories a query may show, as conditions on its `repo`: what accessTo decides row by row, said to the database.

type Condition = Expression<SqlBool>
const on = () => expressionBuilder<Tables, 'repo'>()

/**
 * For any query that has `repo` in it: `.where(repoVisibleTo(actor))`. `unit` names a column that says which unit a row is
 * about; teams that do not reach it do not count then. An empty one is about the repository as such.
 */
export function repoVisibleTo(actor: Actor, unit?: string): Condition {
  if (actor.publicOnly) return on().and([repoPublic(), repoVisibleToAccount(actor.account, unit)])
  if (actor.deploy) return on()('repo.id', '=', actor.deploy.repo_id)
  if (actor.job) return on().or([repoPublic(), on()('repo.id', '=', actor.job.repo_id)])
  return repoVisibleToAccount(actor.account, unit)
}

export function repoVisibleToAccount(account: Account | null, unit?: string): Condition {
  const eb = on()
  if (!account) return repoPublic()
  if (account.is_admin) return sql<SqlBool>`true`
  const granted = [eb('repo.owner_id', '=', account.id), collaborates(account.id), reachedByTeam(account.id, unit)]
  if (account.is_restricted) return eb.or(granted)
  return eb.or([eb.and([eb('repo.is_private', '=', false), ownerSeenBy(account)]), ...granted])
}

/** Not private, and its owner hides from nobody. */
export function repoPublic(): Condition {
  const eb = on()
  return eb.and([eb('repo.is_private', '=', false), eb.exists(eb.selectFrom('account as public_owner').select('public_owner.id').whereRef('public_owner.id', '=', 'repo.owner_id').where('public_owner.visibility', '=', 'public'))])
}

/** Public, of what the actor may see: restricted accounts see only what they were given. */
export const repoPublicTo = (actor: Actor): Condition =>
  actor.account?.is_restricted ? on().and([repoPublic(), repoVisibleTo(actor)]) : repoPublic()

/** Owned, granted by name or by team, or public in a private organization of the account. */
export function repoRelatedTo(accountId: number): Condition {
  return on().or([on()('repo.owner_id', '=', accountId), repoGrantedTo(accountId)])
}

/** The same without what is owned. */
export function repoGrantedTo(accountId: number): Condition {
  const eb = on()
  return eb.or([collaborates(accountId), reachedByTeam(accountId), eb.and([eb('repo.is_private', '=', false), inPrivateOrgOf(accountId)])])
}

function collaborates(accountId: number): Condition {
  const eb = on()
  return eb.exists(eb.selectFrom('collaboration').select('collaboration.level').whereRef('collaboration.repo_id', '=', 'repo.id').where('collaboration.account_id', '=', accountId).where('collaboration.level', '>', 0))
}

function reachedByTeam(accountId: number, unit?: string): Condition {
  const eb = on()
  const column = unit && sql.ref(unit)
  const ofUnit = column ? sql<SqlBool>`(${column} = '' or team_unit.unit in (${column}, 'repo.' || ${column}))` : sql<SqlBool>`true`
  return eb.exists(
    eb
      .selectFrom('team_member')
      .innerJoin('team', 'team.id', 'team_member.team_id')
      .select('team.id')
      .whereRef('team_member.org_id', '=', 'repo.owner_id')
      .where('team_member.account_id', '=', accountId)
      .where((q) => q.or([
        q('team.includes_all', '=', true),
        q('team.level', '>=', 4),
        q.exists(q.selectFrom('team_repo').select('team_repo.repo_id').whereRef('team_repo.team_id', '=', 'team.id').whereRef('team_repo.repo_id', '=', 'repo.id')),
      ]))
      .where((q) => q.or([
        q('team.level', '>', 0),
        q.exists(q.selectFrom('team_unit').select('team_unit.unit').whereRef('team_unit.team_id', '=', 'team.id').where('team_unit.level', '>', 0).where(ofUnit)),
      ])),
  )
}

function ownerSeenBy(account: Account): Condition {
  const eb = on()
  return eb.exists(eb.selectFrom('account').select('account.id').whereRef('account.id', '=', 'repo.owner_id').where((q) => visibleTo(account)(q as never)))
}

function inPrivateOrgOf(accountId: number): Condition {
  const eb = on()
  return eb.exists(
    eb
      .selectFrom('account as private_org')
      .innerJoin('org_member', 'org_member.org_id', 'private_org.id')
      .select('private_org.id')
      .whereRef('private_org.id', '=', 'repo.owner_id')
      .where('private_org.visibility', '=', 'private')
      .where('org_member.account_id', '=', accountId),
  )
}
