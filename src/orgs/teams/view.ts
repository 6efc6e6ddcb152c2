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

export interface Faces {
  /** the first of them */
  people: UserRecord[]
  size: number
}

/** Who is in several teams at once, so many of each; who asks must have been shown the teams. */
export async function facesOf(cx: Cx, teamIds: readonly number[], most: number, viewer: Account | null): Promise<Map<number, Faces>> {
  const [sizes, rows] = await Promise.all([store.sizes(cx.db, teamIds), store.firstMembers(cx.db, teamIds, most)])
  const found = new Map<number, Faces>(teamIds.map((id) => [id, { people: [], size: sizes.get(id) ?? 0 }]))
  for (const row of rows) found.get(row.team_id)!.people.push(userView.one(cx, row, viewer))
  return found
}

export const one = async (cx: Cx, team: TeamRow, org?: Account): Promise<TeamRecord> => (await many(cx, [team], org ? [org] : []))[0]
