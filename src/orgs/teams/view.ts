import { levelWords, type Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { userView, type UserRecord } from '../../users/index.ts'
import * as orgView from '../orgs/view.ts'
import type { TeamRow } from '../tables.ts'
import type { TeamRecord } from './schema.ts'
import * as store from './store.ts'

/** Lists and edits leave the organization out (null). */
export async function many(cx: Cx, teams: readonly TeamRow[], orgs: readonly Account[] = []): Promise<TeamRecord[]> {
  const units = await store.listUnits(cx.db, teams.map((team) => team.id))
  return teams.map((team) => {
    const own = units.filter((row) => row.team_id === team.id)
    const org = orgs.find((one) => one.id === team.org_id)
    return {
      id: team.id,
      name: team.name,
      description: team.description,
      organization: org ? orgView.one(cx, org) : null,
      includes_all_repositories: team.includes_all,
      permission: levelWords[team.level],
      units: own.length > 0 ? own.map((row) => row.unit) : null,
      units_map: own.length > 0 ? Object.fromEntries(own.map((row) => [row.unit, levelWords[row.level]])) : null,
      can_create_org_repo: team.can_create_repo,
      visibility: team.visibility,
    }
  })
}

/** The members of several teams at once; who asks must have been shown the teams. */
export async function membersOf(cx: Cx, teamIds: readonly number[], viewer: Account | null): Promise<Map<number, UserRecord[]>> {
  const people = new Map((await store.members(cx.db, teamIds)).map((row) => [row.id, userView.one(cx, row, viewer)]))
  const found = new Map<number, UserRecord[]>(teamIds.map((id) => [id, []]))
  for (const row of await store.places(cx.db, teamIds)) found.get(row.team_id)!.push(people.get(row.account_id)!)
  return found
}

export const one = async (cx: Cx, team: TeamRow, org?: Account): Promise<TeamRecord> => (await many(cx, [team], org ? [org] : []))[0]
