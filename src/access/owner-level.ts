// What an actor may do with things that belong to an account rather than to a repository: its packages and boards.
import type { Db } from '../kernel/db.ts'
import type { Actor } from './actor.ts'
import { NONE, OWNER, READ, type Level, type Unit } from './levels.ts'
import type { Account } from './store.ts'

/** Of an organization the best of its teams' levels for the unit; what an owner does not hide may be read. */
export async function ownerLevel(db: Db, actor: Actor, owner: Account, unit: Unit): Promise<Level> {
  const { account } = actor
  const open = owner.visibility === 'public' || (owner.visibility === 'limited' && account !== null && !account.is_restricted) ? READ : NONE
  if (!account || actor.job) return open
  if (account.is_admin || account.id === owner.id) return OWNER
  if (owner.type !== 'organization') return open
  const teams = await db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .leftJoin('team_unit', (join) => join.onRef('team_unit.team_id', '=', 'team.id').on('team_unit.unit', '=', `repo.${unit}`))
    .select(['team.level', 'team_unit.level as unit_level'])
    .where('team_member.org_id', '=', owner.id)
    .where('team_member.account_id', '=', account.id)
    .execute()
  return Math.max(open, ...teams.flatMap((team) => [team.level, team.unit_level ?? NONE])) as Level
}
