// What an actor may do with things that belong to an account rather than to a repository: its packages and boards.
import type { Db } from '../kernel/db.ts'
import type { Actor } from './actor.ts'
import { NONE, OWNER, READ, type Level, type Unit } from './levels.ts'
import * as store from './store.ts'
import type { Account } from './store.ts'

/** Of an organization the best of its teams' levels for the unit; what an owner does not hide may be read. */
export async function ownerLevel(db: Db, actor: Actor, owner: Account, unit: Unit): Promise<Level> {
  const { account } = actor
  const open = owner.visibility === 'public' || (owner.visibility === 'limited' && account !== null && !account.is_restricted) ? READ : NONE
  if (!account || actor.job) return open
  if (account.is_admin || account.id === owner.id) return OWNER
  if (owner.type !== 'organization') return open
  const teams = await store.listTeamLevels(db, owner.id, account.id, `repo.${unit}`)
  return Math.max(open, ...teams.flatMap((team) => [team.level, team.unit_level ?? NONE])) as Level
}
