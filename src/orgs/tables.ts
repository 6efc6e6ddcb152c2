import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    org_member: OrgMemberTable
    team: TeamTable
    team_unit: TeamUnitTable
    team_member: TeamMemberTable
  }
}

interface OrgMemberTable {
  org_id: number
  account_id: number
  is_public: boolean
}
export interface TeamTable {
  id: Generated<number>
  org_id: number
  name: string
  lower_name: string
  description: string
  lower_description: string
  /** 0 none (levels stand per unit), 1 read, 2 write, 3 admin, 4 owner */
  level: number
  includes_all: boolean
  can_create_repo: boolean
  visibility: 'public' | 'limited' | 'private'
}
export type TeamRow = Selectable<TeamTable>
interface TeamUnitTable {
  team_id: number
  unit: string
  level: number
}
interface TeamMemberTable {
  team_id: number
  account_id: number
  org_id: number
}
