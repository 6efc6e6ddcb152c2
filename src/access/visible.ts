// Which repositories a query may show, as conditions on its `repo`: what accessTo decides row by row, said to the database.
import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { sql, type Tables } from '../kernel/db.ts'
import type { Actor } from './actor.ts'
import { visibleTo, type Account } from './store.ts'

type Condition = Expression<SqlBool>
const on = () => expressionBuilder<Tables, 'repo'>()

/** For any query that has `repo` in it: `.where(repoVisibleTo(actor))`. */
export function repoVisibleTo(actor: Actor): Condition {
  if (actor.publicOnly) return on().and([repoPublic(), repoVisibleToAccount(actor.account)])
  if (actor.deploy) return on()('repo.id', '=', actor.deploy.repo_id)
  if (actor.job) return on().or([repoPublic(), on()('repo.id', '=', actor.job.repo_id)])
  return repoVisibleToAccount(actor.account)
}

export function repoVisibleToAccount(account: Account | null): Condition {
  const eb = on()
  if (!account) return repoPublic()
  if (account.is_admin) return sql<SqlBool>`true`
  const granted = [eb('repo.owner_id', '=', account.id), collaborates(account.id), reachedByTeam(account.id)]
  if (account.is_restricted) return eb.or(granted)
  return eb.or([eb.and([eb('repo.is_private', '=', false), ownerSeenBy(account)]), ...granted])
}

/** Not private, and its owner hides from nobody. */
export function repoPublic(): Condition {
  const eb = on()
  return eb.and([eb('repo.is_private', '=', false), eb.exists(eb.selectFrom('account as public_owner').select('public_owner.id').whereRef('public_owner.id', '=', 'repo.owner_id').where('public_owner.visibility', '=', 'public'))])
}

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

function reachedByTeam(accountId: number): Condition {
  const eb = on()
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
        q.exists(q.selectFrom('team_unit').select('team_unit.unit').whereRef('team_unit.team_id', '=', 'team.id').where('team_unit.level', '>', 0)),
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
